#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The shared folder, or one in it, is moved away and back, mounted over and
# uncovered, or removed, in a game and between games: the bots wait for it, or
# make it anew, and play on.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(remove_tree);
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Mounts;
use Messengers::Trouble;

plan skip_all => need_mounts() if need_mounts();

my $WORDS = join '|', 'shut: waiting for it', 'No such file or directory: waiting',
	'cross-device link: waiting', 'result: .*: waiting', 'is back', 'going on', 'board';
my @IDS = ('2026-09-03-110200', '2026-09-03-110400');

# How a folder goes away; each returns the code with which it is back.
my %AWAY = (
	moved => sub ($path, $away) {
		rename $path, $away or die "$path: $!\n";
		return sub { rename $away, $path or die "$path: $!\n" };
	},
	'mounted over' => sub ($path, $away) {
		system(qw(mount -t tmpfs -o mode=755 none), $path) == 0 or die "$path: $?\n";
		return sub { unmount($path) };
	},
	removed => sub ($path, $away) {
		remove_tree($path);
		return sub { };
	},
);
my %FOLDERS = (
	moved => ['', 'spool', 'state', 'spool/messenger1', 'spool/messenger2',
		'state/messenger1', 'state/messenger2'],
	# where what is seen in its place is no folder to play in
	'mounted over' => ['', 'spool', 'state', 'state/messenger1/results'],
	removed => ['', 'spool', 'state', 'spool/messenger1', 'spool/messenger2',
		'state/messenger1', 'state/messenger2'],
);

# In a game. Both look at once, lest one that is idle does it ten seconds later.
sub away ($how, $folder) {
	return {
		name => ($folder || 'the shared folder') . " is $how while they play",
		begin => sub ($room, $bots) {
			look_now($room, $_) for values %$bots;
			return $AWAY{$how}->($room->path($folder || ()), $room->tmp . '/away');
		},
		told => qr/$WORDS/,
		$how eq 'removed' ? (forgets => 1, noticed => scaled(20)) : (),
	};
}

troubles(map {
	my $how = $_;
	map { away($how, $_) } @{$FOLDERS{$how}}
} sort keys %AWAY);

# --- between games --------------------------------------------------------------

sub between_games_ok ($name, $how) {
	my $room = room();
	my $bot = $room->start($name, $name eq 'messenger1' ? ('-i', scaled(3)) : ());
	my $peer = $room->peer(other($name));
	$peer->meet(id => $IDS[0]);
	$peer->play;
	$bot->settle;
	my $texts = join '', map { slurp($room->path($_)) } $room->results;
	$bot->freeze;
	look_now($room, $bot);
	my $back = $AWAY{$how}->($room->dir, $room->tmp . '/away');
	$bot->signal('CONT');
	wait_for(sub { $bot->err =~ /shut: waiting for it/ }, 'it to be missed');
	$back->();
	wait_for(sub { $bot->err =~ /is back/ }, 'it to be back');
	is(join('', map { slurp($room->path($_)) } $room->results), $texts,
		'the result is as it was');
	$peer->meet(id => $IDS[1]);
	$peer->play;
	$bot->settle;
	is($room->board, $peer->picture, 'the next game is played');
	$room->results_ok(2, 'and saved') if $name eq 'messenger1';
	$room->close;
	return;
}

for my $name (bot_names()) {
	for my $how ('moved', 'mounted over') {
		subtest "it is $how between two games of $name" => sub {
			between_games_ok($name, $how);
		};
	}
}

done_testing;
