#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Where events are few, lost, merged or of no use, every word is heard all the
# same, once, and the log tells of it once.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Fcntl qw(O_RDWR);
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Strange;

use constant { O_TMPFILE => 020200000, QUEUE => '/proc/sys/fs/inotify/max_queued_events' };
use constant SEED => 4;	# a game of five moves

# --- no inotify ------------------------------------------------------------------

# A command that becomes a bot in a user namespace with such a limit of none.
sub without ($limit) {
	return ['unshare', '-Ur', 'sh', '-c',
		"echo 0 >/proc/sys/user/max_inotify_$limit && exec \"\$@\"", 'sh'];
}

sub need_namespace () {
	my @try = (@{without('instances')}, 'true');
	return system("@try[0 .. 3] '$try[4]' sh true 2>/dev/null") == 0 ? ''
		: 'there are no user namespaces to set limits in';
}

# Gives the namespace of a bot its events back.
sub lift ($bot, $limit) {
	return system('nsenter', '-U', '--preserve-credentials', '-t', $bot->pid, 'sh',
		'-c', "echo 100 >/proc/sys/user/max_inotify_$limit") == 0;
}

# One bot without events and one as usual, with a game just begun.
sub deaf_pair ($name, $limit) {
	my $room = room();
	my %bot = map {
		$_ => $room->start($_, $_ eq $name ? {through => without($limit)} : {},
			'--seed', SEED, $_ eq 'messenger2' ? ('-s', 'random')
				: ('-s', 'perfect', '-i', 600, '--first', 'yes'))
	} reverse bot_names();
	return {room => $room, bot => $bot{$name}, limit => $limit,
		other => $bot{other($name)}};
}

# The log of a bot whose events are back.
sub told_of_limit_ok ($bot, $limit) {
	my @lines = lines_with($bot, qr/inotify/);
	is(scalar @lines, 2, 'the log tells of it once, and of its end') || diag($bot->err);
	like($lines[0], qr{looking every 2 seconds.*/inotify/max_user_$limit\z},
		'it names what limits them');
	like($lines[1], qr/events are back/, 'and that they are back');
	return;
}

# All at once, for each has to wait for many timed looks; seen at the end.
my $no_namespace = need_namespace();
my @deaf = $no_namespace ? () : map {
	my $limit = $_;
	map { deaf_pair($_, $limit) } bot_names()
} 'instances', 'watches';

# --- too many of them ------------------------------------------------------------------

# Makes more events than the queue of a stopped bot can hold.
sub flood ($folder) {
	my $limit = slurp(QUEUE);
	my @names = ("$folder/~one", "$folder/~two");
	spew($names[0], '');
	for (0 .. $limit) {
		rename $names[$_ % 2], $names[1 - $_ % 2] or die "rename: $!\n";
	}
	unlink @names;
	return;
}

sub need_queue () {
	my $limit = slurp(QUEUE) // return QUEUE . ' is not there';
	return $limit <= 100_000 ? '' : 'the queue of events is too long to fill it';
}

for my $name (bot_names()) {
	SKIP: {
		skip need_queue(), 1 if need_queue();
		subtest "the queue of $name has overflowed" => sub {
			my $room = room();
			my $folder = $room->folder('spool', other($name));
			my $bot = $room->start($name, $name eq 'messenger1'
				? ('--first', 'no', '-i', 600) : ());
			my $peer = $room->peer(other($name));
			$peer->meet(first => 'yes');
			my $log = $bot->err;
			$bot->freeze;
			flood($folder);
			$peer->move(5);
			$bot->signal('CONT');
			ok($peer->hear_move, 'a word that came after that is heard');
			$bot->freeze;
			flood($folder);
			if ($name eq 'messenger2') {
				$peer->open_game('2026-09-03-110400');
				$bot->signal('CONT');
				$peer->meet(met => 1);
				pass('and so is a new game');
			} else {
				$bot->signal('CONT');
			}
			$peer->play;
			$bot->settle;
			is($room->board, $peer->picture, 'the game comes to its end');
			frugal_ok(1, 'then it is at rest', $bot);
			unlike(substr($bot->err, length $log), qr/inotify|event/,
				'nothing was lost, so there is nothing to tell');
			$room->close;
		};
	}
}

# --- between two looks -------------------------------------------------------------------

# A bot that stops at its first such call, and a peer in a game with it: one that
# messenger2 has not seen, or one that messenger1 has opened before.
sub stopped_at ($name, $call) {
	my $room = room();
	my $peer = $room->peer(other($name));
	$room->folder('spool', other($name));
	my @options = $name eq 'messenger1' ? ('--first', 'no') : ();
	if ($name eq 'messenger1') {
		my $first = $room->start($name, @options);
		$peer->await_game;
		$peer->must_hear(OPENING);
		$first->kill9;
	}
	$peer->{id} = '2026-09-03-110200' if $name eq 'messenger2';
	my $bot = $room->start($name, {strace => [fault($call, 'signal=STOP', 1)]},
		@options);
	wait_for(sub { (slurp($bot->trace_file) // '') =~ /stopped by SIGSTOP/ },
		"$name to be stopped");
	return ($room, $bot, $peer);
}

# What is left of the talk up to the first move.
sub first_words ($peer) {
	return $peer->seats('circle', $peer->must_hear(qr/\A(?:yes|no)\z/))
		if $peer->{seat} eq 'messenger2';
	my $symbol = $peer->must_hear(qr/\A(?:circle|cross)\z/);
	$peer->must_hear(QUESTION);
	$peer->say('yes');
	return $peer->seats($symbol, 'yes');
}

for my $name (bot_names()) {
	for my $row (['inotify_init1', 'before it watches'],
		['inotify_add_watch', 'between watch and look']) {
		SKIP: {
			skip need_strace(), 1 if need_strace();
			my ($call, $when) = @$row;
			subtest "words come to $name $when" => sub {
				my ($room, $bot, $peer) = stopped_at($name, $call);
				$peer->say(OPENING) if $name eq 'messenger2';
				$peer->say('circle', QUESTION) if $name eq 'messenger1';
				my $woken = clock();
				$bot->signal('CONT');
				first_words($peer);
				cmp_ok(clock() - $woken, '<', 7, 'before the timed look of one that is idle')
					if $name eq 'messenger2';
				$peer->silent_ok($bot, 'they are answered once');
				$peer->play;
				$bot->settle;
				is($room->board, $peer->picture, 'the game comes to its end');
				$room->close;
			};
		}
	}
}

# --- of no use -------------------------------------------------------------------------------

# The watches of a bot, one line for each.
sub watches ($bot) {
	return map { (slurp($_) // '') =~ /^(inotify wd:.*)$/mg }
		glob '/proc/' . $bot->pid . '/fdinfo/*';
}

for my $name (bot_names()) {
	subtest "$name watches one folder" => sub {
		my $room = room();
		my $folder = $room->folder('spool', other($name));
		my $bot = $room->start($name);
		my $peer = $room->peer(other($name));
		$peer->meet(first => 'no');
		$peer->hear_move if $peer->turn eq $name;
		my @watches = watches($bot);
		is(scalar @watches, 1, 'with one watch');
		like($watches[0], qr/ ino:@{[sprintf '%x', (stat $folder)[1]]} /, 'the other\'s');
		my $log = $bot->err;
		if (sysopen my $nameless, $folder, O_RDWR | O_TMPFILE, 0644) {
			syswrite $nameless, "hello\n" for 1 .. 3;
			close $nameless;
		}
		open my $untouched, '>>', $peer->mouth or die "open: $!\n";
		close $untouched;
		utime undef, undef, $peer->mouth;
		$peer->silent_ok($bot, 'events without words are no words');
		is($bot->err, $log, 'nor are they told of');
		$room->close;
	};
}

# --- no inotify, seen -----------------------------------------------------------------------

SKIP: {
	skip $no_namespace, 1 if $no_namespace;
	wait_for(sub { lines_with($_->{bot}, qr/saved|over: /) },
		'the end of a game without events') for @deaf;
	frugal_ok(2, 'bots without events wait at rest', map { $_->{bot} } @deaf);
	my @lifted = map { lift($_->{bot}, $_->{limit}) } @deaf;
	is("@lifted", '1 1 1 1', 'then they may have them again');
	for my $pair (@deaf) {
		my ($room, $bot, $limit) = @$pair{qw(room bot limit)};
		subtest $bot->name . " may have no inotify $limit" => sub {
			wait_for(sub { lines_with($pair->{other}, qr/saved|over: /) },
				'the end to be known to both');
			$room->results_ok(1, 'they have played a game');
			# Idle it looks every 2 s and not every 10 s.
			wait_for(sub { lines_with($bot, qr/back/) }, 'events', 5);
			told_of_limit_ok($bot, $limit);
			$room->close;
		};
	}
}

done_testing;
