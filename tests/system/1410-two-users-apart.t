#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# With two users the kernel keeps each bot's words and records from everybody
# else, and nobody else can hold a lock that it waits for.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Fcntl qw(:flock O_RDONLY O_WRONLY O_RDWR O_APPEND O_CREAT O_NONBLOCK);
use File::Find ();
use Test::More;
use Messengers;
use Messengers::Users;

plan skip_all => need_users() if need_users();

# A tree in which both bots have played games, and the bots as they were started.
sub played (%how) {
	my $room = installed();
	my @bots = map {
		start_as($room, $_, \%how, '-n', 2, $_ eq 'messenger1' ? ('-i', 0) : ())
	} bot_names();
	$_->ended for @bots;
	$room->results_ok(2, 'two users have played two games');
	return $room;
}

# All there is, with what it says.
sub state_of ($room) {
	return map { /\A(\S+) mode 10/ ? $_ . ' ' . slurp($1) : $_ } listing($room->dir);
}

# --- what others may try -------------------------------------------------------------

sub may_open ($path, $flags) {
	return sysopen my $handle, $path, $flags | O_NONBLOCK, 0644;
}

# Everything that can be done to a file, and to a folder.
my %TO_FILE = (
	'append to' => sub ($path) { may_open($path, O_WRONLY | O_APPEND) },
	'write to' => sub ($path) { may_open($path, O_RDWR) },
	'cut' => sub ($path) { truncate $path, 0 },
	'remove' => sub ($path) { unlink $path },
	'rename' => sub ($path) { rename $path, "$path.away" },
	'give rights to' => sub ($path) { chmod 0666, $path },
	'take for itself' => sub ($path) { chown $>, -1, $path },
	'date' => sub ($path) { utime 0, 0, $path },
);
my %TO_FOLDER = (
	'make a file in' => sub ($path) {
		may_open("$path/2097-01-01-000000.txt", O_WRONLY | O_CREAT)
	},
	'make a link in' => sub ($path) { symlink '/etc/passwd', "$path/journal~" },
	'make a folder in' => sub ($path) { mkdir "$path/new" },
	'rename' => sub ($path) { rename $path, "$path.away" },
	'remove' => sub ($path) { rmdir $path },
	'give rights to' => sub ($path) { chmod 0777, $path },
);

# A test that $who can do none of this to any of these paths.
sub nothing_done_ok ($room, $who, $what, $to, @paths) {
	my @before = state_of($room);
	my @done;
	for my $path (@paths) {
		for my $act (sort keys %$to) {
			my $why = as_user($who, sub { $to->{$act}->($path) });
			push @done, "$act $path: " . ($why || 'done')
				if $why !~ /\A(?:Permission denied|Operation not permitted)\z/;
		}
	}
	is_deeply(\@done, [], "$what: every attempt is refused");
	is_deeply([state_of($room)], \@before, "$what: nothing has changed");
	return;
}

# The files and folders that only this bot may write to.
sub files_of ($room, $name) {
	return grep { -f && !-l } map { glob $room->path($_) } "spool/$name/*",
		"state/$name/{journal,lock}", $name eq 'messenger1'
		? 'state/messenger1/results/*' : ();
}

sub folders_of ($room, $name) {
	return map { $room->path($_) } "spool/$name", "state/$name",
		$name eq 'messenger1' ? 'state/messenger1/results' : ();
}

my $played = played();
for my $name (bot_names()) {
	for my $who (other($name), THIRD) {
		subtest "what is of $name, and " . ($who eq THIRD ? 'a third user' : $who) => sub {
			my @files = files_of($played, $name);
			cmp_ok(scalar @files, '>=', $name eq 'messenger1' ? 5 : 3, 'there are files');
			nothing_done_ok($played, $who, 'files', \%TO_FILE, @files);
			nothing_done_ok($played, $who, 'folders', \%TO_FOLDER,
				folders_of($played, $name));
			my $lock = $played->path('state', $name, 'lock');
			is(as_user($who, sub { may_open($lock, O_RDONLY) }), 'Permission denied',
				'the lock cannot even be opened, so nobody can hold it');
			is(as_user($who, sub { 1 }), '', 'and there are things that can be done');
		};
	}
}

subtest 'what is for both, and a third user' => sub {
	nothing_done_ok($played, THIRD, 'files', \%TO_FILE, map { $played->path($_) }
		'current-board.txt', $played->results);
	nothing_done_ok($played, THIRD, 'folders', \%TO_FOLDER, $played->dir,
		map { $played->path($_) } 'spool', 'state');
};

# --- results -------------------------------------------------------------------------

# Only what is in a result is messenger1's alone: its first name is in a folder
# for both.
my %TO_RESULT = map { $_ => $TO_FILE{$_} } grep { !/remove|rename/ } keys %TO_FILE;

subtest 'messenger2 and the results' => sub {
	my $room = played();
	my @names = $room->results;
	nothing_done_ok($room, 'messenger2', 'results', \%TO_RESULT,
		map { $room->path($_) } @names);
	my %text = map { $_ => slurp($room->path($_)) } @names;
	for my $name (@names) {
		is(as_user('messenger2', sub {
			unlink $room->path($name) and spew($room->path($name), $text{$name} =~ s/win/tie/r)
		}), '', 'it can put another file in place of a first name');
		is(slurp($room->path('state/messenger1/results', $name)), $text{$name},
			'the second name has what was saved');
		is((lstat $room->path('state/messenger1/results', $name))[4], uid_of('messenger1'),
			'and is of messenger1');
	}
	as_user('messenger2', sub { unlink map { $room->path($_) } @names });
	my $second = $room->path('state/messenger1/results');
	start_as($room, 'messenger1', '-i', 0);
	is(start_as($room, 'messenger2', '-n', 1)->ended, 'exit 0', 'they play on');
	wait_for(sub { 3 == names_in($second) }, 'one more result');
	my %kept = map { $_ => slurp("$second/$_") } names_in($second);
	is_deeply([faults_of_chain(\%kept)], [], 'which form one chain');
	$room->close;
};

# --- locks -----------------------------------------------------------------------------

# A process of such a user that holds a lock on everything it can open, until its
# pipe is closed; how many those are.
sub hold_everything ($room, $who) {
	pipe my $out, my $in or die "pipe: $!\n";
	pipe my $wait, my $end or die "pipe: $!\n";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		close $_ for $out, $end;
		become($who)->();
		my %held;
		File::Find::find({no_chdir => 1, wanted => sub {
			sysopen my $handle, $_, O_RDONLY | O_NONBLOCK or return;
			$held{$_} = $handle if flock $handle, LOCK_EX | LOCK_NB;
		}}, $room->dir);
		syswrite $in, join("\n", sort keys %held) . "\n\n";
		sysread $wait, my $byte, 1;
		POSIX::_exit(0);
	}
	close $_ for $in, $wait;
	local $/ = "\n\n";
	return {end => $end, pid => $pid, held => [split /\n/, readline $out]};
}

for my $who (THIRD, bot_names()) {
	subtest 'all locks are held by ' . ($who eq THIRD ? 'a third user' : $who) => sub {
		my $room = played();
		my $holder = hold_everything($room, $who);
		cmp_ok(scalar @{$holder->{held}}, '>=', 12, 'that can be taken');
		my @locks = grep { m{/lock\z} } @{$holder->{held}};
		is_deeply(\@locks, $who eq THIRD ? [] : [$room->path('state', $who, 'lock')],
			'of the locks themselves its own at most');
		for my $name (grep { $_ ne $who } bot_names()) {
			my $bot = start_as($room, $name);
			my $peer = $room->peer(other($name));
			wait_for(sub { !$bot->alive || (slurp($room->path('state', $name, 'lock')) // '')
				eq $bot->pid . "\n" }, 'the start');
			$bot->settle;
			ok($bot->alive, "$name runs all the same");
			$bot->stop;
		}
		if ($who eq THIRD) {
			my @bots = map { start_as($room, $_, '-n', 1, $_ eq 'messenger1' ? ('-i', 0) : ()) }
				bot_names();
			is($_->ended, 'exit 0', $_->name . ' plays a game') for @bots;
			$room->results_ok(3, 'all results are right');
		}
		close $holder->{end};
		waitpid $holder->{pid}, 0;
		$room->close;
	};
}

# --- rights ----------------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "$name may not read what the other says" => sub {
		my $room = installed();
		my $bot = start_as($room, $name);
		my $peer = $room->peer(other($name));
		my @words = $name eq 'messenger1' ? ('circle', QUESTION) : (OPENING);
		$name eq 'messenger1' ? $peer->await_game : ($peer->{id} = '2026-09-03-110200');
		$peer->must_hear(OPENING) if $name eq 'messenger1';
		spew($room->tmp . '/words', join '', map { "$_\n" } @words);
		give($room->tmp . '/words', uid_of(other($name)), 0);
		rename $room->tmp . '/words', $peer->mouth or die "rename: $!\n";
		for (1 .. 3) {
			utime undef, undef, $peer->mouth;
			$peer->silent_ok($bot, 'it says nothing to that');
		}
		is(() = $bot->err =~ /Permission denied/g, 1, 'and tells of it once');
		chmod 0644, $peer->mouth;
		ok($peer->hear, 'when it may, it hears');
		$room->close;
	};
}

# --- umask -----------------------------------------------------------------------------

subtest 'a umask that hides everything' => sub {
	my $room = played(before => sub { umask 0777 });
	my %mode = map { $_ => mode_of($room->path($_)) } 'current-board.txt', $room->results,
		map { ("spool/$_/" . ($room->ids($_))[-1] . '.txt', "state/$_/journal") } bot_names();
	is_deeply([grep { $mode{$_} ne (/\Agame/ ? '0444' : '0644') } sort keys %mode], [],
		'is no obstacle: files have the modes they should have');
	$room->close;
};

done_testing;
