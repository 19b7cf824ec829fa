#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Every way in which a game can end is seen by both bots and told in the result.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use List::Util qw(first);
use Test::More;
use Messengers;

my @ENDS = ('a tie', 'a win of messenger1', 'a win of messenger2',
	'a win on the ninth cell', 'a win on the ninth cell by the bot',
	'a win on the ninth cell by the other', 'a win of three in a row by move 5');

# The names of everything that is true of a finished game.
sub ends_of ($peer) {
	my @moves = $peer->moves;
	my $outcome = $peer->outcome;
	return 'a tie' if $outcome eq 'tie';
	my $winner = $outcome =~ s/ win//r;
	my @ends = ("a win of $winner");
	push @ends, 'a win of three in a row by move 5' if @moves == 5;
	push @ends, 'a win on the ninth cell', 'a win on the ninth cell by the '
		. ($winner eq $peer->{bot} ? 'bot' : 'other') if @moves == 9;
	return @ends;
}

# Plays at random, in half of the games without ending them early.
sub wander ($peer, $round) {
	my @cells = $peer->empties;
	if ($round % 2) {
		my %ending = map { $_ => 1 } $peer->ending_cells;
		my @others = grep { !$ending{$_} } @cells;
		@cells = @others if @others;
	}
	return $cells[rand @cells];
}

# Plays until every end has been seen; returns end => number of its round.
sub play_all ($bot, $peer, $check) {
	my %seen;
	for my $round (1 .. 500) {
		$peer->meet(id => sprintf('2026-09-03-%02d%02d00', $round / 60, $round % 60),
			first => $round % 4 < 2 ? 'yes' : 'no',
			symbol => $round % 3 ? 'circle' : 'cross');
		$peer->play(sub ($at) { wander($at, $round) });
		my @new = grep { !$seen{$_} } ends_of($peer);
		$check->(@new) if @new;
		@seen{@new} = ($round) x @new;
		last if !grep { !$seen{$_} } @ENDS;
	}
	return \%seen;
}

srand 4;	# the same games each time, as far as the bots do the same

subtest 'messenger1 sees every end' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', 0, '-s', 'random', '--seed', 11);
	my $peer = $room->peer('messenger2');
	my $seen = play_all($bot, $peer, sub (@ends) {
		my $name = sprintf 'game-%s.txt', $peer->id;
		wait_for(sub { -e $room->path($name) }, 'the result');
		my $text = slurp($room->path($name));
		is(join(' ', faults_of($name, $text)), '', "its result of @ends is right");
		my $fact = facts_of($text);
		is($fact->{result}, $peer->outcome, "and says " . $peer->outcome);
		is_deeply($fact->{moves}, [$peer->moves], 'with every move');
		ok((first { $_ eq $peer->picture } reverse $bot->drawings),
			'the end was drawn');
	});
	ok($seen->{$_}, "messenger1 has seen $_") for @ENDS;
	$peer->await_game;
	$room->results_ok(scalar $room->results, 'all results form one chain');
	$room->close;
};

subtest 'messenger2 sees every end' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-s', 'random', '--seed', 12);
	my $peer = $room->peer('messenger1');
	my $seen = play_all($bot, $peer, sub (@ends) {
		$bot->settle;
		is(($bot->drawings)[-1], $peer->picture, "it has drawn the end: @ends");
		is($room->board, $peer->picture, 'also in the board file');
		is($peer->unheard, '', 'and says no more');
	});
	ok($seen->{$_}, "messenger2 has seen $_") for @ENDS;
	is_deeply([$room->results], [], 'it writes no results');
	$room->close;
};

subtest 'a perfect bot does not lose' => sub {
	for my $name (bot_names()) {
		my $room = room();
		my $bot = $room->start($name, '-s', 'perfect', '-q',
			$name eq 'messenger1' ? ('-i', 0) : ());
		my $peer = $room->peer(other($name));
		my %outcome;
		for my $round (1 .. 40) {
			$peer->meet(id => sprintf('2026-09-03-11%02d00', $round),
				first => $round % 2 ? 'yes' : 'no');
			$outcome{$peer->play(sub ($at) { wander($at, 0) })} = 1;
		}
		ok(!$outcome{other($name) . ' win'}, "$name has not lost in 40 games");
		ok($outcome{"$name win"}, "$name has won against random moves");
		$room->close;
	}
};

done_testing;
