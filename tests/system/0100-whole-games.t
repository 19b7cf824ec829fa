#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Two real bots play whole games, and every byte they leave is right.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# Both bots with -n games; the results in the order of the games.
sub play ($room, $games, %options) {
	my @order = @{$options{order} // [bot_names()]};
	my %bot = map {
		my @extra = $_ eq 'messenger1' ? ('-i', 0) : ();
		$_ => $room->start($_, '-n', $games, @extra, @{$options{all} // []})
	} @order;
	my @ends = map { $bot{$_}->ended } bot_names();
	is("@ends", 'exit 0 exit 0', "both bots end by themselves after $games");
	return \%bot;
}

sub texts ($room) {
	return map { slurp($room->path($_)) } $room->results;
}

subtest 'five games in a row' => sub {
	my $room = room();
	my $before = time;
	my $bot = play($room, 5);
	my $text = $room->results_ok(5, 'five results are right to the byte');
	my @texts = texts($room);
	for my $name (bot_names()) {
		is_deeply([$bot->{$name}->drawings],
			[map { drawings_of($name, $_) } @texts],
			"$name has drawn every change of state and nothing else");
	}
	is($room->board, (drawings_of('messenger1', $texts[-1]))[-1],
		'the board file holds the last drawing');
	is(scalar(split(/\n/, $room->board)), 9, 'a drawing has nine lines');
	my ($first) = map { /\Agame-(.*)\.txt/ } $room->results;
	my $started = seconds_of($first);
	ok($before <= $started && $started <= time,
		'a game is named by the second in which it started');
	is_deeply([grep { !/\Agame-.*\.txt\z/ } names_in($room->dir)],
		[qw(current-board.txt spool state)],
		'nothing else is left in the folder');
	$room->close;
};

subtest 'the talk of a game' => sub {
	my $room = room();
	my $last = '';
	for my $round (1 .. 3) {
		play($room, 1, order => [$round == 2 ? reverse(bot_names()) : bot_names()]);
		my ($id) = $room->ids('messenger1');
		ok($id gt $last, 'ids only grow');
		is_deeply([$room->ids('messenger1'), $room->ids('messenger2')], [$id, $id],
			'only the running game has spool files');
		my %said = map { $_ => [$room->said($_, $id)] } bot_names();
		is(join("\n", faults_of_talk(\%said, slurp($room->path("game-$id.txt")))),
			'', 'every line said is of the protocol and in the result');
		$last = $id;
	}
	$room->results_ok(3, 'the chain of results goes on after new starts');
	$room->close;
};

subtest 'quiet bots' => sub {
	my $room = room();
	my $bot = play($room, 2, all => ['-q']);
	is($bot->{$_}->out, '', "a quiet $_ draws nothing on standard output")
		for bot_names();
	is($room->board, (drawings_of('messenger1', (texts($room))[-1]))[-1],
		'and the board file is drawn all the same');
	$room->close;
};

subtest 'a second name for every result' => sub {
	my $room = room();
	play($room, 3, all => ['-q']);
	my @inodes = sort map { (lstat $room->path($_))[1] } $room->results;
	is_deeply([sort $room->second_names], \@inodes,
		'results/ holds the same three files');
	is_deeply([map { (lstat $room->path($_))[3] } $room->results], [2, 2, 2],
		'each result has two names and no more');
	$room->close;
};

# The moves and answers of a few games, without ids and times.
sub games_of (@options) {
	my $room = room();
	play($room, 4, all => ['-q', '-s', 'random', @options]);
	my @games = map {
		my $fact = facts_of($_);
		join ',', $fact->{first}, @{$fact->{moves}}
	} texts($room);
	$room->close;
	return join "\n", @games;
}

subtest 'seeds' => sub {
	my $games = games_of('--seed', 7);
	is(games_of('--seed', 7), $games, 'the same seed plays the same games');
	isnt(games_of('--seed', 107), $games, 'another seed plays others');
	my %games = map { $_ => 1 } split /\n/, $games;
	is(scalar keys %games, 4, 'the games of one run differ');
	isnt(games_of(), games_of(), 'without a seed no two runs are the same');
};

subtest 'options decide symbols and the first player' => sub {
	for my $row (['circle', 'yes'], ['cross', 'no']) {
		my ($symbol, $answer) = @$row;
		my $room = room();
		my @bots = ($room->start('messenger1', '-q', '-n', 1, '--first', $answer),
			$room->start('messenger2', '-q', '-n', 1, '--symbol', $symbol));
		is($_->ended, 'exit 0', $_->name . ' ends') for @bots;
		my $fact = facts_of((texts($room))[0]);
		is($fact->{symbols}{messenger2}, $symbol, "messenger2 plays $symbol");
		is($fact->{first}, $answer eq 'yes' ? 'messenger1' : 'messenger2',
			"\"$answer\" decides who goes first");
		$room->close;
	}
};

# The processors a process may run on, as 0-1 or 0,2.
sub processors ($pid) {
	return slurp("/proc/$pid/status") =~ /^Cpus_allowed_list:\s*(\S+)$/m ? $1 : '';
}

subtest 'one processor' => sub {
	my ($last) = processors('self') =~ /(\d+)\z/;
	my $room = room();
	my @bots = map { $room->start($_, '-q', '--cpu', $last) } bot_names();
	wait_for(sub { $room->results }, 'a result');
	is(processors($_->pid), $last, $_->name . ' runs on that one only') for @bots;
	$room->close;
};

subtest 'strategies' => sub {
	for my $strategy (qw(perfect random casual)) {
		my $room = room();
		play($room, 4, all => ['-q', '-s', $strategy]);
		my $text = $room->results_ok(4, "$strategy plays legal games");
		is_deeply([map { facts_of($_)->{result} } values %$text], [('tie') x 4],
			'two perfect bots always tie') if $strategy eq 'perfect';
		$room->close;
	}
};

done_testing;
