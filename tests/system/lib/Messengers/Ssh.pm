# SPDX-License-Identifier: ISC
# A server of one's own, on this machine, with keys and a port of its own; and
# sshfs to mount a folder through it.
package Messengers::Ssh;
use v5.36;
use Exporter 'import';
use IO::Socket::INET;
use POSIX ();
use Messengers;
use Messengers::Mounts;

our @EXPORT = qw(need_ssh);

use constant SSHD => '/usr/sbin/sshd';

# The reason why there is no such thing here, or ''.
sub need_ssh () {
	return SSHD . ' is not there' if !-x SSHD;
	return 'sshfs is not installed' if system('sshfs --version >/dev/null 2>&1') != 0;
	return '';
}

# Starts a program that ends with this test, however that ends.
sub spawn ($self, @command) {
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>>', $self->path('log');
		open STDERR, '>&', \*STDOUT;
		{ no warnings; exec qw(setpriv --pdeathsig KILL), @command; }
		POSIX::_exit(127);
	}
	return $pid;
}

sub path ($self, $name) {
	return $self->{room}->tmp . "/$name";
}

sub key ($self, $name) {
	my $path = $self->path($name);
	system('ssh-keygen', qw(-q -t ed25519 -N), '', '-f', $path) == 0 or die "ssh-keygen: $?\n";
	return $path;
}

sub free_port () {
	my $socket = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1', LocalPort => 0)
		or die "no port: $!\n";
	return $socket->sockport;
}

# The server. Where the password of root is locked, PAM alone lets root in.
sub new ($class) {
	my $self = bless {room => room(), port => free_port()}, $class;
	mounted($self->{room}, '/run', qw(-t tmpfs none));	# of this test only
	mkdir '/run/sshd', 0755 or die "/run/sshd: $!\n";
	my $pam = (getpwuid $>)[1] =~ /\A!/ ? 'yes' : 'no';
	my ($host, $user) = map { $self->key($_) } qw(host user);
	my $config = spew($self->path('sshd_config'), <<~END);
		ListenAddress 127.0.0.1
		Port $self->{port}
		HostKey $host
		AuthorizedKeysFile $user.pub
		PermitRootLogin prohibit-password
		PidFile none
		StrictModes no
		UsePAM $pam
		Subsystem sftp internal-sftp
		END
	spew($self->path('known'), 'table ' . slurp("$host.pub"));
	spew($self->path('ssh_config'), <<~END);
		Host table
		HostName 127.0.0.1
		HostKeyAlias table
		Port $self->{port}
		User @{[scalar getpwuid $>]}
		IdentityFile $user
		IdentitiesOnly yes
		UserKnownHostsFile @{[$self->path('known')]}
		StrictHostKeyChecking yes
		BatchMode yes
		END
	$self->{pid} = $self->spawn(SSHD, '-D', '-e', '-f', $config);
	$self->must_come(sub {
		IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $self->{port})
	}, 'sshd');
	return $self;
}

sub must_come ($self, $condition, $what) {
	return eval { wait_for($condition, $what) } || die $@, slurp($self->path('log'));
}

# Mounts a folder through it.
sub mount ($self, $folder, $room, $options) {
	my $at = $room->folder;
	my $here = (stat $at)[0];
	$self->spawn('sshfs', '-f', '-F', $self->path('ssh_config'), '-o', $options,
		"table:$folder", $at);
	push @{$room->{mounts}}, $at;
	$self->must_come(sub { ((stat $at)[0] // $here) != $here }, 'sshfs');
	return;
}

# A room whose workspace is that of another room, which is returned too.
sub viewed ($self, $options) {
	my ($room, $behind) = (room(), room());
	$self->mount($behind->folder, $room, $options);
	return ($room, $behind);
}

# Ends all connections.
sub break ($self) {
	kill 'TERM', split ' ', qx(pgrep -P $self->{pid});
	return;
}

sub DESTROY ($self) {
	local ($?, $@, $!);
	$self->break;
	kill 'TERM', $self->{pid};
	waitpid $self->{pid}, 0;
	return;
}

1;
