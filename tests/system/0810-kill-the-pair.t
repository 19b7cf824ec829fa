#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Two real bots, killed at each point of their conversation, bring the same game
# to its end.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

use constant PACE => scaled(20);

# How many whole lines both have said.
sub lines_said ($room, $id) {
	return scalar map { $room->said($_, $id) } bot_names();
}

for my $victims (['messenger1'], ['messenger2'], [bot_names()]) {
	subtest "@$victims killed after each line" => sub {
		my $room = room();
		my %bot = map { $_ => $room->start($_, '--pace', PACE) } bot_names();
		wait_for(sub { $room->ids('messenger1') }, 'a game');
		my ($id) = $room->ids('messenger1');
		my $kills = 0;
		while (!$room->results) {
			my $lines = lines_said($room, $id);
			$bot{$_}->kill9 for @$victims;
			$bot{$_} = $room->restart($bot{$_}) for @$victims;
			$kills++;
			wait_for(sub { $room->results || lines_said($room, $id) > $lines },
				"the game to go on after $lines lines");
		}
		cmp_ok($kills, '>', 4, "$kills kills");
		$_->settle for values %bot;
		my $text = $room->results_ok(1, 'one result, and it is right');
		is_deeply([keys %$text], ["game-$id.txt"], 'of the same game');
		my %said = map { $_ => [$room->said($_, $id)] } bot_names();
		is_deeply([faults_of_talk(\%said, $text->{"game-$id.txt"})], [],
			'nothing was said twice, nothing was left out');
		is($room->board, (drawings_of('messenger1', values %$text))[-1],
			'the board shows the end');
		$room->close;
	};
}

subtest 'killed in many games' => sub {
	my $room = room();
	my %bot = map { $_ => $room->start($_, '-q', $_ eq 'messenger1' ? ('-i', 0) : ()) }
		bot_names();
	my $games = 0;
	for my $round (1 .. 30) {
		my $name = $round % 2 ? 'messenger1' : 'messenger2';
		wait_for(sub { $room->results >= $games + 1 }, 'more results');
		$games = $room->results;
		$bot{$name} = $room->restart($bot{$name});
	}
	wait_for(sub { $room->results > $games }, 'one more result');
	$bot{$_}->stop for bot_names();
	$room->results_ok(scalar(my @names = $room->results),
		'all results are right and form one chain');
	$room->close;
};

done_testing;
