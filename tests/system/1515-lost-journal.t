#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Without a journal messenger1 learns the last result and the last id from the
# folders; it waits while one of them cannot be listed.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

plan skip_all => need_strace() if need_strace();

use constant TOMORROW => '2098-01-01-000000';

# A room in which one game was saved and whose journal is lost.
sub forgetful_room () {
	my $room = room();
	my $bot = $room->start('messenger1', '-n', 1);
	my $peer = $room->peer('messenger2');
	$peer->meet;
	$peer->play;
	$bot->ended;
	$room->results_ok(1, 'one game is saved');
	unlink $room->path('state/messenger1/journal') or die "unlink: $!\n";
	return $room;
}

# Names that count for the next id, and the folder they are in.
my %LATEST = (
	'the shared folder' => sub ($room) { ($room->dir, undef) },
	'its spool folder' => sub ($room) {
		($room->folder('spool', 'messenger1'), 'messenger1')
	},
	'the spool folder of messenger2' => sub ($room) {
		($room->folder('spool', 'messenger2'), 'messenger2')
	},
);

# It may have got its name the moment before a crash, and no sync, nor then its
# second name: only synced may the next result name it.
subtest 'the last result is synced before a game is opened' => sub {
	my $room = forgetful_room();
	unlink $room->path('state/messenger1/results', $room->results) or die "unlink: $!\n";
	my $bot = $room->start('messenger1', {strace => [only_on($room->dir),
		fault('fsync', 'error=EIO', '1..2')]}, '-n', 1);
	my $peer = $room->peer('messenger2');
	$peer->{id} = wait_for(sub { ($bot->err =~ /(\S+): opened$/m)[0] }, 'a game');
	like($bot->err, qr/Input\/output error.*waiting\n(?s:.*): opened\n/,
		'no game while it cannot be');
	$peer->meet(met => 1);
	$peer->play;
	is($bot->ended, 'exit 0', 'then one is played');
	$room->results_ok(2, 'the new result names the one before it');
};

subtest 'one that has its second name was synced before' => sub {
	my $room = forgetful_room();
	my $bot = $room->start('messenger1', {strace => [only_on($room->dir),
		fault('fsync', 'error=EIO', '1..2')]}, '-n', 1);
	my $peer = $room->peer('messenger2');
	$peer->{id} = wait_for(sub { ($bot->err =~ /(\S+): opened$/m)[0] }, 'a game');
	unlike($bot->err, qr/waiting/, 'and is not synced again');
	$peer->meet(met => 1);
	$peer->play;
	is($bot->ended, 'exit 0', 'the game is played');
};

for my $what (sort keys %LATEST) {
	subtest "$what cannot be listed twice" => sub {
		my $room = forgetful_room();
		my ($folder, $owner) = $LATEST{$what}->($room);
		spew($room->spool($owner, TOMORROW), '') if $owner;
		my $bot = $room->start('messenger1', {strace => [only_on($folder),
			fault('getdents64', 'error=EIO', '1..2')]}, '-n', 1);
		my $peer = $room->peer('messenger2');
		$peer->{id} = wait_for(sub { ($bot->err =~ /(\S+): opened$/m)[0] },
			'a game');
		is($peer->id, TOMORROW . '_0002', 'the next id is later than all others')
			if $owner;
		$peer->meet(met => 1);
		$peer->play;
		is($bot->ended, 'exit 0', 'a game is played');
		$room->results_ok(2, 'the new result names the one before it');
		is(() = lines_with($bot, qr/Input\/output error.*waiting/), 1,
			'one line of the log tells that it has waited');
	};
}

subtest 'the last result gets its second name without a journal too' => sub {
	my $room = room();
	my @bots = map { $room->start($_, '-n', 1) } bot_names();
	$_->ended for @bots;
	my ($name) = $room->results;
	unlink map { $room->path('state/messenger1', $_) } 'journal', "results/$name";
	$room->start('messenger1', '-i', 600);
	wait_for(sub { -e $room->path("state/messenger1/results/$name") }, 'its second name');
	$room->results_ok(1, 'it is there again');
	$room->close;
};

done_testing;
