#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe export: the games as others can read them, and nothing but those.
# san: yes
use v5.36;
use Digest::SHA qw(sha256_hex);
use FindBin;
use lib "$FindBin::Bin/lib";
use JSON::PP ();
use POSIX qw(strftime);
use Test::More;
use Messengers;
use Messengers::Tool;
use Messengers::Users qw(become THIRD);

plan skip_all => need_tool() if need_tool();

use constant FIRST => 1788433320;	# 2026-09-03T11:02:00Z

sub export ($room, @words) {
	return tool($room, 'export', '-w', $room->dir, @words);
}

sub objects_of ($text) {
	return map { JSON::PP->new->decode($_) } split /\n/, $text;
}

# A room in which both bots have played, and the texts of their results.
sub play ($games, @options) {
	my $room = room();
	my @bots = map { $room->start($_, '-q', '-n', $games, '-s', 'random', @options,
		$_ eq 'messenger1' ? ('-i', 0) : ()) } bot_names();
	$_->ended for @bots;
	my $text = $room->results_ok($games, "$games games are played");
	return ($room, map { $text->{$_} } $room->results);
}

# A room with results that were made for it, of games at random, two minutes
# apart; and their texts.
sub make ($games) {
	my $room = room();
	my @texts;
	srand 7;
	for my $n (0 .. $games - 1) {
		my $first = (bot_names())[rand 2];
		my @symbols = rand() < 0.5 ? qw(circle cross) : qw(cross circle);
		my @moves;
		push @moves, $symbols[@moves % 2] . ' ' . (empties_of(@moves))[rand empties_of(@moves)]
			until @moves == 9 || defined winning_symbol(@moves);
		my $id = id_at($n);
		push @texts, result_text({id => $id, started => stamp_of(FIRST + 120 * $n),
			finished => stamp_of(FIRST + 120 * $n + 9), first => $first,
			symbols => {$first => $symbols[0], other($first) => $symbols[1]},
			moves => \@moves, rejected => $n % 3 ? [] : [
				'before move 1, messenger1 rejected "\'hello\'; ?": not a move',
				taken_back($first, @moves)],
			previous => $n ? 'game-' . id_at($n - 1) . '.txt sha256 '
				. sha256_hex($texts[-1]) : 'none'});
		spew($room->folder() . "/game-$id.txt", $texts[-1]);
	}
	return ($room, @texts);
}

# messenger1 had to take back its third or second move, which was another then.
sub taken_back ($first, @moves) {
	my $after = $first eq 'messenger1' ? 4 : 3;
	my ($symbol, $played) = split / /, $moves[$after];
	my @before = @moves[0 .. $after - 1];
	my ($cell) = grep { $_ != $played && !defined winning_symbol(@before, "$symbol $_") }
		empties_of(@before);
	return qq(after move $after, messenger2 rejected "$symbol $cell": none);
}

sub id_at ($n) {
	return strftime('%Y-%m-%d-%H%M%S', gmtime FIRST + 120 * $n);
}

sub id_of ($text) {
	return facts_of($text)->{id};
}

# --- our own objects --------------------------------------------------------------

# What an object must say, from the text of the result alone.
sub object_of ($text) {
	my $fact = facts_of($text);
	my %symbol = %{$fact->{symbols}};
	my %owner = reverse %symbol;
	my %cell = map { (split / /)[1, 0] } @{$fact->{moves}};
	my $board = [map { my $row = $_; [map { $cell{3 * $row + $_} } 1 .. 3] } 0 .. 2];
	my ($name, $sum) = $fact->{previous} =~ /\A(\S+) sha256 (\S+)\z/;
	return {
		(map { $_ => $fact->{$_} } qw(id started finished symbols first result)),
		moves => [map {
			my ($symbol, $position) = split / /;
			{player => $owner{$symbol}, symbol => $symbol, position => $position,
				row => int(($position - 1) / 3), col => ($position - 1) % 3}
		} @{$fact->{moves}}],
		rejected => [map {
			my ($when, $n, $by, $line, $reason) =
				/\A(before|after) move (\d), (\S+) rejected "(.*?)": (.*)\z/;
			{after => $when eq 'before' ? 0 : $n, by => $by, line => $line,
				reason => $reason}
		} @{$fact->{rejected}}],
		board => $board,
		previous => defined $name ? {name => $name, sha256 => $sum} : undef,
		sha256 => sha256_hex($text),
	};
}

subtest 'objects, one a line' => sub {
	for my $made ([play(8)], [make(5)]) {
		my ($room, @texts) = @$made;
		my $seen = export($room);
		is_deeply([objects_of($seen->{out})], [map { object_of($_) } @texts],
			'all that the results say, in their order');
		is("$seen->{status} $seen->{err}", 'exit 0 ', 'and all is well');
		is(export($room, '--json')->{out}, $seen->{out}, '--json is the default');
		like($seen->{out}, qr/\A\{"id":"/, 'the id is first');
		like($seen->{out}, qr/"position":[1-9],"row":[0-2],"col":[0-2]\}/, 'numbers are numbers');
	}
};

# --- envelopes ----------------------------------------------------------------------

# Plays an envelope by the rules of the game it is for: X begins, turns alternate.
# Returns the rows of the board, and who has won: a player, or "draw".
sub replayed ($envelope) {
	my @players = @{$envelope->{match}{players}};
	my ($n, $result, @moves) = (0, undef);
	for my $action (@{$envelope->{actions}}) {
		my ($row, $col) = @{$action->{payload}}{qw(row col)};
		my $position = 3 * $row + $col + 1;
		die "after the end\n" if defined $result;
		die "not the turn of $action->{playerID}\n"
			if $action->{playerID} ne $players[$n % 2];
		die "occupied\n" unless grep { $_ == $position } empties_of(@moves);
		die "action $n\n" if $action->{type} ne 'event' || $action->{event} ne 'placeMark'
			|| $action->{actionID} ne 'm_' . ($n + 1) || $action->{turn} != $n + 1;
		push @moves, ($n % 2 ? 'circle' : 'cross') . " $position";
		$result = defined winning_symbol(@moves) ? $action->{playerID}
			: @moves == 9 ? 'draw' : undef;
		$n++;
	}
	return (\@moves, $result);
}

# The same board as that of a result, where X is whoever was first.
sub as_xo ($text) {
	my $fact = facts_of($text);
	my $crosses = $fact->{symbols}{$fact->{first}} eq 'cross';
	my %other = (cross => 'circle', circle => 'cross');
	return [map { $crosses ? $_ : s/(\w+)/$other{$1}/r } @{$fact->{moves}}];
}

sub envelope_ok ($envelope, $text) {
	my $fact = facts_of($text);
	my %player = ($fact->{first} => '0', other($fact->{first}) => '1');
	my ($winner) = $fact->{result} =~ /\A(\w+) win\z/;
	my ($moves, $result) = eval { replayed($envelope) };
	is($@, '', "$fact->{id}: it can be played");
	is_deeply($moves, as_xo($text), 'to the same board');
	is($result, $winner ? $player{$winner} : 'draw', 'and the same end');
	my @at = map { $_->{at} } @{$envelope->{actions}};
	my ($started, $finished) = map { seconds_of($fact->{$_} =~ s/T(..):(..):(..)Z/-$1$2$3/r) * 1000 }
		qw(started finished);
	is_deeply([@$envelope{qw(version gameID seed initialNow)}],
		[1, 'example/tic-tac-toe', $fact->{id}, $started], 'its head');
	is_deeply([sort { $a <=> $b } @at], \@at, 'time goes on');
	ok($at[0] >= $started && $at[-1] == $finished, 'from the start to the end');
	my $object = object_of($text);
	delete $object->{moves};
	is_deeply($envelope->{metadata}, {%$object, players => {reverse %player}},
		'its metadata have all but the moves');
	return;
}

subtest 'replays for openturn' => sub {
	for my $made ([play(8)], [make(4)]) {
		my ($room, @texts) = @$made;
		my $seen = export($room, '--openturn');
		my @envelopes = objects_of($seen->{out});
		is("$seen->{status} $seen->{err}", 'exit 0 ', 'all is well');
		is(@envelopes, @texts, 'one a line');
		envelope_ok($envelopes[$_], $texts[$_]) for 0 .. $#texts;
		my $one = export($room, '--openturn', id_of($texts[1]));
		like($one->{out}, qr/\A\{\n  "version": 1,\n.*\n\}\n\z/s, 'a single one is for people');
		is_deeply(JSON::PP->new->decode($one->{out}), $envelopes[1], 'and the same');
	}
};

# --- rows ---------------------------------------------------------------------------

subtest 'rows' => sub {
	my ($room, @texts) = make(5);
	my $seen = export($room, '--csv');
	my ($head, @rows) = map { [split /,/, $_, -1] } split /\n/, $seen->{out};
	is(join(' ', @$head), 'id started finished messenger1 messenger2 first moves positions'
		. ' rejected result previous previous_sha256 sha256', 'names of columns');
	is_deeply(\@rows, [map {
		my $o = object_of($_);
		[@$o{qw(id started finished)}, @{$o->{symbols}}{bot_names()}, $o->{first},
			scalar @{$o->{moves}}, join(' ', map { $_->{position} } @{$o->{moves}}),
			scalar @{$o->{rejected}}, $o->{result}, $o->{previous}{name} // '',
			$o->{previous}{sha256} // '', $o->{sha256}]
	} @texts], 'a row a game');
	unlike($seen->{out}, qr/["\r]/, 'nothing needs quotes');
	is(export($room, '--csv', id_of($texts[2]))->{out},
		join('', (split /^/, $seen->{out})[0, 3]), 'a single game has the names too');
};

# --- which games --------------------------------------------------------------------

sub ids_in ($seen) {
	return [map { $_->{id} } objects_of($seen->{out})];
}

subtest 'which games' => sub {
	my ($room, @texts) = make(7);
	my @ids = map { id_of($_) } @texts;
	is_deeply(ids_in(export($room, '--last', 3)), [@ids[4 .. 6]], '--last');
	is_deeply(ids_in(export($room, '--last', 100)), \@ids, '--last of more than there are');
	is_deeply(ids_in(export($room, '--since', $ids[5])), [@ids[5, 6]], '--since');
	is_deeply(ids_in(export($room, '--since', '2026-09-03-110300')), [@ids[1 .. 6]],
		'--since an id of no game');
	is_deeply(ids_in(export($room, '--since', '2027-01-01-000000')), [], '--since after all');
	is_deeply(ids_in(export($room, $ids[3], "game-$ids[1].txt", $room->path("game-$ids[6].txt"))),
		[@ids[3, 1, 6]], 'games by id, name and path, in the order asked for');
	spew($room->tmp . '/copy', $texts[2]);
	is_deeply(ids_in(export($room, $room->tmp . '/copy')), [$ids[2]], 'a copy elsewhere');
	my $none = export(room_of_none(), '--csv');
	like("$none->{status}: $none->{out}", qr/\Aexit 0: id,.*\n\z/, 'no games, only names');
};

sub room_of_none () {
	my $room = room();
	$room->folder('state');
	return $room;
}

# --- what is damaged ----------------------------------------------------------------

subtest 'damaged results are left out, of many' => sub {
	my ($room, @texts) = make(2500);
	my %damage = (3 => sub { '' }, 255 => sub ($t) { substr $t, 0, 200 }, 256 => sub { "\e[31m\n" },
		700 => sub ($t) { $t =~ s/^Result: .*/Result: draw/mr },
		2000 => sub ($t) { $t . 'x' x 20000 }, 2499 => sub ($t) { $t =~ s/^1\. /1 /mr });
	my @names = map { 'game-' . id_of($_) . '.txt' } @texts;
	spew($room->path($names[$_]), $damage{$_}->($texts[$_])) for keys %damage;
	mkdir $room->path('game-2020-01-01-000000.txt');
	symlink $names[0], $room->path('game-2020-01-01-000001.txt');
	my @good = map { id_of($texts[$_]) } grep { !$damage{$_} } 0 .. $#texts;
	for my $form ('--json', '--openturn', '--csv') {
		my $seen = export($room, $form);
		my @ids = $form eq '--csv' ? $seen->{out} =~ /^(2\S*?),/mg
			: map { $_->{id} // $_->{seed} } objects_of($seen->{out});
		is_deeply(\@ids, \@good, "$form: all others, in their order");
		is($seen->{status}, 'exit 66', 'the exit status is that of the first');
		my @told = split /\n/, $seen->{err};
		is(@told, 9, 'a line for each, and one more');
		is_deeply([sort map { /(game-\S+?\.txt): / ? $1 : () } @told],
			[sort 'game-2020-01-01-000000.txt', 'game-2020-01-01-000001.txt',
			@names[keys %damage]], 'they are named');
		like($told[-1], qr/\Atictactoe export: left out: 8; tictactoe audit says more\z/, 'and counted');
		unlike($seen->{err}, qr/[^ -~\n]/, 'nothing reaches the terminal as it is');
		like($seen->{err}, qr/ \Q${\ $names[3]}\E: the file is empty \(/, 'one as a whole');
		like($seen->{err}, qr/ \Q${\ $names[2499]}\E: line [1-9]\d*: /, 'or its line');
	}
	my $seen = export($room, '--last', 1);
	is("$seen->{status} $seen->{out}", 'exit 65 ', 'the last alone');
	$seen = export($room, '--since', id_of($texts[2001]), '--csv');
	is(scalar(() = $seen->{out} =~ /\n/g), 1 + 498, 'since one of them');
	$seen = export($room, '--csv', $names[4], $names[3], $names[5]);
	like($seen->{err}, qr/^tictactoe export: \Q${\ $names[3]}\E: the file is empty \(/m,
		'the same of what is named');
	is(scalar(() = $seen->{out} =~ /\n/g), 1 + 2, 'among those that are named');
	is($seen->{status}, 'exit 65', 'and the exit status is that of damage');
	like($seen->{err}, qr/\Atictactoe export: \Q${\ $names[3]}\E: .*the file is empty.*\n\z/, 'with its reason');
};

subtest 'the status is that of the first, in the folder as by name' => sub {
	plan skip_all => need_root() if need_root();
	my ($room, @texts) = make(4);
	my @names = map { 'game-' . id_of($_) . '.txt' } @texts;
	chmod 0, $room->path($names[1]);
	spew($room->path($names[2]), '');
	for my $row ([77, [], [$names[1]], \@names], [65, ['--last', 2], [$names[2]], [@names[3, 2, 1]]]) {
		my ($status, @words) = @$row;
		is(tool($room, {prepare => become(THIRD)}, 'export', '-w', $room->dir, @$_)->{status},
			"exit $status", "@$_: $status") for @words;
	}
};

subtest 'bad input' => sub {
	my ($room, $text) = make(1);
	my $id = id_of($text);
	my $json = spew($room->tmp . '/export.json', export($room)->{out});
	for my $row (
	    ['an unknown option', ['--nix'], 64, qr/option --nix is not known; see tictactoe export -h/],
	    ['two forms', ['--csv', '--openturn'], 64, qr/exclude each other/],
	    ['--since nothing', ['--since', 'yesterday'], 64, qr/"yesterday" is not the ID of a game/],
	    ['--last 0', ['--last', 0], 64, qr/"0" is not a whole number from 1 to/],
	    ['--last -1', ['--last', -1], 64, qr/"-1" is not a whole number/],
	    ['--last and --since', ['--last', 1, '--since', $id], 64, qr/exclude each other/],
	    ['a game and --last', ['--last', 1, $id], 64, qr/with a GAME there is no --since and no --last/],
	    ['no such game', ['2026-01-01-000000'], 66,
		qr{game-2026-01-01-000000\.txt: No such file or directory}],
	    ['a folder', [$room->tmp], 66, qr/not a regular file/],
	    ['an export', [$json], 65, qr/not a saved game/],
	    ['no workspace', ['-w', "$json.none"], 66, qr/name the shared folder with -w/],
	    ['a file as workspace', ['-w', $json], 66, qr/Not a directory: name the shared/],
	) {
		my ($name, $words, $status, $expected) = @$row;
		my $seen = export($room, @$words);
		like($seen->{err}, qr/\Atictactoe export: .*$expected.*\n\z/, "$name: one clear line");
		is($seen->{status}, "exit $status", "$name: exit status $status");
		is($seen->{out}, '', "$name: nothing is printed");
	}
	is(export($room, '2026-01-01-000000', $id)->{status}, 'exit 66', 'one of two is missing');
	is_deeply(ids_in(export($room, '2026-01-01-000000', $id)), [$id], 'the other is exported');
	open my $full, '>', '/dev/full' or die "/dev/full: $!\n";
	my $seen = tool($room, {stdout => $full}, 'export', '-w', $room->dir);
	is($seen->{status}, 'exit 74', 'a full disk is told');
	is(export($room, '-h')->{status}, 'exit 0', 'there is help');
	my $before = join '', listing($room->dir);
	export($room, $_) for '--json', '--csv', '--openturn';
	is(join('', listing($room->dir)), $before, 'the workspace is as it was');
};

done_testing;
