#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Two bots under two users play with each other and with nobody else.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Messengers;

plan skip_all => need_root() if need_root();

# Two users that every system has, and one group for both.
my %USER = (messenger1 => 'daemon', messenger2 => 'games');
my %UID = map { $_ => scalar getpwnam $USER{$_} } bot_names();
my $GID = getgrnam 'games';
plan skip_all => 'the users daemon and games are not there'
	if grep { !defined } values %UID, $GID;

sub become ($name) {
	return sub {
		$( = $GID;
		$) = "$GID $GID";
		POSIX::setuid($UID{$name});
	};
}

sub may_run ($name) {
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		become($name)->();
		POSIX::_exit(-x binary($name) ? 0 : 1);
	}
	waitpid $pid, 0;
	return $? == 0;
}

plan skip_all => 'the bots are out of reach for other users'
	if grep { !may_run($_) } bot_names();

sub give ($path, $uid, $mode) {
	chown $uid, $GID, $path or die "$path: $!\n";
	chmod $mode, $path or die "$path: $!\n";
	return $path;
}

# The tree as root makes it at installation; the folder of second names is
# messenger1's own affair, and may be there or not.
sub installed (%options) {
	my $room = room();
	give($room->folder, 0, 02775);
	give($room->folder($_), 0, 03775) for qw(spool state);
	for my $name (bot_names()) {
		give($room->folder($_, $name), $UID{$name}, 02755) for qw(spool state);
	}
	give($room->folder('state/messenger1/results'), $UID{messenger1}, 02755)
		if $options{results} // 1;
	return $room;
}

sub start ($room, $name, @options) {
	return $room->start($name, {prepare => become($name)}, '--peer-user',
		$USER{other($name)}, @options);
}

# Says lines as this user would: the file is made, given away, then written.
sub say_as ($peer, $uid, @lines) {
	append($peer->mouth, '');
	give($peer->mouth, $uid, 0644);
	$peer->say(@lines);
	return;
}

subtest 'two users play whole games' => sub {
	my $room = installed();
	my @bots = (start($room, 'messenger1', '-i', 0, '-n', 5),
		start($room, 'messenger2', '-n', 5));
	is($_->ended, 'exit 0', $_->name . ' plays five games') for @bots;
	$room->results_ok(5, 'all results are right');
	for my $result ($room->results) {
		is((lstat $room->path($result))[4], $UID{messenger1}, "$result is of messenger1");
	}
	is(mode_of($room->dir), '2775', 'the folder is as it was');
	is(mode_of($room->path('spool')), '3775', 'and so is the spool');
	is($room->board, ($bots[1]->drawings)[-1], 'the last board is drawn');
	$room->close;
};

subtest 'the folder of second names is not there yet' => sub {
	my $room = installed(results => 0);
	my $bot = start($room, 'messenger1');
	wait_for(sub { !$bot->alive || $room->ids('messenger1') }, 'an end or a game');
	ok($bot->alive, 'messenger1 makes it, as it is inside its own folder');
	$room->close;
};

subtest 'both are killed and play on' => sub {
	my $room = installed();
	my %bot = (messenger1 => start($room, 'messenger1', '-i', 0),
		messenger2 => start($room, 'messenger2'));
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
		my $bot = start($room, $name, $name eq 'messenger1' ? ('--first', 'no') : ());
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
			unlink $peer->mouth for 0, $UID{$name}, 65534;
		say_as($peer, $UID{$other}, @words);
		ok($peer->hear, "user $USER{$other} is heard");
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
	my $bot = start($room, 'messenger2');
	my $peer = $room->peer('messenger1');
	my $id = $peer->{id} = '2026-09-03-110200';
	say_as($peer, $UID{messenger1}, OPENING);
	my $symbol = $peer->hear;
	$peer->must_hear(QUESTION);
	my $result = spew($room->path("game-$id.txt"), "Game ID: $id\n");
	give($result, 0, 0444);
	$peer->say('hello');
	$peer->hear_ok('Rejected "hello": answer yes or no.', 'a result of root is none');
	give($result, $UID{messenger1}, 0444);
	$peer->say('hello again');
	$peer->silent_ok($bot, 'one of messenger1 is');
	$room->close;
};

done_testing;
