#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The tool on another machine than the bots, whose folder it sees through sshfs:
# there are no events, and a folder that is held gives its names only once.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Mounts;
use Messengers::Seat;
use Messengers::Ssh;
use Messengers::Views;

plan skip_all => need_tool() if need_tool();
plan skip_all => need_mounts() if need_mounts();
plan skip_all => need_fuse() if need_fuse();
plan skip_all => need_ssh() if need_ssh();

use constant { FIRST => '2026-09-03-110200', SECOND => '2026-09-03-110400' };

my $ssh = Messengers::Ssh->new;
my ($room, $behind) = $ssh->viewed('cache=no');

subtest 'hear' => sub {
	my $peer = $behind->peer('messenger1');
	$behind->folder('spool', 'messenger1');
	my $seat = sit($room, 'hear', '--game');
	my $out = '';
	for my $id (FIRST, SECOND) {
		$peer->open_game($id);
		$out .= "$id " . OPENING . "\n";
		ok(eval { wait_for(sub { $seat->out eq $out }, $id) }, "the game $id");
		$peer->say('no');
		$out .= "$id no\n";
		ok(eval { wait_for(sub { $seat->out eq $out }, 'no') }, 'what is said in it');
	}
	is($seat->err, '', 'without a complaint');
	$seat->bot->signal('TERM');
	is($seat->ended, 'exit 0', 'it ends');
};

subtest 'watch' => sub {
	my $watch = $room->launch('tictactoe', {}, 'watch', '-w', $room->dir);
	wait_for(sub { $watch->out =~ /^\S+ \Q@{[SECOND]}\E /m }, 'its first look');
	for (1, 2) {
		my @pair = map { $behind->start($_, qw(-q -n 1), $_ eq 'messenger1' ? qw(-i 0) : ()) }
			bot_names();
		$_->ended for @pair;
	}
	my @ids = map { /\Agame-(.*)\.txt\z/ } $behind->results;
	for my $id (@ids) {
		ok(eval { wait_for(sub { $watch->out =~ /^\S+ \Q$id\E result: /m }, $id) },
			"the result of $id");
	}
	unlike($watch->out, qr/running/, 'whether bots run cannot be seen from there');
	is($watch->err, '', 'without a complaint');
	$watch->stop;
};

$_->close for $room, $behind;
done_testing;
