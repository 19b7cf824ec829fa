#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot that has nothing to do, or cannot do what it has to, sleeps; nobody's
# reading wakes it.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Strange;

use constant SECONDS => 4;	# two timed looks of a game

# A bot in its turn, and its peer.
sub in_game ($name, @options) {
	my $room = room();
	my $bot = $room->start($name, @options,
		$name eq 'messenger1' ? ('--first', 'yes', '-i', 600) : ());
	my $peer = $room->peer(other($name));
	$peer->meet(first => 'no');
	$peer->hear_move;
	return ($room, $bot, $peer);
}

# What a bot may have to wait for; each returns the room and the bot.
my %WAITS = (
	'for the other to speak' => sub ($name) { in_game($name) },
	'for the next game' => sub ($name) {
		my ($room, $bot, $peer) = in_game($name);
		$peer->play;
		return ($room, $bot);
	},
	'while others read' => sub ($name) {
		my ($room, $bot, $peer) = in_game($name);
		$bot->settle;
		my $woken = wakeups($bot);
		for (1 .. 50) {
			listing($room->dir);
			slurp($_) for glob $room->dir . '/{,spool/*/,state/*/}*';
		}
		cmp_ok(wakeups($bot) - $woken, '<', 20, "$name is not woken by readers");
		return ($room, $bot);
	},
	'for the folder to be there' => sub ($name) {
		my ($room, $bot, $peer) = in_game($name);
		rename $room->dir, $room->tmp . '/away' or die "rename: $!\n";
		spew($room->dir, "in the way\n");
		look_now($room, $bot, $room->tmp . '/away/spool');
		return ($room, $bot);
	},
	'for its journal' => sub ($name) {
		my $room = room();
		put_in_place('a folder', $room->folder('state', $name) . '/journal', $room->tmp);
		my $bot = $room->start($name);
		$room->peer('messenger1')->open_game('2026-09-03-110200')
			if $name eq 'messenger2';
		wait_for(sub { lines_with($bot, qr/journal: .*waiting/) }, 'the line');
		return ($room, $bot);
	},
	'for the place of its drawings' => sub ($name) {
		my $room = room();
		put_in_place('a full folder', $room->folder . '/current-board.txt', $room->tmp);
		my $bot = $room->start($name);
		$room->peer(other($name))->meet(first => 'no');
		return ($room, $bot);
	},
);

my (@rooms, %bot);
for my $what (sort keys %WAITS) {
	for my $name (bot_names()) {
		my ($room, $bot) = $WAITS{$what}->($name);
		push @rooms, $room;
		$bot{"$name waits $what"} = $bot;
	}
}
$_->settle for values %bot;
my %log = map { $_ => $bot{$_}->err } keys %bot;
frugal_ok(SECONDS, 'they all wait at rest', values %bot);
for my $what (sort keys %bot) {
	is($bot{$what}->err, $log{$what}, "$what, and does not say so twice");
	cmp_ok(() = $log{$what} =~ /waiting|not drawn/g, '<=', 2, 'but once at most')
		|| diag($log{$what});
}
$_->close for @rooms;

done_testing;
