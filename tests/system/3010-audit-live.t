#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe audit looks while the bots play and never finds what is only new.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Archive;

plan skip_all => need_tool() if need_tool();

subtest 'while both play at full speed' => sub {
	my $room = room();
	my @bots = ($room->start('messenger1', '-q', '-i', 0), $room->start('messenger2', '-q'));
	wait_for(sub { $room->results }, 'a first result');
	my ($games, @wrong) = (0);
	for my $try (1 .. 25) {
		my $before = $room->results;
		my $result = audit($room, '--json');
		my ($findings, $summary) = findings_of($result);
		push @wrong, "audit $try: $result->{status}: @$findings $result->{err}"
			if $result->{status} ne 'exit 0';
		push @wrong, "audit $try: nobody vouches for the newest" unless $summary->{vouched};
		push @wrong, "audit $try: only $summary->{games} of $before games"
			if $summary->{games} < $before - 1;
		$games = $summary->{games};
		wait_for(sub { $room->results > $before }, 'one more game');
	}
	is(join("\n", @wrong), '', 'twenty-five audits find nothing, and all but the newest game');
	cmp_ok($games, '>=', 20, 'games were saved meanwhile');
	$room->close;
	my ($findings, $summary) = findings_of(audit($room, '--json'));
	is_deeply($findings, [], 'nor is anything found when they have ended');
	is($summary->{games}, scalar(() = $room->results), 'and every game is judged');
};

# The audit stops for a moment after its first look at the journal.
subtest 'games are saved between two looks at the journal' => sub {
	plan skip_all => need_strace() if need_strace();
	my $room = room();
	my @bots = ($room->start('messenger1', '-q', '-i', 0), $room->start('messenger2', '-q'));
	wait_for(sub { $room->results > 3 }, 'some results');
	my $before = $room->results;
	my $run = $room->launch('tictactoe', {strace => ['-P', $room->path('state/messenger1/journal'),
		'-e', 'inject=pread64:delay_exit=1000000:when=1']}, 'audit', '--json', '-w', $room->dir);
	is($run->ended, 'exit 0', 'clean');
	my ($findings, $summary) = findings_of({out => $run->out});
	is_deeply($findings, [], 'what came meanwhile is left to the next audit');
	ok($summary->{vouched}, 'the first journal vouches for the newest that is judged');
	cmp_ok($summary->{games}, '>=', $before - 1, 'which is all that there was before');
	$room->close;
};

subtest 'what is done meanwhile is found all the same' => sub {
	my $room = room();
	my @bots = ($room->start('messenger1', '-q', '-i', 0), $room->start('messenger2', '-q'));
	wait_for(sub { $room->results > 6 }, 'some results');
	my ($name) = ($room->results)[3];
	unlink $room->path($name);
	my $result = audit($room, '--json');
	is_deeply((findings_of($result))[0], ["removed $name"], 'a removed result');
	is($result->{status}, 'exit 1', 'exit status');
	$room->close;
};

done_testing;
