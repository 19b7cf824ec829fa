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

done_testing;
