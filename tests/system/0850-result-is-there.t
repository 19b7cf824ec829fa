#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A game whose result is in the folder is over for both bots, whatever else they
# know of it.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Digest::SHA qw(sha256_hex);
use File::Basename qw(basename);
use POSIX qw(mkfifo);
use Test::More;
use Messengers;
use Messengers::Faults;

my $ID = '2026-09-03-110200';
my @MOVES = ('cross 1', 'circle 4', 'cross 2', 'circle 5', 'cross 3');
my %SYMBOLS = (messenger1 => 'cross', messenger2 => 'circle');

sub some_result ($id) {
	return result_text({id => $id, started => stamp_of(seconds_of($id)),
		finished => stamp_of(seconds_of($id) + 9), symbols => \%SYMBOLS,
		first => 'messenger1', moves => \@MOVES});
}

# Puts a result of the game in place as messenger1 would have done it.
sub put_result ($room, $id) {
	my $path = spew($room->tmp . '/result', some_result($id));
	chmod 0444, $path;
	my $named = $room->path("game-$id.txt");
	rename $path, $named or die "rename: $!\n";
	return $named;
}

# A game in which the bot has made the first move.
sub stage ($name, @options) {
	my $room = room();
	my @first = $name eq 'messenger1' ? ('--first', 'yes') : ();
	my $bot = $room->start($name, @first, @options);
	my $peer = $room->peer(other($name));
	$peer->meet(first => 'no', id => $ID);
	$peer->hear_move;
	return ($room, $bot, $peer);
}

for my $name (bot_names()) {
	my @interval = $name eq 'messenger1' ? ('-i', scaled(2)) : ();
	my %lines = (
		'a wrong line' => sub ($peer) { 'hello' },
		'a wrong move' => sub ($peer) { $peer->own_symbol . ' 0' },
		'a refusal of its move' => sub ($peer) {
			'Rejected "' . ($peer->moves)[-1] . '": position is occupied.'
		},
	);
	for my $what (sort keys %lines) {
		subtest "$name says nothing to $what" => sub {
			my ($room, $bot, $peer) = stage($name, @interval);
			put_result($room, $peer->id);
			$peer->say($lines{$what}->($peer));
			$peer->silent_ok($bot, 'when the result is there');
			$peer->say('hello', $peer->own_symbol . ' ' . ($peer->empties)[0]);
			$peer->silent_ok($bot, 'nor to anything after it');
			my $old = $peer->{ear};
			$peer->meet(id => '2026-09-03-110400');
			is(join('', readline $old), '', 'up to the next game');
			$room->close;
		};
	}
	subtest "$name is started again and does not know" => sub {
		my ($room, $bot, $peer) = stage($name, @interval);
		my $id = $peer->id;
		$bot->kill9;
		put_result($room, $id);
		$peer->move($peer->lasting);
		my $old = $peer->{ear};
		$bot = $room->restart($bot);
		$peer->silent_ok($bot, 'a move that waits for an answer gets none');
		is($room->board, drawing($id, {reverse %SYMBOLS}, @MOVES),
			"the board is that of the result") if $name eq 'messenger1';
		$peer->meet(id => '2026-09-03-110400');
		is(join('', readline $old), '', 'nothing is said until the next game');
		$room->close;
	};
	subtest "$name counts such a game as completed" => sub {
		my ($room, $bot, $peer) = stage($name, '-n', 1);
		put_result($room, $peer->id);
		$peer->say('hello');
		is($bot->ended, 'exit 0', 'it ends after one game');
		is($room->board, drawing($peer->id, {reverse %SYMBOLS}, @MOVES),
			"the board is that of the result") if $name eq 'messenger1';
		is($peer->unheard, '', 'without another word');
		$room->close;
	};
}

subtest 'messenger1 does not save such a game once more' => sub {
	for my $killed (0, 1) {
		my ($room, $bot, $peer) = stage('messenger1', '-i', scaled(2));
		my $id = $peer->id;
		$bot->kill9 if $killed;
		put_result($room, $id);
		$bot = $room->restart($bot) if $killed;
		$peer->say('hello');
		$bot->settle;
		is_deeply([$room->results], ["game-$id.txt"], 'there is one result');
		is(slurp($room->path("game-$id.txt")), some_result($id), 'it is as it was');
		is_deeply([$room->second_names], [(lstat $room->path("game-$id.txt"))[1]],
			'it has got its second name');
		$peer->meet;
		$peer->play;
		my $name = 'game-' . $peer->id . '.txt';
		my $sha = sha256_hex(some_result($id));
		like(wait_for(sub { slurp($room->path($name)) }, 'the next result'),
			qr/^Previous: game-\Q$id\E\.txt sha256 $sha$/m, 'the next one names it');
		$room->close;
	}
};

# The result of a game that was found over is away at the next start: of that
# game nobody knows the end.
my %INSTEAD = (
	'nothing' => sub ($path, $tmp) { 1 },
	'a file of other words' => sub ($path, $tmp) { spew($path, "hello\n") },
	'a symlink' => sub ($path, $tmp) {
		symlink spew("$tmp/target", some_result($ID)), $path
	},
);
for my $what (sort keys %INSTEAD) {
	subtest "messenger1 is started again and finds $what" => sub {
		my ($room, $bot, $peer) = stage('messenger1');
		my $path = put_result($room, $peer->id);
		$peer->say('hello');
		$bot->settle;
		$bot->kill9;
		unlink $path, $room->path('state/messenger1/results', basename($path));
		ok($INSTEAD{$what}->($path, $room->tmp), 'in the place of the result');
		$bot = $room->start('messenger1', '-n', 1, '-i', 0);
		$peer->meet;
		$peer->play;
		is($bot->ended, 'exit 0', 'it ends after a game of its own');
		is_deeply([map { basename($_) } glob $room->path('state/messenger1/results/*')],
			['game-' . $peer->id . '.txt'], 'only this one has a second name');
		is_deeply([lines_with($bot, qr/waiting/)], [], 'nothing is waited for');
	};
}

subtest 'messenger2 does not answer an opening of a game that has a result' => sub {
	for my $first (0, 1) {
		my $room = room();
		$room->folder;
		my $bot = $first ? $room->start('messenger2') : undef;
		$bot->settle if $first;
		put_result($room, $ID);
		my $peer = $room->peer('messenger1');
		$peer->open_game($ID);
		$bot //= $room->start('messenger2');
		$peer->silent_ok($bot, $first ? 'when it comes' : 'when it is there already');
		$peer->meet(id => '2026-09-03-110400');
		pass('the next game it plays');
		$room->close;
	}
};

# --- what is no result of messenger1 ----------------------------------------------

my %NO_RESULT = (
	'a file of other words' => sub ($path, $tmp) { spew($path, "hello\n") },
	'the result of another game' => sub ($path, $tmp) {
		spew($path, some_result('2026-09-03-110000'))
	},
	'an empty file' => sub ($path, $tmp) { spew($path, '') },
	'half a first line' => sub ($path, $tmp) { spew($path, 'Game ID: 2026-09') },
	'a symlink' => sub ($path, $tmp) {
		symlink spew("$tmp/target", some_result($ID)), $path
	},
	'a folder' => sub ($path, $tmp) { mkdir $path },
	'a FIFO' => sub ($path, $tmp) { mkfifo $path, 0644 },
	'a file of another user' => sub ($path, $tmp) {
		chown 65534, 65534, spew($path, some_result($ID))
	},
);
for my $what (sort keys %NO_RESULT) {
	SKIP: {
		skip need_root(), 1 if $what =~ /user/ && need_root();
		subtest "$what is no result" => sub {
			my ($room, $bot, $peer) = stage('messenger2');
			ok($NO_RESULT{$what}->($room->path("game-$ID.txt"), $room->tmp),
				'under the name of one');
			$peer->say('hello');
			like($peer->hear, qr/\ARejected "hello": not a move\. /, 'the game goes on');
			$bot->kill9;
			$peer->move($peer->lasting);
			$bot = $room->restart($bot);
			ok($peer->hear_move, 'also after a restart');
			$room->close;
		};
	}
}

done_testing;
