# SPDX-License-Identifier: ISC
# The one place where tests wait, and what they do with files.
package Messengers::Wait;
use v5.36;
use Exporter 'import';
use Fcntl qw(O_WRONLY O_APPEND O_CREAT);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

our @EXPORT = qw(clock wait_for wait_until patience scaled slurp spew append
	mode_of names_in listing);

# Sanitizers and a busy machine make everything slow: a deadline is long,
# because only a failing test ever reaches it.
my $PATIENCE = $ENV{SAN} ? 90 : 30;
my $STEP = 0.002;

sub clock () {
	return clock_gettime(CLOCK_MONOTONIC);
}

sub patience () {
	return $PATIENCE;
}

# An interval for tests whose subject is the time, longer where all is slower.
sub scaled ($seconds) {
	return $ENV{SAN} ? 3 * $seconds : $seconds;
}

# Waits until the condition is true and returns its value. Everything that
# waits in these tests waits here.
sub wait_for ($condition, $what, $seconds = $PATIENCE) {
	my $end = clock() + $seconds;
	while (1) {
		my $late = clock() > $end;
		my $value = $condition->();
		return $value if $value;
		die "waited $seconds s in vain for $what\n" if $late;
		select undef, undef, undef, $STEP;
	}
}

# Waits for a moment of clock(): only for tests whose subject is the time.
sub wait_until ($moment) {
	wait_for(sub { clock() >= $moment }, 'a moment in time',
		$moment - clock() + $PATIENCE);
	return;
}

# The bytes of a file, undef if there is none.
sub slurp ($path) {
	open my $in, '<:raw', $path or return undef;
	local $/;
	return scalar(readline $in) // '';
}

sub spew ($path, $bytes) {
	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out $bytes;
	close $out or die "$path: $!\n";
	return $path;
}

# Appends with a single write, as a bot says a line.
sub append ($path, $bytes) {
	sysopen my $out, $path, O_WRONLY | O_APPEND | O_CREAT, 0644
		or die "$path: $!\n";
	my $done = syswrite $out, $bytes;
	die "$path: short write\n" unless defined $done && $done == length $bytes;
	return;
}

sub mode_of ($path) {
	my @stat = lstat $path or return 'missing';
	return sprintf '%04o', $stat[2] & 07777;
}

# The names in a folder, sorted; none where there is no folder.
sub names_in ($folder) {
	opendir my $handle, $folder or return my @none = ();
	my @names = sort grep { !/\A\.\.?\z/ } readdir $handle;
	return @names;
}

# Names, kinds, sizes and modes of everything in a folder, as sorted lines.
sub listing ($folder) {
	my @lines;
	for my $name (names_in($folder)) {
		my @stat = lstat "$folder/$name" or next;
		push @lines, sprintf '%s mode %o size %s inode %d', "$folder/$name",
			$stat[2], -d _ ? 'any' : $stat[7], $stat[1];
		push @lines, listing("$folder/$name") if -d _;
	}
	return sort @lines;
}

1;
