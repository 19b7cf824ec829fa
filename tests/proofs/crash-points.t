#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Either bot, killed right before any of its calls that change something, in all
# the ways in which a pair can come to a game.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/../system/lib";
use Test::More;
use Messengers;
use Messengers::Crash;
use Messengers::Faults;

plan skip_all => need_strace() if need_strace();

my $SAVES = qr{^openat\(.*"\.result", .*O_CREAT};	# its result, and the next game
my $WAITS = qr/: waiting, nothing is lost$|: going on$/;

my @WAYS = (
	[{name => 'the first start'}, bot_names()],
	[{name => 'a start after a kill before a move is said', older => 2,
		left => ['messenger1', qr{^write\(.*/spool/messenger1/}, 3]}, bot_names()],
	[{name => 'a start after a kill before a move is journalled', older => 2,
		left => ['messenger2', qr{^pwrite64\(.*"said}, 4]}, bot_names()],
	[{name => 'a start after a kill before the result is synced', older => 2,
		left => ['messenger1', qr{^fsync\(\d+<[^>]*/work>\)}, 1], games => 1}, bot_names()],
	[{name => 'a start after a kill before the second name', older => 2,
		left => ['messenger1', qr{^renameat2\(.*"\.result"}, 1], games => 1}, 'messenger1'],
	[{name => 'the same without the journal', older => 2,
		left => ['messenger1', qr{^renameat2\(.*"\.result"}, 1], games => 1,
		lose => 'state/messenger1/journal'}, 'messenger1'],
	[{name => 'a start with the name taken before the result is linked', older => 2,
		left => ['messenger1', qr{^linkat\(}, 1], taken => 1, games => 1, results => 2,
		log => qr/: the name of the result is taken: /}, 'messenger1'],
	[{name => 'the new journal is not synced at once', older => 2, games => 1,
		from => qr{^openat\(.*"\.journal"}, faults => [fault('fsync', 'error=EIO', 4)],
		log => $WAITS}, 'messenger1'],
	[{name => 'the result is not synced at once', older => 2, from => $SAVES,
		faults => [fault('fsync', 'error=EIO', 5)], log => $WAITS}, 'messenger1'],
	[{name => 'its folder is not synced at once', older => 2, from => $SAVES,
		faults => [fault('fsync', 'error=EIO', 6)], log => $WAITS}, 'messenger1'],
	[{name => 'links are refused', older => 2, faults => [fault('linkat', 'error=EPERM')],
		copies => 1, from => $SAVES}, 'messenger1'],
	[{name => 'renameat2 has no flags', older => 2,
		faults => [fault('renameat2', 'error=EINVAL')]}, bot_names()],
	[{name => 'ticks', older => 2, interval => 0.4, from => $SAVES,
		log => qr/: given up: /}, 'messenger1'],
);

for my $way (@WAYS) {
	diag $_ for all_points_ok(@$way);
}

done_testing;
