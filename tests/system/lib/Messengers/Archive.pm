# SPDX-License-Identifier: ISC
# A folder of results as the bots would have left it, made by hand so that it can
# be damaged at will; and what the audit says of it.
#
#	my $archive = archive(room(), games => 8);
#	unlink $archive->path(3);		# the fourth result
#	$archive->audit_ok(['removed game-ID.txt'], 'a result was removed');
package Messengers::Archive;
use v5.36;
use Exporter 'import';
use Digest::SHA qw(sha256_hex);
use JSON::PP ();
use POSIX ();
use Test::More ();
use Messengers::Game;
use Messengers::Tool;
use Messengers::Wait;

our @EXPORT = qw(archive audit findings_of);

use constant FIRST_SECOND => 1788433320;	# 2026-09-03T11:02:00Z

# Who begins, and the moves; the first plays crosses.
my @GAMES = (
	['messenger2', 'cross 1', 'circle 3', 'cross 5', 'circle 7', 'cross 9'],
	['messenger1', 'cross 5', 'circle 1', 'cross 3', 'circle 7', 'cross 4', 'circle 6',
		'cross 2', 'circle 8', 'cross 9'],
	['messenger1', 'cross 1', 'circle 2', 'cross 3', 'circle 5', 'cross 4', 'circle 8'],
);

# What may have been rejected in them.
my @REJECTED = ('after move 4, messenger1 rejected "cross 3": position 3 is occupied',
	'after move 4, messenger1 rejected "circle 3": it is not your turn',
	'after move 5, messenger1 rejected "circle": not a move');

sub id_of ($second) {
	return POSIX::strftime('%Y-%m-%d-%H%M%S', gmtime $second);
}

# What there is to tell of a game that began at a second, but for its previous.
sub facts ($second, $number) {
	my ($first, @moves) = @{$GAMES[$number % @GAMES]};
	my $second_player = $first eq 'messenger1' ? 'messenger2' : 'messenger1';
	return {id => id_of($second), started => stamp_of($second),
		finished => stamp_of($second + 9), first => $first, moves => \@moves,
		symbols => {$first => 'cross', $second_player => 'circle'},
		rejected => $number % 4 ? [] : [$REJECTED[$number % @GAMES]]};
}

# %how: games (12), seconds (of their starts), own (the journal is that of the
# last of them, and not of the next).
sub archive ($room, %how) {
	my $games = $how{games} // 12;
	my @seconds = @{$how{seconds} // [map { FIRST_SECOND + 120 * $_ } 0 .. $games - 1]};
	my $self = bless {room => $room, names => [], facts => []}, __PACKAGE__;
	$room->folder('spool', $_) for qw(messenger1 messenger2);
	$room->folder('state', 'messenger1', 'results');
	$self->{facts} = [map { facts($seconds[$_], $_) } 0 .. $#seconds];
	$self->{names} = [map { "game-$_->{id}.txt" } @{$self->{facts}}];
	$self->write_from(0);
	$self->write_journal($how{own}, $seconds[-1]);
	return $self;
}

sub room ($self) { return $self->{room} }
sub names ($self) { return @{$self->{names}} }
sub name ($self, $at) { return $self->{names}[$at] }
sub path ($self, $at) { return $self->{room}->path($self->name($at)) }
sub second ($self, $at) {
	return $self->{room}->path('state/messenger1/results', $self->name($at));
}

sub journal ($self) { return $self->{room}->path('state/messenger1/journal') }

# What the one after it says: its name and its hash.
sub previous_of ($self, $at) {
	return $at < 0 ? 'none' : $self->name($at) . ' sha256 ' . sha256_hex(slurp($self->path($at)));
}

# The bytes of a result.
sub text ($self, $at, %other) {
	return result_text({%{$self->{facts}[$at]}, previous => $self->previous_of($at - 1),
		%other});
}

# Writes a result anew, under both names, in the place of what is there.
sub put ($self, $name, $bytes, %how) {
	my ($path, $second) = map { $self->{room}->path($_, $name) } '.', 'state/messenger1/results';
	unlink $path, $how{alone} ? () : $second;
	spew($path, $bytes);
	chmod 0444, $path;
	link $path, $second or die "$second: $!\n" unless $how{alone};
	return $name;
}

# The same, and all later ones after it as they then are.
sub write_from ($self, $at, $to = $#{$self->{names}}) {
	$self->put($self->name($_), $self->text($_)) for $at .. $to;
	return;
}

# The journal of the game after the last, or of the last itself.
sub write_journal ($self, $own, $last) {
	my $fact = $self->{facts}[-1];
	my ($id, $second) = $own ? ($fact->{id}, $last) : (id_of($last + 120), $last + 120);
	my $previous = $self->previous_of($#{$self->{names}} - ($own ? 1 : 0)) =~ s/ sha256//r;
	$previous = 'none none' if $previous eq 'none';
	my @records = ("journal 1 $id 7 $second 5400023456789 4713550274915622001 $previous",
		"said $second " . OPENING);
	push @records, $self->records_of($fact, $second) if $own;
	spew($self->journal, join '', map { "$_\n" } @records);
	return;
}

# What messenger1 heard and said in a game without rejections.
sub records_of ($self, $fact, $second) {
	my $mine = $fact->{first} eq 'messenger1' ? 0 : 1;
	my $end = $second + 9;
	my @moves = @{$fact->{moves}};
	return ("heard $second $fact->{symbols}{messenger2}", "heard $second " . QUESTION,
		"said $second " . ($mine ? 'no' : 'yes'),
		map { ($_ % 2 == $mine ? 'said ' : 'heard ')
			. ($_ == $#moves ? $end : $second) . " $moves[$_]" } 0 .. $#moves);
}

# Changes the bytes of a result in place, so that both its names have them.
sub edit ($self, $at, $code) {
	my $path = $self->path($at);
	local $_ = slurp($path);
	$code->();
	chmod 0644, $path;
	open my $out, '+<:raw', $path or die "$path: $!\n";
	truncate $out, 0;
	print $out $_;
	close $out;
	chmod 0444, $path;
	return;
}

# Puts another result in the place of a second name.
sub change_second ($self, $at) {
	unlink $self->second($at);
	spew($self->second($at), $self->text($at, finished => '2026-09-03T11:59:00Z'));
	chmod 0444, $self->second($at);
	return;
}

# Runs the audit: its exit status as "exit 0", and what it has printed.
sub audit ($room, @options) {
	unshift @options, '-w', $room->dir unless grep { $_ eq '-w' } @options;
	return tool($room, 'audit', @options);
}

# The objects that --json has printed: the findings in short, and the summary.
sub findings_of ($result) {
	my @objects = map { JSON::PP->new->decode($_) } split /\n/, $result->{out};
	my ($summary) = grep { $_->{type} eq 'summary' } @objects;
	my @findings = map { "$_->{kind} $_->{file}" . ($_->{line} ? ":$_->{line}" : '') }
		grep { $_->{type} eq 'finding' } @objects;
	return ([sort @findings], $summary);
}

# A test that the audit finds just this.
sub audit_ok ($self, $expected, $what, @options) {
	my $result = audit($self->{room}, '--json', @options);
	my ($findings, $summary) = findings_of($result);
	Test::More::is_deeply($findings, [sort @$expected], $what);
	Test::More::is($result->{status} . $result->{err}, @$expected ? 'exit 1' : 'exit 0',
		"$what: exit status");
	return $summary;
}

1;
