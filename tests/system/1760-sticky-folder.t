#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A shared folder that everybody may write to and in which only the owner of a
# file may rename it, as in /tmp: two users play there. The one who does not own
# the board leaves it alone and says so once.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Messengers;
use Messengers::Faults;

plan skip_all => need_root() if need_root();

my %USER = (messenger1 => 'daemon', messenger2 => 'games');
my %UID = map { $_ => scalar getpwnam $USER{$_} } bot_names();
plan skip_all => 'the users daemon and games are not there'
	if grep { !defined } values %UID;

sub become ($name) {
	return sub {
		POSIX::setgid($UID{$name});
		POSIX::setuid($UID{$name});
	};
}

sub may_run ($name) {
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		become($name)->();
		POSIX::_exit(-x binary($name) ? 0 : 1);
	}
	waitpid $pid, 0;
	return $? == 0;
}

plan skip_all => 'the bots are out of reach for other users'
	if grep { !may_run($_) } bot_names();

for my $drawer ('', bot_names()) {
	subtest 'the board is there of ' . ($drawer || 'nobody') => sub {
		my $room = room();
		chmod 01777, $room->folder or die "chmod: $!\n";
		for my $folder ('spool', 'state') {
			chmod 01777, $room->folder($folder);
			chown $UID{$_}, 0, $room->folder($folder, $_) for bot_names();
		}
		my $board = $room->path('current-board.txt');
		chown $UID{$drawer}, 0, spew($board, '') if $drawer;
		my @bots = map {
			$room->start($_, {prepare => become($_)}, '--peer-user', $USER{other($_)},
				'-q', '-n', 3, $_ eq 'messenger1' ? ('-i', 0) : ())
		} bot_names();
		is($_->ended, 'exit 0', $_->name . ' plays three games') for @bots;
		$room->results_ok(3, 'all results are right');
		my $owner = (lstat $board)[4];
		for my $bot (@bots) {
			my @lines = lines_with($bot, qr/board|waiting|denied|not permitted/);
			is(scalar @lines, $owner == $UID{$bot->name} ? 0 : 1,
				$bot->name . ' tells of the board where that is not its own')
				|| diag($bot->err);
		}
		is((slurp($board) =~ tr/\n//), 9, 'its owner draws it');
	};
}

done_testing;
