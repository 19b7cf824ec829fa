#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Whatever stands where a result should go is neither overwritten nor followed;
# the result is saved under the next free name.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Digest::SHA qw(sha256_hex);
use IO::Socket::UNIX;
use POSIX qw(mkfifo);
use Test::More;
use Messengers;

# What is put under the name; each returns something to keep until the end.
my %TAKERS = (
	'a file' => sub ($path, $tmp) { spew($path, "precious\n") },
	'an empty file' => sub ($path, $tmp) { spew($path, '') },
	'a file nobody may read or write' => sub ($path, $tmp) {
		chmod 0, spew($path, "precious\n")
	},
	'the result of another game' => sub ($path, $tmp) {
		spew($path, result_text({id => '2020-01-01-000000',
			started => '2020-01-01T00:00:00Z', finished => '2020-01-01T00:00:09Z',
			symbols => {messenger1 => 'cross', messenger2 => 'circle'},
			first => 'messenger1', moves => ['cross 1', 'circle 4', 'cross 2',
				'circle 5', 'cross 3']}))
	},
	'a symlink to a file' => sub ($path, $tmp) {
		symlink spew("$tmp/target", "precious\n"), $path
	},
	'a symlink to nothing' => sub ($path, $tmp) { symlink "$tmp/nothing", $path },
	'a symlink to itself' => sub ($path, $tmp) { symlink $path, $path },
	'a folder' => sub ($path, $tmp) { mkdir $path },
	'a symlink to a folder' => sub ($path, $tmp) { symlink $tmp, $path },
	'a FIFO' => sub ($path, $tmp) { mkfifo $path, 0644 },
	'a socket' => sub ($path, $tmp) {
		IO::Socket::UNIX->new(Local => $path, Listen => 1)
	},
);

sub next_suffix ($id, $steps = 1) {
	my ($base, $n) = $id =~ /\A(.{17})(?:_(\d{4}))?\z/;
	return sprintf '%s_%04d', $base, ($n // 1) + $steps;
}

# Everything about a name that must not change.
sub looks ($path) {
	my @stat = lstat $path or return "$path is gone";
	return join ' ', @stat[0 .. 7], readlink($path) // '', -f _ ? slurp($path) // '' : '';
}

# Plays up to the ending move; returns its cell when this side is to make it.
sub up_to_the_end ($room, $peer) {
	while (my $turn = $peer->turn) {
		if ($turn eq 'messenger1') {
			$peer->hear_move;
		} elsif (my ($cell) = $peer->ending_cells) {
			return $cell;
		} else {
			$peer->move($peer->lasting);
		}
	}
	return undef;
}

# A game that waits for the ending move of messenger2, made by hand.
sub stage (@options) {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', 0, '-s', 'random', '--first', 'no',
		@options);
	my $peer = $room->peer('messenger2');
	for (1 .. 50) {
		$peer->meet;
		my $cell = up_to_the_end($room, $peer);
		return ($room, $bot, $peer, $cell) if defined $cell;
	}
	die "messenger1 has won fifty games\n";
}

for my $kind (sort keys %TAKERS) {
	subtest "the name is taken by $kind" => sub {
		my ($room, $bot, $peer, $cell) = stage();
		my $id = $peer->id;
		my $name = 'game-' . next_suffix($id) . '.txt';
		my ($taken, $free) = ($room->path("game-$id.txt"), $room->path($name));
		my $keep = $TAKERS{$kind}->($taken, $room->tmp);
		ok($keep, 'in the middle of the game');
		my @before = (looks($taken), looks($room->tmp . '/target'));
		$peer->move($cell);
		my $next = $peer->await_game;
		ok(-f $free && !-l $free, 'the result is saved under the next suffix');
		my $text = slurp($free);
		is_deeply([faults_of($name, $text)], [],
			'with that name as its Game ID, and right to the byte');
		is(mode_of($free), '0444', 'readable for all, writable for nobody');
		is_deeply([looks($taken), looks($room->tmp . '/target')], \@before,
			'what was there is as it was');
		ok(!-e $room->tmp . '/nothing', 'no link was followed');
		cmp_ok("game-$next.txt" =~ s/\.txt//r, 'gt', $name =~ s/\.txt//r,
			'the next game has a greater id');
		$peer->meet(met => 1);
		$peer->play;
		$peer->await_game;
		like(slurp($room->path("game-$next.txt")),
			qr/^Previous: \Q$name\E sha256 ${\ sha256_hex($text)}$/m,
			'and names the saved result as its previous');
		$room->close;
	};
}

subtest 'the next names are taken as well' => sub {
	my ($room, $bot, $peer, $cell) = stage('--seed', 3);
	my $id = $peer->id;
	mkdir $room->path("game-$_.txt") for $id, map { next_suffix($id, $_) } 1 .. 3;
	$peer->move($cell);
	$peer->await_game;
	my $name = 'game-' . next_suffix($id, 4) . '.txt';
	is_deeply([faults_of($name, slurp($room->path($name)))], [],
		'the first free one is used');
	$room->close;
};

subtest 'the name is taken by the very same bytes' => sub {
	for my $try (1 .. 10) {
		my $room = room();
		my $bot = $room->start('messenger1', '-s', 'random', '--first', 'no',
			'--seed', $try);
		my $peer = $room->peer('messenger2');
		$peer->meet;
		my $cell = up_to_the_end($room, $peer) // next;
		my $id = $peer->id;
		my $path = $room->path("game-$id.txt");
		my @moves = ($peer->moves, $peer->own_symbol . " $cell");
		# The first moment of a second, so that the guess will be right.
		my $last = time;
		wait_for(sub { time != $last }, 'the next second');
		my $finished = time;
		my $bytes = result_text({id => $id, started => stamp_of(seconds_of($id)),
			finished => stamp_of($finished), symbols => $peer->symbols,
			first => 'messenger2', moves => \@moves});
		spew($path, $bytes);
		chmod 0444, $path;
		my $before = (stat $path)[1];
		$peer->move($cell);
		wait_for(sub { $bot->err =~ /saved/ }, 'the result to be saved');
		$bot->settle;
		my @other = grep { $_ ne "game-$id.txt" } $room->results;
		# A slow machine may have made the guess wrong: then it is no such case.
		next if @other && slurp($room->path(@other)) !~ /^Finished: \Q${\
			stamp_of($finished)}\E$/m;
		is_deeply(\@other, [], 'no second result is written');
		is((stat _)[1], $before, 'the first is the same file')
			if lstat $path;
		is(slurp($path), $bytes, 'and as it was');
		$room->results_ok(1, 'it has a second name like any other');
		$room->close;
		return;
	}
	fail('the second of the end was never guessed right');
};

subtest 'an id whose name is taken is not announced' => sub {
	my $room = room();
	$room->folder;
	my $now = time;
	my @ids = map { POSIX::strftime('%Y-%m-%d-%H%M%S', gmtime $_) }
		$now - 2 .. $now + 90;
	for (@ids) {
		my $path = $room->path("game-$_.txt");
		$_ lt $ids[45] ? mkdir $path : symlink "$path.none", $path;
	}
	my $bot = $room->start('messenger1', '-i', 0);
	my $peer = $room->peer('messenger2');
	like($peer->await_game, qr/_0002\z/, 'the next suffix is');
	$peer->meet(met => 1);
	$peer->play;
	my $id = $peer->id;
	$peer->await_game;
	is_deeply([faults_of("game-$id.txt", slurp($room->path("game-$id.txt")))], [],
		'its result is right');
	$room->close;
};

subtest 'ids are greater than every id that is there' => sub {
	my @facts = (started => '2098-01-01T00:00:00Z', finished => '2098-01-01T00:00:09Z',
		symbols => {messenger1 => 'cross', messenger2 => 'circle'},
		first => 'messenger1',
		moves => ['cross 1', 'circle 4', 'cross 2', 'circle 5', 'cross 3']);
	my %where = (
		'result' => sub ($room, $id) {
			chmod 0444, spew($room->path("game-$id.txt"), result_text({id => $id, @facts}))
		},
		'spool file of messenger1' => sub ($room, $id) {
			$room->folder('spool', 'messenger1');
			spew($room->spool('messenger1', $id), OPENING . "\n")
		},
		'spool file of messenger2' => sub ($room, $id) {
			$room->folder('spool', 'messenger2');
			spew($room->spool('messenger2', $id), "circle\n")
		},
	);
	for my $what (sort keys %where) {
		my $room = room();
		$room->folder;
		$where{$what}->($room, '2098-01-01-000000');
		my $bot = $room->start('messenger1');
		my $peer = $room->peer('messenger2');
		$peer->{id} = '2098-01-01-000000';
		is($peer->await_game, '2098-01-01-000000_0002', "a $what of tomorrow is there");
		$room->close;
	}
};

done_testing;
