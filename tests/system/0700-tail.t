#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The real tail -F of the board file shows every state of a paced game whole.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# Long enough that every drawing stands for a moment, short enough to wait for.
use constant PACE => scaled(300);

# Follows the board file as a user does; returns pid and the file it prints to.
sub follow ($room, $name) {
	my $log = $room->tmp . "/$name";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		open STDOUT, '>', $log or POSIX::_exit(127);
		open STDERR, '>', "$log.err" or POSIX::_exit(127);
		exec 'tail', '-F', $room->path('current-board.txt') or POSIX::_exit(127);
	}
	return ($pid, $log);
}

sub nine_by_nine ($text) {
	my @lines = split /^/, $text;
	my @drawings;
	push @drawings, join '', splice @lines, 0, 9 while @lines;
	return @drawings;
}

# Without drawings that are equal to the one before: the file is not touched
# for those.
sub without_repeats (@drawings) {
	my $last = '';
	return grep { my $new = $_ ne $last; $last = $_; $new } @drawings;
}

# tail asks once a second only while a file is not there yet: it comes when
# there is a board, in the middle of a game or between two.
for my $between (0, 1) {
	subtest $between ? 'tail comes between two games' : 'tail comes in a game' => sub {
		my $room = room();
		$_->ended for $between
			? map { $room->start($_, '-n', 1, zero($_)) } bot_names() : ();
		my @tail = $between ? follow($room, 'tail') : ();
		wait_for(sub { slurp($tail[1]) }, 'the old board') if $between;
		my @bots = map { $room->start($_, '--pace', PACE, '-n', 1, zero($_)) }
			bot_names();
		wait_for(sub { $room->board }, 'a board');
		@tail = follow($room, 'tail') if !$between;
		my ($pid, $log) = @tail;
		is($_->ended, 'exit 0', $_->name . ' plays one game') for @bots;
		my $end = $room->board;
		like($end, qr/^Status: (?!in progress)/m, 'the board shows its end');
		wait_for(sub { slurp($log) =~ /\Q$end\E\z/ }, 'tail to show the end');
		kill 'TERM', $pid;
		waitpid $pid, 0;
		my @seen = nine_by_nine(slurp($log));
		shift @seen if $between;	# the end of the game before
		my %drawn = map { $_ => 1 } map { $_->drawings } @bots;
		is_deeply([grep { !$drawn{$_} } @seen], [],
			'everything tail has shown is a whole drawing');
		my ($id) = $end =~ /\AGame (\S+)/;
		my @all = without_repeats(grep { /\AGame $id\n/ } $bots[0]->drawings);
		shift @all if !$between && @seen < @all;	# tail may be slow to start
		is_deeply([without_repeats(@seen)], \@all,
			'every state of the game was shown, in order');
		is($end, (drawings_of('messenger1', slurp($room->path("game-$id.txt"))))[-1],
			'the last is that of the result');
		$room->close;
	};
}

sub zero ($name) {
	return $name eq 'messenger1' ? ('-i', 0) : ();
}

done_testing;
