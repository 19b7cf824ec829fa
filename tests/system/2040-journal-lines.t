#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What a service manager and its journal are given to show: one line for each
# thing that happens, with a priority and the game it is about; the drawings; and
# a status that says how the game stands.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Manager;

use constant { FIRST => '2026-09-03-110200', SECOND => '2026-09-03-110400' };

# A bot as a service manager starts it, in a fresh room.
sub service ($name, @options) {
	my $room = room();
	my $address = $room->tmp . '/notify';
	my $manager = manager($address);
	my %how = journal($room->tmp . '/log');
	$how{env}{NOTIFY_SOCKET} = $address;
	my $bot = $room->start($name, \%how, @options);
	return ($room, $bot, $room->peer(other($name)), $manager);
}

sub lines_of ($room) {
	return split /\n/, slurp($room->tmp . '/log');
}

sub await_line ($room, $pattern) {
	wait_for(sub { grep { /$pattern/ } lines_of($room) }, "the line $pattern");
	return;
}

# A test that exactly these lines were written, in this order; @expected:
# priority, the game or '', the words.
sub lines_ok ($room, $name, $what, @expected) {
	my @lines = lines_of($room);
	my @patterns;
	while (my ($priority, $id, $words) = splice @expected, 0, 3) {
		my $begin = quotemeta "<$priority>$name: " . ($id eq '' ? '' : "$id: ");
		push @patterns, qr/\A$begin$words\z/;
	}
	my @wrong = grep { ($lines[$_] // '') !~ ($patterns[$_] // qr/\A\z/) }
		0 .. (@lines > @patterns ? $#lines : $#patterns);
	return is(@wrong ? "line $wrong[0]" : '', '', $what)
		|| diag(join "\n", @lines, '', "and not", @patterns);
}

# Words that the other rewrites, once and again, and then leaves as they were.
sub rewrite ($peer, $bot) {
	my $was = slurp($peer->mouth);
	for my $words ("hello\n", "other\n", $was) {
		spew($peer->mouth, $words);
		$bot->settle;
	}
	return;
}

# The folder is away for a moment.
sub lose ($room, $manager) {
	my $dir = $room->dir;
	rename $dir, "$dir.away" or die "$dir: $!\n";
	await_line($room, qr/was moved/);
	await_line($room, qr/No such file/);
	told($manager, qr/\ASTATUS=waiting for \Q$dir\E\z/, 'the folder that is away');
	rename "$dir.away", $dir or die "$dir: $!\n";
	await_line($room, qr/is back\z/);
	return;
}

my $OUTCOME = qr/messenger1 win|messenger2 win|tie/;
my $NEXT = qr/, next game in \d+ (?:s|min)/;

subtest 'messenger1 and its mishaps' => sub {
	my ($room, $bot, $peer, $manager) = service('messenger1', '--first', 'yes', '-i', 900);
	my $dir = quotemeta $room->dir;
	my $id = $peer->await_game;
	told($manager, qr/\ASTATUS=game $id, awaits symbol, 0 results so far, next game in (?:14|15) min\z/,
		'whom it waits for');
	$peer->must_hear(OPENING);
	$peer->say('hello');
	$peer->hear;
	$peer->say('circle', QUESTION);
	$peer->must_hear('yes');
	$peer->seats('circle', 'yes');
	$peer->hear_move;
	told($manager, qr/\ASTATUS=game $id, other's turn, 0 results so far$NEXT\z/, 'whose turn it is');
	my $move = $peer->take_back;
	$peer->say("Rejected \"$move\": no.");
	$peer->hear_move;
	rewrite($peer, $bot);
	lose($room, $manager);
	told($manager, qr/\ASTATUS=game $id, other's turn,/, 'how the game stands');
	$room->restart($bot);
	await_line($room, qr/taken up/);
	spew($room->path("game-$id.txt"), "not a result\n");
	$peer->play;
	await_line($room, qr/saved/);
	told($manager, qr/\ASTATUS=game $id, over: (?:$OUTCOME), 1 result so far$NEXT\z/, 'the end');
	my $other = "${id}_0002";
	lines_ok($room, 'messenger1', 'each is told in one line with its priority and its game',
		6 => $id => 'opened',
		6 => $id => 'Rejected "hello": answer circle or cross first\.',
		6 => $id => 'a move of ours was rejected and is taken back',
		4 => $id => 'messenger2 rewrote its words: nothing is heard',
		4 => $id => "$dir was moved, removed, replaced or shut: waiting for it",
		3 => $id => "$dir: No such file or directory: waiting",
		6 => $id => "$dir is back",
		6 => $id => "taken up: other's turn",
		4 => $id => "the name of the result is taken: it is saved as game-$other\\.txt",
		6 => $id => "game-$other\\.txt saved: (?:$OUTCOME)");
	$room->close;
};

subtest 'messenger2 and its mishaps' => sub {
	my ($room, $bot, $peer, $manager) = service('messenger2');
	my $dir = quotemeta $room->dir;
	told($manager, qr/\ASTATUS=no game yet, 0 results so far\z/, 'its waiting');
	$peer->meet(id => FIRST, first => 'no');
	$peer->hear_move;
	$peer->say('circle');
	$peer->hear;
	told($manager, qr/\ASTATUS=game ${\FIRST}, other's turn, 0 results so far\z/, 'whose turn it is');
	rewrite($peer, $bot);
	lose($room, $manager);
	$bot = $room->restart($bot);
	await_line($room, qr/taken up/);
	$peer->meet(id => SECOND);
	$peer->play;
	await_line($room, qr/over/);
	told($manager, qr/\ASTATUS=game ${\SECOND}, over: (?:$OUTCOME), 1 result so far\z/, 'the end');
	lines_ok($room, 'messenger2', 'each is told in one line with its priority and its game',
		6 => FIRST, 'begun',
		6 => FIRST, 'Rejected "circle": not a move\..*',
		4 => FIRST, 'messenger1 rewrote its words: nothing is heard',
		4 => FIRST, "$dir was moved, removed, replaced or shut: waiting for it",
		3 => FIRST, "$dir: No such file or directory: waiting",
		6 => FIRST, "$dir is back",
		6 => FIRST, "taken up: other's turn",
		4 => FIRST, "given up by messenger1: other's turn",
		6 => SECOND, 'begun',
		6 => SECOND, "over: (?:$OUTCOME)");
	$room->close;
};

for my $name (bot_names()) {
	subtest "$name without a game" => sub {
		my ($room, $bot, $peer, $manager) = service($name, $name eq 'messenger1' ? ('-i', 900) : ());
		$peer->meet(id => FIRST, first => 'no');
		$bot->freeze;
		rename $room->dir, $room->tmp . '/away' or die "work: $!\n";
		$room->folder($_, $name) for qw(spool state);
		$bot->signal('CONT');
		await_line($room, qr/is back\z/);
		my ($line) = grep { /is back\z/ } lines_of($room);
		is($line, "<6>$name: " . $room->dir . ' is back', 'a line about none names none');
		$room->close;
	};
	subtest "$name draws on standard output, and with -q only in the folder" => sub {
		for my $quiet (0, 1) {
			my ($room, $bot, $peer) = service($name, '-n', 1, $quiet ? '-q' : ());
			$peer->meet(id => FIRST, first => 'no');
			$peer->play;
			is($bot->ended, 'exit 0', 'a game is played');
			is($room->board, $peer->picture, 'its end is in the folder');
			$quiet ? is($bot->out, '', 'and nowhere else')
				: is(($bot->drawings)[-1], $peer->picture, 'and on standard output');
			is(scalar(grep { !/\A<[0-7]>$name: \d\S+: / } lines_of($room)), 0,
				'each log line has its priority and its game');
			$room->close;
		}
	};
}

subtest 'the status says what a bot waits for' => sub {
	plan skip_all => need_strace() if need_strace();
	my $room = room();
	my $manager = manager($room->tmp . '/notify');
	my $bot = $room->start('messenger1', {env => {NOTIFY_SOCKET => $room->tmp . '/notify'},
		strace => [fault('pwrite64', 'error=ENOSPC', '1..3')]}, '--first', 'yes', '-i', 100);
	told($manager, qr/\ASTATUS=game \S+, opening, waiting for journal: No space left on device, 0/,
		'a full disk');
	told($manager, qr/\ASTATUS=game \S+, awaits symbol, 0 results/, 'its end');
	$room->close;
};

done_testing;
