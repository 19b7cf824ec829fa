#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The wall clock may be set to anything, at any time, and the boot clock may have
# started anew or slept: names only grow, times in a result are in order, and
# games come in the same rhythm, one at a time.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Time::HiRes qw(CLOCK_BOOTTIME);
use Messengers;
use Messengers::Clocks;

plan skip_all => need_clocks() if need_clocks();

# How far from its grid point a game may open on a busy machine.
use constant { INTERVAL => 3, EARLY => 0.2, LATE => 0.7 };
use constant YEAR => 365 * 86400;

# When a game was opened, by the real clock of its file.
sub opened_at ($peer) {
	$peer->must_hear(OPENING);
	return (Time::HiRes::stat($peer->{ear}))[9];
}

sub on_grid_ok ($seconds, $name) {
	my $off = $seconds - INTERVAL * POSIX::floor($seconds / INTERVAL + 0.5);
	return ok(-EARLY <= $off && $off <= LATE, $name)
		|| diag(sprintf '%.3f s, that is %.3f s off', $seconds, $off);
}

sub one_interval_ok ($seconds, $name) {
	return ok(INTERVAL - EARLY <= $seconds && $seconds <= INTERVAL + LATE, $name)
		|| diag(sprintf 'they are %.3f s apart', $seconds);
}

# messenger1 with clocks of its own in a first game, and when that was opened.
sub stage () {
	my $room = room();
	my $bot = $room->start('messenger1', clocks($room), '-i', INTERVAL, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	my $s = {room => $room, bot => $bot, peer => $peer, ids => [$peer->id]};
	$s->{opened} = opened_at($peer);
	return $s;
}

# Both answers of messenger2, after the opening was heard.
sub meet ($peer) {
	$peer->say('circle', QUESTION);
	$peer->seats('circle', $peer->must_hear('no'));
	return;
}

# Plays on to the end and waits for the result.
sub finish ($s) {
	my $count = $s->{room}->results;
	$s->{peer}->play;
	wait_for(sub { $s->{room}->results > $count }, 'a result');
	return;
}

sub next_game_ok ($s, $name) {
	wait_for(sub {
		my ($id) = grep { $_ ne $s->{peer}->id } $s->{room}->ids('messenger1');
		return defined $id && ($s->{peer}{id} = $id);
	}, 'the next game');
	$s->{peer}->reset;
	my $opened = opened_at($s->{peer});
	one_interval_ok($opened - $s->{opened}, "$name: the next game comes after one interval");
	cmp_ok($s->{peer}->id, 'gt', $s->{ids}[-1], "$name: it has a later name");
	push @{$s->{ids}}, $s->{peer}->id;
	$s->{opened} = $opened;
	return;
}

# --- the wall clock ----------------------------------------------------------------

my %JUMPS = (
	'a second back' => -1,
	'an hour back' => -3600,
	'an hour forward' => 3600,
	'to a year before 1970' => -60 * YEAR,
	'twenty years forward' => 20 * YEAR,
	'to the end of all years' => 8000 * YEAR,
);

subtest 'the wall clock is set in a game, and set right in the next' => sub {
	my %stage;
	for my $jump (sort keys %JUMPS) {
		my $s = $stage{$jump} = stage();
		meet($s->{peer});
		$s->{peer}->move(5);
		$s->{peer}->hear_move;
		move_clocks($s->{room}, $JUMPS{$jump});
		finish($s);
	}
	for my $jump (sort keys %JUMPS) {
		my $s = $stage{$jump};
		next_game_ok($s, $jump);
		meet($s->{peer});
		move_clocks($s->{room}, 0);
		finish($s);
	}
	next_game_ok($stage{$_}, "$_ and right again") for sort keys %JUMPS;
	for my $jump (sort keys %JUMPS) {
		my $room = $stage{$jump}{room};
		my $text = $room->results_ok(2, "$jump: both results are right");
		my @late = grep {
			my $fact = facts_of($text->{$_});
			$fact->{finished} lt $fact->{started}
		} keys %$text;
		is_deeply(\@late, [], "$jump: no game has finished before it started");
		is_deeply([$room->results], [map { "game-$_.txt" } @{$stage{$jump}{ids}}[0, 1]],
			"$jump: they have the names of their games");
		unlike($stage{$jump}{bot}->err, qr/clock|time/, "$jump: there is nothing to tell");
		$room->close;
	}
};

subtest 'the night in which an hour comes twice' => sub {
	my $room = room();
	my $clocks = clocks($room);
	$clocks->{env}{TZ} = 'America/New_York';
	# 01:58 in New York both times.
	for my $second (seconds_of('2026-11-01-055800'), seconds_of('2026-11-01-065800')) {
		move_clocks($room, $second - time);
		my @bots = map {
			$room->start($_, $clocks, '-q', '-n', 1, $_ eq 'messenger1' ? ('-i', 0) : ())
		} bot_names();
		is($_->ended, 'exit 0', $_->name . ' plays a game') for @bots;
	}
	$room->results_ok(2, 'there are two results');
	my @names = $room->results;
	like($names[0], qr/\Agame-2026-11-01-055[78]/, 'the first has the name of its hour in UTC');
	like($names[1], qr/\Agame-2026-11-01-065[78]/, 'and the second that of the next');
	$room->close;
};

# --- the boot clock -------------------------------------------------------------------

sub uptime () {
	return int Time::HiRes::clock_gettime(CLOCK_BOOTTIME);
}

subtest 'the machine was booted in a game' => sub {
	# Far up before and just up after; the grid is another one now.
	my $far = 100_000;
	my $room = room();
	my $clocks = clocks($room);
	move_clocks($room, 0, $far);
	my $bot = $room->start('messenger1', $clocks, '-i', INTERVAL, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	my $first = opened_at($peer);
	meet($peer);
	$peer->move(5);
	$peer->hear_move;
	$bot->kill9;
	my $near = $far - INTERVAL * int(($far + uptime()) / INTERVAL) + 1;
	move_clocks($room, 0, $near);
	$bot = $room->restart($bot);
	$peer->play;
	wait_for(sub { $room->results }, 'the result');
	$peer->await_game;
	my $second = opened_at($peer);
	on_grid_ok($second + $near - $first - $far, 'the next game comes on the old grid');
	cmp_ok($second - $first, '<', 3 * INTERVAL, 'soon');
	$peer->await_game;
	one_interval_ok(opened_at($peer) - $second, 'and the one after it an interval later');
	$room->results_ok(1, 'the game that was under way has its result');
	$room->close;
};

subtest 'the machine has slept for hours' => sub {
	my $s = stage();
	move_clocks($s->{room}, 10 * 3600 + 1, 10 * 3600 + 1);
	my $first = $s->{opened};
	$s->{peer}->await_game;
	my $second = opened_at($s->{peer});
	on_grid_ok($second + 10 * 3600 + 1 - $first, 'the next game comes on the grid');
	my $id = $s->{peer}->id;
	$s->{peer}->await_game;
	one_interval_ok(opened_at($s->{peer}) - $second, 'and the one after it an interval later');
	is(() = $s->{bot}->err =~ /: opened$/mg, 3, 'none was made up for');
	$s->{room}->close;
};

done_testing;
