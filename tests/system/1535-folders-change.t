#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Folders and locks that go away under a bot cost neither a second name nor a
# game's count, and the log says of them what is true.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(remove_tree);
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Users;

my @IDS = map { sprintf '2026-09-03-11%02d00', 2 * $_ } 1 .. 3;

sub results_folder ($room) {
	return $room->path('state/messenger1/results');
}

# Waits until a bot has lost its workspace, or has it back, once more than $n.
sub await_times ($bot, $words, $n) {
	wait_for(sub { $n < (() = lines_with($bot, qr/$words/)) }, "\"$words\"");
	return;
}

# --- the folder of second names ----------------------------------------------

subtest 'the folder of second names is removed while they play' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 0);
	my $other = $room->start('messenger2', '-q');
	wait_for(sub { $room->results >= 5 }, 'some results');
	$bot->freeze;
	my %lost = map { $_ => 1 } names_in(results_folder($room));
	remove_tree(results_folder($room));
	$bot->signal('CONT');
	await_times($bot, 'is back', 0);
	my $count = $room->results;
	wait_for(sub { $room->results >= $count + 5 }, 'more results');
	$_->stop for $bot, $other;
	my @new = grep { !$lost{$_} } $room->results;
	my %second = map { $_ => 1 } $room->second_names;
	is_deeply([grep { !$second{(lstat $room->path($_))[1]} } @new], [],
		'all results saved after that have their second name');
	is(() = lines_with($bot, qr/results: .*waiting|was moved/), 2,
		'the log tells of it once');
};

# --- two users ------------------------------------------------------------------

SKIP: {
	skip need_users(), 1 if need_users();
	subtest 'with two users messenger1 makes the folder of second names' => sub {
		my $room = installed(results => 0);
		my @bots = map {
			start_as($room, $_, '-n', 3, $_ eq 'messenger1' ? ('-i', 0) : ())
		} bot_names();
		is(eval { $_->ended(scaled(10)) }, 'exit 0', $_->name . ' plays three games')
			|| diag($_->err) for @bots;
		$room->results_ok(3, 'with right results and second names');
		my @stat = lstat results_folder($room);
		is($stat[4], uid_of('messenger1'), 'the folder is that of messenger1');
		is(sprintf('%o', $stat[2] & 0777), '755', 'and for nobody else to write to');
	};
}

# --- the lock -----------------------------------------------------------------------

# A bot whose lock is removed takes everything up anew.
sub take_up_anew ($room, $bot) {
	my $n = () = lines_with($bot, qr/is back/);
	unlink $room->path('state', $bot->name, 'lock') or die "lock: $!\n";
	look_now($room, $bot);
	await_times($bot, 'is back', $n);
	$bot->settle;
	return;
}

my %ALSO_REMOVED = (
	'its lock' => sub ($room) { 1 },
	'its lock and all its words' => sub ($room) {
		unlink $room->spool('messenger2', $IDS[0])
	},
);

for my $what (sort keys %ALSO_REMOVED) {
	subtest "messenger2 counts a game once, though without $what" => sub {
		my $room = room();
		my $bot = $room->start('messenger2', '-n', 2);
		my $peer = $room->peer('messenger1');
		$peer->meet(id => $IDS[0]);
		$peer->play;
		$bot->settle;
		ok($ALSO_REMOVED{$what}->($room), "after a game: without $what");
		for my $time (1 .. 2) {
			take_up_anew($room, $bot);
			ok($bot->alive, "it waits for the second ($time)") or return;
		}
		$peer->meet(id => $IDS[1]);
		take_up_anew($room, $bot);
		$peer->play;
		is($bot->ended, 'exit 0', 'after the second it ends');
	};
}

# A game with messenger2 in which this side may make the ending move; its cell.
sub about_to_end ($room) {
	for my $seed (1 .. 40) {
		my $bot = $room->start('messenger2', '-n', 2, '-s', 'random', '--seed', $seed);
		my $peer = $room->peer('messenger1');
		$peer->meet(id => $IDS[0], first => 'yes');
		while (my $turn = $peer->turn) {
			my ($cell) = $turn eq 'messenger1' ? $peer->ending_cells : ();
			return ($bot, $peer, $cell) if $cell;
			$turn eq 'messenger2' ? $peer->hear_move : $peer->move($peer->lasting);
		}
		$bot->kill9;
		remove_tree($room->dir);
	}
	die "messenger2 has won every game\n";
}

subtest 'messenger2 counts a game once that was left for a newer one' => sub {
	my $room = room();
	my ($bot, $peer, $cell) = about_to_end($room);
	$bot->freeze;
	$peer->move($cell);
	$peer->{id} = $IDS[1];
	$peer->say_bytes('Choose your');
	$bot->signal('CONT');
	wait_for(sub { lines_with($bot, qr/over: /) }, 'the end to be heard');
	take_up_anew($room, $bot);
	ok($bot->alive, 'it waits for the second') or return;
	$peer->reset;
	$peer->say_bytes(substr(OPENING, length 'Choose your') . "\n");
	ok(eval { $peer->meet(met => 1); $peer->play }, 'which is played') or return;
	is($bot->ended, 'exit 0', 'and ends after it');
};

# --- the folder itself ------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "the folder is moved away from $name and back" => sub {
		my $room = room();
		my $bot = $room->start($name);
		my $peer = $room->peer(other($name));
		$peer->meet(id => $IDS[0], first => 'yes');
		my $away = $room->tmp . '/away';
		for my $time (0, 1) {
			rename $room->dir, $away or die "rename: $!\n";
			look_now($room, $bot, "$away/spool");
			await_times($bot, 'was moved', $time);
			rename $away, $room->dir or die "rename: $!\n";
			await_times($bot, 'is back', $time);
		}
		is_deeply([lines_with($bot, qr/inotify|events/)], [],
			'nothing is said of events, which never failed');
		is(() = lines_with($bot, qr/was moved|is back/), 4, 'only that it was away');
		$peer->play;
		$bot->settle;
		is($room->board, $peer->picture, 'the game goes on to its end');
		$room->close;
	};
}

done_testing;
