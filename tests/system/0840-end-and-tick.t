#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A game whose ending line is there when its time is over still counts; one that
# nobody finishes is given up and leaves no result.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

use constant INTERVAL => scaled(2);

# A game that waits for the ending line of messenger2; undef when messenger1
# was quicker.
sub stage ($seed) {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', INTERVAL, '-s', 'random',
		'--seed', $seed, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	my $start = clock();
	$peer->meet(met => 1);
	while (defined $peer->turn) {
		return ($room, $bot, $peer, $start) if $peer->turn eq 'messenger2'
			&& $peer->ending_cells;
		$peer->turn eq 'messenger1' ? $peer->hear_move : $peer->move($peer->lasting);
	}
	return;
}

sub staged () {
	for my $seed (1 .. 40) {
		my @stage = stage($seed);
		return @stage if @stage;
	}
	die "messenger1 has won forty games\n";
}

# The moments after the start at which the stopped bot is woken: with the tick
# just due, and with the tick long over.
for my $wake (INTERVAL + 0.05, INTERVAL + 1) {
	subtest "the ending line and the tick, $wake s after the start" => sub {
		my ($room, $bot, $peer, $start) = staged();
		my $id = $peer->id;
		$bot->freeze;
		wait_until($start + $wake - 0.02);
		$peer->move(($peer->ending_cells)[0]);
		wait_until($start + $wake);
		$bot->signal('CONT');
		my $picture = $peer->picture;
		my $next = $peer->await_game;
		ok($next gt $id, 'a new game opens');
		my $text = $room->results_ok(1, 'and the old one has its result');
		is_deeply([keys %$text], ["game-$id.txt"], 'under its name');
		ok((grep { $_ eq $picture } $bot->drawings), 'its end was drawn');
		$room->close;
	};
}

subtest 'a bot that was dead over the tick saves the game it finds ended' => sub {
	my ($room, $bot, $peer, $start) = staged();
	my $id = $peer->id;
	$bot->kill9;
	$peer->move(($peer->ending_cells)[0]);
	wait_until($start + INTERVAL + 0.02);
	$bot = $room->restart($bot);
	wait_for(sub { $room->results }, 'the result');
	$bot->settle;
	my $text = $room->results_ok(1, 'it is right');
	is_deeply([keys %$text], ["game-$id.txt"], 'and of that game');
	$peer->await_game;
	pass('then a new one opens');
	$room->close;
};

subtest 'a game is given up in every state' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', scaled(0.5), '--first', 'yes');
	my $peer = $room->peer('messenger2');
	my @given_up;
	for my $say (sub { }, sub { $peer->say('circle') },
		sub { $peer->say('circle', QUESTION) },
		sub { $peer->meet(met => 1); $peer->hear_move; $peer->move($peer->lasting);
			$peer->hear_move }) {
		$peer->await_game;
		push @given_up, $peer->id;
		$say->();
	}
	$peer->await_game;
	$peer->hear_ok(OPENING, 'after four unfinished games the fifth opens');
	is_deeply([$room->results], [], 'there are no results');
	for my $id (@given_up) {
		my @lines = grep { /\Q$id\E(?!_)/ && !/open/ } split /\n/, $bot->err;
		is(scalar @lines, 1, "one line of the log tells of $id");
	}
	$room->close;
};

subtest 'the result of an older game is not touched by giving up' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', scaled(1));
	my $peer = $room->peer('messenger2');
	$peer->meet;
	$peer->play;
	my $first = $peer->id;
	$peer->await_game;
	my $old = slurp($room->path("game-$first.txt"));
	$peer->await_game;
	$peer->meet(met => 1);
	$peer->play;
	$peer->await_game;
	$room->results_ok(2, 'two of three games have results in one chain');
	is(slurp($room->path("game-$first.txt")), $old, 'the first is as it was');
	$room->close;
};

done_testing;
