#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe stats: a few games by hand, and what is said of them to the byte.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Stats;

plan skip_all => need_tool() if need_tool();

# The first two are one game, mirrored; the last ends with two lines at once.
sub five_games () {
	my $room = room();
	put_game($room, '2026-09-01-235959', 'messenger1', 'cross', '14253',
		'after move 1, messenger1 rejected "circle 1": position 1 is occupied',
		'after move 1, messenger1 rejected "circle 12": position 12 is outside 1-9');
	put_game($room, '2026-09-03-000000', 'messenger2', 'circle', '36251',
		'before move 1, messenger2 rejected "no": what?');
	put_game($room, '2026-09-03-110200', 'messenger1', 'circle', '159287364');
	put_game($room, '2026-09-03-110200_0002', 'messenger2', 'cross', '172849');
	put_game($room, '2026-09-04-110200', 'messenger1', 'cross', '142567983');
	return $room;
}

# Two that are damaged, and what is no result at all.
sub damage ($room) {
	spew($room->path('game-2026-09-03-110400.txt'), '');
	my $path = put_game($room, '2026-09-03-110600', 'messenger1', 'cross', '14253');
	spew($path, slurp($path) =~ s/^Result: .*/Result: tie/mr);
	spew($room->path('notes.txt'), "14253\n");
	$room->folder('game-2026-09-03-110800.txt');
	return $room;
}

my $TEXT = <<'END';
5 games from 2026-09-01-235959 to 2026-09-04-110200
2 results left out: see tictactoe audit

Outcomes                     wins              ties            losses
  messenger1            3  60.0 %         1  20.0 %         1  20.0 %
                      23.1-88.2 %        3.6-62.4 %        3.6-62.4 %
  messenger2            1  20.0 %         1  20.0 %         3  60.0 %
                       3.6-62.4 %        3.6-62.4 %       23.1-88.2 %
  circle                2  40.0 %         1  20.0 %         2  40.0 %
                      11.8-76.9 %        3.6-62.4 %       11.8-76.9 %
  cross                 2  40.0 %         1  20.0 %         2  40.0 %
                      11.8-76.9 %        3.6-62.4 %       11.8-76.9 %
  first player          3  60.0 %         1  20.0 %         1  20.0 %
                      23.1-88.2 %        3.6-62.4 %        3.6-62.4 %
  second player         1  20.0 %         1  20.0 %         3  60.0 %
                       3.6-62.4 %        3.6-62.4 %       23.1-88.2 %
  Below each share: its 95 % interval (Wilson).

Moves of a game: 6.80 on average
  5                     2  40.0 %  #################
  6                     1  20.0 %  ########
  7                     0   0.0 %
  8                     0   0.0 %
  9                     2  40.0 %  #################

Endings
  row      1-2-3        3  60.0 %  ##########################
  row      4-5-6        0   0.0 %
  row      7-8-9        1  20.0 %  ########
  column   1-4-7        0   0.0 %
  column   2-5-8        0   0.0 %
  column   3-6-9        1  20.0 %  ########
  diagonal 1-5-9        0   0.0 %
  diagonal 3-5-7        0   0.0 %
  tie                   1  20.0 %  ########
  Rows 4, columns 1, diagonals 0; two lines at once 1.
  Won with the ninth cell: 1.

First moves
   80.0 %  |    0.0 %  |   20.0 %
  ---------------------------------
    0.0 %  |    0.0 %  |    0.0 %
  ---------------------------------
    0.0 %  |    0.0 %  |    0.0 %

Different games: 4 (turned or mirrored it is the same game)
  Among the last 5: 4.

Rejections: 3 in 2 games
                   by messenger1  by messenger2
  occupied                     1              0
  outside 1-9                  1              0
  other words                  0              1

Games a day
  2026-09-01            1  ##############
  2026-09-02            0
  2026-09-03            3  ############################################
  2026-09-04            1  ##############
END

my $CSV = <<'END';
group,name,what,count,share,low,high
games,counted,,5,,,
games,left_out,,2,,,
games,different,,4,,,
player,messenger1,wins,3,0.600000,0.230724,0.882379
player,messenger1,ties,1,0.200000,0.036224,0.624465
player,messenger1,losses,1,0.200000,0.036224,0.624465
player,messenger2,wins,1,0.200000,0.036224,0.624465
player,messenger2,ties,1,0.200000,0.036224,0.624465
player,messenger2,losses,3,0.600000,0.230724,0.882379
symbol,circle,wins,2,0.400000,0.117621,0.769276
symbol,circle,ties,1,0.200000,0.036224,0.624465
symbol,circle,losses,2,0.400000,0.117621,0.769276
symbol,cross,wins,2,0.400000,0.117621,0.769276
symbol,cross,ties,1,0.200000,0.036224,0.624465
symbol,cross,losses,2,0.400000,0.117621,0.769276
turn,first,wins,3,0.600000,0.230724,0.882379
turn,first,ties,1,0.200000,0.036224,0.624465
turn,first,losses,1,0.200000,0.036224,0.624465
turn,second,wins,1,0.200000,0.036224,0.624465
turn,second,ties,1,0.200000,0.036224,0.624465
turn,second,losses,3,0.600000,0.230724,0.882379
moves,5,,2,0.400000,0.117621,0.769276
moves,6,,1,0.200000,0.036224,0.624465
moves,7,,0,0.000000,0.000000,0.434482
moves,8,,0,0.000000,0.000000,0.434482
moves,9,,2,0.400000,0.117621,0.769276
ending,1-2-3,row,3,0.600000,0.230724,0.882379
ending,4-5-6,row,0,0.000000,0.000000,0.434482
ending,7-8-9,row,1,0.200000,0.036224,0.624465
ending,1-4-7,column,0,0.000000,0.000000,0.434482
ending,2-5-8,column,0,0.000000,0.000000,0.434482
ending,3-6-9,column,1,0.200000,0.036224,0.624465
ending,1-5-9,diagonal,0,0.000000,0.000000,0.434482
ending,3-5-7,diagonal,0,0.000000,0.000000,0.434482
ending,tie,,1,0.200000,0.036224,0.624465
ending,two_lines,,1,0.200000,0.036224,0.624465
ending,ninth_cell,,1,0.200000,0.036224,0.624465
first_move,1,,4,0.800000,0.375535,0.963776
first_move,2,,0,0.000000,0.000000,0.434482
first_move,3,,1,0.200000,0.036224,0.624465
first_move,4,,0,0.000000,0.000000,0.434482
first_move,5,,0,0.000000,0.000000,0.434482
first_move,6,,0,0.000000,0.000000,0.434482
first_move,7,,0,0.000000,0.000000,0.434482
first_move,8,,0,0.000000,0.000000,0.434482
first_move,9,,0,0.000000,0.000000,0.434482
rejection,messenger1,other,0,,,
rejection,messenger1,wants_symbol,0,,,
rejection,messenger1,wants_question,0,,,
rejection,messenger1,wants_answer,0,,,
rejection,messenger1,not_a_move,0,,,
rejection,messenger1,not_your_turn,0,,,
rejection,messenger1,wrong_symbol,0,,,
rejection,messenger1,out_of_range,1,,,
rejection,messenger1,occupied,1,,,
rejection,messenger2,other,1,,,
rejection,messenger2,wants_symbol,0,,,
rejection,messenger2,wants_question,0,,,
rejection,messenger2,wants_answer,0,,,
rejection,messenger2,not_a_move,0,,,
rejection,messenger2,not_your_turn,0,,,
rejection,messenger2,wrong_symbol,0,,,
rejection,messenger2,out_of_range,0,,,
rejection,messenger2,occupied,0,,,
day,2026-09-01,,1,,,
day,2026-09-03,,3,,,
day,2026-09-04,,1,,,
END

my $room = damage(five_games());
my @before = listing($room->dir);

subtest 'for people' => sub {
	my $run = stats($room);
	is($run->{status} . $run->{err}, 'exit 0', 'exit status');
	is($run->{out}, $TEXT, 'to the byte');
};

subtest 'a table' => sub {
	my $run = stats($room, '--csv');
	is($run->{status} . $run->{err}, 'exit 0', 'exit status');
	is($run->{out}, $CSV, 'to the byte');
};

# A row of the table as the object has it, both in so many digits.
sub digits ($share) {
	return sprintf '%.4f', $share;
}

sub value ($row) {
	my ($count, @shares) = @$row;
	return $shares[0] eq '' ? 0 + $count
		: {count => 0 + $count, map { $_ => digits(shift @shares) } qw(share low high)};
}

sub rounded ($object) {
	return $object if ref $object ne 'HASH';
	return {map { $_ => /\A(?:share|low|high)\z/ ? digits($object->{$_})
		: rounded($object->{$_}) } keys %$object};
}

sub values_of ($rows, $group) {
	return map { /\A$group (\S+)/ ? ($1 => value($rows->{$_})) : () } keys %$rows;
}

sub nested_values_of ($rows, $group) {
	my %all;
	for (keys %$rows) {
		$all{$1}{$2} = value($rows->{$_}) if /\A$group (\S+) (\S+)/;
	}
	return %all;
}

subtest 'an object' => sub {
	my $run = stats($room, '--json');
	is($run->{status} . $run->{err}, 'exit 0', 'exit status');
	my $rows = rows_in($CSV);
	is_deeply(rounded(object_in($run->{out})), {version => 1, games => 5, left_out => 2,
		first => '2026-09-01-235959', last => '2026-09-04-110200',
		(map { $_ => {nested_values_of($rows, $_)} } qw(player symbol turn)),
		(map { $_ => {values_of($rows, $_)} } qw(moves ending first_move day)),
		moves_mean => 6.8,
		different => {games => 4, recent => {games => 5, different => 4},
			repeating => JSON::PP::false},
		rejection => {games => 2, nested_values_of($rows, 'rejection')},
	}, 'the same as in the table, and more');
	is(() = $run->{out} =~ /^\}/mg, 1, 'and no other');
};

# What is wrong with a picture, by xmllint or by its tags alone.
sub faults_of_picture ($path) {
	return `xmllint --noout '$path' 2>&1` if (`xmllint --version 2>&1` // '') =~ /version/;
	my @open;
	my $bytes = slurp($path) =~ s/\A<\?xml [^>]*\?>\n//r;
	while ($bytes =~ /\G([^<>]*)<(\/?)(\w+)((?: [a-z-]+="[^"<&]*")*)(\/?)>/gci) {
		return "words beside the picture: $1" if !@open && $1 =~ /\S/;
		push @open, $3 unless $2 || $5;
		return "a stray </$3>" if $2 && $3 ne (pop @open // '');
	}
	return substr($bytes, pos($bytes) // 0) =~ /\A\s*\z/ && !@open ? '' : 'no end';
}

subtest 'a picture' => sub {
	my $path = $room->tmp . '/report.svg';
	my $run = stats($room, '--svg', $path);
	is($run->{status} . $run->{err} . $run->{out}, 'exit 0', 'exit status');
	is(faults_of_picture($path), '', 'it is well-formed');
	my $picture = slurp($path);
	is(stats($room, '--svg', '-')->{out}, $picture, 'the same on standard output');
	unlike($picture, qr/<script|href|url\(|nan|inf\b/i, 'nothing runs or is fetched');
	like($picture, qr/>\Q$_\E</, $_) for 'Tic-tac-toe: 5 games',
		'2026-09-01-235959 to 2026-09-04-110200; 2 results left out',
		'3: 60.0 % (23.1 to 88.2)', 'second player', '6.80 on average',
		'row 1-2-3', 'outside 1-9', '80.0 %', '09-02';
	is(mode_of($path), sprintf('%04o', 0666 & ~umask), 'its mode is as usual');
};

# All boxes of a picture, as [x, y, width, height, colour, opacity].
sub boxes_in ($picture) {
	return map { [/"([^"]*)"/g] } $picture =~ /<rect ([^>]*)>/g;
}

subtest 'what the picture shows is to scale' => sub {
	my $picture = stats($room, '--svg', '-')->{out};
	my @boxes = boxes_in($picture);
	for my $row (['wins', '#0072b2', 3, 1, 2, 2, 3, 1], ['ties', '#999999', (1) x 6],
		['losses', '#d55e00', 1, 3, 2, 2, 1, 3]) {
		my ($name, $colour, @games) = @$row;
		my ($legend, @bars) = grep { $_->[4] eq $colour } @boxes;
		is_deeply([map { $_->[2] / 96 } @bars], \@games, $name);
	}
	like($picture, qr/M260\.7 [\d.]+L573\.5 /, 'the first with its interval');
	my @moves = grep { $_->[2] eq '44.0' } @boxes;
	is_deeply([map { $_->[3] / 39 } @moves], [2, 1, 0, 0, 2], 'moves of a game');
	my @cells = sort { $a->[1] <=> $b->[1] || $a->[0] <=> $b->[0] }
		grep { $_->[4] eq '#e69f00' } @boxes;
	is_deeply([map { $_->[5] / 0.225 } @cells], [4, 0, 1, (0) x 6], 'first moves');
	my @days = grep { $_->[2] eq '23.7' } @boxes;
	is_deeply([map { $_->[3] / 40 } @days], [1, 0, 3, 1], 'games a day');
	for my $row (['messenger1', 1, 1, (0) x 7], ['messenger2', (0) x 8, 1]) {
		my ($name, @counts) = @$row;
		my ($x) = $picture =~ /<text x="([\d.]+)"[^>]*>by $name</;
		is_deeply([$picture =~ /<text x="\Q$x\E" [^>]*>(\d+)</g], \@counts, "rejections by $name");
	}
};

is_deeply([listing($room->dir)], \@before, 'nothing in the folder has changed');

subtest 'a part of them' => sub {
	my %count = ('--last 1' => 1, '--last 3' => 3, '--last 1000' => 5,
		'--since 2026-09-03-110200' => 3, '--since 2026-09-03-110200_0002' => 2,
		'--since 2026-09-02-000000' => 4, '--since 2027-01-01-000000' => 0);
	my $whole = five_games();
	is(object_in(stats($whole, '--json', split / /)->{out})->{games}, $count{$_}, $_)
		for sort keys %count;
};

subtest 'no games' => sub {
	my $empty = room();
	$empty->folder('spool');
	is(stats($empty)->{out}, "0 games\n", 'for people');
	is_deeply(rows_in(stats($empty, '--csv')->{out})->{'player messenger1 wins'},
		[0, '', '', ''], 'the table has no shares');
	my $object = object_in(stats($empty, '--json')->{out});
	is_deeply([@$object{qw(games first last moves_mean day)}, $object->{player}{messenger1}{wins}],
		[0, undef, undef, undef, {}, {count => 0, share => undef, low => undef, high => undef}],
		'nor has the object');
	my $path = $empty->tmp . '/report.svg';
	is(stats($empty, '--svg', $path)->{status}, 'exit 0', 'a picture');
	is(faults_of_picture($path), '', 'that is well-formed');
	unlike(slurp($path), qr/nan|inf\b/, 'with numbers only');
};

subtest 'the bots repeat themselves' => sub {
	my $again = room();
	my $put = sub ($n, $moves) {
		put_game($again, sprintf('2026-09-03-11%02d%02d', $n / 60, $n % 60), 'messenger1',
			'cross', $moves);
	};
	my $warning = qr/^  Warning: the bots only repeat themselves\.$/m;
	$put->($_, $_ % 2 ? '14253' : '36251') for 1 .. 99;
	unlike(stats($again)->{out}, $warning, 'not after 99 games');
	$put->(100, '14253');
	like(stats($again)->{out}, qr/^Different games: 1 .*\n  Among the last 100: 1\.\n$warning/m,
		'but after 100');
	like(stats($again, '--svg', '-')->{out}, qr/>Warning: the bots only repeat/, 'in a picture');
	ok(object_in(stats($again, '--json')->{out})->{different}{repeating}, 'in an object');
	my @others = qw(14263 14273 14283 14293 15263 15273 15283 15293 16273 16283);
	$put->(100 + $_, $others[$_ - 1]) for 1 .. @others;
	my $text = stats($again)->{out};
	like($text, qr/\n  Among the last 100: 11\.\n/, 'with ten others');
	unlike($text, $warning, 'they do not any more');
};

undef $room;
done_testing;
