#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A filesystem that becomes read-only, or a folder that can be made no more, is
# waited for, half a minute long: then a bot ends for its service manager, for
# what it sees may be an old mount, and goes on at its next start.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Mounts;
use Messengers::Trouble;

my $why_not = need_mounts() || need_attach();
plan skip_all => $why_not if $why_not;

use constant TEMPFAIL => 'exit 75';
my $ID = '2026-09-03-110200';

# Both bots lose the folder at once: something is mounted over what it lies in.
sub cover ($room, $bots, $path, $options) {
	look_now($room, $_) for values %$bots;
	return mounted($room, $path, qw(-t tmpfs -o), $options, 'none');
}

# A game of each bot in which it has to write, until it cannot.
sub stage ($name) {
	my $room = room();
	$room->folder;
	my $bot = $room->start($name, $name eq 'messenger1' ? ('--first', 'no') : ());
	my $peer = $room->peer(other($name));
	$peer->meet(id => $ID, first => 'yes');
	$bot->settle;
	return {room => $room, bot => $bot, peer => $peer, name => $name};
}

my %HOPELESS = (
	'cannot write its journal' => sub ($case) {
		$case->{end} = failing($case->{bot}, qw(-e trace=pwrite64),
			fault('pwrite64', 'error=EROFS'));
		$case->{told} = qr/journal: Read-only file system: waiting/;
		$case->{peer}->move(5);
	},
	'sees a read-only folder' => sub ($case) {
		my $room = $case->{room};
		my $path = cover($room, {only => $case->{bot}}, $room->dir, 'mode=755,ro');
		$case->{end} = sub { unmount($path) };
		$case->{told} = qr/work: Read-only file system: waiting/;
		$case->{peer}{late} = 5;
	},
	'cannot make the folder' => sub ($case) {
		my ($room, $away) = ($case->{room}, $case->{room}->tmp . '/away');
		look_now($room, $case->{bot});
		rename $room->dir, $away or die "rename: $!\n";
		symlink '/proc/none/work', $room->dir or die "symlink: $!\n";
		$case->{end} = sub { unlink $room->dir; rename $away, $room->dir };
		$case->{told} = qr/work: No such file or directory: waiting/;
		$case->{peer}{late} = 5;
	},
	'misses the folder, then sees a read-only one' => sub ($case) {
		my $room = $case->{room};
		my ($away, $locked) = map { $room->tmp . "/$_" } qw(away locked);
		look_now($room, $case->{bot});
		rename $room->dir, $away or die "rename: $!\n";
		symlink '/proc/none/work', $room->dir or die "symlink: $!\n";
		mkdir $locked or die "mkdir: $!\n";
		mounted($room, $locked, qw(-t tmpfs -o), 'mode=755,ro', 'none');
		$case->{end} = sub {
			unmount($locked);
			unlink $room->dir;
			rename $away, $room->dir
		};
		$case->{then} = sub {
			symlink $locked, "$away.link" or die "symlink: $!\n";
			rename "$away.link", $room->dir or die "rename: $!\n";
		};
		$case->{told} = qr/work: Read-only file system: waiting/;
		$case->{peer}{late} = 5;
	},
);

# They wait for half a minute, so they do it all together.
my @cases;
for my $name (bot_names()) {
	for my $what (sort keys %HOPELESS) {
		my $case = stage($name);
		$HOPELESS{$what}->($case);
		push @cases, {%$case, what => $what, since => clock()};
	}
}

# --- and back in time ---------------------------------------------------------------

troubles({
	name => 'a read-only filesystem in place of the folder, for a while',
	begin => sub ($room, $bots) {
		my $path = cover($room, $bots, $room->dir, 'mode=755,ro');
		return sub { unmount($path) };
	},
	tells => {map {
		$_ => [qr/shut: waiting for it/, qr/work: Read-only file system: waiting/,
			qr/work is back/]
	} bot_names()},
}, map {
	my $name = $_;
	{
		name => "$name cannot write for a while",
		begin => sub ($room, $bots) {
			return failing($bots->{$name}, fault('pwrite64', 'error=EROFS'));
		},
		tells => {$name => [qr/journal: Read-only file system: waiting/,
			qr/journal: going on/]},
	}
} bot_names());

# What was missing and is read-only now has been of no use all the time.
for my $case (grep { $_->{then} } @cases) {
	wait_until($case->{since} + 15);
	$case->{then}->();
}

# --- for too long -----------------------------------------------------------------------

sub ends_ok ($case) {
	my ($room, $bot, $peer) = @$case{qw(room bot peer)};
	is($bot->ended(60), TEMPFAIL, 'ends with EX_TEMPFAIL');
	cmp_ok(clock() - $case->{since}, '>=', 30, 'not before half a minute');
	cmp_ok(clock() - $case->{since}, '<', 45, 'not half a minute after each change')
		if $case->{then};
	my @lines = unusual($bot);
	is(() = grep({ /$case->{told}/ } @lines), 1, 'it has told of it once');
	like($lines[-1], qr/: given up after 30 seconds\z/, 'and why it ends');
	cmp_ok(@lines, '<=', $case->{then} ? 4 : 3, 'in few lines') || diag($bot->err);
	$case->{end}->();
	$bot = $room->launch($bot->name, {}, $bot->options);
	$peer->move(delete $peer->{late}) if $peer->{late};
	$peer->hear_move;
	$peer->play;
	$bot->settle;
	is($room->board, $peer->picture, 'started again, it ends the same game');
	$room->results_ok(1, 'and saves it') if $bot->name eq 'messenger1';
	$room->close;
	return;
}

for my $case (@cases) {
	subtest "$case->{name} $case->{what}" => sub { ends_ok($case) };
}

done_testing;
