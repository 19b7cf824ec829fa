#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Everything in the folder has the mode it should have, whatever the umask, and
# no strange name in it gets into a log.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# Every path below a folder with its mode, except for the second names.
sub modes_below ($folder, $prefix = '') {
	return map {
		my $path = "$folder/$_";
		(["$prefix$_", mode_of($path)], -d $path && !-l $path
			? modes_below($path, "$prefix$_/") : ())
	} names_in($folder);
}

sub expected_mode ($path, $is_folder) {
	return '0755' if $is_folder;
	return '0444' if $path =~ m{(?:\A|/results/)game-[^/]*\.txt\z};
	return '0600' if $path =~ m{/lock\z};
	return '0644';
}

sub modes_ok ($room, $when) {
	my @wrong = map {
		my ($path, $mode) = @$_;
		my $expected = expected_mode($path, -d $room->path($path));
		$mode eq $expected ? () : "$path has $mode, not $expected"
	} modes_below($room->dir);
	is_deeply(\@wrong, [], "$when: modes are right");
	return;
}

for my $umask (0, 022, 077, 0777) {
	subtest sprintf('umask %03o', $umask) => sub {
		my $room = room();
		my $how = {prepare => sub { umask $umask }};
		my @bots = map { $room->start($_, $how, '--pace', scaled(10), '-n', 1) }
			bot_names();
		wait_for(sub { ($room->board // '') =~ /^Last: \w+ \d/m }, 'a first move');
		modes_ok($room, 'in a game');
		is($_->ended, 'exit 0', $_->name . ' plays a game') for @bots;
		modes_ok($room, 'after it');
		is(mode_of($room->dir), '0755', 'the folder itself was made 0755');
		is(mode_of($room->path('state', $_, 'lock')), '0600', "$_ has its lock")
			for bot_names();
		is(scalar(my @names = $room->second_names), 1, 'there is a second name');
		$room->close;
	} if $umask != 0777 || $> == 0;
}

subtest 'folders that are there keep their modes' => sub {
	my $room = room();
	my %mode = ('' => 02775, spool => 03775, state => 03775,
		map { ("spool/$_" => 0750, "state/$_" => 0700) } bot_names());
	for my $folder (sort keys %mode) {
		chmod $mode{$folder}, $room->folder($folder) or die "chmod: $!\n";
	}
	my @bots = map { $room->start($_, '-n', 1, '-q') } bot_names();
	is($_->ended, 'exit 0', $_->name . ' plays a game') for @bots;
	is(mode_of($room->path($_)), sprintf('%04o', $mode{$_}), "/$_ is as it was")
		for sort keys %mode;
	$room->close;
};

# --- strange names ---------------------------------------------------------------

my @STRANGE = ("new\nline: messenger1: forged", "\e[31mred", "bell\a", "\xff\xfe", '%s%n',
	'-rf', ' ', "\t", 'game-x.txt', 'game-2026-99-99-000000.txt', "game-\e.txt",
	'x' x 255);

subtest 'strange names are in no log' => sub {
	my $room = room();
	my @folders = map { $room->folder(@$_) } [], ['spool'], ['state'],
		map { ['spool', $_], ['state', $_] } bot_names();
	for my $folder (@folders) {
		spew("$folder/$_", "hello\n") for @STRANGE;
	}
	my @bots = map { $room->start($_, '-v', '-n', 3, '--seed', 2,
		$_ eq 'messenger1' ? ('-i', 0) : ()) } bot_names();
	for my $bot (@bots) {
		is($bot->ended, 'exit 0', $bot->name . ' plays its games among them');
		unlike($bot->err, qr/[^\x20-\x7e\n]/, 'its log is plain text');
		unlike($bot->err, qr/forged|red|bell|xxxx|-rf/, 'without any of the names');
	}
	for my $folder (@folders[0 .. 2]) {
		is(slurp("$folder/$STRANGE[$_]"), "hello\n", "name $_ is left alone")
			for 0 .. $#STRANGE;
	}
	my @results = grep { is_id(s/\Agame-|\.txt\z//gr) } $room->results;
	is(scalar @results, 3, 'there are three results');
	is_deeply([map { faults_of($_, slurp($room->path($_))) } @results], [],
		'which are right');
	$room->close;
};

subtest 'strange words are in no log' => sub {
	for my $name (bot_names()) {
		my $room = room();
		my $bot = $room->start($name, '-v', '-n', 1);
		my $peer = $room->peer(other($name));
		$peer->meet(first => 'no');
		$peer->hear_move if $peer->turn eq $name;
		$peer->say_bytes("\e[2J\a\xff\0 <3>forged\n");
		like($peer->hear, qr/\ARejected "\?\[2J\?\?\? <3>forged": /, 'a line is cleaned');
		$peer->play;
		is($bot->ended, 'exit 0', 'the game ends');
		unlike($bot->err, qr/[^\x20-\x7e\n]/, "the log of $name is plain text");
		unlike($bot->err, qr/^(?!$name: |<\d>)/m, 'and each line is its own');
		$room->close;
	}
};

done_testing;
