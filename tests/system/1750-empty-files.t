#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A power cut may leave any file empty, in half, or full of zeros. None is taken
# for the truth, none keeps the bots from their next games, and a result is
# neither mended nor written over: the chain tells what it was.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

my %DAMAGE = (
	empty => sub ($bytes) { '' },
	'in half' => sub ($bytes) { substr $bytes, 0, length($bytes) / 2 },
	'full of zeros' => sub ($bytes) { "\0" x length $bytes },
);

# A folder in which some games were played, and one more was begun by both.
sub interrupted () {
	my $room = room();
	my @bots = map {
		$room->start($_, '-q', '--pace', 20, $_ eq 'messenger1' ? ('-i', 0) : ())
	} bot_names();
	my $in_a_game = sub {
		my ($id) = reverse $room->ids('messenger1');
		return $room->results >= 2 && !-e $room->path("game-$id.txt")
			&& 2 <= $room->said('messenger1', $id) && 2 <= $room->said('messenger2', $id);
	};
	do {
		$_->signal('CONT') for @bots;
		wait_for($in_a_game, 'a game after two results');
		$_->freeze for @bots;
	} until $in_a_game->();
	$_->kill9 for @bots;
	return $room;
}

# The paths of all files below a folder; of a result and its second name one.
sub files ($folder, $below = '') {
	return map {
		my $name = "$below$_";
		-d "$folder/$_" ? files("$folder/$_", "$name/") : $name =~ /results/ ? () : $name
	} names_in($folder);
}

sub texts_of ($room) {
	return {map { $_ => slurp($room->path($_)) } $room->results};
}

# The same folder with one file damaged, and two bots in it.
sub damaged ($from, $file, $how) {
	my $room = room();
	system('cp', '-a', $from->dir, $room->dir) == 0 or die "cp: $?\n";
	my $path = $room->path($file);
	my $bytes = $DAMAGE{$how}->(slurp($path));
	chmod 0644, $path;
	spew($path, $bytes);
	chmod 0444, $path if $file =~ /game-/;
	my @bots = map {
		$room->start($_, '-q', $_ eq 'messenger1' ? ('-i', 1) : ())
	} bot_names();
	return {room => $room, file => $file, how => $how, bots => \@bots, bytes => $bytes};
}

sub plays_on_ok ($case, $before) {
	my ($room, $file) = @$case{qw(room file)};
	wait_for(sub { $room->results >= 2 + keys %$before }, 'two more results');
	$_->stop for @{$case->{bots}};
	my $after = texts_of($room);
	my %whole = (%$after, %$before);
	is(join("\n", faults_of_chain(\%whole), map { faults_of($_, $whole{$_}) } sort keys %whole),
		'', 'the next results are right, and name those that were there');
	$before = {%$before, $file => $case->{bytes}} if $before->{$file};
	is_deeply({map { $_ => $after->{$_} } keys %$before}, $before,
		'what was there is as it was');
	is_deeply([grep { m{(?:\A|/)\.} } files($room->dir)], [], 'nothing is left over');
	$room->close;
	return;
}

my $from = interrupted();
my $before = texts_of($from);
my @files = files($from->dir);
cmp_ok(scalar @files, '>=', 9, 'there are journals, locks, words, a board and results');
for my $how (sort keys %DAMAGE) {
	my @cases = map { damaged($from, $_, $how) } @files;
	for my $case (@cases) {
		my $what = $case->{file} =~ s/\d{4}-\S+?(?=\.txt)/ID/r;
		subtest "$what is $how" => sub { plays_on_ok($case, $before) };
	}
}

done_testing;
