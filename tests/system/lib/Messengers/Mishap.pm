# SPDX-License-Identifier: ISC
# What can come over a running pair for a while. Each kind is a sub that makes
# the mishap and returns the sub that ends it, or nothing where it cannot be
# made. A pair is a hash: room, bot (by name), disk (the folder of a filesystem
# of its own, or '').
package Messengers::Mishap;
use v5.36;
use Exporter 'import';
use Messengers;
use Messengers::Faults;
use Messengers::Mounts;
use Messengers::Trouble;

our @EXPORT = qw(own_disk mishap_kinds mishap can_start_in);

use constant { SIZE => '4g', INODES => '4m' };

sub pick (@list) {
	return $list[rand @list];
}

sub any_bot ($pair) {
	return $pair->{bot}{pick(bot_names())};
}

sub run (@command) {
	return system("@command >/dev/null 2>&1") == 0;
}

# --- a disk without space ---------------------------------------------------

# One in memory, so large that the pair never fills it by itself.
sub own_disk ($room, $folder) {
	return mounted($room, $folder, qw(-t tmpfs -o), 'size=' . SIZE . ',nr_inodes=' . INODES,
		'none');
}

# Makes it just large enough for what is in it; meanwhile the pair plays on.
sub shrink ($pair, $option, $column, $unit) {
	my $folder = $pair->{disk} or return;
	for my $spare (map { 2 ** $_ } 2 .. 12) {
		my ($used) = `df -k --output=$column $folder` =~ /(\d+)\s*\z/ or return;
		return 1 if run("mount -o remount,$option=" . ($used + $spare) . $unit, $folder);
	}
	return;
}

sub no_space ($pair) {
	shrink($pair, 'size', 'used', 'k') or return;
	return sub { run('mount -o remount,size=' . SIZE, $pair->{disk}) };
}

sub no_inodes ($pair) {
	shrink($pair, 'nr_inodes', 'iused', '') or return;
	return sub { run('mount -o remount,nr_inodes=' . INODES, $pair->{disk}) };
}

# --- limits of a process ----------------------------------------------------

# Whose process it is may set them; root may not everywhere. One that has been
# killed meanwhile needs no end of it.
sub limited ($pair, $option, $low, $normal) {
	my $pid = any_bot($pair)->pid;
	my ($uid, $gid) = (stat "/proc/$pid")[4, 5] or return;
	my $as = $> == 0 ? "setpriv --reuid $uid --regid $gid --clear-groups" : '';
	run("$as prlimit --pid $pid --$option=$low:") or return;
	return sub {
		run("$as prlimit --pid $pid --$option=$normal:") || !-e "/proc/$pid";
	};
}

sub file_size ($pair) {
	return limited($pair, 'fsize', int rand 800, 'unlimited');
}

sub descriptors ($pair) {
	return limited($pair, 'nofile', 3 + int rand 15, 1024);
}

# --- folders ----------------------------------------------------------------

sub any_folder ($pair) {
	return $pair->{room}->path(pick('', 'spool', 'state',
		map { ("spool/$_", "state/$_") } bot_names())) =~ s,/\z,,r;
}

sub shut ($pair) {
	my $folder = pick(any_folder($pair), $pair->{room}->path('state/messenger1/results'));
	my $mode = (stat $folder)[2] & 07777;
	chmod pick(0, 0500), $folder or return;
	return sub { chmod $mode, $folder };
}

sub moved ($pair) {
	my $folder = any_folder($pair);
	rename $folder, "$folder.away" or return;
	return sub { rename "$folder.away", $folder };
}

# Another file with the same words takes the place of a spool file: what its
# bot says after that goes nowhere, until it starts again.
sub replaced ($pair) {
	my ($room, $name) = ($pair->{room}, any_bot($pair)->name);
	my $id = ($room->ids($name))[-1] // return;
	my $path = $room->spool($name, $id);
	my ($uid, $gid) = (stat $path)[4, 5] or return;
	my $copy = spew($room->path('spool') . '/copy', slurp($path) // return);
	chown $uid, $gid, $copy;
	rename $copy, $path or return;
	return sub { 1 };
}

# --- system calls that fail -------------------------------------------------

use constant CALLS => [
	'fsync:error=EIO', 'linkat:error=EIO', 'linkat:error=ENOSPC',
	'renameat2:error=EINVAL', 'renameat2:error=EIO', 'renameat:error=EIO',
	'pwrite64:error=ENOSPC', 'write:error=EIO', 'ftruncate:error=EIO',
	'openat:error=EMFILE', 'pread64:error=EIO', 'unlinkat:error=EIO',
	'getdents64:error=EIO', 'newfstatat:error=EIO',
	'inotify_add_watch:error=ENOSPC',
];

my $cannot_attach = need_attach();

sub failing_calls ($pair) {
	return if $cannot_attach;
	my ($call, $error) = split /:/, pick(@{CALLS()});
	my $bot = any_bot($pair);
	my $end = failing($bot, '-e', "trace=$call",
		fault($call, $error, pick('1+', '1+2', '2+3')));
	return sub { $end->(); 1 };
}

# --- all of them ------------------------------------------------------------

my %KIND = (
	'no space' => \&no_space,
	'no inodes' => \&no_inodes,
	'file size' => \&file_size,
	'descriptors' => \&descriptors,
	'shut' => \&shut,
	'moved' => \&moved,
	'replaced' => \&replaced,
	'failing calls' => \&failing_calls,
);

sub mishap_kinds () {
	my @kinds = sort keys %KIND;
	return @kinds;
}

sub mishap ($kind, $pair) {
	return $KIND{$kind}->($pair);
}

# Whether a bot that is started meanwhile waits for the end. Where its folders are
# shut it refuses, and where they are gone it makes new ones.
sub can_start_in ($kind) {
	return $kind !~ /\A(?:shut|moved)\z/;
}

1;
