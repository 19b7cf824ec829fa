#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe audit looks while the bots play and never finds what is only new.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
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

# The audit stops for a moment after its first look at the journal, or at the folder.
subtest 'games are saved between two looks at the journal' => sub {
	plan skip_all => need_strace() if need_strace();
	my $room = room();
	my @bots = ($room->start('messenger1', '-q', '-i', 0), $room->start('messenger2', '-q'));
	wait_for(sub { $room->results > 3 }, 'some results');
	for my $row (['state/messenger1/journal', 'pread64:delay_exit=1000000:when=1'],
		['.', 'getdents64:delay_exit=300000:when=2']) {
		my ($path, $delay) = @$row;
		my $before = $room->results;
		my $run = $room->launch('tictactoe', {strace => ['-P', $room->path($path) =~ s{/\.\z}{}r,
			'-e', "inject=$delay"]}, 'audit', '--json', '-w', $room->dir);
		is($run->ended, 'exit 0', "$path: clean");
		my ($findings, $summary) = findings_of({out => $run->out});
		is_deeply($findings, [], 'what came meanwhile is left to the next audit');
		ok($summary->{vouched}, 'the first journal vouches for the newest that is judged');
		cmp_ok($summary->{games}, '>=', $before - 1, 'which is all that there was before');
	}
	$room->close;
};

# A process that waits for time to pass: in nanosleep or clock_nanosleep.
my %NAPS = (x86_64 => qr/\A(?:35|230) /, aarch64 => qr/\A(?:101|115) /);
my $NAPS = $NAPS{(POSIX::uname())[4]};
sub sleeps ($pid) {
	return slurp("/proc/$pid/syscall") =~ $NAPS;
}

subtest 'a result that is being saved is waited for' => sub {
	plan skip_all => 'what a process waits for is not told' unless $NAPS && -r '/proc/self/syscall';
	my $room = room();
	my $archive = archive($room, own => 1);
	my $kept = $room->tmp . '/kept';
	rename $archive->second(11), $kept;
	unlink $archive->path(11);
	my $run = $room->launch('tictactoe', {}, 'audit', '--json', '-w', $room->dir);
	wait_for(sub { !$run->alive || sleeps($run->pid) }, 'it waits');
	link $kept, $archive->path(11);
	rename $kept, $archive->second(11);
	is($run->ended, 'exit 0', 'as long as it takes');
	is_deeply((findings_of({out => $run->out}))[0], [], 'and nothing is found');
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

# What no rule allows somewhere, and some of it nowhere.
my @WRONG = ('hello', '', 'circle', 'yes', 'circle 0', 'circle 10', 'circle 01', 'cross 5', QUESTION,
	"Do you want to go first\x01", 'x"y\\z?', "\xff", 'y' x 40, 'y' x 300, 'circle 5 ' . 'z' x 250, ' circle 5');

sub hear_until ($peer, $pattern) {
	while (1) {
		my $line = $peer->hear;
		return $line if $line =~ $pattern;
	}
}

# A game in which messenger2 says wrong words at every turn, and refuses some.
sub quarrel ($peer) {
	my $wrong = sub { map { $WRONG[rand @WRONG] } 1 .. rand 4 };
	$peer->await_game;
	$peer->hear;
	$peer->say('Rejected "' . OPENING . '": say it. Again.') if rand() < 0.5;
	$peer->say($wrong->(), 'circle', $wrong->(), QUESTION);
	my $first = hear_until($peer, qr/\A(?:yes|no)\z/);
	$peer->say("Rejected \"$first\": \x01.") if rand() < 0.5;
	my ($refusals, @moves) = (2);
	until (@moves == 9 || defined winning_symbol(@moves)) {
		if (@moves % 2 == ($first eq 'no')) {
			my $move = hear_until($peer, qr/\Across \d\z/);
			push @moves, $move;
			if ($refusals && @moves < 7 && !defined winning_symbol(@moves) && rand() < 0.6) {
				$peer->say('Rejected "' . pop(@moves) . '": position 5 is occupied. Choose another.');
				$refusals--;
			}
		} else {
			my @empties = empties_of(@moves);
			push @moves, 'circle ' . $empties[rand @empties];
			$peer->say($wrong->(), @moves > 1 ? "circle " . ($moves[0] =~ /(\d)/)[0] : (), $moves[-1],
				rand() < 0.5 ? 'circle ' . $empties[0] : ());
		}
	}
	return;
}

subtest 'games full of rejections' => sub {
	my $seed = $ENV{SEED} // 7;
	note "SEED=$seed";
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 0, '-n', 12, '--seed', $seed);
	my $peer = $room->peer('messenger2');
	srand $seed;
	quarrel($peer) for 1 .. 12;
	is($bot->ended, 'exit 0', 'twelve games end');
	my $result = audit($room, '--json');
	my ($findings) = findings_of($result);
	is_deeply($findings, [], 'each was rejected by the rules') or diag($result->{out});
	my $rejected = grep { /\A(?:before|after) move/ } map { split /\n/, slurp($room->path($_)) } $room->results;
	cmp_ok($rejected, '>', 60, 'there were many');
	$room->close;
};

done_testing;
