#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Links, pipes, folders, sockets, devices and foreign files in the place of any
# file or folder of a bot are neither followed nor read nor written to; what can
# be replaced is, what cannot is told of once and waited out.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Strange;

use constant CONFIG => 78;

# What each bot makes with a fixed name, but for its lock.
my %FIXED = (
	messenger1 => ['current-board.txt', '.board-messenger1', '.result-messenger1',
		'state/messenger1/journal', 'state/messenger1/.journal', 'state/messenger1/.result'],
	messenger2 => ['current-board.txt', '.board-messenger2', 'state/messenger2/journal',
		'state/messenger2/.journal'],
);

sub make_folders ($room) {
	$room->folder(@$_) for (map { ['spool', $_], ['state', $_] } bot_names()),
		['state', 'messenger1', 'results'];
	return;
}

sub started ($room, $name, @options) {
	my $how = ref $options[0] ? shift @options : {};
	return $room->start($name, $how,
		$name eq 'messenger1' ? ('--first', 'yes', '-i', 600) : (), @options);
}

# What the things lead to, which no bot may touch.
sub untouched_ok ($room) {
	my $path = $room->tmp . '/precious';
	is(slurp($path) // "precious\n", "precious\n", 'what they lead to is as it was');
	is(mode_of($path), '0644', 'and so is its mode') if -e $path;
	ok(!lstat $room->tmp . '/nothing', 'nothing is made where they lead to nothing');
	return;
}

# --- its own files -----------------------------------------------------------------

for my $name (bot_names()) {
	for my $kind (kinds(qr/\A(?!.*folder)/)) {
		subtest "$kind in place of each file of $name" => sub {
			my $room = room();
			make_folders($room);
			put_in_place($kind, $room->path($_), $room->tmp) for @{$FIXED{$name}};
			my $bot = started($room, $name, '-n', 1);
			my $peer = $room->peer(other($name));
			$peer->meet(first => 'no');
			$peer->play;
			is($bot->ended, 'exit 0', 'a game is played');
			is($room->board, $peer->picture, 'its end is drawn');
			ok(!-l $room->path($_) && -f _, "$_ is a file") for 'current-board.txt',
				"state/$name/journal";
			$room->results_ok(1, 'its result is right') if $name eq 'messenger1';
			untouched_ok($room);
			unlike($bot->err, qr/waiting|not drawn/, 'there is nothing to tell');
			$room->close;
		};
	}
}

sub told_once_ok ($bot, $pattern, $name) {
	my @lines = lines_with($bot, $pattern);
	return is(scalar @lines, 1, "$name: the log tells of it once") || diag($bot->err);
}

for my $name (bot_names()) {
	for my $kind (kinds(qr/folder/)) {
		subtest "$kind in place of each file of $name" => sub {
			my $room = room();
			make_folders($room);
			my @fixed = @{$FIXED{$name}};
			put_in_place($kind, $room->path($_), $room->tmp) for @fixed;
			my $bot = started($room, $name);
			my $peer = $room->peer(other($name));
			$peer->open_game('2026-09-03-110200') if $name eq 'messenger2';
			wait_for(sub { lines_with($bot, qr/journal: .*waiting/) }, 'it to be told');
			is_deeply([$room->ids($name)], [], 'without a journal nothing is said');
			remove_kind($room->path($_)) for grep { /journal/ } @fixed;
			$peer->meet(met => $name eq 'messenger2', first => 'no');
			$peer->play;
			if ($name eq 'messenger1') {
				wait_for(sub { lines_with($bot, qr/result: .*waiting/) }, 'it to be told');
				is_deeply([$room->results], [], 'without its temporary file nothing is saved');
				remove_kind($room->path('state/messenger1/.result'));
				wait_for(sub { lines_with($bot, qr/saved/) }, 'the result');
				$bot->settle;
				told_once_ok($bot, qr/result: .*waiting/, 'the result');
				$room->results_ok(1, 'the result is right');
			}
			remove_kind($room->path($_)) for grep { /board/ } @fixed;
			look_now($room, $bot);
			wait_for(sub { ($room->board // '') eq $peer->picture }, 'the drawing');
			$bot->settle;
			told_once_ok($bot, qr/journal: .*waiting/, 'the journal');
			told_once_ok($bot, qr/current-board.*not drawn/, 'the board');
			told_once_ok($bot, qr/drawn again/, 'the board drawn again');
			$room->close;
		};
	}
}

# --- its lock ----------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "what is no file in place of the lock of $name" => sub {
		for my $kind (kinds(qr/\A(?!a hard|a sparse|a file of all)/)) {
			my $room = room();
			make_folders($room);
			my $lock = $room->path('state', $name, 'lock');
			put_in_place($kind, $lock, $room->tmp);
			my $looks = looks_of($lock);
			my $bot = started($room, $name);
			is($bot->ended, 'exit ' . CONFIG, "$kind: it does not start");
			like($bot->err, qr{\A[^\n]*state/$name/lock: not a regular file of ours[^\n]*\n\z},
				'one line says why');
			is(looks_of($lock), $looks, 'it is left alone');
			untouched_ok($room);
		}
	};
	subtest "what is a file in place of the lock of $name" => sub {
		for my $kind ('a sparse file', 'a file of all bytes') {
			my $room = room();
			make_folders($room);
			put_in_place($kind, $room->path('state', $name, 'lock'), $room->tmp);
			my $bot = started($room, $name);
			at_home($room, $bot);
			my $second = started($room, $name);
			is($second->ended, 'exit 75', "$kind: it locks");
			like($second->err, qr/\b${\ $bot->pid}\b/, 'and has its pid in it');
			$room->close;
		}
	};
}

# --- folders -----------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "what is no folder in place of each folder of $name" => sub {
		my @kinds = kinds(qr/\A(?!.*folder|a hard|a sparse|.*nothing|.*itself)/);
		for my $folder ('spool', 'state', "spool/$name", "state/$name",
			$name eq 'messenger1' ? 'state/messenger1/results' : ()) {
			for my $kind (@kinds) {
				my $room = room();
				$room->folder($folder =~ s{/?[^/]+\z}{}r);
				put_in_place($kind, $room->path($folder), $room->tmp);
				my $looks = looks_of($room->path($folder));
				my $bot = started($room, $name);
				is($bot->ended, 'exit ' . CONFIG, "$folder is $kind: it does not start");
				like($bot->err, qr{\A[^\n]*/\Q$folder\E: [A-Z][^\n]*\n\z}, 'one line says why');
				is(looks_of($room->path($folder)), $looks, 'it is left alone');
			}
		}
	};
	my $other = other($name);
	for my $kind (kinds(qr/\A(?!.*folder|a hard|a sparse)/)) {
		subtest "$kind in place of the folder in which $other speaks" => sub {
			my $room = room();
			my $path = $room->folder('spool') . "/$other";
			put_in_place($kind, $path, $room->tmp);
			my $looks = looks_of($path);
			my $bot = started($room, $name);
			wait_for(sub { !$bot->alive || lines_with($bot, qr/waiting for it/) },
				'it to be told');
			ok($bot->alive, "$name waits") || diag($bot->err);
			look_now_at($bot) for 1 .. 3;
			is(looks_of($path), $looks, 'it is left alone');
			remove_kind($path);
			my $peer = $room->peer($other);
			$peer->meet(first => 'no');
			$peer->play;
			$bot->settle;
			is($room->board, $peer->picture, 'with a folder there they play');
			told_once_ok($bot, qr{spool/$other: .*: waiting for it\z}, 'the folder');
			untouched_ok($room);
			$room->close;
		};
	}
}

# A bot that may not open the folder in which the other speaks.
sub shut_out ($room, $name) {
	make_folders($room);
	return started($room, $name, {strace => [only_on(other($name)),
		fault('openat', 'error=EACCES')]});
}

SKIP: {
	skip need_strace(), 1 if need_strace();
	subtest 'the folder in which the other speaks is shut' => sub {
		my $room = room();
		my $bot = shut_out($room, 'messenger1');
		is($bot->ended, 'exit ' . CONFIG, 'messenger1 cannot know what ids there are');
		is(() = lines_with($bot, qr{/spool/messenger2: Permission denied: use}), 1,
			'one line says so');
		$room = room();
		$bot = shut_out($room, 'messenger2');
		wait_for(sub { lines_with($bot, qr/waiting for it/) }, 'it to be told');
		look_now_at($bot) for 1 .. 3;
		told_once_ok($bot, qr{spool/messenger1: Permission denied: waiting for it\z},
			'messenger2 waits');
		$room->close;
	};
}

# Wakes a bot that watches spool/ in place of the other's folder.
sub look_now_at ($bot) {
	my $news = ($bot->options)[1] . '/spool/news';
	spew($news, '');
	unlink $news;
	$bot->settle;
	return;
}

# --- the words of the other -----------------------------------------------------------

sub resident ($bot) {
	return (slurp('/proc/' . $bot->pid . '/status') =~ /^VmRSS:\s+(\d+)/m)[0];
}

# messenger1 opens its next game at once when it has forgotten the last.
sub next_game ($room, $bot) {
	$bot->stop;
	unlink $room->path('state/messenger1/journal');
	return $room->restart($bot);
}

for my $name (bot_names()) {
	for my $kind (kinds(qr/device|hard|sparse|all bytes|itself|full/)) {
		subtest "$kind in place of what " . other($name) . " says to $name" => sub {
			my $room = room();
			make_folders($room);
			my $bot = started($room, $name, '-q');
			my $peer = $room->peer(other($name));
			$name eq 'messenger1' ? $peer->await_game : ($peer->{id} = '2026-09-03-110100');
			$bot->settle;
			my $resident = resident($bot);
			put_in_place($kind, $peer->mouth, $room->tmp);
			my $looks = looks_of($peer->mouth);
			$bot->settle;
			cmp_ok(resident($bot) - $resident, '<', 1024, 'it takes no memory') if !$ENV{SAN};
			is(looks_of($peer->mouth), $looks, 'it is left alone');
			unlike(join('', map { slurp($_) } glob $room->path('spool', $name) . '/*'),
				qr/circle$|cross$|[^\x20-\x7e\n]/m, 'nothing in it is taken for an answer');
			remove_kind($peer->mouth);
			$bot = next_game($room, $bot) if $name eq 'messenger1';
			$peer->meet(first => 'no');
			$peer->play;
			$bot->settle;
			is($room->board, $peer->picture, 'the next game is played');
			untouched_ok($room);
			printable_ok($room, 'nothing printed has a strange byte', $bot);
			$room->close;
		};
	}
}

done_testing;
