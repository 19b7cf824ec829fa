#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe watch in a real terminal: a game by hand is seen as it is played.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Terminal;

plan skip_all => need_tool() if need_tool();
plan skip_all => need_tmux() if need_tmux();

sub watch ($room, %how) {
	return terminal($room, \%how, binary('tictactoe'), 'watch', '-w', $room->dir);
}

# A cross and a circle in a large board.
my $CROSS = qr/\\     \/.*\n.*\\ \/.*\n.*  X  .*\n.*\/ \\.*\n.*\/     \\/;
my $CIRCLE = qr/\.---\. .*\n.*\/     \\.*\n.*\|     \|.*\n.*\\     \/.*\n.*'---'/;

subtest 'a game is seen as it is played' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 600, '--first', 'no', '--seed', 1);
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	my $id = $peer->id;
	my $terminal = watch($room);
	$terminal->shows_ok(qr/\A Game \Q$id\E .*\d\d:\d\d:\d\d UTC$/m, 'its id and the time');
	$terminal->shows_ok(qr/1> Choose your symbol: circle or cross\.$/m, 'the opening');
	$terminal->shows_ok(qr/Symbols: still open$/m, 'nobody has a symbol yet');
	$peer->say('circle', QUESTION);
	$peer->hear_ok(OPENING, 'what was heard first');
	$peer->hear_ok('no', 'what was heard then');
	$peer->seats('circle', 'no');
	my $shown = $terminal->await(qr/Turn: messenger2$/m);
	like($shown, qr/1 messenger1: X cross$/m, 'the symbol of messenger1');
	like($shown, qr/2 messenger2: O circle$/m, 'the symbol of messenger2');
	like($shown, qr/2> circle\n.*2> Do you want to go first\?\n.*1> no$/m,
		'both are heard, in order');
	unlike($shown, qr/$CIRCLE|$CROSS/, 'an empty board');
	like($shown, qr/^ q quits  \Q@{[$room->dir]}\E$/m, 'where it is, and how to leave');
	$peer->move(5);
	$peer->hear_move;
	$terminal->shows_ok(qr/2> circle 5\n.*1> cross \d$/m, 'both moves are heard');
	$terminal->shows_ok($CIRCLE, 'a circle is on the board');
	$terminal->shows_ok($CROSS, 'a cross is on the board');
	$peer->say('circle 5');
	$terminal->shows_ok(qr/1> Rejected "circle 5": position 5 is$/m, 'a rejection');
	$terminal->shows_ok(qr/Won 0 : 0, tied 0, games 0$/m, 'no result yet');
	$peer->hear('the rejection');
	my $outcome = $peer->play;
	$terminal->shows_ok(qr/Result: \Q$outcome\E$/m, 'the result');
	$terminal->shows_ok({'messenger1 win' => qr/Won 1 : 0, tied 0, games 1$/m,
		'messenger2 win' => qr/Won 0 : 1, tied 0, games 1$/m,
		'tie' => qr/Won 0 : 0, tied 1, games 1$/m}->{$outcome}, 'it is counted');
	$terminal->keys('q');
	is($terminal->ended, 'exit 0', 'q quits');
	$room->close;
};

subtest 'what a dead bot has not heard yet is seen' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 600, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->meet(symbol => 'cross');
	$bot->kill9;
	$peer->move(1);
	my $terminal = watch($room);
	$terminal->shows_ok(qr/^.* --:--:-- 2> cross 1$/m, 'the words without a time');
	$terminal->shows_ok($CROSS, 'the board has the move');
	$terminal->shows_ok(qr/Turn: messenger1$/m, 'it is the turn of the dead');
	$terminal->shows_ok(qr/1 messenger1: O circle\n.*  not running, silent \d/,
		'who is said to be dead');
};

subtest 'both bots, the old results and the next game' => sub {
	my $room = room();
	my @bots = map { $room->start($_, '-q', '-n', 5, $_ eq 'messenger1' ? ('-i', 1) : ()) }
		bot_names();
	$_->ended for @bots;
	my %count = ('messenger1 win' => 0, 'messenger2 win' => 0, tie => 0);
	$count{facts_of(slurp($room->path($_)))->{result}}++ for $room->results;
	my $won = "Won $count{'messenger1 win'} : $count{'messenger2 win'}";
	my $terminal = watch($room);
	$terminal->shows_ok(qr/$won, tied $count{tie}, games 5$/m, 'the old results');
	like($terminal->await(qr/1 messenger1.*\n.*  not running/),
		qr/2 messenger2.*\n.*  not running.*\n(?:.*\n)*.*Next game: \?$/m, 'nobody plays');
	@bots = map { $room->start($_, '-q', $_ eq 'messenger1' ? ('-i', 1) : ()) } bot_names();
	my $run = qr/  running, silent.*
/;
	$terminal->shows_ok(qr/1 messenger1: .*
.*$run.*2 messenger2: .*
.*$run/, 'both run');
	$terminal->shows_ok(qr/Next game in 1 s$/m, 'when the next game comes');
	$terminal->shows_ok(qr/games (?:[89]|\d\d)$/m, 'new results are counted');
	$bots[1]->kill9;
	$terminal->shows_ok(qr/2 messenger2.*\n.*  not running, silent/, 'one was killed');
	$terminal->shows_ok(qr/1 messenger1.*\n.*  running, silent/, 'the other runs');
	$room->restart($bots[1]);
	$terminal->shows_ok(qr/2 messenger2.*\n.*  running, silent/, 'it is back');
	my ($name) = $room->results;
	my ($games) = $terminal->await(qr/games \d+$/m) =~ /games (\d+)$/m;
	$_->stop for $room->{bots}->@*;
	$games = $room->results;
	$terminal->shows_ok(qr/games $games$/m, 'all are counted');
	unlink $room->path($name);
	$terminal->shows_ok(qr/games @{[$games - 1]}$/m, 'less when one is removed');
	spew($room->path('game-2020-01-01-000000.txt'), '');
	$terminal->shows_ok(qr/games $games, unread 1$/m, 'what cannot be read has no winner');
};

subtest 'the workspace goes and comes back' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 600);
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	my $terminal = watch($room);
	$terminal->shows_ok(qr/1> Choose your symbol/, 'the opening');
	$bot->stop;
	rename $room->dir, $room->dir . '.away' or die;
	$terminal->shows_ok(qr/^ q quits  Gone: \Q@{[$room->dir]}\E$/m, 'it is gone');
	rename $room->dir . '.away', $room->dir or die;
	$terminal->shows_ok(qr/^ q quits  \Q@{[$room->dir]}\E$/m, 'it is back');
	$peer->say('cross');
	$terminal->shows_ok(qr/2> cross$/m, 'what is said now');
	$terminal->keys('q');
	is($terminal->ended, 'exit 0', 'q quits');
};

done_testing;
