# SPDX-License-Identifier: ISC
# What a bot may meet that is no fault of the disk: things of every kind in place
# of a file, waiting without work.
package Messengers::Strange;
use v5.36;
use Exporter 'import';
use File::Temp ();
use IO::Socket::UNIX;
use POSIX qw(mkfifo);
use Test::More ();
use Messengers::Wait;

our @EXPORT = qw(kinds put_in_place remove_kind looks_of frugal_ok
	wakeups cpu_of printable_ok);

# --- things in place of a file ---------------------------------------------------

# Each is put at $path; $tmp is for what it leads to. Sockets stay as they are
# when their process forgets them.
my %PUT = (
	'a symlink' => sub ($path, $tmp) { symlink precious($tmp), $path },
	'a symlink to nothing' => sub ($path, $tmp) { symlink "$tmp/nothing", $path },
	'a symlink to itself' => sub ($path, $tmp) { symlink $path, $path },
	'a FIFO' => sub ($path, $tmp) { mkfifo $path, 0644 },
	'a folder' => sub ($path, $tmp) { mkdir $path },
	'a full folder' => sub ($path, $tmp) { mkdir $path and mkdir "$path/x" },
	'a socket' => sub ($path, $tmp) {
		IO::Socket::UNIX->new(Local => $path, Listen => 1)
	},
	'a device' => sub ($path, $tmp) { make_zero($path) },
	'a file of another user' => sub ($path, $tmp) {
		# It must never have been ours under that name, not even for a moment.
		my $foreign = spew("$tmp/foreign", "foreign\n");
		return chown(65534, 65534, $foreign) && rename $foreign, $path;
	},
	'a hard link' => sub ($path, $tmp) { link precious($tmp), $path },
	'a sparse file' => sub ($path, $tmp) {
		return truncate spew($path, "\0"), 10 * 2 ** 30;
	},
	'a file of all bytes' => sub ($path, $tmp) {
		spew($path, join '', map { chr } 0 .. 255);
	},
);

sub precious ($tmp) {
	return spew("$tmp/precious", "precious\n");
}

# A device like /dev/zero: who reads it never comes to an end.
sub make_zero ($path) {
	return system("mknod '$path' c 1 5 2>/dev/null") == 0;
}

# Whether devices can be made here, and are more than names.
sub have_devices () {
	state $have = do {
		my $tmp = File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1);
		make_zero("$tmp/zero") && open(my $zero, '<', "$tmp/zero") ? 1 : 0;
	};
	return $have;
}

# All kinds, or those that match; some cannot be made everywhere.
sub kinds ($pattern = qr/./) {
	return grep {
		/$pattern/ && ($> == 0 || !/user/) && (!/device/ || have_devices())
	} sort keys %PUT;
}

sub put_in_place ($kind, $path, $tmp) {
	$PUT{$kind}->($path, $tmp) or die "$path: $!\n";
	return;
}

sub remove_kind ($path) {
	rmdir "$path/x";
	return -d $path && !-l $path ? rmdir $path : unlink $path;
}

# What must not change of a thing that is left alone.
sub looks_of ($path) {
	my @stat = lstat $path or return 'gone';
	return join ' ', @stat[0 .. 7], readlink($path) // '';
}

# --- waiting -------------------------------------------------------------------------

# Seconds of processor time, and how often it has gone to sleep.
sub cpu_of ($bot) {
	my $path = '/proc/' . $bot->pid;
	my $schedstat = slurp("$path/schedstat") // '';
	return $1 / 1e9 if $schedstat =~ /\A(\d+) /;
	my @stat = split ' ', (slurp("$path/stat") // '') =~ s/.*\) //sr;
	return ($stat[11] + $stat[12]) / POSIX::sysconf(POSIX::_SC_CLK_TCK());
}

sub wakeups ($bot) {
	return (split ' ', $bot->state)[1] // 0;
}

# A test that bots which have to wait for some seconds do so at rest: below one
# per cent of a processor, and a few wake-ups a second at most.
sub frugal_ok ($seconds, $name, @bots) {
	my %before = map { $_ => [cpu_of($_), wakeups($_)] } @bots;
	wait_until(clock() + $seconds);
	my @restless = map {
		my $cpu = cpu_of($_) - $before{$_}[0];
		my $woken = wakeups($_) - $before{$_}[1];
		$woken > 20 * $seconds || ($cpu > 0.01 * $seconds && !$ENV{SAN})
			? sprintf('%s: %.4f s of processor, %d wake-ups', $_->name, $cpu, $woken)
			: ()
	} @bots;
	return Test::More::is(join(', ', @restless), '', $name);
}

# --- what is printed ---------------------------------------------------------------------

# A test that nothing a user looks at has a byte that is not printable ASCII.
sub printable_ok ($room, $name, @bots) {
	my %text = map { ($_->name . "'s log" => $_->err, $_->name . "'s drawings" => $_->out) }
		@bots;
	$text{$_} = slurp($room->path($_)) // '' for 'current-board.txt', $room->results;
	return Test::More::is_deeply([grep { $text{$_} =~ /[^\x20-\x7e\n]/ } sort keys %text],
		[], $name);
}

1;
