#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe replay shows a saved game again, as the bots have drawn it.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX qw(mkfifo);
use Test::More;
use Messengers;
use Messengers::Terminal;
use Messengers::Tool;

plan skip_all => need_tool() if need_tool();

# A game of both bots: their folder, what messenger1 drew, the id.
sub play_one (@options) {
	my $room = room();
	my @bots = map { $room->start($_, '-n', 1, @options) } bot_names();
	$_->ended for @bots;
	my ($id) = $room->results_ok(1, 'a game is played') && $room->ids('messenger1');
	return ($room, $id, map { [without_repeats($_->drawings)] } @bots);
}

# A drawing is put again for a change that it does not show.
sub without_repeats (@drawings) {
	my $last = '';
	return grep { my $new = $_ ne $last; $last = $_; $new } @drawings;
}

for my $seed (1 .. 5) {
	subtest "the drawings of game $seed" => sub {
		my ($room, $id, @drawn) = play_one('-s', 'random', '--seed', $seed);
		for my $word ($id, "game-$id.txt") {
			my $seen = tool($room, 'replay', '-w', $room->dir, '--all', $word);
			is($seen->{out}, join('', @$_), 'are those of a bot') for @drawn;
			is($seen->{status}, 'exit 0', 'and it ends well');
		}
		my $path = tool($room, 'replay', $room->path("game-$id.txt"));
		is($path->{out}, join('', @{$drawn[0]}), 'also from its path, all without --all');
		my @at = map { tool($room, 'replay', '-w', $room->dir, '--at', $_, $id)->{out} }
			0 .. $#{$drawn[0]};
		is_deeply(\@at, $drawn[0], 'each is found by its number');
		spew($room->tmp . '/a copy', slurp($room->path("game-$id.txt")));
		is(tool($room, 'replay', '--at', 3, $room->tmp . '/a copy')->{out}, $at[3],
			'also in a copy under another name');
		for my $form ('--json', '--openturn') {
			my $file = $room->tmp . '/export';
			spew($file, tool($room, 'export', '-w', $room->dir, $form, $id)->{out});
			is(tool($room, 'replay', '--all', $file)->{out}, $path->{out},
				"and so it is from an export with $form");
		}
	};
}

subtest 'what comes through a pipe' => sub {
	my ($room, $id) = play_one();
	my $all = tool($room, 'replay', '-w', $room->dir, '--all', $id)->{out};
	my $export = join ' ', binary('tictactoe'), 'export', '-w', $room->dir;
	for my $from ("$export --openturn $id", "$export $id", 'cat ' . $room->path("game-$id.txt")) {
		my $how = {prepare => sub { open STDIN, '-|', "sleep 0.1; $from" }};
		my $seen = tool($room, $how, 'replay', '--all', '/dev/stdin');
		is($seen->{out}, $all, 'is replayed, late as it comes: ' . $from =~ s/ .*//r);
	}
	my $long = {prepare => sub { open STDIN, '-|', 'yes' }};
	my $seen = tool($room, $long, 'replay', '/dev/stdin');
	is($seen->{err}, "tictactoe replay: /dev/stdin: too long to be a game\n", 'until it is too much');
};

# A game by hand with rejections: ($room, $id, what messenger1 drew).
sub play_with_rejections () {
	my $room = room();
	my $bot = $room->start('messenger1', '-n', 1, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	$peer->say('hello');
	$peer->hear for 1 .. 2;
	$peer->say('circle', QUESTION);
	$peer->hear;
	$peer->seats('circle', 'no');
	$peer->move(5);
	$peer->hear_move;
	$peer->say('circle 5', 'circle 10');
	$peer->hear for 1 .. 2;
	$peer->play(\&Messengers::Peer::lasting);
	$bot->ended;
	return ($room, $peer->id, without_repeats($bot->drawings));
}

subtest 'rejections stand where they were said' => sub {
	my ($room, $id, @drawn) = play_with_rejections();
	my $said = 'messenger1 rejected';
	my @told = map { $_ // '' }
		"$said \"hello\": answer circle or cross first\n", undef,
		"$said \"circle 5\": position 5 is occupied\n"
		. "$said \"circle 10\": position 10 is outside 1-9\n";
	my @expected = map { $drawn[$_] . ($told[$_] // '') } 0 .. $#drawn;
	my $all = tool($room, 'replay', '-w', $room->dir, '--all', $id);
	is($all->{out}, join('', @expected), 'below the position');
	is(tool($room, 'replay', '-w', $room->dir, '--at', $_, $id)->{out}, $expected[$_],
		"also at $_") for 0 .. $#drawn;
	for my $form ('--json', '--openturn') {
		my $file = spew($room->tmp . '/x.json',
			tool($room, 'export', '-w', $room->dir, $form, $id)->{out});
		is(tool($room, 'replay', $file)->{out}, $all->{out}, "and in an export with $form");
	}
	$room->close;
};

subtest 'an openturn replay of another game' => sub {
	my $room = room();
	my $file = $room->tmp . '/theirs.json';
	my @actions = map { sprintf '{"type":"event","actionID":"m_%d","playerID":"%d",'
		. '"event":"placeMark","payload":{"row":%d,"col":%d},"turn":%d,"at":%d}',
		$_->[0] + 1, $_->[0] % 2, @$_[1, 2], $_->[0] + 1, 1788433320000 + $_->[0] }
		[0, 1, 1], [1, 0, 0], [2, 0, 2];
	spew($file, '{"version":1,"gameID":"example/tic-tac-toe","seed":"default",'
		. '"initialNow":0,"match":{"players":["0","1"]},"actions":['
		. join(',', @actions) . ']}');
	my $seen = tool($room, 'replay', '--all', $file);
	my %owner = (cross => 'messenger1', circle => 'messenger2');
	my @moves = ('cross 5', 'circle 1', 'cross 3');
	is($seen->{out}, join('', map { drawing('2026-09-03-110200', \%owner,
		@moves[0 .. $_ - 1]) } 0 .. 3), 'X begins, and it need not be over');
	is($seen->{status}, 'exit 0', 'it ends well');
	$seen = tool($room, 'replay', '--at', 4, $file);
	is("$seen->{status} $seen->{err}", 'exit 64 tictactoe replay: option --at: the game has'
		. " only 3 moves; see tictactoe replay -h\n", 'it has no fourth position');
};

subtest 'keys' => sub {
	plan skip_all => need_tmux() if need_tmux();
	my ($room, $id, @drawn) = play_with_rejections();
	my $last = $#drawn;
	my $terminal = terminal($room, {}, binary('tictactoe'), 'replay', '-w', $room->dir, $id);
	my $at = sub ($n, $how) {
		my $drawing = $drawn[$n] =~ s/^/ /mgr =~ s/ +$//mgr;
		$terminal->shows_ok(qr/\A\Q$drawing\E/, "$how: position $n");
	};
	$at->(0, 'at first');
	$terminal->shows_ok(qr/^ messenger2 goes first\n messenger1 = cross, messenger2 = circle$/m,
		'with who goes first and who has which symbol');
	$terminal->shows_ok(qr/^ messenger1 rejected "hello": answer circle or cross first$/m,
		'and what was rejected');
	for my $step (['Left', 0], ['Right', 1], ['Space', 2], ['b', 1], ['Left', 0],
	    ['End', $last], ['Right', $last], ['Home', 0], ['Down', 1], ['Up', 0],
	    ['NPage', 1], ['PPage', 0], ['3', 3], ['0', 0], [$last, $last], ['BSpace', $last - 1],
	    ['2', 2], ['x', 2], ['C-l', 2]) {
		$terminal->keys($step->[0]);
		$at->($step->[1], $step->[0]);
	}
	$terminal->shows_ok(qr/^ Move 2 of $last, by messenger1$/m, 'the move is named');
	$terminal->shows_ok(qr/^ messenger1 rejected "circle 5": position 5 is occupied\n .*"circle 10"/m,
		'its rejections are there');
	$terminal->resize(30, 6);
	$terminal->shows_ok(qr/\A Game.*\n(?:.*\n){4} Right next  Left back  Home E\n\z/,
		'a small terminal shows what it can');
	$terminal->resize(100, 30);
	$at->(2, 'large again');
	$terminal->keys('q');
	is($terminal->ended, 'exit 0', 'q quits');
	$room->close;
};

subtest 'a terminal is given back' => sub {
	plan skip_all => need_tmux() if need_tmux();
	my ($room, $id) = play_one();
	my $replay = join ' ', binary('tictactoe'), 'replay', '-w', $room->dir, $id;
	my $terminal = terminal($room, {env => {PS1 => 'ready> '}}, 'sh', '-i');
	for my $leave ('q', 'C-c') {
		$terminal->type("clear; $replay\n");
		$terminal->shows_ok(qr/\A Game \Q$id\E/, 'it is taken');
		$terminal->keys('C-z');
		$terminal->shows_ok(qr/ready>\n*\z/, 'Ctrl-Z stops it');
		ok(wait_for(sub { $terminal->restored }, 'the old screen'), 'the screen is the old one');
		my $lines = $leave eq 'q' ? 18 : 20;
		$terminal->resize(70, $lines);
		$terminal->await_size(70, $lines);
		$terminal->type("fg\n");
		$terminal->shows_ok(qr/\A Game \Q$id\E\n(?:.*\n){@{[$lines - 2]}} Right next .* q quits\n\z/,
			'it goes on, in the size of now');
		$terminal->keys('1');
		$terminal->shows_ok(qr/^ Move 1 of /m, 'and takes keys');
		$terminal->keys($leave);
		$terminal->shows_ok(qr/ready>\n*\z/, "$leave ends it");
		ok(wait_for(sub { $terminal->restored }, 'the old screen'), 'the screen is given back');
	}
	$terminal->type("TERM=dumb $replay | tail -n 1; TERM=dumb $replay | grep -c Game\n");
	$terminal->shows_ok(qr/^Status: (?!in progress).*\n\d+$/m, 'a pipe gets plain lines');
	$terminal->type("clear; TERM=dumb $replay --at 0; TERM=dumb $replay\n");
	$terminal->shows_ok(qr/^Status: (?!in progress)/m,
		'as does a terminal on which nothing can be drawn');
};

subtest 'what cannot be replayed' => sub {
	my ($room, $id) = play_one();
	my $file = $room->tmp . '/file';
	my $text = slurp($room->path("game-$id.txt"));
	my $json = tool($room, 'export', '-w', $room->dir, $id)->{out};
	my $envelope = tool($room, 'export', '-w', $room->dir, '--openturn', $id)->{out};
	for my $row (
	    ['no game', [], 64, qr/a GAME is missing; see tictactoe replay -h/],
	    ['two games', [$id, $id], 64, qr/only one GAME can be replayed/],
	    ['an unknown option', ['--nix', $id], 64, qr/option --nix is not known/],
	    ['--at without a number', [$id, '--at'], 64, qr/option --at needs a value/],
	    ['--at in words', ['--at', 'two', $id], 64, qr/"two" is not a whole number from 0 to 9/],
	    ['--at 10', ['--at', 10, $id], 64, qr/"10" is not a whole number from 0 to 9/],
	    ['both --at and --all', ['--all', '--at', 1, $id], 64, qr/exclude each other/],
	    ['an id of no game', ['2026-01-01-000000'], 66,
		qr{game-2026-01-01-000000\.txt: No such file or directory}],
	    ['another word', ['yesterday'], 66, qr/"yesterday" is neither the ID of a game/],
	    ['no word', [''], 66, qr/"" is neither the ID of a game/],
	    ['a path to nothing', ["$file.none"], 66, qr/\Q$file\E\.none: No such file or directory/],
	    ['a folder', [$room->dir], 66, qr/not a regular file/],
	    ['a device', ['/dev/tty'], 66, qr{/dev/tty: }],
	    ['no workspace', ['-w', "$file.none", $id], 66, qr/name the shared folder with -w/],
	) {
		my ($name, $words, $status, $expected) = @$row;
		my $seen = tool($room, 'replay', '-w', $room->dir, @$words);
		like($seen->{err}, qr/\Atictactoe replay: .*$expected.*\n\z/, "$name: one clear line");
		is($seen->{status}, "exit $status", "$name: exit status $status");
		is($seen->{out}, '', "$name: nothing is printed");
	}
	SKIP: {
		skip need_strace(), 2 if need_strace();
		my $path = $room->path("game-$id.txt");
		for my $word ($path, $id) {
			my $seen = tool($room, {strace => ['-P', $path, '-e', 'inject=fstat,newfstatat:error=EIO']},
				'replay', '-w', $room->dir, $word);
			like("$seen->{err}$seen->{out}", qr/\Atictactoe replay: .*: Input\/output error\n\z/,
				'what it is cannot be seen: one clear line');
		}
	}
	my ($moves) = $text =~ /^Moves: (\d)$/m;
	my $beyond = tool($room, 'replay', '-w', $room->dir, '--at', 9, $id);
	is($beyond->{status}, $moves == 9 ? 'exit 0' : 'exit 64', '--at 9 wants nine moves');
	for my $row (
	    ['empty', '', qr/not a saved game/],
	    ['another text', "hello\n", qr/not a saved game/],
	    ['half a result', substr($text, 0, 300), qr/line \d+: /],
	    ['a result with another end', $text =~ s/^Result: .*/Result: draw/mr,
		qr/not the result that the moves make/],
	    ['half an export', substr($json, 0, 300), qr/not JSON: /],
	    ['a changed export', $json =~ s/"result":"[^"]*"/"result":"draw"/r,
		qr/does not fit together: result/],
	    (map { ["a replay with the sum <$_>", $envelope =~ s/"sha256":[^,]*,(?=\s*"players")/$_/r,
		qr/does not fit together: metadata/] } '', '"sha256":null,', '"sha256":7,'),
	    ['a replay without its symbols', $envelope =~ s/"symbols"/"s"/r, qr/facts of the game are missing/],
	    ['an export with a terminal in it', $json =~ s/"id":"/"id":"\\u001b[31m/r,
		qr/facts of the game are missing/],
	    ['bytes', join('', map { chr } 0 .. 255), qr/not a saved game/],
	    ['broken JSON with bytes', "{\"\e[31m\xff\": 1}", qr/not JSON: /],
	    ['deep JSON', '{"a":' . '[' x 100000, qr/not JSON: /],
	    ['long JSON', '{"a":"' . 'x' x 2000000 . '"}', qr/too long to be a game/],
	    ['two exports', $json x 2, qr/more than one game/],
	) {
		my ($name, $bytes, $expected) = @$row;
		spew($file, $bytes);
		my $seen = tool($room, 'replay', '--all', $file);
		like($seen->{err}, qr/\Atictactoe replay: \Q$file\E: [ -~]*$expected[ -~]*\n\z/,
			"$name: one clear line");
		is($seen->{status}, 'exit 65', "$name: exit status 65");
		is($seen->{out}, '', "$name: nothing is printed");
	}
	my $link = $room->path('game-2026-01-01-000000.txt');
	symlink "game-$id.txt", $link or die "$link: $!\n";
	like(tool($room, 'replay', '-w', $room->dir, '2026-01-01-000000')->{err},
		qr/not a regular file/, 'a link in the workspace is no result');
	mkfifo($file = $room->tmp . '/fifo', 0600) or die "$file: $!\n";
	like(tool($room, 'replay', $file)->{err}, qr/not a saved game/, 'nor is a FIFO that nobody has open');
	is(tool($room, 'replay', '-h')->{status}, 'exit 0', 'there is help');
	open my $full, '>', '/dev/full' or die "/dev/full: $!\n";
	like(tool($room, {stdout => $full}, 'replay', '-w', $room->dir, $id)->{err},
		qr/standard output: No space left/, 'a full disk is told');
};

done_testing;
