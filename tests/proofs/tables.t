#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Many tables on one machine, at the real pace: what they need, and that all of
# them play. TABLES: how many; TABLES_SECONDS: how long. A user may have only so
# many inotify instances, and a table needs two: the tables are spread over users,
# who need not have names.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/../system/lib";
use POSIX ();
use Test::More;
use Messengers;
use Messengers::Users;

plan skip_all => need_users() if need_users();

my $TABLES = $ENV{TABLES} || 200;
my $SECONDS = $ENV{TABLES_SECONDS} || 300;
my $INSTANCES = slurp('/proc/sys/fs/inotify/max_user_instances') // 128;
my $PER_USER = POSIX::floor($INSTANCES / 2 * 0.8);	# the users may have others
my $USERS = POSIX::ceil($TABLES / $PER_USER);
use constant { FIRST_UID => 61_200, INTERVAL => 120, GAME => 30 };

# --- tables ---------------------------------------------------------------------

# A room with both bots, as their manuals start them, of one of the users.
sub table ($n) {
	my $uid = FIRST_UID + $n % $USERS;
	my $room = room();
	chown $uid, $uid, $room->folder or die "chown: $!\n";
	$room->launch($_, {prepare => become($uid)}, '-q', '-w', $room->dir)
		for bot_names();
	return $room;
}

# --- what they need -------------------------------------------------------------

sub read_all ($pid) {
	my %now;
	my $memory = slurp("/proc/$pid/smaps_rollup") // '';
	$now{$1} += $2 while $memory =~ /^(Pss(?=:)|Private)(?:_Clean|_Dirty)?:\s+(\d+) kB/mg;
	my $status = slurp("/proc/$pid/status") // '';
	($now{wakes}) = $status =~ /^voluntary_ctxt_switches:\s+(\d+)/m;
	($now{cpu}) = split / /, slurp("/proc/$pid/schedstat") // 0;	# nanoseconds
	return \%now;
}

# What the kernel holds for all processes there are.
sub in_kernel () {
	my $text = slurp('/proc/meminfo');
	my $sum = 0;
	$sum += $1 while $text =~ /^(?:SUnreclaim|KernelStack|PageTables):\s+(\d+) kB/mg;
	return $sum;
}

# The sums over all bots.
sub measure (@bots) {
	my %sum = (at => clock());
	for my $bot (@bots) {
		my $now = read_all($bot->pid);
		$sum{$_} += $now->{$_} // 0 for keys %$now;
	}
	$sum{kernel} = in_kernel();
	return \%sum;
}

sub report ($format, @values) {
	diag(sprintf $format, @values);
	return;
}

sub tell_needs ($kernel, $from, $to, $count) {
	my $seconds = $to->{at} - $from->{at};
	my $games = $seconds / INTERVAL * $TABLES;
	report('memory of %d processes: PSS %.1f MB, of it private %.1f MB: %.0f kB a table',
		$count, $to->{Pss} / 1024, $to->{Private} / 1024, $to->{Private} / $TABLES);
	report('memory of the kernel: %.1f MB more than before, whatever else has begun or ended',
		($from->{kernel} - $kernel) / 1024);
	report('CPU: %.2f %% of one; %.1f ms for a table\'s game and the time up to the next',
		($to->{cpu} - $from->{cpu}) / 1e7 / $seconds, ($to->{cpu} - $from->{cpu}) / 1e6 / $games);
	report('wake-ups: %.1f a second, %.2f for each process',
		($to->{wakes} - $from->{wakes}) / $seconds,
		($to->{wakes} - $from->{wakes}) / $seconds / $count);
	return;
}

# --- what they have done ----------------------------------------------------------

sub texts ($room) {
	return map { slurp($room->path($_)) } $room->results;
}

# How long the games of a table took, in seconds.
sub lengths ($room) {
	return map {
		my ($started, $finished) = map { /T(\d\d):(\d\d):(\d\d)Z/ ? $1 * 3600 + $2 * 60 + $3 : 0 }
			@{facts_of($_)}{qw(started finished)};
		($finished - $started) % 86_400
	} texts($room);
}

report('%d tables of %d users for %d s', $TABLES, $USERS, $SECONDS);
my $kernel = in_kernel();
my $start = clock();
my @rooms = map { table($_) } 1 .. $TABLES;
my @bots = map { @{$_->{bots}} } @rooms;
wait_for(sub { !grep { !$_->ids('messenger2') } @rooms }, 'a game at each table');
report('all have begun to play after %.1f s', clock() - $start);

my $from = measure(@bots);
wait_until($start + $SECONDS);
my $to = measure(@bots);

is_deeply([map { $_->name . ' ' . $_->ended } grep { !$_->alive } @bots], [],
	scalar(@bots) . ' bots have played all the time');
is_deeply([grep { /inotify/ } map { $_->err } @bots], [], 'with events');
tell_needs($kernel, $from, $to, scalar @bots);

# Each tick's game but one that may be under way.
my $least = POSIX::floor(($SECONDS - GAME) / INTERVAL) + 1;
my @few = grep { $_->results < $least } @rooms;
is(scalar @few, 0, "each table has at least $least results");
$_->signal('TERM') for @bots;
subtest 'all end, and all they leave is right' => sub {
	for my $room (@rooms) {
		$_->ended for @{$room->{bots}};
		$room->results_ok(scalar $room->results, 'results of ' . $room->dir);
		$room->close;
	}
};
my @lengths = sort { $a <=> $b } map { lengths($_) } @rooms;
report('%d games; one took %d s, the longest %d s', scalar @lengths,
	$lengths[@lengths / 2], $lengths[-1]);

done_testing;
