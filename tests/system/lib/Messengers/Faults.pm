# SPDX-License-Identifier: ISC
# How tests make things go wrong at an exact point: a system call that fails or
# kills, a terminal nobody reads, a folder that is there again at once.
package Messengers::Faults;
use v5.36;
use Exporter 'import';
use Fcntl qw(O_RDWR O_NOCTTY);
use POSIX ();
use Messengers::Wait;

our @EXPORT = qw(fault only_on coming_ids attempts gaps_between pty look_now
	at_home lines_with);

# --- strace -----------------------------------------------------------------

# Options that do something to calls of a kind: error=EIO, signal=KILL,
# delay_enter=1000; $when is 3, 2..5 or 7+.
sub fault ($calls, $what, $when = '1+') {
	return ('-e', "inject=$calls:$what:when=$when");
}

# Options after which only calls on these paths count, written as the bot
# writes them or as the folder or file is named.
sub only_on (@paths) {
	return map { ('-P', $_) } @paths;
}

# The ids that the next games can have, from now on.
sub coming_ids ($seconds = 60) {
	my $now = time;
	return map { POSIX::strftime('%Y-%m-%d-%H%M%S', gmtime $_) }
		$now .. $now + $seconds;
}

# The moments of the calls that were made to fail so far, with -ttt.
sub attempts ($bot, $call) {
	my $trace = slurp($bot->trace_file) // '';
	return $trace =~ /^(?:(\d+\.\d+) )?$call\(.*\(INJECTED\)$/mg;
}

sub gaps_between (@moments) {
	return map { $moments[$_] - $moments[$_ - 1] } 1 .. $#moments;
}

# --- terminals ----------------------------------------------------------------

use constant { TIOCSPTLCK => 0x40045431, TIOCGPTN => 0x80045430 };

# Both ends of a new terminal; nothing where there are none.
sub pty () {
	my ($unlocked, $number) = (pack('i', 0), pack('i', 0));
	sysopen my $master, '/dev/ptmx', O_RDWR | O_NOCTTY or return;
	ioctl $master, TIOCSPTLCK, $unlocked or return;
	ioctl $master, TIOCGPTN, $number or return;
	sysopen my $slave, '/dev/pts/' . unpack('i', $number), O_RDWR | O_NOCTTY
		or return;
	return ($master, $slave);
}

# --- folders --------------------------------------------------------------------

# Makes a bot do its timed look now: the folder it watches has moved, though it
# is back before anybody can see it.
sub look_now ($room, $bot, $spool = $room->path('spool')) {
	my $other = $bot->name eq 'messenger1' ? 'messenger2' : 'messenger1';
	for my $names (["$spool/$other", "$spool/aside"], ["$spool/aside", "$spool/$other"]) {
		rename $names->[0], $names->[1] or die "$names->[0]: $!\n";
	}
	return;
}

# Waits until a bot that was just started has its lock, and has done what it had
# to do.
sub at_home ($room, $bot) {
	my $lock = $room->path('state', $bot->name, 'lock');
	my $pid = $bot->pid;
	wait_for(sub { !$bot->alive || (slurp($lock) // '') =~ /\A$pid\n\z/ },
		$bot->name . ' to have its lock');
	$bot->settle;
	return;
}

# --- logs -------------------------------------------------------------------------

sub lines_with ($bot, $pattern) {
	return grep { /$pattern/ } split /\n/, $bot->err;
}

1;
