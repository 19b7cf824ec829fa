#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Without an interval a game that waits too long for the other's word is given
# up, and its own thinking does not count as waiting.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

use constant PATIENCE => 10;	# seconds, and twice the pace

# Games that wait at the same time: name => pace, when it must be given up.
my %game = (
	silent => {pace => 0, after => PATIENCE},
	paced => {pace => 1000, after => PATIENCE + 2},
	answered => {pace => 0, after => 3 + PATIENCE},
);

for my $game (values %game) {
	$game->{room} = room();
	$game->{bot} = $game->{room}->start('messenger1', '-i', 0, '-q',
		'--pace', $game->{pace});
	$game->{peer} = $game->{room}->peer('messenger2');
	$game->{peer}->await_game;
	$game->{start} = clock();
}

# The answer comes in time and is a word: the waiting begins anew with it.
my $answered = $game{answered};
wait_until($answered->{start} + 3);
$answered->{peer}->say('circle');

for my $name (sort { $game{$a}{after} <=> $game{$b}{after} } keys %game) {
	my ($peer, $room, $start, $after) = @{$game{$name}}{qw(peer room start after)};
	my $first = $peer->id;
	$peer->await_game;
	my $waited = clock() - $start;
	ok($waited > $after - 0.2 && $waited < $after + 2,
		"the $name game is given up after about $after s")
		|| diag("it was given up after $waited s");
	is_deeply([$room->results], [], 'it leaves no result');
	like($game{$name}{bot}->err, qr/\Q$first\E/, 'but a line in the log');
	$peer->meet(met => 1);
	ok($peer->play, 'and the next game is played') if $game{$name}{pace} == 0;
	$room->close;
}

done_testing;
