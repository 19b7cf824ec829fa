#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What could not be done at the first try is done right at the next: nothing is
# skipped because it was begun, and nothing is done twice.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

plan skip_all => need_strace() if need_strace();

my $ID = '2026-09-03-110200';

subtest 'a spool file that differs is not written to at the second try either' => sub {
	my $room = room();
	my $bot = $room->start('messenger1');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	$peer->must_hear(OPENING);
	$bot->kill9;
	my $spool = $room->spool('messenger1', $peer->id);
	spew($spool, "foreign words\n");
	$bot = $room->start('messenger1',
		{strace => [fault('pwrite64', 'error=ENOSPC', 1)]});
	wait_for(sub { lines_with($bot, qr/is given up/) }, 'the game to be given up');
	is(slurp($spool), "foreign words\n", 'it is as it was');
	$room->close;
};

subtest 'a folder from before the save gets its result once more' => sub {
	my $room = room();
	my %bot = map { $_ => $room->start($_, $_ eq 'messenger1' ? ('-i', 600) : ()) }
		bot_names();
	wait_for(sub { lines_with($bot{messenger1}, qr/saved/) }, 'a result');
	my ($name) = keys %{$room->results_ok(1, 'a game is saved')};
	my $text = slurp($room->path($name));
	system('cp', '-a', $room->dir, $room->tmp . '/earlier') == 0 or die "cp: $?\n";
	unlink map { $room->tmp . "/earlier/$_" } $name, "state/messenger1/results/$name";
	rename $room->dir, $room->tmp . '/gone' or die "rename: $!\n";
	wait_for(sub { lines_with($bot{messenger1}, qr/waiting for it/) },
		'messenger1 to miss it');
	rename $room->tmp . '/earlier', $room->dir or die "rename: $!\n";
	wait_for(sub { -e $room->path($name) }, 'the result');
	is(slurp($room->path($name)), $text, 'to the byte');
	wait_for(sub { -e $room->path("state/messenger1/results/$name") },
		'its second name');
	$room->close;
};

# A game that messenger1, played by hand, can win with its next move; undef where
# this seed leads to another end.
sub about_to_win ($seed) {
	my $room = room();
	my $bot = $room->start('messenger2', '-n', 1, '-s', 'random', '--seed', $seed);
	my $peer = $room->peer('messenger1');
	$peer->meet(first => 'yes', id => $ID);
	until ($peer->ending_cells) {
		$peer->move(($peer->empties)[0]);
		$peer->hear_move if defined $peer->turn;
		last if !defined $peer->turn;
	}
	return ($room, $bot, $peer) if defined $peer->turn;
	$room->close;
	return;
}

subtest 'messenger2 does not begin a game more than it was asked for' => sub {
	my ($room, $bot, $peer);
	for my $seed (1 .. 20) {
		($room, $bot, $peer) = about_to_win($seed);
		last if $room;
	}
	$bot->freeze;
	$peer->say($peer->own_symbol . ' ' . ($peer->ending_cells)[0]);
	my $next = '2026-09-03-110400';
	append($room->spool('messenger1', $next), OPENING . "\n");
	$bot->signal('CONT');
	is($bot->ended, 'exit 0', 'it ends with that game');
	is_deeply([$room->said('messenger2', $next)], [], 'and says nothing in the next');
	$room->close;
};

subtest 'a folder that cannot be listed keeps its files' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '--symbol', 'cross');
	my $peer = $room->peer('messenger1');
	$peer->meet(id => $ID);
	$bot->kill9;
	unlink $room->path('state/messenger2/journal') or die "journal: $!\n";
	my $said = slurp($room->spool('messenger2', $ID));
	$bot = $room->start('messenger2',
		{strace => [fault('getdents64', 'error=EIO', 1)]}, '--symbol', 'circle');
	at_home($room, $bot);
	is(slurp($room->spool('messenger2', $ID)), $said,
		'messenger2 neither forgets nor repeats what it said');
	$room->close;
};

subtest 'thinking at a tick that finds no space is not thinking for ever' => sub {
	my $room = room();
	my $bot = $room->start('messenger1',
		{strace => [fault('renameat', 'error=ENOSPC', '2+')]},
		'--pace', 900, '-i', 9, '--first', 'yes');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	$peer->must_hear(OPENING);
	my $opened = Messengers::Wait::clock();
	wait_until($opened + 8.5);
	$peer->say('circle', QUESTION);
	wait_for(sub { lines_with($bot, qr/journal: No space/) }, 'the full disk');
	my $polls = sub { scalar(() = slurp($bot->trace_file) =~ /^poll\(/mg) };
	my $before = $polls->();
	wait_until($opened + 12);
	cmp_ok($polls->() - $before, '<', 60, 'it sleeps while it waits');
	$room->close;
};

# At a start of a bot that has a game under way: a call that fails once, and on
# what; of messenger1 the game may have a result, or a journal be lost.
my @STARTS = (
	['messenger1', 'pread64', 'state/messenger1/journal'],
	['messenger1', 'pwrite64', 'state/messenger1/journal', 'result'],
	['messenger1', 'fsync', 'game-ID.txt', 'result'],
	['messenger1', 'getdents64', 'spool/messenger1', 'lost'],
	['messenger1', 'getdents64', '', 'lost'],
	['messenger2', 'pread64', 'state/messenger2/journal'],
	['messenger2', 'getdents64', 'spool/messenger2', 'lost'],
);
for my $case (@STARTS) {
	my ($name, $call, $what, $then) = (@$case, '');
	subtest "$name starts and is told of $call on \"$what\" $then" => sub {
		my $room = room();
		my $bot = $room->start($name);
		my $peer = $room->peer(other($name));
		$name eq 'messenger1' ? $peer->await_game : $peer->open_game($ID);
		$peer->hear;
		$bot->kill9;
		my $id = $peer->id;
		spew($room->path("game-$id.txt"), "Game ID: $id\n") if $then eq 'result';
		unlink $room->path("state/$name/journal") if $then eq 'lost';
		my $path = $room->path($what =~ s/ID/$id/r) =~ s{/\z}{}r;
		$bot = $room->start($name,
			{strace => [only_on($path), fault($call, 'error=EIO', 1)]});
		at_home($room, $bot);
		is(() = $bot->err =~ m{\Q$path\E: Input/output error: waiting$}mg, 1,
			'it names that, once');
		$room->close;
	};
}

done_testing();
