#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# `hear` prints the other's whole lines as they come, from one game to the next.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Seat;
use Messengers::Tool;

plan skip_all => need_tool() if need_tool();

use constant { USAGE => 64, NOINPUT => 66, IOERR => 74, NOPERM => 77 };
use constant { FIRST => '2026-09-03-110200', SECOND => '2026-09-03-110400' };

# Starts `hear` beside a messenger1 that is played by hand.
sub heard (@options) {
	my $room = room();
	$room->folder;
	my $seat = sit($room, 'hear', @options);
	return ($room, $seat, $room->peer('messenger1'));
}

sub out_ok ($seat, $out, $name) {
	eval { wait_for(sub { $seat->out eq $out }, $name) };
	return is($seat->out, $out, $name);
}

subtest 'lines as they come' => sub {
	my ($room, $seat, $peer) = heard();
	$seat->bot->settle;
	$peer->open_game(FIRST);
	out_ok($seat, OPENING . "\n", 'a line, where there was not even a folder');
	$peer->say('no', 'circle 5');
	out_ok($seat, OPENING . "\nno\ncircle 5\n", 'two at once');
	$peer->say_bytes('cir');
	$seat->bot->settle;
	is($seat->out, OPENING . "\nno\ncircle 5\n", 'half a line is nothing');
	$peer->say_bytes("cle 9\n");
	out_ok($seat, OPENING . "\nno\ncircle 5\ncircle 9\n", 'until it is whole');
	$seat->bot->signal('TERM');
	is($seat->ended, 'exit 0', 'SIGTERM ends it');
	is($seat->err, '', 'without a word');
};

subtest 'across games' => sub {
	my ($room, $seat, $peer) = heard('--game');
	$peer->open_game(FIRST);
	$peer->say('no');
	out_ok($seat, FIRST . ' ' . OPENING . "\n" . FIRST . " no\n", 'a game');
	$seat->bot->freeze;
	$peer->say('circle 5');
	$peer->open_game(SECOND);
	$seat->bot->signal('CONT');
	out_ok($seat, FIRST . ' ' . OPENING . "\n" . FIRST . " no\n" . FIRST . " circle 5\n"
		. SECOND . ' ' . OPENING . "\n", 'the end of the old one is heard before the new one');
	spew($room->spool('messenger1', '2026-09-03-110300'), "older\n");
	$peer->say('yes');
	out_ok($seat, FIRST . ' ' . OPENING . "\n" . FIRST . " no\n" . FIRST . " circle 5\n"
		. SECOND . ' ' . OPENING . "\n" . SECOND . " yes\n", 'and no older game after it');
	$room->close;
};

subtest 'from the beginning of the running game' => sub {
	my $room = room();
	my $peer = $room->peer('messenger1');
	$room->folder('spool');
	$peer->open_game(FIRST);
	$peer->say('no', 'circle 5');
	my $ran = tool($room, 'hear', '-w', $room->dir, '-n', 2);
	is($ran->{out}, OPENING . "\nno\n", 'and no more lines than asked for');
	is($ran->{status}, 'exit 0', 'then it ends');
};

subtest 'a real bot, from either seat' => sub {
	for my $name (bot_names()) {
		my $room = room();
		$room->folder;
		my $seat = sit($room, 'hear', '--seat', other($name), '-n', 3);
		my @pair = map { $room->start($_, '-q', '-n', 1, '--pace', 50,
			$_ eq 'messenger1' ? ('-i', 60) : ()) } bot_names();
		is($seat->ended, 'exit 0', "three lines of $name are heard");
		$_->ended for @pair;
		my ($id) = $room->ids($name);
		is($seat->out, join('', map { "$_\n" } ($room->said($name, $id))[0 .. 2]),
			'its first three');
	}
};

subtest 'whatever it says' => sub {
	my ($room, $seat, $peer) = heard();
	$peer->open_game(FIRST, "\e[2J\x{7}\xff\0\"quoted\\\"");
	out_ok($seat, "?[2J???\"quoted\\\"\n", 'no byte moves a cursor');
	$peer->say('x' x 500);
	out_ok($seat, "?[2J???\"quoted\\\"\n" . 'x' x 500 . "\n", 'a long line');
	spew($room->spool('messenger1', FIRST), "other words\n" x 1000);
	$peer->say('more');
	wait_for(sub { $seat->err =~ /\n/ }, 'a complaint');
	like($seat->err, qr/\A\S+ hear: \S+: the game \Q@{[FIRST]}\E: its words were rewritten: nothing is heard\n\z/,
		'rewritten words are not heard');
	$peer->open_game(SECOND);
	wait_for(sub { $seat->out =~ /\Q@{[OPENING]}\E\n\z/ }, 'the next game');
	pass('the next game is');
	$room->close;
};

subtest 'things in the place of files' => sub {
	my ($room, $seat, $peer) = heard();
	$room->folder('spool', 'messenger1', '2027-01-01-000000.txt');
	symlink '/etc/passwd', $room->spool('messenger1', '2027-01-01-000001');
	system 'mkfifo', $room->spool('messenger1', '2027-01-01-000002');
	spew($room->path('spool', 'messenger1', 'notes.txt'), "hello\n");
	$peer->open_game(FIRST);
	out_ok($seat, OPENING . "\n", 'are passed over');
	my $folder = $room->path('spool/messenger1');
	my $no_file = "not a regular file of its owner's";
	my $passed = qr/(?:[^\n]+: passed over\n)*\Qtictactoe hear: $folder\E\/2027-01-01-000002\.txt: $no_file: passed over\n/;
	like($seat->err, qr/\A$passed\z/, 'the newest is told');
	rename $room->spool('messenger1', FIRST), $room->tmp . '/away';
	$room->folder('spool', 'messenger1', FIRST . '.txt');
	my $told = "tictactoe hear: $folder: the game " . FIRST . ": $no_file: nothing is heard\n";
	wait_for(sub { $seat->err =~ /nothing is heard/ }, 'a complaint');
	spew($room->spool('messenger1', '2026-09-03-110000'), "older\n");
	$seat->bot->settle;
	like($seat->err, qr/\A$passed\Q$told\E\z/, 'so is, once, what has come into the place of words');
	$room->close;
};

subtest 'a folder that cannot be listed' => sub {
	plan skip_all => need_strace() if need_strace();
	my $room = room();
	$room->folder('spool', 'messenger1');
	my $bot = $room->launch('tictactoe',
		{strace => ['-e', 'trace=getdents64', '-e', 'inject=getdents64:error=EIO']},
		'hear', '-w', $room->dir);
	wait_for(sub { (() = (slurp($bot->trace_file) // '') =~ /INJECTED/g) > 1 }, 'a second look');
	is($bot->err, "tictactoe hear: @{[$room->path('spool/messenger1')]}: "
		. "Input/output error: nothing is heard\n", 'is told once');
	$room->close;
};

subtest 'the folder goes away and comes back' => sub {
	my ($room, $seat, $peer) = heard();
	$peer->open_game(FIRST);
	out_ok($seat, OPENING . "\n", 'a line');
	rename $room->path('spool'), $room->path('away');
	$room->folder('spool', 'messenger1');
	$peer->open_game(SECOND);
	out_ok($seat, OPENING . "\n" . OPENING . "\n", 'and one in a new folder under the name');
	$room->close;
};

subtest 'a link in the place of a folder' => sub {
	for my $folder ('spool', 'spool/messenger1') {
		my $room = room();
		my $peer = $room->peer('messenger1');
		$room->folder('spool');
		$peer->open_game(FIRST);
		rename $room->path($folder), $room->path('away');
		symlink 'away', $room->path($folder) if $folder eq 'spool';
		symlink '../away', $room->path($folder) if $folder ne 'spool';
		my $bot = $room->launch('tictactoe', {}, 'hear', '-w', $room->dir);
		wait_for(sub { $bot->out ne '' || $bot->err ne '' }, 'the first look');
		is($bot->out . $bot->err, "tictactoe hear: @{[$room->path('spool/messenger1')]}: "
			. "Not a directory: nothing is heard\n", "$folder: is not followed");
		$room->close;
	}
};

subtest 'who listens goes away' => sub {
	my $room = room();
	my $peer = $room->peer('messenger1');
	$room->folder('spool');
	$peer->open_game(FIRST);
	pipe my $read, my $write or die "pipe: $!\n";
	my $bot = $room->launch('tictactoe', {stdout => $write}, 'hear', '-w', $room->dir);
	close $write;
	is(scalar readline $read, OPENING . "\n", 'it is heard through a pipe');
	close $read;
	is($bot->ended, 'exit 0', 'it ends at once when nobody reads');
	is($bot->err, '', 'without a word');
	SKIP: {
		skip 'there is no /dev/full', 2 unless -e '/dev/full';
		open my $full, '>', '/dev/full' or die "/dev/full: $!\n";
		$bot = $room->launch('tictactoe', {stdout => $full}, 'hear', '-w', $room->dir);
		is($bot->ended, 'exit ' . IOERR, 'where nothing can be written it ends');
		like($bot->err, qr/\Atictactoe hear: standard output: No space left on device\n\z/,
			'and says why');
	}
};

subtest 'nothing to hear' => sub {
	my $room = room();
	my $dir = $room->dir;
	tool_ok($room, NOINPUT, qr/\Q$dir\E: No such file or directory: name the shared folder/,
		'hear', '-w', $dir);
	spew($dir, "a file\n");
	tool_ok($room, NOINPUT, qr/\Q$dir\E: Not a directory/, 'hear', '-w', $dir);
	mkdir $room->tmp . '/spool';
	tool_ok($room, NOINPUT, qr/too long/, 'hear', '-w', $room->tmp . '/.' x 2030);
	tool_ok($room, USAGE, qr/option -n: "0" is not a whole number from 1/, 'hear', '-n', 0);
};

done_testing;
