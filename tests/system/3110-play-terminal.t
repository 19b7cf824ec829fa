#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A person at a real terminal: the question is the last thing on the screen,
# whatever else happens.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Terminal;

plan skip_all => need_tool() || need_tmux() if need_tool() || need_tmux();

my $TOOL = binary('tictactoe');

# The last line with anything in it is the question, with the cursor behind it.
sub asks_ok ($terminal, $question, $name) {
	return $terminal->shows_ok(qr/^$question \(.*q leaves\):(?: [^\n]*)?\n*\z/m, $name);
}

sub enter ($terminal, $text) {
	$terminal->type($text);
	$terminal->keys('Enter');
	return;
}

subtest 'a game at a terminal' => sub {
	my $room = room();
	my $terminal = terminal($room, {size => [100, 40]}, $TOOL, 'play', '-w', $room->dir,
		'-n', 1);
	asks_ok($terminal, 'Waiting for a game of messenger1', 'it waits for messenger1');
	enter($terminal, 'circle');
	$terminal->shows_ok(qr/^Not now: nothing is asked\.$/m, 'what is typed too early is not used');
	my $bot = $room->start('messenger1', '-q', '-i', 3600, '--first', 'no');
	asks_ok($terminal, 'Your symbol, circle or cross', 'a game begins');
	enter($terminal, 'square');
	$terminal->shows_ok(qr/^Rejected "square": answer circle or cross first\.$/m,
		'a wrong word is explained');
	asks_ok($terminal, 'Your symbol, circle or cross', 'and the question put again');
	enter($terminal, 'cross');
	asks_ok($terminal, 'Put your cross in 1, 2, 3, 4, 5, 6, 7, 8, 9', 'then a move is asked for');
	enter($terminal, '5');
	$terminal->await(qr/^Last: circle \d\n.*\n.*\nPut your cross/m);
	enter($terminal, '5');
	$terminal->shows_ok(qr/^Rejected "cross 5": position 5 is occupied\. Choose another pos/m,
		'a taken cell');
	while (1) {
		my $shown = $terminal->await(qr/^(?:You win|messenger1 wins|A tie)\.$|^Put your[^:]*:(?! \d)[^\n]*\n*\z/m);
		last if $shown =~ /^(?:You win|messenger1 wins|A tie)\.$/m;
		my ($cell, $left) = $shown =~ /.*^Put your cross in (\d)([^(]*)\(q/ms;
		enter($terminal, $cell);
		$terminal->await(qr/^Last: (?:circle \d|cross $cell)\n.*\n.*\n(?!.*\b$cell\b.*\z)/m);
	}
	is($terminal->ended, 'exit 0', 'after the last game it leaves');
	wait_for(sub { $room->second_names }, 'the result');
	$room->results_ok(1, 'the game is saved');
	$room->close;
};

subtest 'a message while something is asked' => sub {
	my $room = room();
	my $terminal = terminal($room, {size => [100, 40]}, $TOOL, 'play', '-w', $room->dir);
	my $peer = $room->peer('messenger1');
	asks_ok($terminal, 'Waiting for a game of messenger1', 'it waits');
	$peer->open_game('2026-09-03-110200');
	asks_ok($terminal, 'Your symbol, circle or cross', 'it asks');
	enter($terminal, 'ci');
	$peer->hear_ok('circle', 'a symbol is said');
	$peer->hear_ok(QUESTION, 'and the question');
	$peer->say('no');
	asks_ok($terminal, 'Put your circle in 1, 2, .*', 'a move is asked for');
	$terminal->type('12');
	$terminal->await(qr/: 12\n*\z/);
	$peer->say('hello');
	$terminal->shows_ok(qr/: 12\nmessenger2 rejected "hello": not a move\.\nPut your circle in [^\n]*:\n*\z/,
		'a message does not spoil the question, which is put again');
	enter($terminal, '3');
	$terminal->shows_ok(qr/^Last: circle 3$/m, 'and what was half typed is gone with the old one');
	asks_ok($terminal, 'Waiting for messenger1', 'then the other is waited for');
	$peer->say('cross 3');
	$terminal->shows_ok(qr/^messenger2 rejected "cross 3": position 3 is occupied\.\nWaiting for/m,
		'a wrong move of the other is shown');
	enter($terminal, 'q');
	is($terminal->ended, 'exit 0', 'q leaves while the other is waited for');
	$terminal->shows_ok(qr/^The game goes on when you come back\.$/m, 'and says so');
	$room->close;
};

for my $way (['Ctrl-D', 'C-d'], ['Ctrl-C', 'C-c']) {
	my ($name, $key) = @$way;
	subtest "$name leaves" => sub {
		my $room = room();
		my $terminal = terminal($room, {}, $TOOL, 'play', '-w', $room->dir);
		asks_ok($terminal, 'Waiting for a game of messenger1', 'it waits');
		$terminal->keys($key);
		is($terminal->ended, 'exit 0', 'while it waits');
		my $peer = $room->peer('messenger1');
		$terminal = terminal($room, {}, $TOOL, 'play', '-w', $room->dir);
		$peer->open_game('2026-09-03-110200');
		asks_ok($terminal, 'Your symbol, circle or cross', 'it asks');
		$terminal->keys($key);
		is($terminal->ended, 'exit 0', 'and while it asks');
	};
}

subtest 'Ctrl-Z and back' => sub {
	my $room = room();
	my $terminal = terminal($room, {env => {PS1 => 'ready> '}, size => [100, 40]}, 'sh', '-i');
	for (['--practice', 'Your symbol, circle or cross', 'circle'],
		['-w ' . $room->dir, 'Waiting for a game of messenger1', '']) {
		my ($options, $question, $answer) = @$_;
		enter($terminal, "clear; $TOOL play $options");
		for (1, 2) {
			asks_ok($terminal, $question, "$options: it asks, time $_");
			$terminal->keys('C-z');
			$terminal->shows_ok(qr/^ready>\n*\z/m, 'Ctrl-Z stops it');
			enter($terminal, 'clear; fg');
		}
		asks_ok($terminal, $question, 'back again it has put the question again');
		enter($terminal, $answer);
		asks_ok($terminal, '(?!Your symbol).*', 'and takes the answer');
		if ($answer) {
			$terminal->await(qr/^Put your /m);
			$terminal->keys('C-z');
			$terminal->shows_ok(qr/^ready>\n*\z/m, 'Ctrl-Z later on');
			enter($terminal, 'clear; fg');
			$terminal->shows_ok(qr/^Game \S+\n(?:.*\n){6}Empty: .*\nStatus: .*\nPut your [^\n]*\n*\z/m,
				'and the board is there as well');
		}
		enter($terminal, 'q');
		$terminal->shows_ok(qr/^ready>\n*\z/m, 'q leaves');
	}
};

subtest 'Ctrl-Z, and to the background and back' => sub {
	my $room = room();
	plan skip_all => 'bash is not installed' if system('bash -c : 2>/dev/null') != 0;
	my $terminal = terminal($room, {env => {PS1 => 'ready> '}, size => [100, 40]}, 'bash', '--norc', '-i');
	enter($terminal, 'set -b');
	for my $options ('--practice', '-w ' . $room->dir) {
		enter($terminal, "clear; $TOOL play $options");
		asks_ok($terminal, '(?:Your symbol|Waiting).*', "$options: it asks");
		$terminal->keys('C-z');
		$terminal->shows_ok(qr/^ready>\n*\z/m, 'Ctrl-Z stops it');
		enter($terminal, 'clear; bg');
		$terminal->shows_ok(qr/Stopped/, 'so does the terminal in the background');
		enter($terminal, 'clear; fg');
		asks_ok($terminal, '(?:Your symbol|Waiting).*', 'in front again it has put the question again');
		enter($terminal, 'q');
		$terminal->shows_ok(qr/^ready>\n*\z/m, 'q leaves');
	}
};

for my $words (['play', '--practice'], ['play']) {
	subtest "@$words is stopped with something half typed" => sub {
		my $room = room();
		my $practice = @$words > 1;
		my $terminal = terminal($room, {size => [100, 40]}, $TOOL, @$words,
			$practice ? () : ('-w', $room->dir));
		my $bot = $practice ? undef : $room->start('messenger1', '-q', '-i', 3600, '--first', 'no');
		asks_ok($terminal, 'Your symbol, circle or cross', 'it asks');
		$terminal->type('circ');
		$terminal->await(qr/: circ\n*\z/);
		kill 'STOP', $terminal->pid;
		kill 'CONT', $terminal->pid;
		$terminal->shows_ok(qr/: circ\n(?:.*\n)*Your symbol, circle or cross \(q leaves\):\n*\z/,
			'back again it has put the question again');
		enter($terminal, 'cross');
		asks_ok($terminal, '(?:Put your cross|Waiting).*', 'and what was half typed is no part of the answer');
		$terminal->keys('C-c');
		is($terminal->ended, 'exit 0', 'Ctrl-C leaves');
		$room->close;
	};
}

subtest 'messenger1 at a terminal' => sub {
	my $room = room();
	my $terminal = terminal($room, {}, $TOOL, 'play', '--seat', 'messenger1', '--rc', '-w',
		$room->dir);
	asks_ok($terminal, 'Waiting for messenger2', 'it waits');
	my $bot = $room->start('messenger2', '-q', '--symbol', 'cross');
	asks_ok($terminal, 'Do you want to go first, yes or no', 'messenger2 asks');
	enter($terminal, 'yes');
	asks_ok($terminal, 'Put your circle in 0 0, 0 1, .*', 'a move is asked for');
	enter($terminal, '1 1');
	$terminal->shows_ok(qr/^Last: cross \d$/m, 'messenger2 answers');
	$room->close;
};

subtest 'what would move a cursor is cleaned' => sub {
	my $room = room(dir => "w\e[31mrk");
	my $terminal = terminal($room, {size => [200, 24]}, $TOOL, 'play', '-w', $room->dir);
	$terminal->shows_ok(qr{/w\?\[31mrk\b}, 'the name of the folder');
};

done_testing;
