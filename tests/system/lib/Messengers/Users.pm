# SPDX-License-Identifier: ISC
# Two users, one for each bot, on the tree that root makes at installation; and
# what anybody may do in it.
package Messengers::Users;
use v5.36;
use Exporter 'import';
use POSIX ();
use Messengers;

our @EXPORT = qw(need_users uid_of become give installed start_as as_user THIRD);

# Two users that every system has, and one group for both; and a third user.
my %USER = (messenger1 => 'daemon', messenger2 => 'games');
my %UID = map { $_ => scalar getpwnam $USER{$_} } bot_names();
my $GID = getgrnam 'games';
use constant THIRD => 65534;

sub uid_of ($who) {
	return $UID{$who} // $who;
}

# Code that makes a process one of a bot's user, or of the third one.
sub become ($who) {
	my ($uid, $gid) = $UID{$who} ? ($UID{$who}, $GID) : ($who, $who);
	return sub {
		$( = $gid;
		$) = "$gid $gid";
		POSIX::setuid($uid);
	};
}

# The reason why there are no bots of two users here, or ''.
sub need_users () {
	return need_root() if need_root();
	return 'the users daemon and games are not there'
		if grep { !defined } values %UID, $GID;
	for my $name (bot_names()) {
		return 'the bots are out of reach for other users'
			if as_user($name, sub { -x binary($name) });
	}
	return '';
}

sub give ($path, $uid, $mode) {
	chown $uid, $GID, $path or die "$path: $!\n";
	chmod $mode, $path or die "$path: $!\n";
	return $path;
}

# The tree; the folder of second names is messenger1's own affair, and may be
# there or not.
sub installed (%options) {
	my $room = room();
	give($room->folder, 0, 02775);
	give($room->folder($_), 0, 03775) for qw(spool state);
	for my $name (bot_names()) {
		give($room->folder($_, $name), $UID{$name}, 02755) for qw(spool state);
	}
	give($room->folder('state/messenger1/results'), $UID{messenger1}, 02755)
		if $options{results} // 1;
	return $room;
}

# A bot of its user; $how->{before} is done before it becomes that.
sub start_as ($room, $name, @options) {
	my $how = ref $options[0] ? shift @options : {};
	my ($before, $become) = ($how->{before} // sub { }, become($name));
	return $room->start($name, {%$how, prepare => sub { $before->(); $become->() }},
		'--peer-user', $USER{other($name)}, @options);
}

# Does something as such a user: '' if it could be done, or why not.
sub as_user ($who, $code) {
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		become($who)->();
		$! = 0;
		POSIX::_exit($code->() ? 0 : $! + 0 || 255);
	}
	waitpid $pid, 0;
	return $? == 0 ? '' : do { local $! = $? >> 8; "$!" };
}

1;
