# SPDX-License-Identifier: ISC
# What the bench measures with: folders, races, rounds, medians.
#
# A round has each contestant once, and the next one begins with another, so that
# whatever else the machine does falls on all of them alike. Each run has a folder
# of its own: one in which thousands of files were deleted is slower.
package Bench;
use v5.36;
use Exporter 'import';
use File::Temp ();
use FindBin;
use POSIX ();
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

our @EXPORT = qw(clock build filesystems fresh race times_of rounds ratio calls_of
	smaps switches start_program end_program said slurp);

my $BUILD = $ENV{BUILDDIR} // 'build';
$BUILD = "$FindBin::Bin/../../$BUILD" if $BUILD !~ m{^/};
my (@homes, @mounted, %running);

sub clock () {
	return clock_gettime(CLOCK_MONOTONIC);
}

sub build ($name) {
	return "$BUILD/$name";
}

sub median (@list) {
	my @sorted = sort { $a <=> $b } @list;
	return $sorted[@sorted / 2];
}

sub slurp ($path) {
	open my $in, '<:raw', $path or return '';
	local $/;
	return scalar(readline $in) // '';
}

# What a command has printed; dies if it fails.
sub said (@command) {
	open my $out, '-|', @command or die "$command[0]: $!\n";
	my @lines = readline $out;
	close $out or die "@command: failed\n";
	chomp @lines;
	return @lines;
}

# --- filesystems -------------------------------------------------------------------

# Removed at the end, after all is unmounted.
sub temporary ($where) {
	push @homes, File::Temp->newdir('bench-XXXXXX', DIR => $where);
	return "$homes[-1]";
}

# A journaled ext4 in a file, with room for two names of each of so many results.
sub ext4 ($results) {
	my $home = temporary($ENV{TMPDIR} || '/tmp');
	open my $out, '>', "$home/image" or die "$home/image: $!\n";
	truncate $out, (512 + $results / 100) << 20 or die "truncate: $!\n";
	close $out or die "close: $!\n";
	mkdir "$home/disk";
	said(qw(mkfs.ext4 -q -F -N), 100_000 + $results, "$home/image");
	said(qw(mount -t ext4 -o loop), "$home/image", "$home/disk");
	push @mounted, "$home/disk";
	return {name => 'ext4', path => "$home/disk", home => $home};
}

# Those there can be here, and why there are no others.
sub filesystems ($results) {
	my (@there, @missing);
	if (-w '/dev/shm') {
		my $home = temporary('/dev/shm');
		push @there, {name => 'tmpfs', path => $home, home => $home};
	} else {
		push @missing, 'tmpfs: /dev/shm may not be written';
	}
	my $ext4 = $> == 0 && eval { ext4($results) };
	push @missing, 'ext4: ' . ($> == 0 ? "no image can be mounted: $@" : 'only root can mount')
		unless $ext4;
	return ([@there, $ext4 || ()], \@missing);
}

# A new folder, like that of a workspace.
sub fresh ($fs) {
	state $count = 0;
	my $dir = "$fs->{path}/" . ++$count;
	for my $name ('', qw(/spool /spool/messenger1 /spool/messenger2 /state
		/state/messenger1 /state/messenger1/results /state/messenger2)) {
		mkdir "$dir$name" or die "$dir$name: $!\n";
	}
	return $dir;
}

# --- measuring ---------------------------------------------------------------------

# Runs programs at once on 'one' CPU, on 'two', or on 'any'. What a program has
# printed of its own time counts instead of that of its whole run.
sub race ($cpus, @programs) {
	my @arguments = map { ('--', @$_) } @programs;
	my @lines = said(build('bench/race'), $cpus, @arguments[1 .. $#arguments]);
	my ($wall, $cpu, $switches) = split / /, pop @lines;
	my ($own) = grep { /^\d+$/ } @lines;
	return {wall => $own // $wall, cpu => $cpu, switches => $switches};
}

# Numbers that a program prints, a line each time: the medians of the columns.
sub times_of (@command) {
	my @rows = map { [split / /] } said(@command);
	return map { my $at = $_; median(map { $_->[$at] } @rows) } 0 .. $#{$rows[0]};
}

# Of each contestant the medians over the rounds of what it returns, a hash of
# numbers, and under `rounds` all of these hashes.
sub rounds ($count, %contestants) {
	my @names = sort keys %contestants;
	my %result;
	for my $round (1 .. $count) {
		push @{$result{$_}{rounds}}, $contestants{$_}->() for @names;
		push @names, shift @names;
	}
	for my $one (values %result) {
		my @rounds = @{$one->{rounds}};
		for my $what (keys %{$rounds[0]}) {
			$one->{$what} = median(map { $_->{$what} } @rounds);
		}
	}
	return \%result;
}

# The median of one contestant's number by another's in the same round: what else
# the machine did then fell on both.
sub ratio ($result, $one, $other, $what = 'rate') {
	my ($above, $below) = map { $result->{$_}{rounds} } $one, $other;
	return median(map { $above->[$_]{$what} / $below->[$_]{$what} } 0 .. $#$above);
}

# How many system calls programs make that run at once.
sub calls_of ($home, @programs) {
	my $n = 0;
	my @traced = map { ['strace', '-fcqq', '-o', "$home/calls" . $n++, @$_] } @programs;
	race('any', @traced);
	my $sum = 0;
	for my $at (0 .. $n - 1) {
		my ($total) = slurp("$home/calls$at") =~ /^\s*100\.00\s+\S+\s+(?:\d+\s+)?(\d+)\s.*total$/m;
		$sum += $total;
	}
	return $sum;
}

# --- programs that stay ----------------------------------------------------------

sub start_program (@command) {
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		exec { $command[0] } @command or POSIX::_exit(127);
	}
	$running{$pid} = 1;
	return $pid;
}

sub end_program ($pid) {
	kill 'TERM', $pid;
	waitpid $pid, 0;
	delete $running{$pid};
	return;
}

# RSS, PSS and private dirty memory in kB.
sub smaps ($pid) {
	my %kb = slurp("/proc/$pid/smaps_rollup") =~ /^(Rss|Pss|Private_Dirty):\s+(\d+) kB/mg;
	return \%kb;
}

sub switches ($pid) {
	my ($count) = slurp("/proc/$pid/status") =~ /^voluntary_ctxt_switches:\s+(\d+)/m;
	return $count;
}

END {
	local $?;
	end_program($_) for keys %running;
	for my $where (reverse @mounted) {
		system 'umount', $where and system 'umount', '-l', $where;
	}
}

$SIG{$_} = sub { exit 1 } for qw(INT TERM HUP);

1;
