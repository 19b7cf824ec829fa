#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A terminal that nobody reads, or that is full, holds up no game and no end.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Fcntl qw(F_GETFL O_NONBLOCK);
use Test::More;
use Messengers;
use Messengers::Faults;

use constant GAMES => 60;

plan skip_all => 'there are no terminals here' unless pty();

my %LOUD = (stdout => [], stderr => ['-q', '-v']);

for my $where (sort keys %LOUD) {
	subtest "$where is a terminal that nobody reads" => sub {
		my $room = room();
		my ($master, $slave) = pty();
		my $bot = $room->start('messenger1', {$where => $slave}, '-i', 0,
			@{$LOUD{$where}});
		my $other = $room->start('messenger2', '-q');
		ok(eval { wait_for(sub { $room->results >= GAMES }, 'many results',
			scaled(10)) }, 'messenger1 plays on when it is full') || diag($@);
		my $asked = clock();
		$bot->signal('TERM');
		is(eval { $bot->ended(scaled(5)) }, 'exit 0', 'SIGTERM ends it');
		cmp_ok(clock() - $asked, '<', scaled(2), 'within two seconds');
		ok(!(fcntl($slave, F_GETFL, 0) & O_NONBLOCK),
			'the terminal is as it was: others share it');
		$other->stop;
		$room->results_ok(scalar $room->results, 'all results are right');
	};
}

subtest 'a terminal that nobody reads is that of messenger2' => sub {
	my $room = room();
	my ($master, $slave) = pty();
	my @how = ({stdout => $slave, stderr => $slave}, '-v', '-n', GAMES);
	my $bot = $room->start('messenger2', @how);
	my $other = $room->start('messenger1', '-q', '-i', 0, '-n', GAMES);
	is(eval { $_->ended(scaled(10)) }, 'exit 0', $_->name . ' plays all games')
		for $bot, $other;
	$room->close;
};

done_testing;
