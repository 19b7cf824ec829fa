#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Two bots under two users play with each other and with nobody else.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Users;

plan skip_all => need_users() if need_users();

# Says lines as this user would: the file is made, given away, then written.
sub say_as ($peer, $uid, @lines) {
	append($peer->mouth, '');
	give($peer->mouth, $uid, 0644);
	$peer->say(@lines);
	return;
}

subtest 'two users play whole games' => sub {
	my $room = installed();
	my @bots = (start_as($room, 'messenger1', '-i', 0, '-n', 5),
		start_as($room, 'messenger2', '-n', 5));
	is($_->ended, 'exit 0', $_->name . ' plays five games') for @bots;
	$room->results_ok(5, 'all results are right');
	for my $result ($room->results) {
		is((lstat $room->path($result))[4], uid_of('messenger1'), "$result is of messenger1");
	}
	is(mode_of($room->dir), '2775', 'the folder is as it was');
	is(mode_of($room->path('spool')), '3775', 'and so is the spool');
	is($room->board, ($bots[1]->drawings)[-1], 'the last board is drawn');
	$room->close;
};

subtest 'the folder of second names is not there yet' => sub {
	my $room = installed(results => 0);
	my $bot = start_as($room, 'messenger1');
	wait_for(sub { !$bot->alive || $room->ids('messenger1') }, 'an end or a game');
	ok($bot->alive, 'messenger1 makes it, as it is inside its own folder');
	$room->close;
};

subtest 'both are killed and play on' => sub {
	my $room = installed();
	my %bot = (messenger1 => start_as($room, 'messenger1', '-i', 0),
		messenger2 => start_as($room, 'messenger2'));
	my $games = 0;
	for my $round (1 .. 6) {
		my $name = $round % 2 ? 'messenger1' : 'messenger2';
		wait_for(sub { $room->results > $games }, 'one more result');
		$games = $room->results;
		$bot{$name} = $room->restart($bot{$name});
	}
	wait_for(sub { $room->results > $games }, 'one more result');
	$bot{$_}->stop for bot_names();
	$room->results_ok(scalar $room->results, 'all results form one chain');
	$room->close;
};

for my $name (bot_names()) {
	my $other = other($name);
	subtest "$name hears nobody but $other" => sub {
		my $room = installed();
		my $bot = start_as($room, $name, $name eq 'messenger1' ? ('--first', 'no') : ());
		my $peer = $room->peer($other);
		my @words = ('circle', QUESTION);
		if ($name eq 'messenger1') {
			$peer->await_game;
			$peer->must_hear(OPENING);
		} else {
			$peer->{id} = '2026-09-03-110200';
			@words = (OPENING);
		}
		say_as($peer, $_, @words), $peer->silent_ok($bot, "user $_ has no say"),
			unlink $peer->mouth for 0, uid_of($name), THIRD;
		say_as($peer, uid_of($other), @words);
		ok($peer->hear, "the user of $other is heard");
		$room->close;
	};
	subtest "$name names the user that is not there" => sub {
		my $room = installed();
		my $bot = $room->start($name, {prepare => become($name)}, '--peer-user',
			'no-such-user');
		is($bot->ended, 'exit 64', 'EX_USAGE');
		like($bot->err, qr/\A[^\n]*no-such-user[^\n]*\n\z/, 'one line with the name');
		$room->close;
	};
}

subtest 'only messenger1 can end a game by a result' => sub {
	my $room = installed();
	my $bot = start_as($room, 'messenger2');
	my $peer = $room->peer('messenger1');
	my $id = $peer->{id} = '2026-09-03-110200';
	say_as($peer, uid_of('messenger1'), OPENING);
	my $symbol = $peer->hear;
	$peer->must_hear(QUESTION);
	my $result = spew($room->path("game-$id.txt"), "Game ID: $id\n");
	give($result, 0, 0444);
	$peer->say('hello');
	$peer->hear_ok('Rejected "hello": answer yes or no.', 'a result of root is none');
	give($result, uid_of('messenger1'), 0444);
	$peer->say('hello again');
	$peer->silent_ok($bot, 'one of messenger1 is');
	$room->close;
};

done_testing;
