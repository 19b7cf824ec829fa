#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Every wrong line is rejected with its exact words, the board stays as it is,
# and the game goes on to a result that tells of it.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# A bot says no more than 20 rejections in a game: rows are cut to games.
use constant ROWS_A_GAME => 18;

# What is no word of the protocol in any state, whoever says it.
my @JUNK = ('', ' ', 'hello', 'Circle', 'CIRCLE', 'CROSS', ' circle', 'circle ',
	"circle\r", "yes\r", "cross\t5", "circle\0", "\0", "\xef\xbb\xbfcircle",
	"circl\xc3\xa9 5", "\e[31mcircle 5\e[0m", 'circle.', 'YES', 'No', 'yes.',
	'yes no', 'O', 'circle,', 'circle or cross', 'cross or circle.',
	'do you want to go first?', 'Do you want to go first', QUESTION . ' ',
	'Do  you want to go first?', "\xff\xfe", "\x7f", 'say "circle 5"', '"', '\\',
	'a\\b"c"d', 'rejected "circle"', 'Rejected', 'Rejected circle', ' Rejected "circle"',
	'x' x 40, 'y' x 41, 'z' x 255, 'a' x 256, 'b' x 257, 'circle 5' . ' ' x 300);

# What is no move although it looks like one.
my @NEARLY = ('circle', 'cross', 'circle 05', 'circle 00', 'circle 005',
	'circle -1', 'circle +1', 'circle 1000', 'circle 99999999999999999999',
	'circle  5', 'circle 5 ', ' circle 5', 'circle 5.', 'circle five', 'circle5',
	'circle	5', 'Circle 5', 'CROSS 5', "circle 5\r", "circle 5\0", 'circle 5 6',
	'circle 5, cross 6', 'circle 1.0', 'circle 0x1', 'circle ', 'square 5',
	'5', '5 circle', 'circle: 5', '1. circle 5');

# How a bot quotes what it has heard.
sub quoted ($heard) {
	return substr $heard =~ s/[^\x20-\x7e]|["\\]/?/gr, 0, 40;
}

sub rejected ($heard, $why) {
	return sprintf 'Rejected "%s": %s', quoted($heard), $why;
}

sub shown ($heard) {
	return sprintf '"%s" (%d bytes)', quoted($heard), length $heard;
}

# Lines that each get the same kind of answer, then the board unchanged.
sub rejects_all ($bot, $peer, $rows, $state) {
	my @before = $bot->drawings;
	my $inode = (lstat $peer->room->path('current-board.txt'))[1];
	for (@$rows) {
		my ($heard, $why) = @$_;
		$peer->say_bytes("$heard\n");
		$peer->hear_ok(rejected($heard, $why), "$state: " . shown($heard));
	}
	is_deeply([$bot->drawings], [@before, ($before[-1]) x @$rows],
		"$state: each rejection is drawn, the board is unchanged");
	is((lstat $peer->room->path('current-board.txt'))[1], $inode,
		"$state: the board file is left alone");
	return;
}

# The lines of the result file for rows rejected by messenger1.
sub noted ($when, @rows) {
	return map {
		sprintf '%s, messenger1 rejected "%s": %s', $when, quoted($_->[0]),
			reason_of(rejected(@$_))
	} @rows;
}

sub finished_ok ($room, $bot, $peer, @noted) {
	$peer->play(\&Messengers::Peer::lasting);
	is($bot->ended, 'exit 0', 'the game goes on to its end');
	if ($bot->name eq 'messenger1') {
		my $text = $room->results_ok(1, 'its result is right');
		my $fact = facts_of($text->{'game-' . $peer->id . '.txt'});
		is_deeply($fact->{rejected}, \@noted, 'and tells what was rejected');
		is_deeply($fact->{moves}, [$peer->moves], 'and the moves');
	}
	$room->close;
	return;
}

# --- before the first move ---------------------------------------------------

my @before_symbol = (QUESTION, OPENING, 'yes', 'no', 'circle 5', 'cross 1',
	'circle 0', @JUNK);
for my $chunk (rows_of(ROWS_A_GAME, @before_symbol)) {
	subtest "messenger1 wants a symbol first: @{[scalar @$chunk]} lines" => sub {
		my $room = room();
		my $bot = $room->start('messenger1', '-n', 1);
		my $peer = $room->peer('messenger2');
		$peer->await_game;
		$peer->must_hear(OPENING);
		my @rows = map { [$_, 'answer circle or cross first.'] } @$chunk;
		rejects_all($bot, $peer, \@rows, 'awaits symbol');
		$peer->say('cross', QUESTION);
		$peer->seats('cross', $peer->hear);
		finished_ok($room, $bot, $peer, noted('before move 1', @rows));
	};
}

my @before_question = ('circle', 'cross', OPENING, 'yes', 'no', 'circle 5',
	'cross 1', @JUNK);
for my $chunk (rows_of(ROWS_A_GAME, @before_question)) {
	subtest "messenger1 wants the question: @{[scalar @$chunk]} lines" => sub {
		my $room = room();
		my $bot = $room->start('messenger1', '-n', 1);
		my $peer = $room->peer('messenger2');
		$peer->await_game;
		$peer->must_hear(OPENING);
		$peer->say('circle');
		$bot->settle;
		my @rows = map { [$_, 'ask "Do you want to go first?" first.'] } @$chunk;
		rejects_all($bot, $peer, \@rows, 'awaits question');
		$peer->say(QUESTION);
		$peer->seats('circle', $peer->hear);
		finished_ok($room, $bot, $peer, noted('before move 1', @rows));
	};
}

my @before_answer = (OPENING, QUESTION, 'circle', 'cross', 'circle 5', 'cross 1',
	@JUNK);
for my $chunk (rows_of(ROWS_A_GAME, @before_answer)) {
	subtest "messenger2 wants yes or no: @{[scalar @$chunk]} lines" => sub {
		my $room = room();
		my $bot = $room->start('messenger2', '-n', 1);
		my $peer = $room->peer('messenger1');
		$peer->open_game('2026-09-03-110200');
		my $symbol = $peer->hear;
		$peer->must_hear(QUESTION);
		my @rows = map { [$_, 'answer yes or no.'] } @$chunk;
		rejects_all($bot, $peer, \@rows, 'awaits answer');
		$peer->say('yes');
		$peer->seats($symbol, 'yes');
		finished_ok($room, $bot, $peer);
	};
}

subtest 'messenger2 says nothing until the opening comes' => sub {
	my $room = room();
	my $bot = $room->start('messenger2');
	my $peer = $room->peer('messenger1');
	for my $line ('hello', 'Choose your symbol: circle or cross', 'yes', 'circle 5',
		"\0", '', OPENING . ' ') {
		$peer->id eq '' ? $peer->open_game('2026-09-03-110200', $line)
			: $peer->say($line);
		$peer->silent_ok($bot, shown($line) . ' is no opening');
	}
	is($bot->out, '', 'nor is anything drawn');
	$peer->say(OPENING);
	like($peer->hear, qr/\A(?:circle|cross)\z/, 'then it answers');
	$peer->hear_ok(QUESTION, 'and asks');
	$room->close;
};

# --- in play -----------------------------------------------------------------

# A game in which the bot has made the first move and the other is to move.
sub stage ($name, @options) {
	my $room = room();
	my @first = $name eq 'messenger1' ? ('--first', 'yes') : ();
	my $bot = $room->start($name, '-n', 1, @first, @options);
	my $peer = $room->peer(other($name));
	$peer->meet(first => 'no');
	$peer->hear_move;
	return ($room, $bot, $peer);
}

sub choose ($peer) {
	return 'Choose another position: ' . join(', ', $peer->empties) . '.';
}

# [line, reason] for everything wrong in a move of the other.
sub wrong_moves ($peer) {
	my ($own, $bots, $again) = ($peer->own_symbol, $peer->bot_symbol, choose($peer));
	my ($taken) = ($peer->moves)[-1] =~ /(\d)/;
	my ($free) = $peer->empties;
	my $symbol = "your symbol is $own. $again";
	return (
		(map { ["$own $_", "position $_ is outside 1-9. $again"] }
			0, 10, 12, 99, 100, 999),
		["$own $taken", "position $taken is occupied. $again"],
		# The order of the checks: the symbol, the range, the cell.
		["$bots $free", $symbol], ["$bots $taken", $symbol],
		["$bots 0", $symbol], ["$bots 12", $symbol], ["$bots 999", $symbol],
		["$bots 012", "not a move. $again"], ["$bots 1000", "not a move. $again"],
	);
}

for my $name (bot_names()) {
	subtest "$name rejects wrong moves" => sub {
		my ($room, $bot, $peer) = stage($name);
		my @rows = wrong_moves($peer);
		rejects_all($bot, $peer, \@rows, 'play');
		finished_ok($room, $bot, $peer, noted('after move 1', @rows));
	};
	my @no_moves = (OPENING, QUESTION, 'yes', 'no', @NEARLY, @JUNK);
	for my $chunk (rows_of(ROWS_A_GAME, @no_moves)) {
		subtest "$name rejects what is no move: @{[scalar @$chunk]} lines" => sub {
			my ($room, $bot, $peer) = stage($name);
			my @rows = map { [$_, 'not a move. ' . choose($peer)] } @$chunk;
			rejects_all($bot, $peer, \@rows, 'play');
			finished_ok($room, $bot, $peer, noted('after move 1', @rows));
		};
	}
	subtest "$name rejects out of turn" => sub {
		my ($room, $bot, $peer) = stage($name);
		my ($own, $bots) = ($peer->own_symbol, $peer->bot_symbol);
		my $cell = $peer->lasting;
		my ($taken) = ($peer->moves)[-1] =~ /(\d)/;
		# Said in one breath, the second line is there before the bot's move.
		my $move = $peer->next_move($cell);
		my $free = ($peer->empties)[0];
		my $turn = 'it is not your turn. Choose another position after my move.';
		my @rows = ((map { [$_, $turn] } "$own $free", "$own $taken", $move,
			"$bots $free", "$own 0", "$bots 12"),
			(map { [$_, 'not a move. ' . choose($peer)] } 'yes', '', "$own 1000"));
		$peer->say($move, map { $_->[0] } @rows);
		$peer->hear_ok(rejected(@$_), 'my turn: ' . shown($_->[0])) for @rows;
		$peer->hear_move;
		pass('then the bot makes its move');
		is_deeply([map { $_ =~ /^Last: (.*)$/m } ($bot->drawings)[-11 .. -1]],
			[($move) x 10, ($peer->moves)[-1]], 'each state is drawn');
		finished_ok($room, $bot, $peer, noted('after move 2', @rows));
	};
	subtest "$name needs time to think, and is not hurried" => sub {
		my ($room, $bot, $peer) = stage($name, '--pace', 1000);
		$peer->move($peer->lasting);
		my $early = $peer->own_symbol . ' ' . ($peer->empties)[0];
		$peer->say($early);
		$peer->hear_ok(rejected($early,
			'it is not your turn. Choose another position after my move.'),
			'a move while the bot thinks is out of turn');
		$peer->hear_move;
		pass('then the bot makes its move');
		$room->close;
	};
	subtest "$name says at most twenty rejections in a game" => sub {
		my ($room, $bot, $peer) = stage($name);
		my $again = choose($peer);
		my @lines = map { "wrong $_" } 1 .. 60;
		my @before = $bot->drawings;
		my $log = $bot->err;
		$peer->say(@lines);
		is(join("\n", map { $peer->hear } 1 .. 20),
			join("\n", map { rejected($_, "not a move. $again") } @lines[0 .. 19]),
			'the first twenty are rejected');
		$peer->silent_ok($bot, 'further ones are not');
		cmp_ok(() = substr($bot->err, length $log) =~ /\n/g, '<', 30,
			'nor are they logged one by one');
		finished_ok($room, $bot, $peer, noted('after move 1',
			map { [$_, "not a move. $again"] } @lines[0 .. 19]));
	};
	subtest "$name counts rejections of one game only" => sub {
		my $room = room();
		my $bot = $room->start($name, $name eq 'messenger1' ? ('-i', 0) : ());
		my $peer = $room->peer(other($name));
		for my $id ('2026-09-03-110200', '2026-09-03-110400') {
			$peer->meet(id => $id);
			$peer->hear_move if $peer->turn eq $name;
			$peer->say(map { "wrong $_" } 1 .. 20);
			$peer->must_hear(rejected("wrong $_", 'not a move. ' . choose($peer)))
				for 1 .. 20;
			ok($peer->play, "twenty rejections in game $id");
		}
		$room->close;
	};
}

done_testing;
