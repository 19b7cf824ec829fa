#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# After the end of a game both bots say nothing more in it, whatever they hear.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# What a bot would answer if it did not know that the game is over.
sub chatter ($peer) {
	my ($own, $bots) = ($peer->own_symbol, $peer->bot_symbol);
	my ($last) = ($peer->moves)[-1];
	my ($free) = ($peer->empties, 5);
	return ("$own $free", "$own 0", "$bots $free", $last, 'hello', '', OPENING,
		QUESTION, 'yes', 'no', 'circle', 'cross', 'good game',
		"Rejected \"$last\": position is occupied.",
		'Rejected "' . OPENING . '": again.', 'x' x 300);
}

# Plays to the end, the ending move made by the bot or by this side.
sub play ($peer, $ender) {
	while (my $turn = $peer->turn) {
		if ($turn eq $peer->{bot}) {
			$peer->hear_move;
		} else {
			$peer->move($ender eq 'bot' ? $peer->lasting
				: ($peer->ending_cells, $peer->empties)[0]);
		}
	}
	return ($peer->moves)[-1] =~ /\A(\w+)/ && $1 eq $peer->bot_symbol ? 'bot' : 'peer';
}

# A game that is ended by the wanted side; games that are not are played away.
# When this side ends it, $after lines are in the same write as the move.
sub game_ended_by ($peer, $ender, $seat1_first) {
	for my $round (1 .. 200) {
		$peer->meet(id => sprintf('2026-09-03-11%02d%02d', $round / 60, $round % 60),
			first => $seat1_first);
		return if play($peer, $ender) eq $ender;
	}
	die "no game was ended by the $ender\n";
}

for my $name (bot_names()) {
	for my $ender ('bot', 'peer') {
		subtest "$name is silent after an end by " . ($ender eq 'bot' ? 'itself'
			: other($name)) => sub {
			my $room = room();
			# The first player makes the ninth move.
			my $first = $ender eq 'bot' ? $name : other($name);
			my $answer = $first eq 'messenger1' ? 'yes' : 'no';
			my $strategy = $ender eq 'bot' ? 'perfect' : 'random';
			my $bot = $room->start($name, '-s', $strategy, $name eq 'messenger1'
				? ('--first', $answer, '-i', scaled(3)) : ());
			my $peer = $room->peer(other($name));
			game_ended_by($peer, $ender, $answer);
			$bot->settle;
			my @drawings = $bot->drawings;
			is($drawings[-1], $peer->picture, 'the last drawing is of the end');
			for my $line (chatter($peer)) {
				$peer->say($line);
			}
			$peer->silent_ok($bot, 'no line is answered');
			is_deeply([$bot->drawings], \@drawings, 'nothing is drawn');
			my ($old, $last) = ($peer->{ear}, $peer->id);
			$peer->meet(id => '2027-01-01-000000', first => $answer);
			is(join('', readline $old), '', 'up to the next game no word was said');
			pass('which begins as any other');
			if ($name eq 'messenger1') {
				my $text = slurp($room->path("game-$last.txt"));
				is_deeply([faults_of("game-$last.txt", $text)], [], 'the result is right');
				like($text, qr/^Rejected: none$/m, 'and nothing was added to it');
			}
			$room->close;
		};
	}
	subtest "$name ignores moves that are behind the ending one" => sub {
		my $room = room();
		my $answer = $name eq 'messenger1' ? 'no' : 'yes';
		my $bot = $room->start($name, '-s', 'random',
			$name eq 'messenger1' ? ('--first', $answer) : ());
		my $peer = $room->peer(other($name));
		$peer->meet(first => $answer);
		while (my $turn = $peer->turn) {
			if ($turn eq $name) {
				$peer->hear_move;
				next;
			}
			my ($end) = $peer->ending_cells;
			$peer->move($peer->lasting), next unless defined $end;
			my $move = $peer->next_move($end);
			$peer->say($move, chatter($peer));
		}
		$peer->silent_ok($bot, 'in one breath with the end they get no answer');
		is(($bot->drawings)[-1], $peer->picture, 'the end is the last drawing');
		$room->results_ok(1, 'the result is right') if $name eq 'messenger1';
		$room->close;
	};
	subtest "$name, started again, is silent in a finished game" => sub {
		my $room = room();
		my $bot = $room->start($name);
		my $peer = $room->peer(other($name));
		$peer->meet;
		$peer->play;
		wait_for(sub { $room->results }, 'the result') if $name eq 'messenger1';
		$bot->settle;
		$bot = $room->restart($bot);
		$bot->settle;
		$peer->say(chatter($peer));
		$peer->silent_ok($bot, 'it has nothing to add');
		$room->close;
	};
}

done_testing;
