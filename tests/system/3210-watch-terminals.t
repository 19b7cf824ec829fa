#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe watch fits into terminals of any size and kind, and leaves them as
# they were, however it ends.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Terminal;

plan skip_all => need_tool() if need_tool();
plan skip_all => need_tmux() if need_tmux();

# A game that goes on: each has moved once.
my $room = room();
my $bot = $room->start('messenger1', '-q', '-i', 600, '--first', 'no', '--seed', 2);
my $peer = $room->peer('messenger2');
$peer->meet(symbol => 'cross');
$peer->move(1);
my ($cell) = $peer->hear_move =~ /(\d)/;
my @watch = (binary('tictactoe'), 'watch', '-w', $room->dir);

# The small board, as it has to be now.
my @cells = map { $_ == 1 ? 'X' : $_ == $cell ? 'O' : $_ } 1 .. 9;
my $SMALL = join '.*\n.*', map { " $cells[$_] . $cells[$_ + 1] . $cells[$_ + 2] " } 0, 3, 6;
$SMALL =~ s/\\n/\\n.*\\n/g;
my $LARGE = qr/\\ \/ .*\n.*  X   .*\n.*\/ \\ /;

subtest 'the terminal knows its size, not the environment' => sub {
	for my $lie ({LINES => 3000, COLUMNS => 3000}, {LINES => 5, COLUMNS => 20}) {
		my $terminal = terminal($room, {env => $lie}, @watch);
		$terminal->shows_ok(qr/\A(?:.*\n){23} q quits/, '80x24, to the last line');
		my $kb = (slurp('/proc/' . $terminal->pid . '/status') =~ /^VmPeak:\s+(\d+)/m)[0];
		cmp_ok($kb, '<', 100_000, 'and in little memory');
		$terminal->keys('q');
	}
};

subtest 'sizes' => sub {
	my $terminal = terminal($room, {}, @watch);
	$terminal->shows_ok($LARGE, '80x24: a large board');
	$terminal->resize(40, 12);
	$terminal->shows_ok(qr/^ $SMALL/m, '40x12: a small one');
	my $shown = $terminal->await(qr/q quits/);
	like($shown, qr/1 messenger1: O circle$/m, 'with the symbols');
	like($shown, qr/Turn: messenger2$/m, 'the turn');
	like($shown, qr/^\d\d:\d\d:\d\d 1> circle $cell$/m, 'and the last words');
	is(scalar(grep { length > 40 } split /\n/, $shown), 0, 'no line is longer');
	$terminal->resize(80, 24);
	$terminal->shows_ok($LARGE, '80x24 again: the large one');
	unlike($terminal->screen, qr/$SMALL/, 'and not the small one');
	$terminal->resize(200, 60);
	$terminal->shows_ok(qr/\A(?:.*\n){59} q quits/, '200x60: to the last line');
	for my $size ([20, 5], [7, 3], [1, 1], [2, 100], [300, 1]) {
		$terminal->resize(@$size);
		ok(kill(0, $terminal->pid), "@$size is survived");
	}
	$terminal->resize(80, 24);
	$terminal->shows_ok($LARGE, 'and at last it is as before');
	$terminal->keys('Q');
	is($terminal->ended, 'exit 0', 'Q quits as well');
};

for my $kind (qw(screen xterm linux vt100 tmux-256color)) {
	subtest "TERM=$kind" => sub {
		plan skip_all => 'it is not known here'
			if system("infocmp $kind >/dev/null 2>&1") != 0;
		my $terminal = terminal($room, {env => {TERM => $kind}}, @watch);
		$terminal->shows_ok($LARGE, 'the board');
		$terminal->shows_ok(qr/1> circle $cell$/m, 'the words');
		$terminal->shows_ok(qr/^ q quits  \S+\s*\z/m, 'to the end');
		$terminal->keys('q');
		is($terminal->ended, 'exit 0', 'q quits');
	};
}

for my $kind ('dumb', 'nothing-of-the-kind', '', '../../../etc/passwd') {
	subtest "TERM=$kind: lines" => sub {
		my $terminal = terminal($room, {env => {TERM => $kind}, size => [120, 24]}, @watch);
		$terminal->shows_ok(qr/^\S+Z \S+ messenger1: circle $cell$/m, 'the words in a line');
		$terminal->keys('C-c');
		is($terminal->ended, 'signal 2', 'Ctrl-C ends it');
	};
}

subtest 'colours' => sub {
	my %how = (TERM => 'screen-256color');
	my $terminal = terminal($room, {env => {%how, NO_COLOR => ''}}, @watch);
	$terminal->shows_ok($LARGE, 'the board');
	like($terminal->screen('-e'), qr/\e\[[\d;]*3[36]m/, 'in colours');
	$terminal = terminal($room, {env => {%how, NO_COLOR => 1}}, @watch);
	$terminal->shows_ok($LARGE, 'the board');
	unlike($terminal->screen('-e'), qr/\e\[[\d;]*[34][1-7]m/, 'without colours: NO_COLOR');
};

# A shell that runs it, and is there afterwards.
sub in_shell () {
	my $terminal = terminal($room, {env => {PS1 => 'ready> '}}, 'sh');
	$terminal->await(qr/^ready>$/m);
	$terminal->type('echo be"fore"; stty -a | md5sum; ' . "@watch");
	$terminal->keys('Enter');
	$terminal->await($LARGE);
	return $terminal;
}

sub restored_ok ($terminal, $name) {
	ok(eval { wait_for(sub { $terminal->restored }, 'the terminal to be restored') }, $name);
	$terminal->type('stty -a | md5sum');
	$terminal->keys('Enter');
	# what was typed too early stands before the prompt, the sum then behind it
	my $screen = $terminal->await(qr/^before\n.*\w{32}  -\n(?:.*\n)*.*\w{32}  -/m);
	my ($before, @after) = $screen =~ /(\w{32})  -/g;
	is($after[-1], $before, 'all settings are as they were');
	unlike($screen, qr/q quits/, 'nothing of it is left on the screen');
	return;
}

my %END = (q => 0, 'C-c' => 130, TERM => 143, HUP => 129, INT => 130);
for my $how (sort keys %END) {
	subtest "the terminal after $how" => sub {
		my $terminal = in_shell();
		ok(!$terminal->restored, 'it has the terminal');
		if ($how =~ /\A[A-Z]+\z/) {
			my $shell = $terminal->pid;
			my $pid = wait_for(sub {
				(slurp("/proc/$shell/task/$shell/children") // '') =~ /(\d+)/ && $1
			}, 'the process');
			kill $how, $pid;
		} else {
			$terminal->keys($how);
		}
		restored_ok($terminal, 'it is restored');
	};
}

subtest 'Ctrl-Z and back' => sub {
	my $terminal = in_shell();
	$terminal->keys('C-z');
	restored_ok($terminal, 'the shell has the terminal');
	$terminal->resize(90, 30);
	$terminal->await_size(90, 30);
	$terminal->type('fg');
	$terminal->keys('Enter');
	$terminal->shows_ok($LARGE, 'it goes on');
	$terminal->shows_ok(qr/\A(?:.*\n){29} q quits/, 'in the size of now');
	$terminal->keys('q');
	ok(eval { wait_for(sub { $terminal->restored }, 'the end') }, 'and quits');
};

subtest 'a terminal that is stopped' => sub {
	my $terminal = in_shell();
	my $shell = $terminal->pid;
	my ($pid) = (slurp("/proc/$shell/task/$shell/children") // '') =~ /(\d+)/;
	$terminal->keys('C-s');
	$peer->move(($peer->empties)[0]);
	$peer->hear_move;
	kill 'TERM', $pid;
	restored_ok($terminal, 'SIGTERM ends it all the same');
};

$room->close;
undef $room;
done_testing;
