#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The example conversation of the protocol, line by line, with either seat
# played by hand, and the drawings that go with it.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# Plays to the end; returns the drawings that the bot owes for the moves.
sub play_and_draw ($peer) {
	my @drawings;
	while (my $turn = $peer->turn) {
		$turn eq $peer->{seat} ? $peer->move($peer->lasting) : $peer->hear_move;
		push @drawings, $peer->picture;
	}
	return @drawings;
}

# An empty board before anybody has a symbol and after looks the same.
sub empty_board ($id) {
	return drawing($id, {});
}

for my $row (['circle', 'yes'], ['circle', 'no'], ['cross', 'yes'], ['cross', 'no']) {
	my ($symbol, $answer) = @$row;
	subtest "messenger1 hears $symbol and says $answer" => sub {
		my $room = room();
		my $bot = $room->start('messenger1', '-n', 1, '--first', $answer);
		my $peer = $room->peer('messenger2');
		my $id = $peer->await_game;
		$peer->hear_ok(OPENING, 'it offers the symbols');
		my @drawings = (empty_board($id));
		is_deeply([$bot->drawings], \@drawings, 'with a drawing of an empty board');
		is($room->board, $drawings[0], 'which is in the board file');
		$peer->say($symbol);
		$peer->silent_ok($bot, 'it waits for the question');
		push @drawings, empty_board($id);
		is_deeply([$bot->drawings], \@drawings, 'and draws the recorded symbols');
		$peer->say(QUESTION);
		$peer->hear_ok($answer, "it says $answer");
		push @drawings, empty_board($id);
		$peer->seats($symbol, $answer);
		if ($answer eq 'no') {
			$peer->silent_ok($bot, 'it waits for the first move');
			is_deeply([$bot->drawings], \@drawings, 'and has drawn who is first');
		}
		push @drawings, play_and_draw($peer);
		is($bot->ended, 'exit 0', 'the game ends');
		is_deeply([$bot->drawings], \@drawings, 'every move was drawn once');
		is($room->board, $drawings[-1], 'the last is in the board file');
		is($peer->unheard, '', 'nothing was said after the end');
		my $text = $room->results_ok(1, 'the result is right')->{"game-$id.txt"};
		my $fact = facts_of($text);
		is_deeply($fact->{moves}, [$peer->moves], 'its moves are those that were said');
		is_deeply($fact->{symbols}, $peer->symbols, 'its symbols are the chosen ones');
		is($fact->{first}, $peer->first, 'its first player is the decided one');
		$room->close;
	};
	subtest "messenger2 says $symbol and hears $answer" => sub {
		my $room = room();
		my $bot = $room->start('messenger2', '-n', 1, '--symbol', $symbol);
		my $peer = $room->peer('messenger1');
		my $id = '2026-09-03-110200';
		$peer->open_game($id);
		$peer->hear_ok($symbol, 'it chooses a symbol');
		$peer->hear_ok(QUESTION, 'and then asks who goes first');
		$peer->seats($symbol, $answer);
		$peer->silent_ok($bot, 'it waits for the answer');
		my @drawings = (empty_board($id));
		is_deeply([$bot->drawings], \@drawings, 'the symbols were drawn');
		is($room->board, $drawings[0], 'also in the board file');
		$peer->say($answer);
		push @drawings, empty_board($id);
		if ($answer eq 'yes') {
			$peer->silent_ok($bot, 'it waits for the first move');
			is_deeply([$bot->drawings], \@drawings, 'and has drawn who is first');
		}
		push @drawings, play_and_draw($peer);
		is($bot->ended, 'exit 0', 'the game ends');
		is_deeply([$bot->drawings], \@drawings, 'every move was drawn once');
		is($room->board, $drawings[-1], 'the last is in the board file');
		is($peer->unheard, '', 'nothing was said after the end');
		is_deeply([$room->results], [], 'messenger2 writes no result');
		$room->close;
	};
}

subtest 'the very lines of the example' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '--symbol', 'circle');
	my $peer = $room->peer('messenger1');
	$peer->open_game('2026-09-03-110200');
	$peer->hear_ok('circle', 'messenger2: circle');
	$peer->hear_ok('Do you want to go first?', 'messenger2: Do you want to go first?');
	$peer->say('yes');
	$peer->seats('circle', 'yes');
	$peer->move(5);
	like($peer->hear_move, qr/\Acircle [1-46-9]\z/, 'messenger2: circle and a free position');
	is($room->board, $peer->picture, 'the board shows both moves');
	$room->close;
};

subtest '-v tells each word, and then what it changed' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-v', '-q', '-n', 1, '--symbol', 'circle');
	my $peer = $room->peer('messenger1');
	my $id = '2026-09-03-110200';
	$peer->open_game($id);
	$peer->hear_ok('circle', 'it chooses a symbol');
	$peer->hear_ok(QUESTION, 'it asks');
	$peer->say('no');
	like($peer->hear, qr/\Acircle [1-9]\z/, 'it moves');
	$bot->settle;
	is(join('', $bot->err =~ /\Q$id\E: ((?:heard|said|now)\b.*\n)/g) =~ s/circle \d/circle N/r,
		join('', map { "$_\n" } 'heard "' . OPENING . '"', 'said "circle"',
			'said "' . QUESTION . '"', 'now: awaits answer', 'heard "no"', 'now: my turn',
			'said "circle N"'), 'in this order, and each once');
	$room->close;
};

subtest 'a person plays with cat and echo' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '--first', 'no');
	my $id = $room->peer('messenger2')->await_game;
	my ($spool1, $spool2) = map { $room->spool($_, $id) } bot_names();
	$room->folder('spool', 'messenger2');
	system "echo circle >> $spool2";
	system "echo 'Do you want to go first?' >> $spool2";
	wait_for(sub { `cat $spool1` =~ /^no$/m }, 'the answer');
	system "echo circle 5 >> $spool2";
	like(wait_for(sub { `cat $spool1` =~ /^(cross .*)$/m && $1 }, 'a move'),
		qr/\Across [1-46-9]\z/, 'the bot answers a move typed at the shell');
	$room->close;
};

subtest 'each game is a new one' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', 0);
	my $peer = $room->peer('messenger2');
	my @ids;
	for my $round (1 .. 3) {
		$peer->meet(symbol => $round % 2 ? 'circle' : 'cross');
		push @ids, $peer->id;
		is($room->board, $peer->picture, "game $round begins with an empty board")
			if $peer->first eq 'messenger2';
		$peer->play;
	}
	is_deeply([sort @ids], \@ids, 'ids grow');
	$peer->await_game;
	$room->results_ok(3, 'three results');
	is_deeply([map { /\Agame-(.*)\.txt/ } $room->results], \@ids, 'one per game');
	$room->close;
};

done_testing;
