#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Every game stands alone: words of an older game change nothing in a newer.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

my @IDS = map { sprintf '2026-09-03-11%02d00', 2 * $_ } 1 .. 20;

# Everything that could be taken for a word of the new game.
my @LATE = ('circle', 'cross', QUESTION, OPENING, 'yes', 'no', 'circle 1',
	'cross 1', 'circle 9', 'cross 9', 'hello', 'Rejected "circle 5": no.');

subtest 'messenger1 does not read the old file of messenger2' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', 0, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->meet;
	$peer->play;
	my $old = $peer->mouth;
	$peer->await_game;
	$peer->must_hear(OPENING);
	my @drawings = $bot->drawings;
	append($old, "$_\n") for @LATE;
	$peer->silent_ok($bot, 'late words in the old file get no answer');
	is_deeply([$bot->drawings], \@drawings, 'and are not drawn');
	$peer->say('cross', QUESTION);
	$peer->hear_ok('no', 'the new game goes on');
	$peer->seats('cross', 'no');
	append($old, "$_\n") for @LATE;
	$peer->silent_ok($bot, 'late words in play get no answer');
	is($room->board, $peer->picture, 'the board is empty');
	$peer->play;
	$peer->await_game;
	$room->results_ok(2, 'both results are right');
	$room->close;
};

subtest 'messenger1 reads no file but that of the running game' => sub {
	my $room = room();
	my $bot = $room->start('messenger1');
	my $peer = $room->peer('messenger2');
	my $id = $peer->await_game;
	$peer->must_hear(OPENING);
	$room->folder('spool', 'messenger2');
	spew($room->spool('messenger2', $_), "circle\n" . QUESTION . "\n")
		for "${id}_0002", '2099-01-01-000000', '2001-01-01-000000', '';
	spew($room->path('spool', 'messenger2', $_), "circle\n" . QUESTION . "\n")
		for $id, "$id.TXT", ".$id.txt", "$id.txt~", "$id.txt.txt";
	$peer->silent_ok($bot, 'words in files of other names are not heard');
	$peer->say('circle', QUESTION);
	like($peer->hear, qr/\A(?:yes|no)\z/, 'those in the right one are');
	$room->close;
};

subtest 'messenger2 does not go back to an older game' => sub {
	my $room = room();
	my $bot = $room->start('messenger2');
	my $peer = $room->peer('messenger1');
	$peer->meet(id => $IDS[0], first => 'yes');
	$peer->play;
	my $old = $peer->mouth;
	my $words = slurp($old);
	$peer->meet(id => $IDS[5], first => 'yes');
	append($old, $words);
	append($old, "$_\n") for @LATE;
	$peer->silent_ok($bot, 'words in the older file get no answer');
	is($room->board, $peer->picture, 'the board is empty');
	spew($room->spool('messenger1', $IDS[3]), OPENING . "\n");
	$bot->settle;
	is_deeply([$room->ids('messenger2')], [$IDS[5]], 'an older game is not joined');
	$peer->play;
	$bot->settle;
	unlink $peer->mouth;
	look_now($room, $bot);	# a name that goes is no event
	$bot->settle;
	is_deeply([$room->ids('messenger2')], [$IDS[5]],
		'not even when the newest file is gone');
	$peer->meet(id => $IDS[6]);
	pass('a newer one is');
	$room->close;
};

subtest 'messenger2 drops a pending move when a new game opens' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '--pace', 1500);
	my $peer = $room->peer('messenger1');
	$peer->meet(id => $IDS[0], first => 'yes');
	$peer->move(5);
	$peer->listen;
	my $old = $peer->{ear};
	$peer->meet(id => $IDS[1], first => 'yes');
	is(join('', readline $old), '', 'the old game hears no move');
	$peer->move(1);
	$peer->hear_move;
	is($room->board, $peer->picture, 'the new game has only its own moves');
	is(join('', readline $old), '', 'the old game has still heard none');
	$room->close;
};

# A game that messenger2 may win or lose next, with this side to move.
sub about_to_end ($peer, @ids) {
	for my $id (@ids) {
		$peer->meet(id => $id, first => 'yes');
		while (my $turn = $peer->turn) {
			if ($turn eq 'messenger2') {
				$peer->hear_move;
			} elsif (my ($cell) = $peer->ending_cells) {
				return $cell;
			} else {
				$peer->move($peer->lasting);
			}
		}
	}
	die "no game came to this side's last move\n";
}

subtest 'messenger2 reads the old file to its end' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-s', 'random');
	my $peer = $room->peer('messenger1');
	my $end = about_to_end($peer, @IDS[0 .. 18]);
	$bot->settle;
	my @drawings = $bot->drawings;
	# Both happen before messenger2 can look.
	$bot->freeze;
	$peer->move($end);
	my ($old, $picture) = ($peer->{ear}, $peer->picture);
	$peer->open_game($IDS[19]);
	$bot->signal('CONT');
	like($peer->hear, qr/\A(?:circle|cross)\z/, 'it answers in the new game');
	is(join('', readline $old), '', 'it says nothing in the old one');
	is(($bot->drawings)[scalar @drawings], $picture, 'whose end it has drawn first');
	is($room->board, drawing($IDS[19], {}), 'the board file is of the new game');
	$room->close;
};

subtest 'a result ends the old game though its words do not' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-n', 1);
	my $peer = $room->peer('messenger1');
	$peer->meet(id => $IDS[0], first => 'yes');
	# Both happen before messenger2 can look.
	$bot->freeze;
	spew($room->path("game-$IDS[0].txt"), "Game ID: $IDS[0]\n");
	$peer->open_game($IDS[1]);
	$bot->signal('CONT');
	is($bot->ended, 'exit 0', 'it was the one game to play');
	is(() = $bot->err =~ /: over: its result is there$/mg, 1, 'one line says so');
	unlike($bot->err, qr/given up/, 'and none that it was given up');
	$room->close;
};

# A room whose bot, started for one game, waits for this side's last move.
sub first_game_about_to_end () {
	for my $seed (1 .. 40) {
		my $room = room();
		my $bot = $room->start('messenger2', '-s', 'random', '-n', 1, '--seed', $seed);
		my $peer = $room->peer('messenger1');
		my $end = eval { about_to_end($peer, $IDS[0]) };
		return ($room, $bot, $peer, $end) if defined $end;
		$bot->ended;
	}
	die "messenger2 has won every first game\n";
}

subtest 'messenger2 counts an end that it reads late' => sub {
	my ($room, $bot, $peer, $end) = first_game_about_to_end();
	$bot->freeze;
	$peer->move($end);
	$peer->open_game($IDS[1]);
	$bot->signal('CONT');
	is($bot->ended, 'exit 0', 'it has completed its one game');
	$room->close;
};

subtest 'messenger2 keeps out of games that began without it' => sub {
	my $room = room();
	my $bot = $room->start('messenger2');
	my $peer = $room->peer('messenger1');
	$bot->settle;
	$peer->open_game($IDS[0], OPENING, 'yes');
	$peer->silent_ok($bot, 'words are behind the opening at its first look');
	$peer->say('cross 5');
	$peer->silent_ok($bot, 'it stays silent');
	$peer->meet(id => $IDS[1]);
	pass('the next game it plays');
	$room->close;
};

subtest 'messenger2 keeps out of a game it has forgotten' => sub {
	my $room = room();
	my $peer = $room->peer('messenger1');
	$room->folder('spool', 'messenger2');
	spew($room->spool('messenger2', $IDS[0]), "circle\n");
	$peer->open_game($IDS[0]);
	my $bot = $room->start('messenger2', '--symbol', 'circle');
	$bot->settle;
	is($peer->next_line // '', 'circle', 'what was said by an earlier self stays');
	$peer->silent_ok($bot, 'nothing is said to it');
	$peer->meet(id => $IDS[1]);
	pass('the next game it plays');
	$room->close;
};

done_testing;
