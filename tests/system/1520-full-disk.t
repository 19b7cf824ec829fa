#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A disk that is full for long is tried seldom and told of once; one that becomes
# read-only after that has its own half a minute.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

plan skip_all => need_strace() if need_strace();

# The journal: what is appended to it, and cut off it before that.
use constant { APPENDS => 'pwrite64', CUTS => 'ftruncate' };
use constant MOVE => 5;	# the first move is the fifth record of a game
use constant PAUSES => [0.1, 0.2, 0.4, 0.8, 1.6];	# at least

# A disk that is full for more than thirty seconds while a move waits to be
# journalled, and read-only then. Pauses grow: 0.1, 0.2, ... 3.2, 5, 5, ... s.
sub start_long_trouble () {
	my $room = room();
	my $bot = $room->start('messenger1', '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->meet;
	$bot->kill9;
	$peer->move(5);
	# The first cut is that of the lock file.
	$bot = $room->launch('messenger1', {strace => [
		fault(CUTS, 'error=ENOSPC', '2..12'), fault(APPENDS, 'error=EROFS')]},
		$bot->options);
	return ($room, $bot, $peer);
}

my ($long_room, $long_bot, $long_peer) = start_long_trouble();

for my $name (bot_names()) {
	subtest "$name has a move to make and no space for it" => sub {
		my $room = room();
		my @first = $name eq 'messenger1' ? ('--first', 'yes') : ();
		my $bot = $room->start($name, {strace => ['-ttt',
			fault(APPENDS, 'error=ENOSPC', MOVE . '+')]}, @first, '--pace', 300);
		my $peer = $room->peer(other($name));
		$peer->meet(first => 'no');
		wait_for(sub { 6 <= (() = attempts($bot, APPENDS)) }, 'six attempts');
		my @gaps = gaps_between((attempts($bot, APPENDS))[0 .. 5]);
		is_deeply([grep { $gaps[$_] < 0.95 * PAUSES->[$_] } 0 .. $#gaps], [],
			'the pauses grow') || diag("pauses of @gaps s");
		my @lines = lines_with($bot, qr/journal|going on/);
		is(scalar @lines, 1, 'the log tells of it once') || diag($bot->err);
		like($lines[0], qr/journal: No space left on device: waiting/, 'and of what');
		is($peer->unheard, '', 'the move is not said');
		$bot->kill9;
		$bot = $room->launch($name, {}, $bot->options);
		$peer->hear_move;
		$peer->play;
		$bot->settle;
		is($room->board, $peer->picture, 'with space the game comes to its end');
		$room->close;
	};
}

subtest 'a disk that is read-only after being full' => sub {
	ok(eval { wait_for(sub { $long_bot->err =~ /Read-only/ }, 'it to be told',
		60) }, 'is told of') || diag($@);
	my $told = clock();
	cmp_ok(() = attempts($long_bot, CUTS), '>=', 11, 'after half a minute');
	wait_until($told + 3);
	ok($long_bot->alive, 'and waited for anew') || diag($long_bot->err);
	is(() = lines_with($long_bot, qr/journal:/), 2, 'with two lines in all');
	is($long_peer->unheard, '', 'the move is not said');
	$long_room->close;
};

done_testing;
