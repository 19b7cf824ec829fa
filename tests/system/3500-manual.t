#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Every example of tictactoe(1) does what the page says: its lines "$ COMMAND" are
# run as they stand there, where "workspace" is a shared folder.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Basename qw(dirname);
use Test::More;
use Messengers;
use Messengers::Archive;
use Messengers::Bot;
use Messengers::Terminal;

plan skip_all => need_tool() if need_tool();

use constant GAMES => 8;

my $PAGE = slurp("$FindBin::Bin/../../tictactoe/tictactoe.1") =~ s/\\e/\\/gr;
my ($EXAMPLES) = $PAGE =~ /^\.Sh EXAMPLES\n(.*?)^\.Sh /ms;
my @BLOCKS = $EXAMPLES =~ /^\.Bd -literal.*?\n(.*?)^\.Ed$/msg;

# What a block has to be run with.
sub surroundings ($room) {
	my $tmp = $room->tmp;
	return (HOME => $tmp, PATH => dirname(binary('tictactoe')) . ":$ENV{PATH}");
}

# Starts commands in the shell, in the folder that has the shared one.
sub start ($room, @commands) {
	my $tmp = $room->tmp;
	my $bot = Messengers::Bot->start('sh', {env => {surroundings($room)},
		prepare => sub { setpgrp; chdir $tmp }}, "$tmp/sh", 'sh', '-ec', join "\n", @commands);
	push @{$room->{bots}}, $bot;
	return $bot;
}

# Ends them, and what they have started.
sub end ($bot) {
	kill 'TERM', -$bot->pid;
	return $bot->ended;
}

# Runs them to their end: what they print.
sub run ($room, @commands) {
	my $bot = start($room, @commands);
	is($bot->ended . $bot->err, 'exit 0', 'it ends well');
	return $bot->out;
}

# The same in a terminal.
sub at_terminal ($room, @commands) {
	return terminal($room, {env => {surroundings($room)}}, 'sh', '-ec',
		join "\n", 'cd "$HOME"', @commands);
}

# A room in which the bots play one game after the other.
sub playing () {
	my $room = room(dir => 'workspace');
	$room->folder;
	$room->start($_, '-q', '--pace', 50, $_ eq 'messenger1' ? qw(-i 0) : ()) for bot_names();
	return $room;
}

# A room with some results.
sub saved () {
	my $room = room(dir => 'workspace');
	archive($room, games => GAMES);
	return $room;
}

# One against a bot, in two terminals.
sub against_bot ($asked, @commands) {
	my $room = room();
	my $bot = start($room, shift @commands);
	leaves($room, $asked, @commands);
	end($bot);
	return;
}

sub leaves ($room, $asked, @commands) {
	my $terminal = at_terminal($room, @commands);
	$terminal->shows_ok(qr/^$asked.*\(q leaves\): *$/m, 'one is asked');
	$terminal->keys('q', 'Enter');
	is($terminal->ended, 'exit 0', 'and can leave');
	return;
}

# --- what each does, by its first command -----------------------------------------

my %AT_TERMINAL = (
	'tictactoe watch -w workspace' => sub (@commands) {
		my $terminal = at_terminal(playing(), @commands);
		$terminal->shows_ok(qr/1> Choose your symbol/, 'a game is shown');
		$terminal->keys('q');
		is($terminal->ended, 'exit 0', 'q ends it');
	},
	'last=$(ls workspace/game-*.txt | LC_ALL=C sort | tail -n 1)' => sub (@commands) {
		my $out = run(saved(), @commands);
		my @drawings = $out =~ /^(Game .*?^Status: .*?\n)/msg;
		is(scalar @drawings, 1 + 1 + 10, 'a position, the end, and in a pipe all of them');
		like($drawings[0], qr/^Empty: (?:\d, ){4}\d$/m, 'after four moves');
		like($drawings[1], qr/^Status: (?!in progress)/m, 'how it ended');
		my $terminal = at_terminal(saved(), @commands);
		$terminal->shows_ok(qr/^ *Last: none\n.* q quits/ms, 'it is stepped through');
		$terminal->keys('q');
		is($terminal->ended, 'exit 0', 'q ends it');
	},
	'messenger1 -w ~/tictactoe' => sub (@commands) {
		against_bot('Your symbol, circle or cross', @commands);
	},
	'messenger2 -w ~/tictactoe' => sub (@commands) {
		against_bot('Do you want to go first', @commands);
	},
	'tictactoe play --practice perfect -n 1' => sub (@commands) {
		leaves(room(), 'Your symbol, circle or cross', @commands);
	},
);

my %TESTS = (
	'tictactoe audit -w workspace --last 720' => sub (@commands) {
		my ($text, $json) = grep { !/^gap: / } split /\n/, run(saved(), @commands);
		like($text, qr/\A8 games, 0 findings, \d+ gaps.*, newest .*, vouched for by /, 'the last day');
		like($json, qr/\A\{"type": ?"(?:gap|summary)"/, 'nothing is wrong');
	},
	'tictactoe stats -w workspace --last 720' => sub (@commands) {
		my $room = saved();
		like(run($room, @commands), qr/\b8 games/, 'a report');
		like(slurp($room->tmp . '/report.svg'), qr/\A<svg |\A<\?xml /, 'a picture');
	},
	q(tictactoe stats -w workspace --csv | grep '^ending,tie,') => sub (@commands) {
		like(run(saved(), @commands), qr/\Aending,tie,,\d[^\n]*\nplayer,messenger1,wins,[^\n]*\n
			player,messenger2,wins,[^\n]*\n\z/x, 'three rows');
	},
	'tictactoe watch -w workspace | grep --line-buffered result: | head -n 3' => sub (@commands) {
		my @lines = split /\n/, run(playing(), @commands);
		is(scalar(grep { / result: / } @lines), 3, 'three results');
	},
	'tictactoe export -w workspace --csv --last 720 > day.csv' => sub (@commands) {
		my $room = saved();
		my $out = run($room, @commands);
		is(() = $out =~ /"after":/g, GAMES / 4, 'the games with a rejection');
		is(() = slurp($room->tmp . '/day.csv') =~ /\n/g, 1 + GAMES, 'a row for each game');
	},
	'last=$(tictactoe export -w workspace --last 1 --csv | tail -n 1 | cut -d , -f 1)'
	=> sub (@commands) {
		my $room = saved();
		my $out = run($room, @commands);
		is(() = $out =~ /^Game /mg, 10, 'all positions of the last game');
		like(slurp($room->tmp . '/replay.json'), qr/"actions"/, 'and its replay');
	},
	q(printf 'circle\n5\n1\n9\n3\n' | tictactoe play --practice --seed 1) => sub (@commands) {
		like(run(room(), @commands), qr/^You play circle\b.*^Last: circle 5$/ms, 'a practice');
	},
	'tictactoe hear -w workspace -n 1' => sub (@commands) {
		my $room = playing();
		my $bot = start($room, @commands);
		my $words = qr/\AChoose .*\n\S+ Choose .*\n(?:\S+ .*\n)*(\S+) (?:yes|no)\n/;
		ok(wait_for(sub { $bot->out =~ $words }, 'a game'), 'a game is heard as it is said');
		end($bot);
	},
	'mkdir -p ~/scripts' => sub (@commands) {
		my $room = room(dir => 'scripts');
		spew($room->tmp . '/circle', (grep { /\A#!/ } @BLOCKS)[0]);
		my $bot = start($room, @commands);
		wait_for(sub { $room->second_names }, 'a result');
		end($bot);
		$room->results_ok(1, 'the script has played a game');
	},
);

my %found;
for my $block (grep { !/\A#!/ } @BLOCKS) {
	my @lines = split /\n/, $block;
	is(scalar(grep { !/\A\$ / } @lines), 0, 'a block has commands alone');
	my @commands = map { s/\A\$ //r } @lines;
	my $test = $TESTS{$commands[0]} // $AT_TERMINAL{$commands[0]};
	$found{$commands[0]}++;
	subtest $commands[0] => sub {
		plan skip_all => need_tmux() if $AT_TERMINAL{$commands[0]} && need_tmux();
		return fail('it is not tested') unless $test;
		$test->(@commands);
	};
}
is_deeply([sort keys %found], [sort keys %TESTS, keys %AT_TERMINAL], 'the page has them all');

# --- the page and the programs -----------------------------------------------------

# The options in a text, without their values.
sub options_in ($text) {
	my %option = map { $_ => 1 } $text =~ /(?<![\w-])(--?[a-zA-Z][\w-]*)/g;
	return sort keys %option;
}

my $TOOL = binary('tictactoe');
my @COMMANDS = `$TOOL -h` =~ /^  (\w+) /mg;
is(scalar @COMMANDS, 8, 'there are eight commands');
is_deeply([$PAGE =~ /^\.Ss (\w+)$/mg], \@COMMANDS, 'each has its section, in their order');
for my $command (@COMMANDS) {
	my ($synopsis) = $PAGE =~ /^\.Sh SYNOPSIS\n(.*?)^\.Sh /ms;
	my $written = join '', $synopsis =~ /^\.Nm\n\.Cm $command\n(.*?)(?=^\.Nm$)/msg;
	my @written = options_in($written =~ s/\bFl (?=\S)/-/gr);
	my @help = grep { !/\A(?:-h|--help)\z/ } map { options_in(s/(?<=\S)  .*//r) }
		`$TOOL $command -h` =~ /^  ((?:-\w,|   ) --.*)$/mg;
	my %short = map { /(-\w), (--\S+)/ ? ($2 => $1) : () } `$TOOL $command -h` =~ /^  (\S.*)/mg;
	is_deeply(\@written, [sort grep { !$short{$_} } @help], "$command: the synopsis has all options");
	is(scalar(grep { $PAGE !~ /^\.It .*\bFl \Q@{[substr $_, 1]}\E\b/m } @help), 0,
		"$command: each is explained");
}

done_testing;
