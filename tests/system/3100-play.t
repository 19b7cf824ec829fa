#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A person takes the seat of one bot against the other, in the same game, by the
# same rules, and may leave and come back.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Seat;
use Messengers::Tool;

plan skip_all => need_tool() if need_tool();

my $YOUR_MOVE = qr/^Put your \w+ in .*: $/m;

# messenger1, which opens one game and lets the other go first, and a person in
# the other seat who has answered what is asked before the first move.
sub seated (@options) {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 3600, '--first', 'no', '--seed', 7);
	my $seat = sit($room, 'play', @options);
	$seat->await(qr/^Your symbol, circle or cross \(q leaves\): $/m);
	$seat->type('circle');
	$seat->await(qr/^Put your circle in /m);
	return ($room, $seat, $bot);
}

# What a person says of the end, as the result has it.
sub ending ($text, $me) {
	my ($winner) = $text =~ /^Result: (\w+) win$/m or return 'A tie';
	return $winner eq $me ? 'You win' : "$winner wins";
}

subtest 'a whole game as messenger2' => sub {
	my ($room, $seat, $bot) = seated('-n', 1);
	my $end = $seat->play;
	is($seat->ended, 'exit 0', 'after -n 1 games it leaves');
	wait_for(sub { $room->second_names }, 'the result');
	my ($text) = values %{$room->results_ok(1, 'messenger1 has saved the game')};
	is($end, ending($text, 'messenger2'), 'and the person was told how it ended');
	like($seat->out, qr/^You play circle and go first\.$/m, 'and how it began');
	like($seat->out, qr/^Game .*\n(?:.*\n){5}Last: circle 1\nEmpty: 2, 3/m,
		'each move was drawn, with what is left');
	my ($last) = $seat->out =~ /.*^(Game .*?^Status: [^\n]*\n)/ms;
	is($last, $room->board, 'up to the board that all see');
	is($seat->err, '', 'nothing went wrong');
	$room->close;
};

subtest 'whole games as messenger1' => sub {
	my $room = room();
	my $seat = sit($room, 'play', '--seat', 'messenger1');
	$seat->bot->settle;
	my $bot = $room->start('messenger2', '-q');
	$seat->shows_ok(qr/^Do you want to go first, yes or no \(q leaves\): $/m,
		'messenger2 asks, the person is asked');
	$seat->type('y');
	my $end = $seat->play(sub (@cells) { $cells[-1] });
	$seat->shows_ok(qr/^Enter for the next game \(q leaves\): $/m,
		'the next game comes when the person wants it');
	my ($text) = values %{$room->results_ok(1, 'the game is saved')};
	is($end, ending($text, 'messenger1'), 'and told');
	like($text, qr/^First player: messenger1$/m, 'it went first, as it said');
	$seat->type('');
	$seat->await(qr/^Do you want to go first/m);
	$seat->type('no');
	$seat->play;
	$seat->await(qr/^Enter for the next game/m);
	$room->results_ok(2, 'so is the next one');
	$seat->type('q');
	is($seat->ended, 'exit 0', 'q leaves');
	$room->close;
};

subtest 'messenger1 may give up a game' => sub {
	my $room = room();
	my $seat = sit($room, 'play', '--seat', 'messenger1');
	$seat->await(qr/^Status: in progress$/m);
	my ($first) = wait_for(sub { ($room->ids('messenger1'))[0] }, 'the opening');
	$seat->type('n');
	$seat->shows_ok(qr/^A new game begins when messenger2 has said nothing for 10 seconds\.$/m,
		'n is answered at once');
	$seat->shows_ok(qr/^Game (?!\Q$first\E)/m, 'n opens another in the end');
	like($seat->out, qr/^The game \Q$first\E is given up\.$/m, 'and the old one is given up');
	is($seat->err, '', 'which is no trouble');
	$room->close;
};

subtest 'wrong answers are explained and not said' => sub {
	my ($room, $seat, $bot) = seated();
	my $all = '1, 2, 3, 4, 5, 6, 7, 8, 9';
	for my $row (
		['x', 'Rejected "x": not a move. Choose another position: ALL.'],
		['0', 'Rejected "circle 0": position 0 is outside 1-9. Choose another position: ALL.'],
		['12', 'Rejected "circle 12": position 12 is outside 1-9. Choose another position: ALL.'],
		['05', 'Rejected "circle 05": not a move. Choose another position: ALL.'],
		['cross 5', 'Rejected "cross 5": your symbol is circle. Choose another position: ALL.'],
		['circle', 'Rejected "circle": not a move. Choose another position: ALL.'],
		["\e[2J\x{7}\"\\", 'Rejected "?[2J???": not a move. Choose another position: ALL.'],
		['y' x 5000, 'Rejected "' . 'y' x 40 . '": not a move. Choose another position: ALL.'],
		['z' x 20000, 'Rejected "' . 'z' x 40 . '": not a move. Choose another position: ALL.'],
		['Rejected "circle 5": no.', 'These words are for the other side only.'],
	) {
		my ($typed, $line) = ($row->[0], $row->[1] =~ s/ALL/$all/r);
		$seat->type($typed);
		my $name = length $typed > 40 ? length($typed) . ' bytes' : "<$row->[0]>" =~ s/[^ -~]/?/gr;
		$seat->shows_ok(qr/^\Q$line\E$/m, $name);
		$seat->await($YOUR_MOVE);
	}
	$seat->type('');
	$seat->shows_ok($YOUR_MOVE, 'an empty line only asks again');
	$seat->type(' 5	');
	$seat->await(qr/^Last: cross \d$(?:.*\n)+?Put your circle/m);
	$seat->type('5');
	$seat->shows_ok(qr/^Rejected "circle 5": position 5 is occupied\. Choose another position: /m,
		'a cell that is taken');
	my ($id) = $room->ids('messenger1');
	is_deeply([$room->said('messenger2', $id)], ['circle', QUESTION, 'circle 5'],
		'nothing but what is right was said');
	$room->close;
};

subtest 'row and column' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 3600, '--first', 'no');
	my $seat = sit($room, 'play', '--rc');
	$seat->await(qr/^Your symbol/m);
	$seat->type('cr');
	$seat->shows_ok(qr/^Put your cross in 0 0, 0 1, 0 2, 1 0, 1 1, 1 2, 2 0, 2 1, 2 2 \(q/m,
		'the empties are rows and columns');
	for my $wrong ('5', '3 0', '0 3', '0', '0 0 0', '-1 0', 'a b', '00') {
		$seat->type($wrong);
		$seat->shows_ok(qr/^Rejected "\Q$wrong\E": not a row and a column from 0 to 2\. Choose another: 0 0, /m,
			"<$wrong>");
	}
	$seat->await(qr/^Put your/m);
	$seat->type('2 1');
	$seat->await(qr/^Last: circle \d$(?:.*\n)+?Put your cross/m);
	my ($id) = $room->ids('messenger1');
	is(($room->said('messenger2', $id))[2], 'cross 8', 'row 2, column 1 is position 8');
	$seat->type('2,1');
	$seat->shows_ok(qr/^Rejected "2,1": it is occupied\. Choose another: /m, 'a taken cell');
	$room->close;
};

for my $how ('q', 'the end of its input', 'a signal', 'a kill') {
	subtest "coming back in the middle of a game after $how" => sub {
		my ($room, $seat, $bot) = seated();
		$seat->type('5');
		$seat->await(qr/^Last: cross \d$(?:.*\n)+?Put your circle/m);
		my $board = $room->board;
		$seat->type('q') if $how eq 'q';
		$seat->hang_up if $how =~ /input/;
		$seat->bot->signal('TERM') if $how =~ /signal/;
		$seat->bot->kill9 if $how =~ /kill/;
		is($seat->ended, $how =~ /kill/ ? 'signal 9' : 'exit 0', 'it leaves');
		like($seat->out, qr/^The game goes on when you come back\.$/m, 'and says that')
			unless $how =~ /kill/;
		my $again = sit($room, 'play', '-n', 1);
		$again->await($YOUR_MOVE);
		like($again->out, qr/^\Q$board\E/m, 'the same board is shown again');
		$again->type('5');
		$again->shows_ok(qr/position 5 is occupied/, 'with the same cells taken');
		$again->play;
		is($again->ended, 'exit 0', 'and the game is played to its end');
		wait_for(sub { $room->second_names }, 'the result');
		$room->results_ok(1, 'it is saved');
		$room->close;
	};
}

subtest 'the end of the input' => sub {
	my $room = room();
	my $ran = tool($room, 'play', '-w', $room->dir);
	is($ran->{status}, 'exit 0', 'without any, where there is no game, it leaves');
	unlike($ran->{out}, qr/goes on/, 'there is none to come back to');
	my $bot = $room->start('messenger1', '-q', '-i', 3600, '--first', 'no');
	$ran = tool($room, {stdin => join("\n", 'circle', 1 .. 9)}, 'play', '-v', '-w', $room->dir,
		'-n', 1);
	like($ran->{err}, qr/: heard "no"$/m, '-v shows what is heard');
	is($ran->{status}, 'exit 0', 'all answers may come at once, the last without an end');
	wait_for(sub { $room->second_names }, 'the result');
	$room->results_ok(1, 'they are a whole game');
	$ran = tool($room, 'play', '-w', $room->dir);
	like($ran->{out}, qr/^(?:You win|A tie|messenger1 wins)\.$/m,
		'who comes back then is told how it ended');
	$room->close;
};

subtest 'a person is not kept to one processor' => sub {
	my $room = room();
	my $seat = sit($room, 'play');
	$seat->await(qr/^You are messenger2/m);
	my ($its, $ours) = map { slurp("/proc/$_/status") =~ /^Cpus_allowed_list:\s*(\S+)$/m }
		$seat->bot->pid, $$;
	is($its, $ours, 'it may run where this test may');
	$seat->type('q');
	$seat->ended;
	SKIP: {
		skip need_strace(), 1 if need_strace();
		my $bot = $room->launch('tictactoe', {strace => ['-e', 'trace=sched_setaffinity']},
			'play', '-w', $room->dir);
		$bot->ended;
		unlike($bot->trace, qr/^sched_setaffinity/m, 'even where there is no more than one');
	}
	$room->close;
};

subtest 'one seat is for one player' => sub {
	my ($room, $seat, $bot) = seated();
	my $pid = $seat->bot->pid;
	tool_ok($room, 75, qr/in use: messenger2 with pid $pid/, 'play', '-w', $room->dir);
	is(tool($room, 'play', '-w', $room->dir)->{out}, '', 'and nothing else is said');
	my $third = $room->start('messenger2');
	is($third->ended, 'exit 75', 'the bot does not sit down on a person');
	$room->close;
};

subtest 'the other rejects a move, and gives up' => sub {
	my $room = room();
	my $seat = sit($room, 'play');
	my $peer = $room->peer('messenger1');
	$peer->open_game('2026-09-03-110200');
	$seat->await(qr/^Your symbol/m);
	$seat->type('circle');
	$peer->hear_ok('circle', 'the symbol is said');
	$peer->hear_ok(QUESTION, 'and the question');
	$peer->say('no');
	$seat->await($YOUR_MOVE);
	$seat->type('5');
	$peer->hear_ok('circle 5', 'a move is said');
	$peer->say('Rejected "circle 5": I do not like it. Choose another.');
	$seat->shows_ok(qr/^messenger1 rejected "circle 5": I do not like it\.$/m,
		'its rejection is shown');
	$seat->shows_ok(qr/^Put your circle in 1, 2, 3, 4, 6, 7, 8, 9 \(q/m,
		'and another position is asked for');
	$seat->type('5');
	$seat->shows_ok(qr/^Rejected "5": it was rejected already in this turn\. Choose another: 1, /m,
		'not the same again');
	$peer->say('hello');
	$seat->shows_ok(qr/^messenger2 rejected "hello": not a move\.$/m,
		'what the other says out of turn is rejected meanwhile, and shown');
	$peer->open_game('2026-09-03-110400');
	$seat->shows_ok(qr/^Your symbol, circle or cross/m, 'a newer game begins at once');
	like($seat->out, qr/^messenger1 has given up the game 2026-09-03-110200\.$/m,
		'and the old one is given up');
	$peer->open_game('2026-09-03-110600');
	$seat->shows_ok(qr/^messenger1 has given up the game 2026-09-03-110400\.\nYour symbol/m,
		'so it is before a symbol was chosen');
	is($seat->err, '', 'all of which is no trouble');
	$seat->bot->settle;
	pass('while it waits for the person it rests');
	$room->close;
};

done_testing;
