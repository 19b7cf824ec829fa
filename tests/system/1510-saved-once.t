#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A result has one name and a second name, whatever the filesystem cannot do and
# wherever messenger1 is killed.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

plan skip_all => need_strace() if need_strace();

my @NO_LINKS = fault('linkat', 'error=EPERM');

# One game, played by hand to its end.
sub play_one ($room) {
	my $peer = $room->peer('messenger2');
	$peer->meet;
	$peer->play;
	return $peer->id;
}

sub second_name ($room, $id) {
	return $room->path('state/messenger1/results', "game-$id.txt");
}

# The second name of a result is a file of its own where there are no links.
sub copied_ok ($room, $id) {
	my $path = second_name($room, $id);
	is(slurp($path), slurp($room->path("game-$id.txt")),
		'the second name is a copy of the result');
	is(mode_of($path), '0444', 'which nobody writes to');
	ok(!lstat $room->path('state/messenger1/.result'), 'no temporary file is left');
	return;
}

subtest 'on a filesystem without links' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', {strace => [@NO_LINKS]}, '-n', 1);
	my $id = play_one($room);
	is($bot->ended, 'exit 0', 'a game is played and saved');
	is_deeply([$room->results], ["game-$id.txt"], 'under its name');
	copied_ok($room, $id);
};

subtest 'killed before the second name, on a filesystem without links' => sub {
	for my $again ([@NO_LINKS], []) {
		my $room = room();
		my $bot = $room->start('messenger1', {strace => [only_on('.result'),
			@NO_LINKS, fault('renameat2', 'signal=KILL', 1)]});
		my $id = play_one($room);
		is($bot->ended, 'signal 9', 'it is killed before .result is renamed');
		ok(-e $room->path("game-$id.txt"), 'when the result is there');
		ok(!-e second_name($room, $id), 'and its second name is not');
		$bot = $room->launch('messenger1', @$again ? {strace => $again} : {},
			$bot->options);
		ok(eval { wait_for(sub { !$bot->alive || -e second_name($room, $id) },
			'the second name', scaled(5)) }, 'the next start makes it') || diag($@);
		$bot->settle;
		ok($bot->alive, 'and goes on') || diag($bot->err);
		@$again ? copied_ok($room, $id) : $room->results_ok(1, 'with a link, if there are any');
		is_deeply([$room->results], ["game-$id.txt"], 'there is one result');
		$room->close;
	}
};

subtest 'a result that cannot be read for a while is not saved twice' => sub {
	for my $failing (1, 2, 3) {
		my $room = room();
		my @names = map { "game-$_.txt" } coming_ids();
		my $bot = $room->start('messenger1', {strace => [only_on(@names),
			fault('openat', 'error=ENFILE', "1..$failing")]}, '-n', 1);
		my $id = play_one($room);
		is($bot->ended, 'exit 0', "the name cannot be opened $failing times");
		is(() = attempts($bot, 'openat'), $failing, 'and has been tried so often');
		is_deeply([$room->results], ["game-$id.txt"], 'there is one result');
		is(() = lines_with($bot, qr/saved/), 1, 'the log tells of one');
		is(() = lines_with($bot, qr/waiting/), 1, 'and once of waiting');
		$room->results_ok(1, 'it is right, and so is its second name');
	}
};

done_testing;
