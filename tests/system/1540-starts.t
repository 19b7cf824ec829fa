#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Bots that start at the same moment, of one name or of both, do not harm one
# another and lose no time; nobody else ever may open their lock.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

use constant SOON => scaled(1.5);	# well below a timed look

my @FOLDERS = ('spool', 'spool/messenger1', 'state', 'state/messenger1',
	'state/messenger1/results');

sub folders_ok ($room) {
	return is_deeply([grep { !-d $room->path($_) } @FOLDERS], [],
		'all folders are there');
}

# --- two of one name --------------------------------------------------------------

subtest 'twenty times messenger1 at once' => sub {
	for my $round (1 .. 3) {
		my $room = room();
		my @bots = map { $room->start('messenger1', '-q') } 1 .. 20;
		# A folder that was removed would be made again after ten seconds.
		ok(eval { wait_for(sub { $room->ids('messenger1') }, 'a game', scaled(4)) },
			'the first game begins at once') || diag($@);
		wait_for(sub { 1 == grep { $_->alive } @bots }, 'one to be left');
		folders_ok($room);
		my ($bot) = grep { $_->alive } @bots;
		my $peer = $room->peer('messenger2');
		$peer->meet;
		$peer->play;
		$bot->settle;
		$room->results_ok(1, 'its result is right');
		is_deeply([lines_with($bot, qr/was moved|is back/)], [],
			'nothing went away under it');
		$room->close;
	}
};

# Options with which a bot stops after a call on that path.
sub stopped_at ($call, $path, $when) {
	return {strace => [only_on($path), fault($call, 'signal=STOP', $when)]};
}

sub await_stop ($bot) {
	wait_for(sub { (slurp($bot->trace_file) // '') =~ /stopped by SIGSTOP/ },
		$bot->name . ' to be stopped');
	return;
}

SKIP: {
	skip need_strace(), 1 if need_strace();
	subtest 'a messenger1 that has made the folders for another' => sub {
		my $room = room();
		my $maker = $room->start('messenger1', stopped_at('openat', 'lock', 1));
		await_stop($maker);
		folders_ok($room);
		my $bot = $room->start('messenger1', '-n', 1);
		wait_for(sub { $room->ids('messenger1') }, 'a game of the other');
		$maker->signal('CONT');
		is($maker->ended, 'exit 75', 'finds the other at home');
		like($maker->err, qr/\b${\ $bot->pid}\b/, 'names it');
		folders_ok($room);
		my $peer = $room->peer('messenger2');
		$peer->meet;
		$peer->play;
		is($bot->ended, 'exit 0', 'the other plays its game');
		$room->results_ok(1, 'and saves its result');
		is_deeply([lines_with($bot, qr/was moved|is back/)], [],
			'nothing went away under it');
	};
}

# --- both together --------------------------------------------------------------------

# Without a missed event nothing but a busy machine makes one of them slow.
sub no_time_lost_ok (@times) {
	return cmp_ok((grep { $_ > SOON } @times), '<=', 1, 'and they lose no time')
		|| diag("they took @times s");
}

subtest 'both together in a fresh folder' => sub {
	my @times;
	for my $start (1 .. 10) {
		my $room = room();
		my $started = clock();
		my @bots = map { $room->start($_, '-q', '-n', 1, $_ eq 'messenger1' ? ('-i', 0) : ()) }
			$start % 2 ? bot_names() : reverse bot_names();
		my @ends = map { $_->ended } @bots;
		push @times, clock() - $started;
		is("@ends", 'exit 0 exit 0', "start $start: both play a game");
	}
	no_time_lost_ok(@times);
};

for my $name (bot_names()) {
	my $other = other($name);
	SKIP: {
		skip need_strace(), 1 if need_strace();
		subtest "$other makes its folder while $name looks for it" => sub {
			# Before it waits it looks more than once, before and after it watches.
			my @times;
			for my $look (1 .. 5) {
				my $room = room();
				my @options = ('-q', '-n', 1);
				my $bot = $room->start($name, stopped_at('openat', $other, $look),
					@options);
				await_stop($bot);
				my $second = $room->start($other, @options);
				at_home($room, $second);
				my $woken = clock();
				$bot->signal('CONT');
				is(join(' ', map { $_->ended } $bot, $second), 'exit 0 exit 0',
					"at look $look: both play a game");
				push @times, clock() - $woken;
			}
			no_time_lost_ok(@times);
		};
	}
}

# --- the lock ------------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "the lock of $name" => sub {
		my $room = room();
		my $lock = $room->path('state', $name, 'lock');
		my $bot = $room->start($name);
		at_home($room, $bot);
		is(mode_of($lock), '0600', 'is for nobody else');
		$bot->stop;
		chmod 0644, $lock or die "$lock: $!\n";
		$bot = $room->restart($bot);
		at_home($room, $bot);
		is(mode_of($lock), '0600', 'even if it was');
		$room->close;
	};
	SKIP: {
		skip need_strace(), 1 if need_strace();
		subtest "the lock of $name while it is being made" => sub {
			my $room = room();
			my $bot = $room->start($name, {strace => ['-e', 'trace=openat']});
			at_home($room, $bot);
			$bot->stop;
			my @modes = $bot->trace =~ /openat\(\d+, "lock", \S*O_CREAT\S*, (0\d+)\)/g;
			is_deeply(\@modes, ['0600'], 'is for nobody else at any moment');
		};
	}
}

done_testing;
