#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What the other does is seen at once, by the event it makes; what makes no event
# is seen by the timed look.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

use constant ROUNDS => 6;

# --- events -------------------------------------------------------------------

# The ways in which a file of the other's can get new words.
my %WAYS = (
	'made or appended to' => sub ($path, $new, $aside) { append($path, $new) },
	'moved into its place' => sub ($path, $new, $aside) {
		rename spew($aside, (slurp($path) // '') . $new), $path
			or die "rename: $!\n";
	},
	'linked to its name' => sub ($path, $new, $aside) {
		spew($aside, (slurp($path) // '') . $new);
		unlink $path;
		link $aside, $path or die "link: $!\n";
		unlink $aside;
	},
);

# How many timed looks there were: they alone ask where the folder's path leads.
sub looks ($room, $bot) {
	my $dir = $room->dir;
	return scalar(() = (slurp($bot->trace_file) // '') =~ /AT_FDCWD, "\Q$dir\E",/g);
}

# A test that an answer came, in one of some rounds, with no timed look before
# it. A slow machine may have one in a round or the other, but not in each.
sub seen_ok ($room, $bot, $what, $round) {
	my $seen = 0;
	for my $number (1 .. ROUNDS) {
		my $before = looks($room, $bot);
		$round->($number);
		last if $seen = looks($room, $bot) == $before;
	}
	return ok($seen, "$what is seen at once");
}

SKIP: {
	skip need_strace(), 2 if need_strace();
	subtest 'messenger2 and a new game' => sub {
		my $room = room();
		my $bot = $room->start('messenger2', {strace => ['-e', 'trace=%file']});
		my $peer = $room->peer('messenger1');
		$room->folder('spool', 'messenger1');
		my $minute = 0;
		for my $way (sort keys %WAYS) {
			seen_ok($room, $bot, "a file $way", sub ($number) {
				unlink $peer->mouth if $peer->id ne '';
				$peer->{id} = sprintf '2026-09-03-11%02d00', $minute++;
				$peer->reset;
				$WAYS{$way}->($peer->mouth, OPENING . "\n", $room->tmp . '/aside');
				$peer->must_hear(qr/\A(?:circle|cross)\z/);
			});
		}
		$room->close;
	};
	subtest 'messenger1 and new words' => sub {
		for my $way (sort keys %WAYS) {
			my $room = room();
			my $bot = $room->start('messenger1', {strace => ['-e', 'trace=%file']});
			my $peer = $room->peer('messenger2');
			$peer->await_game;
			$peer->must_hear(OPENING);
			$peer->say('hello');
			$peer->must_hear(qr/\ARejected "hello"/);
			seen_ok($room, $bot, "a file $way", sub ($number) {
				$WAYS{$way}->($peer->mouth, "hello $number\n", $room->tmp . '/aside');
				$peer->must_hear(qr/\ARejected "hello $number"/);
			});
			$room->close;
		}
	};
}

# --- the timed look -----------------------------------------------------------

# Nobody watches the folder that all is in, nor those between. Another one comes
# into the place of one of these, in a game.
sub moved_folder ($name, $part) {
	my $room = room();
	my $bot = $room->start($name);
	$room->peer(other($name))->meet;
	$bot->freeze;	# it sees the new one only when all is in it
	rename $room->dir . $part, $room->tmp . '/away' or die "rename: $!\n";
	$room->folder(split m{/}) for map { ("spool/$_", "state/$_") } bot_names();
	$bot->signal('CONT');
	return {room => $room, bot => $bot, what => "$name and another DIR$part"};
}

my @moved = map { my $name = $_; map { moved_folder($name, $_) } '', '/spool', '/state' }
	bot_names();
for my $moved (@moved) {
	my ($room, $bot) = @$moved{qw(room bot)};
	subtest $moved->{what} => sub {
		wait_for(sub { lines_with($bot, qr/is back/) }, 'it to be found');
		is(() = lines_with($bot, qr/was moved/), 1, 'it is found without an event');
		$bot->settle;
		ok(-e $room->path('state', $bot->name, 'lock'), 'and is the folder from then on');
		$room->close;
	};
}

done_testing;
