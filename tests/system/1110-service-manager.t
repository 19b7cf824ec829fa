#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What a bot tells its service manager: ready, what it does, that it lives, that
# it ends; and how it marks its log lines for the journal.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Manager;

my %ADDRESS = (
	'a path' => sub ($room) { ($room->tmp . '/notify') x 2 },
	'an abstract name' => sub ($room) {
		my $name = "messengers-test-$$-" . int rand 1e9;
		return ("\0$name", "\@$name");
	},
);

for my $name (bot_names()) {
	for my $where (sort keys %ADDRESS) {
		subtest "$name and a manager at $where" => sub {
			my $room = room();
			my ($address, $value) = $ADDRESS{$where}->($room);
			my $manager = manager($address);
			my $bot = $room->start($name, {env => {NOTIFY_SOCKET => $value}},
				'-n', 2, $name eq 'messenger1' ? ('-i', 0) : ());
			told($manager, qr/\AREADY=1\z/, 'its being ready');
			my $peer = $room->peer(other($name));
			for my $id ('2026-09-03-110200', '2026-09-03-110400') {
				$peer->meet(id => $id);
				my $now = $peer->id;
				told($manager, qr/\ASTATUS=.*\Q$now\E/, 'the running game');
				$peer->play;
			}
			told($manager, qr/\ASTOPPING=1\z/, 'its end');
			is($bot->ended, 'exit 0', 'which is orderly');
			is_deeply([receive($manager)], [], 'the last word is said');
			$room->close;
		};
	}
	subtest "$name ends because it was told to" => sub {
		my $room = room();
		my ($address, $value) = $ADDRESS{'a path'}->($room);
		my $manager = manager($address);
		my $bot = $room->start($name, {env => {NOTIFY_SOCKET => $value}});
		told($manager, qr/\AREADY=1\z/, 'its being ready');
		$bot->signal('TERM');
		told($manager, qr/\ASTOPPING=1\z/, 'its end');
		is($bot->ended, 'exit 0', 'which is orderly');
		unlike(join("\n", receive($manager)), qr/WATCHDOG/,
			'without a watchdog it does not pat one');
		$room->close;
	};
	subtest "$name and a watchdog" => sub {
		my $room = room();
		my ($address, $value) = $ADDRESS{'a path'}->($room);
		my $manager = manager($address);
		my $usec = int(scaled(0.4) * 1e6);
		my $bot = $room->start($name, {env => {NOTIFY_SOCKET => $value,
			WATCHDOG_USEC => $usec}});
		told($manager, qr/\AREADY=1\z/, 'its being ready');
		my @pats = map {
			told($manager, qr/\AWATCHDOG=1\z/, "its life ($_)");
			clock()
		} 1 .. 5;
		cmp_ok($pats[4] - $pats[0], '<', 4 * $usec / 1e6,
			'each time before the watchdog would bark');
		$bot->freeze;
		receive($manager);
		@{$manager->{heard}} = ();
		wait_until(clock() + 2 * $usec / 1e6);
		is_deeply([receive($manager)], [], 'a bot that hangs does not pat it');
		$bot->signal('CONT');
		told($manager, qr/\AWATCHDOG=1\z/, 'its new life');
		$room->close;
	};
	subtest "$name and a watchdog of another process" => sub {
		my $room = room();
		my ($address, $value) = $ADDRESS{'a path'}->($room);
		my $manager = manager($address);
		my $bot = $room->start($name, {env => {NOTIFY_SOCKET => $value,
			WATCHDOG_USEC => 100_000, WATCHDOG_PID => $$}}, '-n', 1, '--pace',
			scaled(150));
		my $peer = $room->peer(other($name));
		$peer->meet;
		$peer->play(\&Messengers::Peer::lasting);
		is($bot->ended, 'exit 0', 'a game is played');
		unlike(join("\n", receive($manager)), qr/WATCHDOG/, 'it does not pat that one');
		$room->close;
	};
}

# --- the journal -------------------------------------------------------------------

subtest 'log lines carry priorities when the journal reads them' => sub {
	for my $journal (0, 1) {
		my $room = room();
		open my $log, '+>>', $room->tmp . '/log' or die "log: $!\n";
		my ($device, $inode) = stat $log;
		$inode++ if !$journal;
		my $bot = $room->start('messenger1', {stderr => $log,
			env => {JOURNAL_STREAM => "$device:$inode"}}, '-n', 1);
		my $peer = $room->peer('messenger2');
		$peer->meet;
		$peer->play;
		is($bot->ended, 'exit 0', 'a game is played');
		my @lines = split /\n/, slurp($room->tmp . '/log');
		ok(scalar @lines, 'there are log lines');
		my @marked = grep { /\A<[0-7]>/ } @lines;
		is(scalar @marked, $journal ? scalar @lines : 0,
			$journal ? 'each is marked' : 'none is marked on another stream');
		$room->close;
	}
};

done_testing;
