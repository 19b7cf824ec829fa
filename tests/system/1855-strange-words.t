#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Bytes and names of every kind, and thousands of them, are judged by one strict
# rule; none of them is ever printed as it came.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Strange;

use constant { BOM => "\xef\xbb\xbf", MANY => 1000 };

sub cleaned ($line) {
	return substr $line =~ s/[^\x20-\x7e]|["\\]/?/gr, 0, 40;
}

# All bytes but LF, which ends a line.
my @ALL = map { join '', @$_ } rows_of(32, map { chr } grep { $_ != 10 } 0 .. 255);

# Words that are nearly right.
sub nearly ($right) {
	return (BOM . $right, "$right\r", "$right\0", "\0$right", " $right", "$right ",
		uc $right, "\xfe\xff$right", $right =~ s/c/\xc3\xa7/r, "$right\xa0", "\e[1m$right",
		"$right\t");
}

# A test of what the bot says to each of these lines, one after the other.
sub rejects_ok ($peer, $reason, @lines) {
	for my $line (@lines) {
		$peer->say_bytes("$line\n");
		my $shown = cleaned($line);
		$peer->hear_ok("Rejected \"$shown\": $reason", "\"$shown\" is rejected");
	}
	return;
}

for my $name (bot_names()) {
	subtest "all bytes and nearly right moves for $name" => sub {
		for my $part (\&nearly_moves, sub ($symbol) { @ALL }) {
			my $room = room();
			my $bot = $room->start($name, '-v', '-n', 1,
				$name eq 'messenger1' ? ('--first', 'no', '-i', 0) : ());
			my $peer = $room->peer(other($name));
			$peer->meet(first => 'yes', symbol => 'circle');
			my @lines = $part->($peer->own_symbol);
			$bot->settle;
			my @drawings = $bot->drawings;
			rejects_ok($peer, 'not a move. Choose another position: '
				. join(', ', 1 .. 9) . '.', @lines);
			$bot->settle;
			is_deeply([$bot->drawings], [@drawings, ($drawings[-1]) x @lines],
				'the board is as it was');
			$peer->play;
			is($bot->ended, 'exit 0', 'the game comes to its end');
			my $text = $room->results_ok($name eq 'messenger1' ? 1 : 0, 'the result is right');
			is_deeply(facts_of($text->{$_})->{rejected},
				[map { 'before move 1, messenger1 rejected "' . cleaned($_) . '": not a move' }
					@lines], 'and tells of each line') for keys %$text;
			printable_ok($room, 'nothing printed has a strange byte', $bot);
			unlike(slurp($room->spool($name, $peer->id)), qr/[^\x20-\x7e\n]/,
				'nor has anything said');
		}
	};
}

sub nearly_moves ($symbol) {
	return (nearly("$symbol 5"), "$symbol\t5", "$symbol\xa05", "$symbol 5\x0b");
}

subtest 'nearly right symbols for messenger1' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-v', '-n', 1);
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	$peer->must_hear(OPENING);
	rejects_ok($peer, 'answer circle or cross first.', nearly('circle'));
	$peer->say_bytes('circle');
	$peer->silent_ok($bot, 'without its newline it is not there');
	$peer->say_bytes("\ncross\n");
	$peer->hear_ok('Rejected "cross": ask "Do you want to go first?" first.',
		'of two lines the first counts');
	$peer->say(QUESTION);
	$peer->seats('circle', $peer->hear);
	$peer->play;
	is($bot->ended, 'exit 0', 'the game comes to its end');
	$room->results_ok(1, 'the result is right');
	printable_ok($room, 'nothing printed has a strange byte', $bot);
};

subtest 'nearly right openings for messenger2' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-v', '-n', 1);
	my $peer = $room->peer('messenger1');
	$peer->open_game('2026-09-03-110200', @ALL, nearly(OPENING));
	$peer->silent_ok($bot, 'none is an opening');
	$peer->say(OPENING);
	$peer->meet(met => 1);
	$peer->play;
	is($bot->ended, 'exit 0', 'after a right one a game is played');
	printable_ok($room, 'nothing printed has a strange byte', $bot);
};

# --- names -------------------------------------------------------------------------

# Names that nobody would think of: each byte that may be in one, and long ones.
my @NAMES = ((map { chr() . 'name' } grep { $_ != ord '/' } 1 .. 255), "new\nline", "\n",
	'x' x 255, "\xff" x 255, '2097-01-01-000000.txt' . "\n", "2097-01-01-000000.txt\e[2J",
	'journal ', 'lock~', 'game-2097-01-01-000000.txt.swp', 'current-board.txt~',
	map { "name $_" } 1 .. MANY);

# Files of other games: in its own folder a bot removes them, in others not.
my @OLD = map { sprintf '2001-01-01-%06d', $_ } grep { $_ % 100 < 60 } 0 .. MANY;

subtest 'thousands of files in every folder' => sub {
	my $room = room();
	my @folders = map { $room->folder(@$_) } [], ['spool'], ['state'],
		['state/messenger1/results'], map { ['spool', $_], ['state', $_] } bot_names();
	my $words = spew($room->tmp . '/words', "hello\n");
	for my $folder (@folders) {
		link $words, "$folder/$_" or die "link: $!\n" for @NAMES;
	}
	for my $name (bot_names()) {
		spew($room->spool($name, $_), OPENING . "\n") for @OLD;
	}
	my @bots = ($room->start('messenger1', '-v', '-i', 0), $room->start('messenger2', '-v'));
	wait_for(sub { 3 <= grep { /saved/ } split /\n/, $bots[0]->err }, 'three games');
	wait_for(sub { @OLD > $room->ids($_) }, "$_ to clear up") for bot_names();
	$_->stop for @bots;
	my $count = grep { /saved/ } split /\n/, $bots[0]->err;
	my @results = grep { is_id(s/\Agame-|\.txt\z//gr) } $room->results;
	is(scalar @results, $count, 'games are played among them');
	is_deeply([map { faults_of($_, slurp($room->path($_))) } @results], [], 'with right results');
	for my $bot (@bots) {
		cmp_ok(scalar(my @ids = $room->ids($bot->name)), '<=', 1,
			$bot->name . ' has cleared up what it had said');
		unlike($bot->err, qr/[^\x20-\x7e\n]|name|2097|xxx/, 'and tells of no strange name');
	}
	my @missing = map { my $folder = $_; grep { !-e "$folder/$_" } @NAMES } @folders;
	is(scalar @missing, 0, 'the strange ones are left alone');
	$room->close;
};

done_testing;
