#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot that was killed with a word in its journal and not yet in its spool file
# says it, unless the game is over or the file is not its own any more.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

plan skip_all => need_strace() if need_strace();

my $ID = '2026-09-03-110200';
my @CHOICES = ('--seed', 5, '-s', 'perfect');	# the same each time

# Options with which a bot is killed instead of saying its k-th line.
sub killed_at_line ($room, $name, $k) {
	my @ids = $name eq 'messenger1' ? coming_ids() : $ID;
	return {strace => [only_on(map { $room->spool($name, $_) } @ids),
		fault('write', 'signal=KILL', $k)]};
}

# --- the ending move ----------------------------------------------------------

my @ENDING = (@CHOICES, '--first', 'yes');	# messenger1 makes the last move

# The number of lines that messenger1 says in a game it ends.
sub lines_of_a_game () {
	my $room = room();
	my $bot = $room->start('messenger1', @ENDING, '-n', 1);
	my $peer = $room->peer('messenger2');
	$peer->meet;
	$peer->play;
	$bot->ended;
	die "messenger2 has ended the game\n" if $peer->moves % 2 == 0;
	return scalar(() = $room->said('messenger1', $peer->id));
}

my $LINES = lines_of_a_game();

# A game that messenger1 has ended by its journal alone.
sub ended_unsaid () {
	my $room = room();
	my $bot = $room->start('messenger1', killed_at_line($room, 'messenger1', $LINES),
		@ENDING);
	my $peer = $room->peer('messenger2');
	$peer->meet;
	while ($bot->alive) {
		wait_for(sub { !$bot->alive || $peer->turn eq 'messenger2'
			|| $peer->unheard =~ /\n/ }, 'a line or the end');
		last if !$bot->alive;
		$peer->turn eq 'messenger2' ? $peer->move($peer->first_empty) : $peer->hear_move;
	}
	is($bot->ended, 'signal 9', 'messenger1 is killed with its last move unsaid');
	is(() = $room->said('messenger1', $peer->id), $LINES - 1, 'all others are said');
	return ($room, $bot, $peer);
}

my %ALTERED = (
	'has one letter changed' => sub ($words) { $words =~ s/yes/yet/r },
	'has grown' => sub ($words) { "${words}hello\n" },
	'has other words' => sub ($words) { "hello\n" },
);

subtest 'the ending move is said at the next start' => sub {
	my ($room, $bot, $peer) = ended_unsaid();
	$bot = $room->launch('messenger1', {}, $bot->options);
	$peer->hear_move;
	$bot->settle;
	$room->results_ok(1, 'and the result is saved');
	is($room->board, $peer->picture, 'and drawn');
	$room->close;
};

for my $how (sort keys %ALTERED) {
	subtest "the spool file $how meanwhile" => sub {
		my ($room, $bot, $peer) = ended_unsaid();
		my $path = $room->spool('messenger1', $peer->id);
		my $altered = spew($path, $ALTERED{$how}->(slurp($path))) && slurp($path);
		for my $start (1, 2) {
			$bot = $room->launch('messenger1', {}, $bot->options);
			at_home($room, $bot);
			is(slurp($path), $altered, "start $start: nothing is said");
			is_deeply([$room->results], [], 'there is no result');
			is_deeply([$room->second_names], [], 'nor a second name of one');
			is($bot->stop, 'exit 0', 'it waits for its next game');
		}
		is(() = $bot->err =~ /given up/g, 0, 'the second start has nothing to give up');
		my $next = $room->start('messenger1', @ENDING, '-i', '0', '-n', 1);
		$peer->meet;
		$peer->play;
		is($next->ended, 'exit 0', 'the next game is played');
		$room->results_ok(1, 'and saved, with no other before it');
		$room->close;
	};
}

# --- over by its result file -----------------------------------------------------

for my $name (bot_names()) {
	for my $line (1 .. 3) {
		subtest "$name has line $line unsaid of a game that is over" => sub {
			my $room = room();
			my $bot = $room->start($name, killed_at_line($room, $name, $line),
				@CHOICES, $name eq 'messenger1' ? ('--first', 'yes') : ());
			my $peer = $room->peer(other($name));
			if ($name eq 'messenger2') {
				$peer->open_game($ID);
				$peer->say('no') if $line == 3 && $peer->hear && $peer->hear;
			} else {
				wait_for(sub { !$bot->alive || $room->ids($name) }, 'a game');
				($peer->{id}) = $bot->err =~ /(\S+): opened/;
				$peer->say('circle', QUESTION) if $line > 1 && $peer->hear;
			}
			is($bot->ended, 'signal 9', 'it is killed in it');
			is(() = $room->said($name, $peer->id), $line - 1, 'with the line unsaid');
			my $words = slurp($room->spool($name, $peer->id));
			my $result = spew($room->path('game-' . $peer->id . '.txt'),
				'Game ID: ' . $peer->id . "\n");
			chmod 0444, $result;
			$bot = $room->start($name, '-n', 1);
			is(eval { $bot->ended(scaled(5)) }, 'exit 0', 'it counts as completed')
				|| diag($bot->err);
			is(slurp($room->spool($name, $peer->id)), $words, 'nothing is said');
			is(slurp($result), 'Game ID: ' . $peer->id . "\n", 'the result is as it was');
			cmp_ok(() = $bot->err =~ /\n/g, '<', 5, 'the log is short');
		};
	}
}

done_testing;
