#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot that may open no more files waits until it may, from its start on as
# well as in the middle of a game.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Limits;
use Messengers::Trouble;

plan skip_all => need_limits() if need_limits();

my $NONE_LEFT = qr/: Too many open files: waiting/;
my $LEFT_TO_START = 7;	# what it has at once, and a folder or two

troubles(map {
	my @victims = @$_;
	{
		name => "@victims may open nothing",
		begin => sub ($room, $bots) {
			limit($bots->{$_}, 'nofile', 3) for @victims;
			return sub { unlimit($bots->{$_}, 'nofile') for @victims };
		},
		told => qr/$NONE_LEFT|going on|board.*drawn|spool file of messenger. is read again|spool file of messenger.: Too many/,
	}
} ['messenger1'], ['messenger2'], [bot_names()]);

my @starting = map {
	my $room = room();
	my $bot = $room->start($_, {prepare => sub { limit_self('nofile', $LEFT_TO_START) }});
	wait_for(sub { $bot->err =~ /waiting/ }, "$_ to find that it may open nothing");
	[$room, $bot]
} bot_names();
asleep_ok('they sleep from their start on', map { $_->[1] } @starting);
for (@starting) {
	my ($room, $bot) = @$_;
	subtest $bot->name . ' is started without descriptors' => sub {
		unlimit($bot, 'nofile');
		my $peer = $room->peer(other($bot->name));
		$peer->meet(id => '2026-09-03-110200');
		$peer->play;
		$bot->settle;
		is($room->board, $peer->picture, 'with some it plays');
		is(() = lines_with($bot, $NONE_LEFT), 1, 'and has told of it once');
		$room->close;
	};
}

done_testing;
