#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The two bots are on two machines: the one has the folder, the other sees it
# through sshfs.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Mounts;
use Messengers::Ssh;
use Messengers::Views;

plan skip_all => need_mounts() if need_mounts();
plan skip_all => need_fuse() if need_fuse();
plan skip_all => need_ssh() if need_ssh();

my $ssh = Messengers::Ssh->new;

games_ok(
	pair('messenger2', $ssh->viewed('cache=no')),
	pair('messenger1', $ssh->viewed('cache=no,sshfs_sync')));

subtest 'the connection breaks in a game, and comes back' => sub {
	my ($room, $behind) = $ssh->viewed('cache=no,sshfs_sync');
	my $pair = pair('messenger2', $room, $behind);
	my $bot = $room->start('messenger2', qw(-q -n 1));
	my $other = $behind->start('messenger1', qw(-q -n 1 -i 600 -s perfect --first no));
	@$pair{qw(bots games)} = ([$bot, $other], 1);
	my $id = $pair->{id} = wait_for(sub { ($behind->ids('messenger1'))[0] }, 'a game');
	wait_for(sub { $behind->said('messenger2', $id) > 2 }, 'a move');
	$ssh->break;
	wait_for(sub { lines_with($bot, qr/was moved/) }, 'that to be told');
	$ssh->mount($behind->dir, $room, 'cache=no,sshfs_sync');
	ended_ok($pair);
	is(() = lines_with($bot, qr/is back\z/), 1, 'messenger2 tells that it is back');
	$_->close for $room, $behind;
};

# Without sshfs_sync a write is told to have failed when the file is closed.
subtest 'the disk behind it is full' => sub {
	my ($room, $behind) = $ssh->viewed('cache=no');
	my $disk = mounted($behind, $behind->folder('spool', 'messenger2'),
		qw(-t tmpfs -o size=4k none));
	my $ballast = spew("$disk/ballast", 'x');
	my $bot = $room->start('messenger2', '-q');
	my $peer = $behind->peer('messenger1');
	$peer->open_game('2026-09-03-110200');
	wait_for(sub { lines_with($bot, qr/spool: .*: waiting/) }, 'messenger2 to tell that');
	is_deeply([$behind->said('messenger2', $peer->id)], [], 'nothing is said yet');
	unlink $ballast;
	$peer->meet(met => 1, first => 'yes');
	$peer->move(5);
	ok($peer->hear_move, 'then all is, and the game goes on');
	$_->close for $room, $behind;
};

done_testing;
