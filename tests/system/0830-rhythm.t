#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Games open on a fixed grid of time: through restarts, pauses and games that
# nobody finishes.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Time::HiRes ();
use Messengers;

# How far from its grid point a game may open on a busy machine.
use constant LATE => 0.35;
use constant EARLY => 0.15;

sub near ($moment, $expected, $name) {
	my $off = $moment - $expected;
	return ok(-EARLY <= $off && $off <= LATE, $name)
		|| diag(sprintf 'it is %.3f s off', $off);
}

# When the next game opens, on clock(): the time of its file, however late this
# test may come to look at it.
sub opening ($peer) {
	$peer->await_game;
	$peer->must_hear(OPENING);
	my $age = Time::HiRes::time() - (Time::HiRes::stat($peer->{ear}))[9];
	return clock() - $age;
}

sub openings ($peer, $count) {
	return map { opening($peer) } 1 .. $count;
}

# A room with messenger1, its first game, and when that was opened.
sub stage (@options) {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', @options);
	my $peer = $room->peer('messenger2');
	return ($room, $bot, $peer, opening($peer));
}

# Both answers of messenger2, after the opening was heard.
sub meet ($peer) {
	$peer->say('circle', QUESTION);
	$peer->seats('circle', $peer->hear);
	return;
}

for my $row ([1, 3], [0.5, 10]) {
	my ($interval, $count) = @$row;
	subtest "a game every $interval s" => sub {
		my ($room, $bot, $peer, $start) = stage('-i', $interval);
		my $first = $peer->id;
		my @seen = openings($peer, $count);
		near($seen[$_ - 1], $start + $_ * $interval, "game $_ comes on the grid")
			for 1 .. $count;
		# What a busy machine delays is not delayed each time: drift would be.
		my @late = sort { $a <=> $b }
			map { $seen[$_ - 1] - $start - $_ * $interval } $count - 2 .. $count;
		cmp_ok($late[0], '<', 0.03, 'and there is no drift');
		is_deeply([$room->results], [], 'games that nobody finished leave no result');
		like($bot->err, qr/\Q$first\E/, 'the log names the one that was given up');
		$room->close;
	};
}

subtest 'a finished game does not change the rhythm' => sub {
	my ($room, $bot, $peer, $start) = stage('-i', 1.5, '--first', 'no');
	for my $round (1 .. 2) {
		meet($peer);
		$peer->play;
		near((openings($peer, 1))[0], $start + 1.5 * $round, "game $round was finished");
	}
	$room->results_ok(2, 'both results are right');
	$room->close;
};

subtest 'a restart keeps the rhythm' => sub {
	my ($room, $bot, $peer, $start) = stage('-i', 3);
	my $id = $peer->id;
	$bot->kill9;
	wait_until($start + 1);
	$bot = $room->restart($bot);
	$bot->settle;
	is_deeply([$room->ids('messenger1')], [$id], 'no game opens at the start');
	meet($peer);
	ok($peer->play, 'the running one goes on');
	near((openings($peer, 1))[0], $start + 3, 'the next opens on the old grid');
	$room->close;
};

subtest 'a pause of several intervals is made up by nothing' => sub {
	my ($room, $bot, $peer, $start) = stage('-i', 1);
	$bot->kill9;
	wait_until($start + 2.5);
	$bot = $room->restart($bot);
	my @seen = openings($peer, 2);
	near($seen[0], $start + 3, 'the next game opens at the next grid point');
	near($seen[1], $start + 4, 'and the one after it one interval later');
	$room->close;
};

subtest 'a bot that was stopped opens one game' => sub {
	my ($room, $bot, $peer, $start) = stage('-i', 1);
	$bot->freeze;
	wait_until($start + 3.5);
	$bot->signal('CONT');
	my @seen = openings($peer, 2);
	near($seen[0], $start + 4, 'it comes at the next grid point');
	near($seen[1], $start + 5, 'the one after it one interval later');
	$room->close;
};

done_testing;
