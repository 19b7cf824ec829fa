#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Folders that are shut to a bot in the middle of a game, by their mode or their
# owner: it waits for as long as that lasts, and is the same process after it.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Trouble;

plan skip_all => need_root() if need_root();

my $UID = getpwnam('daemon') // plan skip_all => 'there is no user daemon';

sub become () {
	POSIX::setgid($UID);
	POSIX::setuid($UID);
	return;
}

sub may_run () {
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		become();
		POSIX::_exit(-x binary('messenger1') ? 0 : 1);
	}
	waitpid $pid, 0;
	return $? == 0;
}

plan skip_all => 'the bots are out of reach for other users' if !may_run();

# How a folder is shut; each returns the code that opens it again.
my %SHUT = (
	'has no rights' => sub ($path) {
		chmod 0, $path or die "$path: $!\n";
		return sub { chmod 0755, $path };
	},
	'is of root, and shut' => sub ($path) {
		chmod 0700, $path;
		chown 0, 0, $path or die "$path: $!\n";
		return sub { chown $UID, $UID, $path; chmod 0755, $path };
	},
	'may only be read' => sub ($path) {
		chmod 0555, $path or die "$path: $!\n";
		return sub { chmod 0755, $path };
	},
);
my $DENIED = qr/Permission denied: (?:waiting|looked|not drawn)/;
my $AGAIN = qr{is back|going on|(?:read|drawn) again};
my $WORDS = qr{shut: waiting for it|$DENIED|belongs to the user with id 0, .*: waiting|$AGAIN};
my @FOLDERS = ('', 'spool', 'state', 'spool/messenger1', 'spool/messenger2',
	'state/messenger1', 'state/messenger2', 'state/messenger1/results');

# That is not looked at where it is not ours to write.
sub makes_sense ($how, $folder) {
	return $how ne 'may only be read' || $folder =~ m{messenger};
}

# What a bot cannot look into any more it has lost, at its next look.
sub loses ($how, $folder) {
	return if $how =~ /read/ || $folder =~ /spool.messenger|results/;
	return (until => qr/work\S*: .*: waiting\z/, whom => $folder =~ /messenger/ ? 1 : 2);
}

sub shut ($how, $folder) {
	return {
		name => ($folder || 'the shared folder') . " $how",
		ready => sub ($room) { chown $UID, $UID, $room->folder },
		start => sub ($room, $name) { {prepare => \&become} },
		begin => sub ($room, $bots) {
			my $open = $SHUT{$how}->($room->path($folder || ()));
			look_now($room, $_) for values %$bots;
			return $open;
		},
		told => $WORDS,
		loses($how, $folder),
	};
}

troubles(map {
	my $how = $_;
	map { shut($how, $_) } grep { makes_sense($how, $_) } @FOLDERS
} sort keys %SHUT);

done_testing;
