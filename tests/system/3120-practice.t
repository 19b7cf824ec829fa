#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Practice needs no bot and no folder, asks the same and explains the same.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Seat;
use Messengers::Terminal;
use Messengers::Tool;

plan skip_all => need_tool() if need_tool();

# All the answers of some games: what is no answer in its place is explained.
sub games ($seed, $choose, @options) {
	my $room = room();
	my $seat = sit($room, 'play', '--practice', @options, '--seed', $seed);
	$seat->await(qr/^Your symbol, circle or cross \(q leaves\): $/m);
	$seat->type('circle');
	my $end = $seat->play($choose);
	$seat->await(qr/^Enter for one more game \(q leaves\): $/m);
	return ($end, $seat, $room);
}

# What a strategy does is the same for the same seed: each ending comes up.
my %ends;
for my $seed (1 .. 30) {
	my ($end, $seat) = games($seed, sub (@cells) { $cells[0] }, 'random');
	push @{$ends{$end}}, $seat->out;
	$seat->type('q');
	is($seat->ended, 'exit 0', "seed $seed: q leaves") if $seed == 1;
	$seat->bot->ended;
}
my %status = ('You win' => 'messenger2 win', 'messenger1 wins' => 'messenger1 win',
	'A tie' => 'tie');
for my $end ('You win', 'messenger1 wins') {
	ok($ends{$end}, "against random: $end");
	is(scalar(grep { !/^Status: $status{$end}\n\Q$end.\E$/m } @{$ends{$end}}), 0,
		'and the last drawing says so');
}

subtest 'perfect never loses' => sub {
	my %seen;
	for my $seed (1 .. 12) {
		my ($end, $seat) = games($seed, sub (@cells) { $cells[$seed % @cells] }, 'perfect');
		$seen{$end}++;
		$seat->type('q');
		$seat->bot->ended;
	}
	ok(!$seen{'You win'}, 'the person never wins') or diag(join ' ', %seen);
};

# The person plays what is best, by the tables of the tests.
sub best ($mine, $theirs, @empties) {
	my @lines = ([1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9],
		[1, 5, 9], [3, 5, 7]);
	for my $owner ($mine, $theirs) {
		for my $line (@lines) {
			my @free = grep { !$owner->{$_} } @$line;
			return $free[0] if @free == 1 && grep { $_ == $free[0] } @empties;
		}
	}
	my @order = (5, 1, 3, 7, 9, 2, 4, 6, 8);
	# a fork from two corners is met at an edge
	@order = (2, 4, 6, 8, @order) if $mine->{5} && @empties == 6
		&& ($theirs->{1} && $theirs->{9} || $theirs->{3} && $theirs->{7});
	return (grep { my $cell = $_; grep { $_ == $cell } @empties } @order)[0];
}

subtest 'two that play well tie' => sub {
	my $tie;
	for my $seed (1 .. 12) {
		my %mine;
		my ($end, $seat) = games($seed, sub (@cells) {
			my %left = map { $_ => 1 } @cells;
			my %theirs = map { $_ => 1 } grep { !$left{$_} && !$mine{$_} } 1 .. 9;
			my $cell = best(\%mine, \%theirs, @cells);
			$mine{$cell} = 1;
			return $cell;
		}, 'perfect');
		$tie = $seat->out if $end eq 'A tie';
		$seat->type('q');
		$seat->bot->ended;
		last if $tie;
	}
	like($tie // '', qr/^Empty: none\nStatus: tie\nA tie\.$/m, 'and are told');
};

subtest 'as messenger1, with rows and columns' => sub {
	my $room = room();
	my $seat = sit($room, 'play', '--practice=casual', '--seat', 'messenger1', '--rc', '-n', 1);
	$seat->await(qr/^Practice against messenger2 \(casual\)\.\n(?:.*\n)*Do you want to go first, yes/m);
	$seat->type('maybe');
	$seat->shows_ok(qr/^Rejected "maybe": answer yes or no\.$/m, 'a wrong answer');
	$seat->type('yes');
	$seat->await(qr/^Put your \w+ in 0 0, 0 1, /m);
	$seat->type('1 1');
	$seat->await(qr/^Put your \w+ in 0 0|^Put your \w+ in 0 1/m);
	$seat->type('1 1');
	$seat->shows_ok(qr/^Rejected "1 1": it is occupied\. Choose another: 0 /m, 'a taken cell');
	$seat->play;
	is($seat->ended, 'exit 0', 'one game was enough');
	ok(!-e $room->dir, 'and nothing was written');
};

subtest 'the same seed is the same game' => sub {
	my @outs = map {
		my ($end, $seat) = games(5, sub (@cells) { $cells[-1] });
		$seat->type('q');
		$seat->bot->ended;
		$seat->out =~ s/^Game .*$/Game/gmr;
	} 1, 2;
	is($outs[1], $outs[0], 'to the last drawing');
};

subtest 'one game after another' => sub {
	my ($end, $seat) = games(3, sub (@cells) { $cells[0] });
	$seat->type('');
	$seat->await(qr/^Your symbol/m);
	$seat->type('cross');
	$seat->play;
	my @ids = $seat->out =~ /^Game (.*)$/mg;
	my %ids = map { $_ => 1 } @ids;
	is(keys %ids, 2, 'each has an id of its own');
	is_deeply([sort @ids], \@ids, 'and they grow');
	$seat->hang_up;
	is($seat->ended, 'exit 0', 'the end of the input leaves');
};

subtest 'the end of the input in a game' => sub {
	my $room = room();
	for my $stdin ('', "circle\n", "circle\n5\n", "q\n", "circle\nq\n") {
		my $ran = tool($room, {stdin => $stdin}, 'play', '--practice');
		is($ran->{status}, 'exit 0', 'after "' . ($stdin =~ s/\n/ /gr) . '"');
		is($ran->{err}, '', 'without a complaint');
	}
};

subtest 'at a terminal' => sub {
	plan skip_all => need_tmux() if need_tmux();
	my $terminal = terminal(room(), {}, binary('tictactoe'), 'play', '--practice');
	$terminal->shows_ok(qr/^Your symbol, circle or cross \(q leaves\):\n*\z/m, 'it asks');
	$terminal->type('cross');
	$terminal->keys('Enter');
	$terminal->shows_ok(qr/^Put your cross in [^\n]* \(q leaves\):\n*\z/m, 'and asks on');
	$terminal->keys('C-d');
	is($terminal->ended, 'exit 0', 'Ctrl-D leaves');
};

done_testing;
