#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot that is killed at any point of the conversation and started again goes
# on with the same game and says nothing twice.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

my $ID = '2026-09-03-110200';

# A room with a bot, and ways to kill it and to start it again.
sub stage ($name, @options) {
	my $room = room();
	my $bot = $room->start($name, @options);
	my $peer = $room->peer(other($name));
	my $kill = sub { $bot->settle; $bot->kill9; };
	my $again = sub { $bot = $room->restart($bot); $bot->settle; return $bot; };
	return ($room, $peer, $kill, $again);
}

# One whole game by hand. %at: before (each line of this side), said (after
# it), heard (after each line of the bot).
sub whole_game ($peer, %at) {
	my $heard = $at{heard} // sub { };
	my $tell = sub ($line) {
		$at{before}->() if $at{before};
		$line eq OPENING ? $peer->open_game($ID) : $peer->say($line);
		$at{said}->() if $at{said};
	};
	my ($symbol, $answer) = ('cross', 'no');
	if ($peer->{seat} eq 'messenger2') {
		$peer->await_game;
		$peer->must_hear(OPENING), $heard->();
		$tell->($symbol);
		$tell->(QUESTION);
		$answer = $peer->hear, $heard->();
	} else {
		$tell->(OPENING);
		$symbol = $peer->hear, $heard->();
		$peer->must_hear(QUESTION), $heard->();
		$tell->($answer);
	}
	$peer->seats($symbol, $answer);
	while (my $turn = $peer->turn) {
		$turn eq $peer->{seat} ? $tell->($peer->next_move($peer->lasting))
			: ($peer->hear_move, $heard->());
	}
	return;
}

sub end_ok ($room, $peer, $bot, @noted) {
	if ($bot->name eq 'messenger1') {
		wait_for(sub { $room->results }, 'the result');
		$bot->settle;
		my $text = $room->results_ok(1, 'the game has one result, which is right');
		my $fact = facts_of((values %$text)[0]);
		is_deeply($fact->{moves}, [$peer->moves], 'with the moves that were said');
		is_deeply($fact->{rejected}, \@noted, 'and what was rejected');
	}
	$bot->settle;
	is($peer->unheard, '', 'nothing was said twice or too much');
	is($room->board, $peer->picture, 'the board shows the end');
	$room->close;
	return;
}

for my $name (bot_names()) {
	subtest "$name is killed after each line it says" => sub {
		my ($room, $peer, $kill, $again) = stage($name);
		whole_game($peer, heard => $again);
		end_ok($room, $peer, $again->());
	};
	subtest "$name is killed before and after each line it is told" => sub {
		my ($room, $peer, $kill, $again) = stage($name);
		whole_game($peer, before => $again, said => $again);
		end_ok($room, $peer, $again->());
	};
	subtest "$name is not there when it is told something" => sub {
		my ($room, $peer, $kill, $again) = stage($name);
		whole_game($peer, before => $kill, said => $again);
		end_ok($room, $peer, $again->());
	};
	subtest "$name is killed at once after each line it is told" => sub {
		my ($room, $peer, $kill, $again) = stage($name);
		my $bot = $again->();
		whole_game($peer, said => sub { $bot->kill9; $bot = $again->() });
		end_ok($room, $peer, $bot);
	};
	subtest "$name remembers rejections and what was refused" => sub {
		my ($room, $peer, $kill, $again) = stage($name,
			$name eq 'messenger1' ? ('--first', 'yes') : ());
		$peer->meet(first => 'no');
		my @refused;
		for my $time (1 .. 8) {
			my $move = $peer->hear_move;
			$again->();
			ok(!grep({ $_ eq $move } @refused), "a refused move is not tried again ($time)");
			push @refused, $peer->take_back;
			$peer->say("Rejected \"$move\": no.");
		}
		$peer->hear_move;
		my @cells = join ', ', $peer->empties;
		for (1 .. 20) {
			$again->() if $_ % 5 == 0;
			$peer->say("wrong $_");
			$peer->must_hear("Rejected \"wrong $_\": not a move. "
				. "Choose another position: @cells.");
		}
		my $bot = $again->();
		$peer->say('one more');
		$peer->silent_ok($bot, 'it still counts to twenty rejections');
		$peer->play(\&Messengers::Peer::lasting);
		my $other = other($name);
		end_ok($room, $peer, $bot,
			(map { "before move 1, $other rejected \"$_\": no" } @refused),
			(map { "after move 1, $name rejected \"wrong $_\": not a move" } 1 .. 20));
	};
	subtest "$name answers once more at most once, started again or not" => sub {
		my ($room, $peer, $kill, $again) = stage($name);
		my $line = $name eq 'messenger1' ? OPENING : QUESTION;
		if ($name eq 'messenger1') {
			$peer->await_game;
		} else {
			$peer->open_game($ID);
			$peer->hear;
		}
		$peer->hear_ok($line, 'a line');
		$again->();
		$peer->say("Rejected \"$line\": what?");
		$peer->hear_ok($line, 'is said once more');
		my $bot = $again->();
		$peer->say("Rejected \"$line\": what?");
		$peer->silent_ok($bot, 'but only once');
		$room->close;
	};
	subtest "$name draws the board again that is not there" => sub {
		my ($room, $peer, $kill, $again) = stage($name,
			$name eq 'messenger1' ? ('--first', 'yes') : ());
		$peer->meet(first => 'no');
		$peer->hear_move;
		$kill->();
		unlink $room->path('current-board.txt');
		$again->();
		is($room->board, $peer->picture, 'a game is drawn as far as it went');
		$peer->play(\&Messengers::Peer::lasting);
		if ($name eq 'messenger1') {
			wait_for(sub { $room->results }, 'the result');
			$kill->();
			unlink $room->path('current-board.txt');
			$again->();
			is($room->board, $peer->picture, 'and so is the last result');
		}
		$room->close;
	};
}

# --- the seed ------------------------------------------------------------------

# The moves of a game in which the bot may be killed while it thinks.
sub moves_with_seed ($name, $killed) {
	my ($room, $peer, $kill, $again) = stage($name, '--seed', 21, '-s', 'random',
		'--pace', scaled(150));
	$peer->meet(first => 'no');
	while (my $turn = $peer->turn) {
		$again->() if $turn eq $name && $killed;
		$turn eq $name ? $peer->hear_move : $peer->move($peer->lasting);
	}
	return join ',', $peer->symbols->{messenger2}, $peer->first, $peer->moves;
}

subtest 'a bot that was killed chooses the same' => sub {
	for my $name (bot_names()) {
		is(moves_with_seed($name, 1), moves_with_seed($name, 0),
			"$name plays the same game, killed at each thought or not");
	}
};

# --- its own file ----------------------------------------------------------------

for my $name (bot_names()) {
	for my $cut (['missing', sub ($path) { unlink $path }],
		['without its last bytes', sub ($path) { truncate $path, -3 + -s $path }],
		['without its last line', sub ($path) {
			spew($path, slurp($path) =~ s/[^\n]*\n\z//r) }],
		['empty', sub ($path) { truncate $path, 0 }]) {
		my ($how, $do) = @$cut;
		subtest "the file of $name is $how" => sub {
			my ($room, $peer, $kill, $again) = stage($name,
				$name eq 'messenger1' ? ('--first', 'yes') : ());
			$peer->meet(first => 'no');
			$peer->hear_move;
			my $file = $room->spool($name, $peer->id);
			my $said = slurp($file);
			$kill->();
			$do->($file);
			my $bot = $again->();
			is(slurp($file), $said, 'it is completed from the journal');
			$peer->{ear} = undef;
			$peer->{heard} = '';
			$peer->hear for split /\n/, $said;
			$peer->play(\&Messengers::Peer::lasting);
			end_ok($room, $peer, $bot);
		};
	}
	for my $change (['is longer', sub ($path) { append($path, "hello\n") }],
		['has other words', sub ($path) { spew($path, slurp($path) =~ s/.\n\z/0\n/r) }]) {
		my ($how, $do) = @$change;
		subtest "the file of $name $how" => sub {
			my ($room, $peer, $kill, $again) = stage($name, $name eq 'messenger1'
				? ('--first', 'yes', '-i', scaled(3)) : ());
			$peer->meet(first => 'no');
			$peer->hear_move;
			my $file = $room->spool($name, $peer->id);
			$kill->();
			$do->($file);
			my $changed = slurp($file);
			my $bot = $again->();
			$peer->move($peer->lasting);
			$bot->settle;
			is(slurp($file), $changed, 'it says nothing more in that game');
			$peer->meet(id => '2026-09-03-110400');
			ok($peer->play, 'the next game is played');
			is_deeply([$room->results], ['game-' . $peer->id . '.txt'],
				'only the next has a result') if $name eq 'messenger1'
				&& wait_for(sub { $room->results }, 'a result');
			$room->close;
		};
	}
}

done_testing;
