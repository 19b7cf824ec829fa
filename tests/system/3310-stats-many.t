#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe stats: ten thousand games, counted once more in other words; and
# games that real bots have played.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX qw(strftime);
use Test::More;
use Messengers;
use Messengers::Stats;

plan skip_all => need_tool() if need_tool();

use constant GAMES => 10_000;
use constant FIRST => 1788433320;	# 2026-09-03T11:02:00Z
use constant APART => 347;		# seconds: 40 days in all

my $SEED = $ENV{SEED} // int rand 1e9;
srand $SEED;

# --- the game and its symmetries, in other words -------------------------------

my %LINES = (row => [qw(123 456 789)], column => [qw(147 258 369)],
	diagonal => [qw(159 357)]);
my @IMAGES = qw(123456789 321654987 789456123 987654321
	147258369 369258147 741852963 963852741);

# The positions of a game by chance.
sub random_game () {
	my ($moves, @left) = ('', 1 .. 9);
	while (@left && !defined winning_symbol(moves_of('cross', $moves))) {
		$moves .= splice @left, int rand @left, 1;
	}
	return $moves;
}

# The least image of each position that a game comes through.
sub path_of ($moves) {
	state %least;
	my ($board, @path) = ('.' x 9);
	for my $n (0 .. length($moves) - 1) {
		substr $board, substr($moves, $n, 1) - 1, 1, $n % 2 ? 'o' : 'x';
		push @path, $least{$board} //= (sort map {
			join '', map { substr $board, $_ - 1, 1 } split //
		} @IMAGES)[0];
	}
	return join ' ', @path;
}

# --- counting ------------------------------------------------------------------

my %count;

sub count_outcomes ($first, $symbol, $winner) {
	my $second = other($first);
	my %subject = (player => {$first => $first, $second => $second},
		turn => {$first => 'first', $second => 'second'},
		symbol => {$first => $symbol, $second => $symbol eq 'cross' ? 'circle' : 'cross'});
	for my $group (keys %subject) {
		for my $player (bot_names()) {
			my $what = !defined $winner ? 'ties' : $winner eq $player ? 'wins' : 'losses';
			$count{"$group $subject{$group}{$player} $what"}++;
		}
	}
	return;
}

# Which lines one of the two holds.
sub count_ending ($moves) {
	my %cell;
	@cell{split //, $moves} = map { $_ % 2 } 0 .. 8;
	my $lines = 0;
	for my $kind (keys %LINES) {
		for my $line (@{$LINES{$kind}}) {
			my @held = map { $cell{$_} // 2 } split //, $line;
			next if "@held" ne '0 0 0' && "@held" ne '1 1 1';
			$count{'ending ' . join('-', split //, $line) . " $kind"}++;
			$lines++;
		}
	}
	$count{'ending tie'}++ if $lines == 0;
	$count{'ending two_lines'}++ if $lines > 1;
	$count{'ending ninth_cell'}++ if $lines > 0 && length $moves == 9;
	return;
}

# What a bot says of a line, where P and S are messenger2's symbol and another, and
# C is a taken cell; and how it is counted. In the order of a game.
my @REASONS = (
	['no', 'yes', 'answer circle or cross first', 'wants_symbol'],
	['no', 'go', 'ask ?Do you want to go first?? first', 'wants_question'],
	['their', 'circle', 'not a move', 'not_a_move'],
	['their', 'S C', 'your symbol is P', 'wrong_symbol'],
	['their', 'P 999', 'position 999 is outside 1-9', 'out_of_range'],
	['their', 'P C', 'position C is occupied', 'occupied'],
	['my', 'P C', 'it is not your turn', 'not_your_turn'],
);

# messenger2 may say anything of a move, and it is taken back: M is its cell.
my @TAKEN_BACK = (
	['answer yes or no', 'wants_answer'], ['it is not your turn', 'not_your_turn'],
	['position M is occupied', 'occupied'], ['position 10 is occupied', 'other'],
	['no', 'other'],
);

# Some rejections before the last move, and that they are counted.
sub random_rejections ($damaged, $first, $symbol, $moves) {
	my $my = $first eq 'messenger1' ? 4 : 3;
	my %after = (no => 0, their => 7 - $my, my => $my);
	my $mine = ($first eq 'messenger1') == ($symbol eq 'cross') ? 'cross' : 'circle';
	my $theirs = $mine eq 'cross' ? 'circle' : 'cross';
	my $before = substr $moves, 0, $my;
	my @free = grep { index(substr($moves, 0, $my + 1), $_) < 0
		&& !defined winning_symbol(moves_of($symbol, $before . $_)) } 1 .. 9;
	my @lines;
	my $told = sub ($n, $by, $line, $reason, $kind) {
		push @{$lines[$n]}, ($n ? "after move $n" : 'before move 1')
			. qq(, $by rejected "$line": $reason);
		$count{"rejection $by $kind"}++ unless $damaged;
	};
	for my $at (sort map { int rand @REASONS } 1 .. int(rand 20) - 16) {
		my ($when, $line, $reason, $kind) = @{$REASONS[$at]};
		s/\bP\b/$theirs/, s/\bS\b/$mine/, s/\bC\b/substr $moves, 0, 1/e for $line, $reason;
		$told->($after{$when}, 'messenger1', $line, $reason, $kind);
	}
	for my $cell (@free[0 .. int(rand 20) - 18]) {
		my ($reason, $kind) = @{$TAKEN_BACK[rand @TAKEN_BACK]};
		$told->($my, 'messenger2', "$mine $cell", $reason =~ s/M/$cell/r, $kind);
	}
	return map { @{$_ // []} } @lines;
}

# Makes a result worthless, in one of some ways.
sub damage ($path, $n) {
	my $bytes = slurp($path);
	spew($path, ('', substr($bytes, 0, 200), $bytes =~ s/^Result: .*/Result: x/mr,
		$bytes . "\0", $bytes =~ s/^1\. .*/1. cross 9/mr)[$n % 5]);
	return;
}

my $room = room();
my %paths;
for my $n (0 .. GAMES - 1) {
	my $damaged = $n % 97 == 13;
	my ($first, $symbol) = ((bot_names())[rand 2], (qw(circle cross))[rand 2]);
	my $moves = random_game();
	my $second = FIRST + $n * APART;
	my $path = put_game($room, strftime('%Y-%m-%d-%H%M%S', gmtime $second), $first, $symbol,
		$moves, random_rejections($damaged, $first, $symbol, $moves));
	if ($damaged) {
		damage($path, $n);
		$count{'games left_out'}++;
		next;
	}
	my $won = winning_symbol(moves_of($symbol, $moves));
	count_outcomes($first, $symbol,
		!defined $won ? undef : $won eq $symbol ? $first : other($first));
	count_ending($moves);
	$count{$_}++ for 'games counted', 'moves ' . length $moves,
		'first_move ' . substr($moves, 0, 1), 'day ' . strftime('%Y-%m-%d', gmtime $second);
	$paths{path_of($moves)} = 1;
}
$count{'games different'} = keys %paths;

subtest GAMES . " games, seed $SEED" => sub {
	my $run = stats($room, '--csv');
	is($run->{status} . $run->{err}, 'exit 0', 'exit status');
	my $rows = rows_in($run->{out});
	is_deeply({map { $_ => $rows->{$_}[0] } keys %$rows},
		{(map { $_ => 0 } keys %$rows), %count}, 'each count is right');
	my %alone = (through => ['taskset', '-c', 0]);
	is(stats($room, \%alone, '--csv')->{out}, $run->{out}, 'one core counts the same')
		if system('taskset -c 0 true 2>/dev/null') == 0;
};

subtest 'the days that are shown' => sub {
	my ($shown) = stats($room)->{out} =~ /^Games a day\n(.*)\z/ms;
	my @days = $shown =~ /^  (\S+) +(\d+)  #/mg;
	my @expected = map { "$_ " . $count{"day $_"} } map { strftime('%Y-%m-%d', gmtime $_) }
		map { FIRST + (GAMES - 1) * APART - 86400 * $_ } reverse 0 .. 29;
	is(join("\n", map { "@$_" } rows_of(2, @days)), join("\n", @expected), 'the last 30');
};

subtest 'games that were played' => sub {
	my $played = room();
	my @bots = map { $played->start($_, '-q', '-n', 30, $_ eq 'messenger1' ? ('-i', 0) : ()) }
		bot_names();
	$_->ended for @bots;
	my %result;
	$result{slurp($played->path($_)) =~ /^Result: (.*)$/m ? $1 : ''}++ for $played->results;
	my $rows = rows_in(stats($played, '--csv')->{out});
	is($rows->{'games counted'}[0], 30, 'all are counted');
	is($rows->{"player $_ wins"}[0], $result{"$_ win"} // 0, "wins of $_") for bot_names();
	is($rows->{'player messenger1 ties'}[0], $result{tie} // 0, 'ties');
	$played->close;
};

undef $room;
done_testing;
