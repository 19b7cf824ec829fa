#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Nobody waits for a timer when there is something to hear: not two bots that
# start together in an empty folder, not a bot whose other comes late.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# The timed look comes every two seconds: what is quicker came by itself. One
# start of many may be slow on a busy machine, not several.
use constant { LOOK => 2, TRIES => 12, QUICK => 10 };

sub quick_ok ($name, $try) {
	my @took = sort { $a <=> $b } map { $try->() } 1 .. TRIES;
	return cmp_ok($took[QUICK - 1], '<', LOOK * 0.7,
		$name . sprintf(' (%.2f to %.2f s)', @took[0, -1]));
}

for my $order ([bot_names()], [reverse bot_names()]) {
	quick_ok("@$order started together play at once", sub {
		my $room = room();
		my $start = clock();
		$_->ended for map { $room->start($_, '-q', '-n', 1,
			$_ eq 'messenger1' ? ('-i', 0) : ()) } @$order;
		return clock() - $start;
	});
}

for my $name (bot_names()) {
	quick_ok("$name answers one that came later", sub {
		my $room = room();
		my $bot = $room->start($name, '-q');
		$bot->settle;
		my $peer = $room->peer(other($name));
		my $start = clock();
		$peer->meet;
		$peer->play;
		return clock() - $start;
	});
	quick_ok("$name answers one that comes as it starts", sub {
		my $room = room();
		my $bot = $room->start($name, '-q');
		my $peer = $room->peer(other($name));
		my $start = clock();
		$peer->meet;
		$peer->play;
		return clock() - $start;
	});
}

done_testing;
