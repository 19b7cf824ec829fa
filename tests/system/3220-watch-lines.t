#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe watch without a terminal: a line for all that is said and comes of it.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

use constant GAMES => 40;

plan skip_all => need_tool() if need_tool();

# Watches a room as a bot is run: with a log of what it prints.
sub watch ($room, $how = {}) {
	return $room->launch('tictactoe', $how, 'watch', '-w', $room->dir);
}

# What was told of each game, without the times.
sub told ($text) {
	my (%told, @strange);
	for my $line (split /\n/, $text) {
		if ($line =~ /\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (\d{4}-\S+) (.*)\z/) {
			push @{$told{$1}}, $2;
		} elsif ($line !~ /\A\S+Z (?:messenger[12] is|the workspace is) [a-z ]+\z/) {
			push @strange, $line;
		}
	}
	is_deeply(\@strange, [], 'every line is as it should be');
	return \%told;
}

subtest 'a game by hand' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 600, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	my $watch = watch($room);
	$peer->say('circle', QUESTION);
	$peer->hear;
	$peer->hear;
	$peer->seats('circle', 'no');
	$peer->say("\e[2J\xff\"nonsense\\\"");
	my $rejection = $peer->hear;
	my $outcome = $peer->play;
	wait_for(sub { $watch->out =~ /result: / }, 'the result');
	is($watch->stop, 'signal 15', 'SIGTERM ends it');
	unlike($watch->out, qr/[^\x20-\x7e\n]/, 'nothing in it moves a cursor');
	my $told = told($watch->out);
	my @moves = $peer->moves;
	is_deeply($told->{$peer->id}, ['messenger1: ' . OPENING, 'messenger2: circle',
		'messenger2: ' . QUESTION, 'messenger1: no',
		'messenger2: ?[2J?"nonsense\\"', "messenger1: $rejection",
		(map { ($_ % 2 ? 'messenger1' : 'messenger2') . ": $moves[$_]" } 0 .. $#moves),
		"result: $outcome"], 'all of the game, in order');
	like($watch->out, qr/^(\S+Z) \S+ result: /m, 'with times');
	$bot->stop;
};

subtest 'a game is given up for the next' => sub {
	my $room = room();
	my $peer = $room->peer('messenger1');
	$room->folder('spool', $_) for bot_names();
	my $watch = watch($room);
	for my $id ('2026-09-03-110200', '2026-09-03-110400') {
		$peer->open_game($id);
		wait_for(sub { $watch->out =~ /\Q$id\E messenger1: Choose/ }, 'the opening');
	}
	$watch->stop;
	is_deeply(told($watch->out), {'2026-09-03-110200' => ['messenger1: ' . OPENING, 'given up'],
		'2026-09-03-110400' => ['messenger1: ' . OPENING]}, 'and that is told');
};

subtest 'the rest of a game comes from its result' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 0, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->meet;
	my $watch = watch($room);
	$peer->move(5);
	my $answer = $peer->hear_move;
	wait_for(sub { $watch->out =~ /messenger1: \Q$answer\E$/m }, 'the first moves');
	$watch->freeze;
	my ($id, $outcome, @moves) = ($peer->id, $peer->play, $peer->moves);
	$peer->await_game;
	$watch->signal('CONT');
	wait_for(sub { $watch->out =~ /\Q@{[$peer->id]}\E messenger1/ }, 'the next game');
	$watch->stop;
	is(join('|', map { s/\Amessenger[12]: //r } @{told($watch->out)->{$id}}[4 .. @moves + 4]),
		join('|', @moves, "result: $outcome"), 'each move is told once');
	$room->close;
};

# As many events in a folder as the kernel keeps for whoever does not take them.
sub flood ($folder) {
	for (1 .. slurp('/proc/sys/fs/inotify/max_queued_events') / 2 + 1) {
		spew("$folder/.flood", '');
		unlink "$folder/.flood";
	}
	return;
}

# Stopped meanwhile, it does not hear of them, but that events were lost.
for my $stopped (0, 1) {
	subtest GAMES . ' games at full speed' . ($stopped ? ', stopped meanwhile' : '') => sub {
		my $room = room();
		$room->folder('spool', $_) for bot_names();
		my $watch = watch($room);
		my @first = map { $room->start($_, '-q', '-n', 1, zero($_)) } bot_names();
		$_->ended for @first;
		wait_for(sub { $watch->out =~ /result: / }, 'watch to watch');
		$watch->freeze if $stopped;
		flood($room->folder('spool', 'messenger1')) if $stopped;
		my @bots = map { $room->start($_, '-q', '-n', GAMES, zero($_)) } bot_names();
		$_->ended for @bots;
		$watch->signal('CONT');
		my $last = ($room->results)[-1] =~ s/\Agame-|\.txt\z//gr;
		wait_for(sub { $watch->out =~ / \Q$last\E result: / }, 'the last result');
		$watch->stop;
		my $told = told($watch->out);
		my @faults;
		for my $name ($room->results) {
			my $fact = facts_of(slurp($room->path($name)));
			my @said = @{$told->{$fact->{id}} // []};
			my $got = join '|', map { s/\Amessenger[12]: //r }
				grep { /: (?:circle|cross) \d\z|\Aresult/ } @said;
			my $want = join '|', @{$fact->{moves}}, "result: $fact->{result}";
			push @faults, "$fact->{id}: $got and not $want" if $got ne $want;
		}
		is(join("\n", @faults[0 .. ($#faults > 3 ? 3 : $#faults)]), '',
			'the moves and the result of every game');
		$room->close;
	};
}

sub zero ($name) {
	return $name eq 'messenger1' ? ('-i', 0) : ();
}

subtest 'the workspace goes and comes back' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 600);
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	my $watch = watch($room);
	wait_for(sub { $watch->out =~ /Choose your symbol/ }, 'the opening');
	$bot->stop;
	wait_for(sub { $watch->out =~ /Z messenger1 is not running$/m }, 'its end told');
	rename $room->dir, $room->dir . '.away' or die;
	wait_for(sub { $watch->out =~ /Z the workspace is gone$/m }, 'that it is gone');
	rename $room->dir . '.away', $room->dir or die;
	wait_for(sub { $watch->out =~ /Z the workspace is there again$/m }, 'that it is back');
	$room->restart($bot);
	wait_for(sub { $watch->out =~ /Z messenger1 is running again$/m }, 'that the bot is');
	$peer->say('cross');
	wait_for(sub { $watch->out =~ /messenger2: cross$/m }, 'what is said now');
	pass('all was told');
	is(scalar(my @times = $watch->out =~ /Choose/g), 1, 'nothing twice');
	$watch->stop;
	$room->{bots}[-1]->stop;
};

subtest 'who reads goes' => sub {
	my $room = room();
	$room->folder('');
	pipe my $in, my $out or die;
	my $watch = watch($room, {stdout => $out});
	close $out;
	wait_for(sub { -e "/proc/@{[$watch->pid]}" }, 'the start');
	close $in;
	is($watch->ended, 'exit 0', 'it ends, though nothing happens');
	is($watch->err, '', 'without a word');
};

subtest 'what cannot be watched' => sub {
	my $room = room();
	my $file = spew($room->tmp . '/file', '');
	for my $row (['/nowhere', 66, qr/\/nowhere: .*-w$/], ["/\e[2J", 66, qr/\/\?\[2J: .*-w$/],
		[$file, 66, qr/Not a directory.*-w$/]) {
		my $watch = $room->launch('tictactoe', {}, 'watch', '-w', $row->[0]);
		is($watch->ended, "exit $row->[1]", "exit status $row->[1]");
		like($watch->err, qr/\Atictactoe watch: .*$row->[2]/, 'one line says why');
		is($watch->err =~ tr/\n//, 1, 'one line');
	}
	my $watch = $room->launch('tictactoe', {}, 'watch', 'this');
	is($watch->ended, 'exit 64', 'a word too many');
};

done_testing;
