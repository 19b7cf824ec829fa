#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# `say` appends one line properly, to the running game only, or says why not.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Messengers;
use Messengers::Limits;
use Messengers::Tool;

plan skip_all => need_tool() if need_tool();

use constant { USAGE => 64, NOINPUT => 66, IOERR => 74, TEMPFAIL => 75, NOPERM => 77 };
use constant FIRST => '2026-09-03-110200';

# A room in which messenger1's seat has opened a game by hand.
sub opened ($id = FIRST) {
	my $room = room();
	my $peer = $room->peer('messenger1');
	$room->folder('spool');
	$peer->open_game($id);
	return ($room, $peer);
}

sub say_ok ($room, $name, @words) {
	my $ran = tool($room, 'say', '-w', $room->dir, @words);
	return is("$ran->{status} $ran->{err}", 'exit 0 ', $name);
}

subtest 'lines as messenger2' => sub {
	my ($room) = opened();
	say_ok($room, 'a line', 'circle');
	say_ok($room, 'a line of many words', 'Do you want to go first?');
	say_ok($room, 'words are put together', 'circle', '5');
	say_ok($room, 'a wrong line is said as well: the other must judge it', '--', '-w "\\');
	say_ok($room, 'the longest line', 'x' x 255);
	is(slurp($room->spool('messenger2', FIRST)),
		"circle\nDo you want to go first?\ncircle 5\n-w \"\\\n" . 'x' x 255 . "\n",
		'to the byte');
	is(mode_of($room->spool('messenger2', FIRST)), '0644', 'in a file as the bots make it');
	my $newer = '2026-09-03-110400';
	$room->peer('messenger1')->open_game($newer);
	say_ok($room, 'then a newer game runs', 'cross');
	is(slurp($room->spool('messenger2', $newer)), "cross\n", 'and it is said there');
	is_deeply([$room->ids('messenger2')], [$newer], 'what was said in the old one is gone');
	say_ok($room, 'in the game that is meant', '--game', $newer, 'hello');
	tool_ok($room, TEMPFAIL, qr/not the game \Q@{[FIRST]}\E runs, but \Q$newer\E/, 'say', '-w',
		$room->dir, '--game', FIRST, 'hello');
	is(slurp($room->spool('messenger2', $newer)), "cross\nhello\n", 'and in no other');
	tool_ok($room, USAGE, qr/option --game: "\Q$_\E" is not the ID of a game, as 2026-09-03-110200/,
		'say', '-w', $room->dir, '--game', $_, 'hello') for '', 'NOPE', "$newer.txt", '2026-02-30-110200';
};

subtest 'one write, at the end of the file' => sub {
	plan skip_all => need_strace() if need_strace();
	my ($room) = opened();
	my $bot = $room->launch('tictactoe', {strace => ['-y', '-e', 'trace=openat,write']},
		'say', '-w', $room->dir, 'circle');
	$bot->ended;
	my $trace = $bot->trace;
	is(() = $trace =~ /^write\(\S+, "circle\\n", 7\)\s+= 7$/mg, 1, 'the line with its end');
	is(() = $trace =~ m{^write\(\d+<\Q@{[$room->dir]}\E/}mg, 2, 'beside it only its pid in the lock');
	like($trace, qr/^openat\(\S+, "\Q@{[FIRST]}\E\.txt", [^)]*O_APPEND/m, 'appended');
};

subtest 'against a real messenger1' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 3600, '--first', 'no');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	say_ok($room, 'a symbol', 'circle');
	say_ok($room, 'the question', QUESTION);
	$peer->hear_ok(OPENING, 'messenger1 has opened');
	$peer->hear_ok('no', 'and answers');
	say_ok($room, 'a wrong move', 'cross', '5');
	$peer->hear_ok('Rejected "cross 5": your symbol is circle. '
		. 'Choose another position: 1, 2, 3, 4, 5, 6, 7, 8, 9.', 'it rejects it');
	$peer->seats('circle', 'no');
	while (my $turn = $peer->turn) {
		$turn eq 'messenger1' ? $peer->hear_move
			: say_ok($room, 'a move', $peer->next_move(($peer->empties)[0]));
	}
	wait_for(sub { $room->second_names }, 'the result');
	$room->results_ok(1, 'the game is saved');
	tool_ok($room, TEMPFAIL, qr/the game \S+ is over: wait for the next one/, 'say',
		'-w', $room->dir, 'circle 5');
	$room->close;
};

subtest 'messenger1 opens games' => sub {
	my $room = room();
	my @m1 = ('say', '-w', $room->dir, '--seat', 'messenger1');
	my $ran = tool($room, @m1, OPENING);
	is($ran->{status}, 'exit 0', 'the opening makes the folder and a game');
	my $id = $ran->{out} =~ s/\n\z//r;
	ok(is_id($id), 'whose id is printed');
	is_deeply([$room->ids('messenger1')], [$id], 'and is the name of its file');
	my $bot = $room->start('messenger2', '-q', '--symbol', 'cross');
	my $peer = $room->peer('messenger1');
	$peer->{id} = $id;
	$peer->hear_ok('cross', 'messenger2 answers');
	$peer->hear_ok(QUESTION, 'and asks');
	tool($room, @m1, 'yes');
	$peer->seats('cross', 'yes');
	$peer->next_move(5);
	is(tool($room, @m1, 'circle', 5)->{status}, 'exit 0', 'messenger1 moves');
	$peer->hear_move;
	$ran = tool($room, @m1, OPENING);
	my $next = $ran->{out} =~ s/\n\z//r;
	ok(is_id($next) && $next gt $id, 'the next opening has a greater id');
	is_deeply([$room->ids('messenger1')], [$next], 'and only its file is left');
	wait_for(sub { ($room->said('messenger2', $next))[0] }, 'messenger2 in the new game');
	$room->close;
};

subtest 'ids are fresh' => sub {
	for my $row (
		['a game', sub ($room) { $room->folder('spool', 'messenger1');
			spew($room->spool('messenger1', '2999-01-01-000000'), "x\n") }],
		['a word of messenger2', sub ($room) { $room->folder('spool', 'messenger2');
			spew($room->spool('messenger2', '2999-01-01-000000'), "x\n") }],
		['a result', sub ($room) { $room->folder;
			spew($room->path('game-2999-01-01-000000.txt'), "Game ID: 2999-01-01-000000\n") }],
		['a folder with the name of a result', sub ($room) { $room->folder('spool', 'messenger1');
			$room->folder('game-2999-01-01-000000.txt');
			spew($room->spool('messenger1', '2998-12-31-235959_9999'), "x\n") },
			'2999-01-01-000000_0002'],
	) {
		my ($name, $make, $id) = @$row;
		my $room = room();
		$make->($room);
		my $ran = tool($room, 'say', '-w', $room->dir, '--seat', 'messenger1', OPENING);
		is($ran->{out}, ($id // '2999-01-01-000000_0002') . "\n", "later than $name");
	}
};

subtest 'after the last id' => sub {
	my $last = '9999-12-31-235959_9999';
	for my $where ('spool/messenger1', 'result') {
		my $room = room();
		$room->folder('spool', 'messenger1');
		$where eq 'result' ? spew($room->path("game-$last.txt"), "Game ID: $last\n")
			: spew($room->spool('messenger1', $last), "x\n");
		tool_ok($room, IOERR, qr/: there is no ID after \Q$last\E, which is in use/, 'say', '-w',
			$room->dir, '--seat', 'messenger1', OPENING);
	}
};

subtest 'what is not said' => sub {
	my ($room) = opened();
	my @say = ('say', '-w', $room->dir);
	my $not = qr/the line to say is not 1 to 255 printable characters of ASCII; see/;
	tool_ok($room, USAGE, $not, @say, $_)
		for '', 'x' x 256, "two\nlines", "a\tb", "\e[2J", "caf\xc3\xa9", "x\r";
	tool_ok($room, USAGE, $not, @say);
	tool_ok($room, USAGE, $not, @say, 'x' x 200, 'y' x 55);
	ok(!-e $room->spool('messenger2', FIRST), 'nothing was');
	spew($room->spool('messenger2', FIRST), 'half') if $room->folder('spool', 'messenger2');
	tool_ok($room, IOERR, qr/ends with half a line: end it first/, @say, 'circle');
	spew($room->spool('messenger2', FIRST), "x\n" x 8190);
	tool_ok($room, IOERR, qr/is full: no more than 16384 bytes of a game are heard/, @say,
		'circle');
	say_ok($room, 'the last that is heard', 'abc');
	is(-s $room->spool('messenger2', FIRST), 16384, 'fits exactly');
	unlink $room->spool('messenger2', FIRST);
	my $target = spew($room->tmp . '/target', "mine\n");
	symlink $target, $room->spool('messenger2', FIRST);
	tool_ok($room, IOERR, qr/not a regular file of ours/, @say, 'circle');
	is(slurp($target), "mine\n", 'a link is not followed');
	unlink $room->spool('messenger2', FIRST);
	link $target, $room->spool('messenger2', FIRST) or die;
	tool_ok($room, IOERR, qr{/spool/messenger2/\Q@{[FIRST]}\E.txt: not a regular file of ours}, @say,
		'circle');
	is(slurp($target), "mine\n", 'nor is anything said into a file with another name');
	unlink $room->spool('messenger2', FIRST);
	mkdir $room->spool('messenger2', FIRST);
	tool_ok($room, IOERR, qr/not a regular file of ours/, @say, 'circle');
};

# What is in the files of a seat, by their ids.
sub words_of ($room, $seat) {
	return {map { $_ => slurp($room->spool($seat, $_)) } $room->ids($seat)};
}

# Says a line where no file may be longer than 20 bytes, not even that of an error.
sub say_short ($room, @words) {
	pipe my $out, my $in or die "pipe: $!\n";
	my $ran = tool($room, {stderr => $in, prepare => sub { limit_self('fsize', 20) }},
		'say', '-w', $room->dir, '--seat', 'messenger1', @words);
	close $in;
	return $ran->{status} . join '', map { s/.*://r } readline $out;
}

subtest 'a disk without room' => sub {
	plan skip_all => need_limits() if need_limits();
	my ($room) = opened();
	my $before = words_of($room, 'messenger1');
	is(say_short($room, OPENING), 'exit ' . IOERR . " No space left on device\n",
		'an opening of which a part fits is refused');
	is_deeply(words_of($room, 'messenger1'), $before, 'and the game that runs is as it was');
	say_ok($room, 'so that it goes on', '--seat', 'messenger1', 'yes');
	$before = words_of($room, 'messenger1');
	is(say_short($room, 'no'), 'exit ' . IOERR . " File too large\n", 'nor fits another line');
	is_deeply(words_of($room, 'messenger1'), $before, 'and it is as it was');
};

subtest 'a disk without room for the seat' => sub {
	plan skip_all => need_limits() if need_limits();
	my ($room) = opened();
	my $lock = $room->path('state/messenger2/lock');
	pipe my $out, my $in or die "pipe: $!\n";
	my $ran = tool($room, {stderr => $in, prepare => sub { limit_self('fsize', 0) }},
		'say', '-w', $room->dir, 'circle');
	close $in;
	is($ran->{status} . readline $out, 'exit ' . IOERR . "tictactoe say: $lock: File too large\n",
		'the lock cannot be written');
};

subtest 'what fails where the seat is taken' => sub {
	plan skip_all => need_strace() if need_strace();
	for my $row (['mkdirat:error=ENOSPC', 'No space left on device'],
		['mkdirat:error=EDQUOT', 'Disk quota exceeded'], ['flock:error=ENOLCK', 'No locks available']) {
		my ($fault, $words) = @$row;
		my ($room) = opened();
		my $bot = $room->launch('tictactoe', {strace => ['-e', "inject=$fault"]}, 'say', '-w', $room->dir, 'circle');
		is($bot->ended, 'exit ' . IOERR, $fault);
		like($bot->err, qr{^tictactoe say: \Q$room->{dir}\E/\S+: $words\n\z}, 'what is missing there');
	}
};

subtest 'a file whose end cannot be read' => sub {
	plan skip_all => need_strace() if need_strace();
	my ($room) = opened();
	my $file = spew($room->spool('messenger1', FIRST), OPENING . "\nye");
	for my $error ('error=EIO', 'retval=0') {
		my $bot = $room->launch('tictactoe', {strace => ['-P', $file, '-e', "inject=pread64:$error"]},
			'say', '-w', $room->dir, '--seat', 'messenger1', 'no');
		is($bot->ended . ($bot->err =~ s/.*://r), 'exit ' . IOERR . " Input/output error\n",
			"$error: is told");
		is(slurp($file), OPENING . "\nye", 'and nothing is said');
	}
};

# As where a disk of another machine is full.
subtest 'a file that tells of an error when it is closed' => sub {
	plan skip_all => need_strace() if need_strace();
	for my $row (['messenger1', OPENING], ['messenger2', '']) {
		my ($seat, $before) = @$row;
		my ($room) = opened();
		my $file = $room->spool($seat, FIRST);
		my $bot = $room->launch('tictactoe', {strace => ['-P', $file, '-e', 'inject=close:error=EDQUOT']},
			'say', '-w', $room->dir, '--seat', $seat, 'yes');
		is($bot->ended . $bot->err, 'exit ' . IOERR . "tictactoe say: $file: Disk quota exceeded\n",
			"$seat: is told");
		is(slurp($file) // '', $before && "$before\n", 'and nothing is said');
		is(-e $file, $before ? 1 : undef, 'nor is a file left that was not there');
	}
};

subtest 'where there is nothing to say it to' => sub {
	my $room = room();
	my $dir = $room->dir;
	my @say = ('say', '-w', $dir);
	tool_ok($room, NOINPUT, qr/\Q$dir\E: No such file or directory: use another folder/, @say,
		'circle');
	tool_ok($room, NOINPUT, qr/\Q$dir\E: No such file/, @say, '--seat', 'messenger1', 'yes');
	ok(!-e $dir, 'the folder is not made');
	$room->folder;
	tool_ok($room, TEMPFAIL, qr/no game has been opened by messenger1/, @say, 'circle');
	tool_ok($room, TEMPFAIL, qr/no game has been opened by messenger1/, @say, '--seat',
		'messenger1', 'yes');
	$room = room();
	spew($room->dir, "a file\n");
	tool_ok($room, NOINPUT, qr/Not a directory/, 'say', '-w', $room->dir, 'circle');
	tool_ok($room, NOINPUT, qr/Not a directory/, 'say', '-w', $room->dir, '--seat', 'messenger1',
		OPENING);
};

subtest 'a bot that has the seat keeps it' => sub {
	for my $name (bot_names()) {
		my ($room) = opened();
		my $bot = $room->start($name, '-q');
		$bot->settle;
		my $pid = $bot->pid;
		tool_ok($room, TEMPFAIL, qr/the seat of $name is taken by the process with pid $pid/,
			'say', '-w', $room->dir, '--seat', $name, OPENING);
		$room->close;
	}
};

subtest 'a folder of another user' => sub {
	plan skip_all => need_root() if need_root();
	my ($room) = opened();
	spew($room->folder('spool', 'messenger2') . '/' . FIRST . '.txt', "theirs\n");
	chown 65534, 65534, $room->spool('messenger2', FIRST);
	tool_ok($room, IOERR, qr/not a regular file of ours/, 'say', '-w', $room->dir, 'circle');
	is(slurp($room->spool('messenger2', FIRST)), "theirs\n", 'a file of theirs is left alone');
	chown 65534, 65534, $room->folder('spool', 'messenger2');
	tool_ok($room, NOPERM, qr{spool/messenger2 belongs to the user with id 65534}, 'say', '-w',
		$room->dir, 'circle');
};

done_testing;
