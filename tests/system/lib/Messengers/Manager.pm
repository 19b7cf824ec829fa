# SPDX-License-Identifier: ISC
# The test in the place of the service manager and of its journal.
package Messengers::Manager;
use v5.36;
use Exporter 'import';
use IO::Poll qw(POLLIN);
use Socket qw(AF_UNIX SOCK_DGRAM pack_sockaddr_un);
use Test::More ();
use Messengers::Wait;

our @EXPORT = qw(manager receive told journal);

# A datagram socket of this test; what came is kept in order.
sub manager ($address) {
	socket my $socket, AF_UNIX, SOCK_DGRAM, 0 or die "socket: $!\n";
	bind $socket, pack_sockaddr_un($address) or die "bind: $!\n";
	return {socket => $socket, heard => []};
}

sub receive ($manager) {
	my $poll = IO::Poll->new;
	$poll->mask($manager->{socket} => POLLIN);
	while ($poll->poll(0) > 0) {
		recv $manager->{socket}, my $datagram, 65536, 0 // last;
		push @{$manager->{heard}}, $datagram;
	}
	return @{$manager->{heard}};
}

# Waits for a datagram with such a line and forgets everything before it.
sub told ($manager, $pattern, $what) {
	my $found;
	wait_for(sub {
		receive($manager);
		while (defined(my $datagram = shift @{$manager->{heard}})) {
			return 1 if ($found) = grep { /$pattern/ } split /\n/, $datagram;
		}
		return 0;
	}, "the manager to be told of $what");
	Test::More::pass("the manager is told of $what");
	return $found;
}

# A file that is the journal to a bot: how to start it so.
sub journal ($path) {
	open my $log, '+>>', $path or die "$path: $!\n";
	my ($device, $inode) = stat $log;
	return (stderr => $log, env => {JOURNAL_STREAM => "$device:$inode"});
}

1;
