#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A result is called saved when it can be read again as it was written, not when
# the disk has said that it was.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

plan skip_all => need_strace() if need_strace();

my $room = room();
my @results = map { $room->path("game-$_.txt") } coming_ids();
my $bot = $room->start('messenger1', {strace => [only_on(@results),
	fault('pread64', 'retval=10', 1)]}, '-n', 1);
my $peer = $room->peer('messenger2');
$peer->meet;
$peer->play;
is($bot->ended, 'exit 0', 'a result comes back from the disk as ten bytes, once');
is(() = attempts($bot, 'pread64'), 1, 'it has been read so');
my @lines = lines_with($bot, qr/waiting|saved/);
is(scalar @lines, 2, 'the log has two lines of it') || diag($bot->err);
like($lines[0], qr/result: Input\/output error: waiting/, 'that it is tried again');
like($lines[1], qr/saved/, 'and then that it is saved');
$room->results_ok(1, 'as one result, which is right');
done_testing;
