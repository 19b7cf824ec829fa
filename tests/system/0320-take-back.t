#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A refused move is taken back, a refused answer is said once more, and what
# must stay stays.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# A game in which the bot has just made the first move.
sub stage ($name, @options) {
	my $room = room();
	my @first = $name eq 'messenger1' ? ('--first', 'yes') : ();
	my $bot = $room->start($name, @first, @options ? @options : ('-n', 1));
	my $peer = $room->peer(other($name));
	$peer->meet(first => 'no');
	$peer->hear_move;
	return ($room, $bot, $peer);
}

# Refuses the last move of the bot, which was noted, and forgets it.
sub refuse ($peer, $reason = 'position is occupied. Choose another position.') {
	my $move = $peer->take_back;
	$peer->say("Rejected \"$move\": $reason");
	return $move;
}

# Whatever was said before, the bot still waits for a move and answers it.
sub goes_on_ok ($peer, $name) {
	$peer->move($peer->lasting);
	my $move = $peer->hear_move;
	return is($peer->room->board, $peer->picture, $name);
}

# The rejections that the result of the finished game tells of.
sub noted_in_result ($room, $bot, $peer) {
	$peer->play(\&Messengers::Peer::lasting);
	is($bot->ended, 'exit 0', 'the game ends');
	my $text = $room->results_ok(1, 'its result is right');
	my $fact = facts_of((values %$text)[0]);
	is_deeply($fact->{moves}, [$peer->moves], 'it has the moves that stayed');
	return $fact->{rejected};
}

sub finish ($room, $bot, $peer, @noted) {
	if ($bot->name eq 'messenger1') {
		is_deeply(noted_in_result($room, $bot, $peer), \@noted,
			'and what was rejected');
	} else {
		$peer->play(\&Messengers::Peer::lasting);
		is($bot->ended, 'exit 0', 'the game ends');
	}
	$room->close;
	return;
}

for my $name (bot_names()) {
	my $other = other($name);
	subtest "$name takes a refused move back" => sub {
		my ($room, $bot, $peer) = stage($name);
		my @drawings = $bot->drawings;
		my $first = refuse($peer, 'position is occupied. Choose another.');
		my $second = $peer->hear_move;
		isnt($second, $first, 'it chooses another cell');
		is_deeply([$bot->drawings], [@drawings,
			drawing($peer->id, {}), $peer->picture],
			'the board without the move is drawn, then the new move');
		is($room->board, $peer->picture, 'the board file shows the new move');
		goes_on_ok($peer, 'the game goes on');
		my $third = refuse($peer, 'no.');
		my $fourth = $peer->hear_move;
		isnt($fourth, $third, 'a later move can be taken back as well');
		finish($room, $bot, $peer,
			"before move 1, $other rejected \"$first\": position is occupied",
			"after move 2, $other rejected \"$third\": no");
	};
	subtest "$name is silent when no cell is left that was not refused" => sub {
		my ($room, $bot, $peer) = stage($name);
		my %refused;
		for (1 .. 8) {
			$refused{refuse($peer)} = 1;
			$peer->hear_move;
		}
		$refused{refuse($peer)} = 1;
		is(scalar keys %refused, 9, 'nine cells were tried, each once');
		$peer->silent_ok($bot, 'then there is nothing to say');
		is($room->board, drawing($peer->id, {}), 'the board is empty');
		my $move = $peer->own_symbol . ' 1';
		$peer->say($move);
		$peer->hear_ok("Rejected \"$move\": it is not your turn. "
			. 'Choose another position after my move.', 'it is still its turn');
		$room->close;
	};
	subtest "$name forgets at its next turn what was refused" => sub {
		my ($room, $bot, $peer) = stage($name);
		my ($refused) = refuse($peer) =~ /(\d)/;
		$peer->hear_move;
		my ($cell) = grep { $_ != $refused } $peer->empties;
		$peer->move($cell);
		my @empties = $peer->empties;
		my %tried;
		for (@empties) {
			my ($now) = $peer->hear_move =~ /(\d)/;
			$tried{$now} = 1;
			refuse($peer);
		}
		is_deeply([sort keys %tried], \@empties,
			'all empty cells are tried, also the one refused before');
		$room->close;
	};
	subtest "$name keeps what is not its last line" => sub {
		my ($room, $bot, $peer) = stage($name);
		my ($one) = $peer->moves;
		goes_on_ok($peer, 'both have moved');
		my (undef, $two, $three) = $peer->moves;
		my ($free) = $peer->empties;
		my $bots = $peer->bot_symbol;
		my @before = $bot->drawings;
		for my $said ($one, $two, "$bots $free", "${three}0", "$three ", " $three",
			'', 'circle', 'Rejected', OPENING, QUESTION, 'yes', 'no') {
			$peer->say("Rejected \"$said\": position is occupied.");
		}
		$peer->say('Rejected "', "Rejected \"$three", 'Rejected ""', 'Rejected "":',
			'Rejected "\\": ".');
		$peer->silent_ok($bot, 'other lines in a rejection change nothing');
		is_deeply([$bot->drawings], \@before, 'nothing is drawn');
		goes_on_ok($peer, 'the moves have stayed');
		finish($room, $bot, $peer);
	};
	subtest "$name keeps a move that was answered" => sub {
		my ($room, $bot, $peer) = stage($name);
		my ($one) = $peer->moves;
		$peer->say($peer->next_move($peer->lasting), "Rejected \"$one\": too late.");
		$peer->hear_move;
		is($room->board, $peer->picture, 'both moves have stayed');
		finish($room, $bot, $peer);
	};
	subtest "$name keeps a move after which it has rejected a line" => sub {
		my ($room, $bot, $peer) = stage($name);
		my ($one) = $peer->moves;
		my $again = 'Choose another position: ' . join(', ', $peer->empties) . '.';
		$peer->say('hello', "Rejected \"$one\": too late.");
		$peer->hear_ok("Rejected \"hello\": not a move. $again", 'its last line');
		$peer->silent_ok($bot, 'is not the move any more');
		goes_on_ok($peer, 'which has stayed');
		finish($room, $bot, $peer, $name eq 'messenger1'
			? 'after move 1, messenger1 rejected "hello": not a move' : ());
	};
	subtest "$name keeps its ending move" => sub {
		my ($room, $bot, $peer) = stage($name, '-n', 2, '-s', 'perfect');
		$peer->play(\&Messengers::Peer::lasting);
		my $last = ($peer->moves)[-1];
		is((split / /, $last)[0], $peer->bot_symbol, 'the bot has ended the game');
		my @drawings = $bot->drawings;
		$peer->say("Rejected \"$last\": position is occupied.");
		$peer->silent_ok($bot, 'nothing is said after the end');
		is_deeply([$bot->drawings], \@drawings, 'nothing is drawn');
		is($room->board, $peer->picture, 'the board shows the end');
		if ($name eq 'messenger1') {
			my $text = $room->results_ok(1, 'the result is right');
			is_deeply(facts_of((values %$text)[0])->{moves}, [$peer->moves],
				'and has the ending move');
		}
		$room->close;
	};
	subtest "$name never rejects a rejection" => sub {
		my ($room, $bot, $peer) = stage($name);
		$peer->say('Rejected "x": y.', 'Rejected "Rejected "x": y.": z.',
			'Rejected "circle', "Rejected \"\r", 'Rejected "' . 'x' x 400,
			"Rejected \"\0\xff\": because");
		$peer->silent_ok($bot, 'whatever it says');
		goes_on_ok($peer, 'and the game goes on');
		$room->close;
	};
}

# --- the reason in the result -------------------------------------------------

my %reasons = (
	'' => 'none',
	':' => 'none',
	': ' => 'none',
	': .' => 'none',
	': full.' => 'full',
	': full' => 'full',
	': position 5 is occupied. Choose another position: 1, 2.'
		=> 'position 5 is occupied',
	": say \"no\" \\ or \x01\xc3." => 'say ?no? ? or ??',
	': ' . 'x' x 100 => 'x' x 80,
	': 1.5 of 2.' => '1.5 of 2',
);
for my $said (sort keys %reasons) {
	subtest 'messenger1 notes the reason' => sub {
		my ($room, $bot, $peer) = stage('messenger1');
		my $move = $peer->take_back;
		$peer->say("Rejected \"$move\"$said");
		$peer->hear_move;
		finish($room, $bot, $peer,
			"before move 1, messenger2 rejected \"$move\": $reasons{$said}");
	};
}

# --- answers -------------------------------------------------------------------

subtest 'messenger1 says its opening once more, but once' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-n', 1);
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	$peer->hear_ok(OPENING, 'the opening');
	my $refusal = sprintf 'Rejected "%s": what?', OPENING;
	$peer->say($refusal);
	$peer->hear_ok(OPENING, 'is said again');
	$peer->say($refusal);
	$peer->silent_ok($bot, 'but not a third time');
	$peer->say('circle', QUESTION);
	$peer->seats('circle', $peer->hear);
	finish($room, $bot, $peer,
		sprintf 'before move 1, messenger2 rejected "%s": what?', OPENING);
};

for my $answer ('yes', 'no') {
	subtest "messenger1 says $answer once more, but once" => sub {
		my $room = room();
		my $bot = $room->start('messenger1', '-n', 1, '--first', $answer);
		my $peer = $room->peer('messenger2');
		$peer->await_game;
		$peer->must_hear(OPENING);
		my $refusal = "Rejected \"$answer\": I did not hear it.";
		$peer->say('cross');
		# In one breath, so that they are there before the bot's first move.
		$peer->say(QUESTION, $refusal, $refusal);
		$peer->hear_ok($answer, 'the answer');
		$peer->hear_ok($answer, 'is said again');
		$peer->seats('cross', $answer);
		if ($answer eq 'yes') {
			$peer->hear_move;
			pass('then the move');
		} else {
			$peer->silent_ok($bot, 'but not a third time');
		}
		finish($room, $bot, $peer, "before move 1, messenger2 rejected "
			. "\"$answer\": I did not hear it");
	};
}

# A game with messenger2 up to its question.
sub asked () {
	my $room = room();
	my $bot = $room->start('messenger2', '-n', 1);
	my $peer = $room->peer('messenger1');
	$peer->open_game('2026-09-03-110200');
	my $symbol = $peer->hear;
	$peer->must_hear(QUESTION);
	return ($room, $bot, $peer, $symbol);
}

subtest 'messenger2 asks once more, but once' => sub {
	my ($room, $bot, $peer, $symbol) = asked();
	my $refusal = sprintf 'Rejected "%s": what?', QUESTION;
	$peer->say($refusal);
	$peer->hear_ok(QUESTION, 'the question is said again');
	$peer->say($refusal);
	$peer->silent_ok($bot, 'but not a third time');
	$peer->say('yes');
	$peer->seats($symbol, 'yes');
	finish($room, $bot, $peer);
};

subtest 'messenger2 says symbol and question once more' => sub {
	my ($room, $bot, $peer, $symbol) = asked();
	$peer->say("Rejected \"$symbol\": I did not hear it.");
	$peer->hear_ok($symbol, 'the refused symbol is said again');
	$peer->hear_ok(QUESTION, 'and the question after it');
	$peer->say("Rejected \"$symbol\": again.", sprintf 'Rejected "%s": again.', QUESTION);
	$peer->silent_ok($bot, 'both are used up by it');
	$peer->say('no');
	$peer->seats($symbol, 'no');
	finish($room, $bot, $peer);
};

subtest 'messenger2 says no other symbol again' => sub {
	my ($room, $bot, $peer, $symbol) = asked();
	my $wrong = $symbol eq 'circle' ? 'cross' : 'circle';
	$peer->say("Rejected \"$wrong\": that is mine.");
	$peer->silent_ok($bot, 'the symbol it has not said is not said again');
	$peer->say('yes');
	$peer->seats($symbol, 'yes');
	finish($room, $bot, $peer);
};

done_testing;
