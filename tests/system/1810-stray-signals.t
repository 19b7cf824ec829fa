#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Signals that mean nothing to a bot change nothing; those that tell it to end
# end it, however many others there are.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Strange;

use constant COUNT => 1000;
my @STRAY = qw(USR1 USR2 PIPE ALRM VTALRM PROF IO PWR QUIT TTOU XFSZ CHLD WINCH URG
	CONT);

# Sends the bots signal after signal, each kind in turn.
sub pelt ($count, @bots) {
	for my $n (1 .. $count) {
		$_->signal($STRAY[$n % @STRAY]) for @bots;
	}
	return;
}

subtest 'a thousand signals while they play' => sub {
	my $room = room();
	my @bots = map { $room->start($_, '-q', '--pace', 1, $_ eq 'messenger1' ? ('-i', 0) : ()) }
		bot_names();
	wait_for(sub { $room->results }, 'a result');
	my $before = $room->results;
	# A few at a time, so that they meet the bots at every point of a game.
	pelt(20, @bots), wait_for(sub { $room->results >= $before + $_ / 10 }, 'a game')
		for 1 .. COUNT / 20;
	is_deeply([map { $_->alive ? 'alive' : $_->ended } @bots], ['alive', 'alive'],
		'both live');
	cmp_ok(scalar $room->results, '>=', $before + 5, 'and have played on');
	$_->stop for @bots;
	$room->results_ok(scalar $room->results, 'all results are right');
	unlike($_->err, qr/signal|Interrupted/, $_->name . ' has nothing to tell')
		for @bots;
};

for my $name (bot_names()) {
	subtest "a thousand signals while $name waits" => sub {
		my $room = room();
		my $bot = $room->start($name, $name eq 'messenger1' ? ('--first', 'yes') : ());
		my $peer = $room->peer(other($name));
		$peer->meet(first => 'no');
		$peer->hear_move;
		$bot->settle;
		pelt(COUNT, $bot);
		$peer->silent_ok($bot, 'it has nothing to say to them');
		frugal_ok(1, 'and sleeps on', $bot);
		$peer->play;
		$bot->settle;
		is($room->board, $peer->picture, 'the game comes to its end');
		my $asked = clock();
		pelt(COUNT / 2, $bot);
		$bot->signal('TERM');
		pelt(COUNT / 2, $bot);
		is($bot->ended, 'exit 0', 'among them SIGTERM ends it');
		cmp_ok(clock() - $asked, '<', scaled(2), 'within two seconds');
		$room->close;
	};
	subtest "the terminal of $name is closed" => sub {
		for my $nohup (0, 1) {
			my $room = room();
			my $bot = $room->start($name, {prepare => sub {
				$SIG{HUP} = $nohup ? 'IGNORE' : 'DEFAULT';
			}});
			my $peer = $room->peer(other($name));
			$peer->meet(first => 'no');
			$bot->settle;
			$bot->signal('HUP');
			if ($nohup) {
				$bot->settle;
				ok($bot->alive, 'under nohup it goes on');
			} else {
				is($bot->ended, 'exit 0', 'it ends');
				$bot = $room->restart($bot);
			}
			$peer->play;
			$bot->settle;
			is($room->board, $peer->picture, 'the game comes to its end');
			$room->close;
		}
	};
}

done_testing;
