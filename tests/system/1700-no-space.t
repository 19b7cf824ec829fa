#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A filesystem without a byte or an inode left: a bot waits, whatever it was
# about to write, and plays on when there is space.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Mounts;
use Messengers::Trouble;

plan skip_all => need_mounts() if need_mounts();

my $ID = '2026-09-03-110200';
my %SMALL = (bytes => 'size=1m', inodes => 'nr_inodes=500');

sub small ($room, $kind) {
	mounted($room, $room->folder, '-t', 'tmpfs', '-o', "mode=755,$SMALL{$kind}", 'none');
	$room->folder('spool', $_) for bot_names();
	return;
}

# --- at a certain point --------------------------------------------------------

# A game with messenger1, all files of which have their pages already, so that it
# comes to its end; the words after which there is a result to save.
sub before_a_result ($room) {
	my $bot = $room->start('messenger1', '-n', 1);
	my $peer = $room->peer('messenger2');
	$peer->meet;
	return ($bot, $peer, sub { $peer->play });
}

# A first word that messenger2 waits for, and the space it takes.
sub before_a_game ($room) {
	my $bot = $room->start('messenger2');
	my $peer = $room->peer('messenger1');
	$bot->settle;
	$peer->{id} = $ID;
	$peer->say_bytes('Choose your');
	$bot->settle;
	return ($bot, $peer, sub {
		$peer->say_bytes(substr(OPENING, length 'Choose your') . "\n")
	});
}

# What a bot is about to write, how it gets there, and what that needs more than
# there is. On a tmpfs a link takes an inode, a short file a page.
my @POINTS = (
	['result', 'bytes', 0, \&before_a_result],
	['result', 'inodes', 0, \&before_a_result],
	['result', 'inodes', 1, \&before_a_result],
	['journal', 'bytes', 0, \&before_a_game],
	['journal', 'inodes', 0, \&before_a_game],
	['spool', 'bytes', 1, \&before_a_game],
	['spool', 'inodes', 1, \&before_a_game],
);

# A bot that has just found that there is no space.
sub blocked ($what, $kind, $left, $stage) {
	my $room = room();
	small($room, $kind);
	my ($bot, $peer, $go) = $stage->($room);
	my $free = fill($room->dir, $kind, $left);
	$go->();
	wait_for(sub { $bot->err =~ /waiting/ }, $bot->name . " to find no $kind");
	return {name => $bot->name . " has no $kind for its $what ($left left)",
		what => $what, room => $room, bot => $bot, peer => $peer, free => $free};
}

sub goes_on_ok ($case) {
	my ($room, $bot, $peer) = @$case{qw(room bot peer)};
	is($peer->unheard, '', 'nothing is said');
	is_deeply([$room->results], [], 'there is no result, nor an empty one');
	$case->{free}->();
	wait_for(sub { $bot->err =~ /going on/ }, 'it to go on', scaled(10));
	if ($bot->name eq 'messenger2') {
		$peer->meet(met => 1);
		$peer->play;
		$bot->settle;
		is($room->board, $peer->picture, 'with space the game is played');
	} else {
		is($bot->ended, 'exit 0', 'with space the game is saved');
		$room->results_ok(1, 'its result is right');
	}
	my @lines = grep { !/board/ } unusual($bot);
	is(@lines, 2, 'two lines tell of it') || diag($bot->err);
	like($lines[0], qr/$case->{what}: No space left on device: waiting/, 'why it waits');
	cmp_ok(() = $bot->err =~ /board.* (?:not drawn|drawn again)/g, '<=', 2,
		'and two of the board, if at all');
	return;
}

my @blocked = map { blocked(@$_) } @POINTS;
asleep_ok('all sleep while they wait', map { $_->{bot} } @blocked);
for my $case (@blocked) {
	subtest $case->{name} => sub {
		goes_on_ok($case);
		$case->{room}->close;
	};
}

# --- two that play ----------------------------------------------------------------

troubles(map {
	my $kind = $_;
	{
		name => "no $kind for two that play",
		ready => sub ($room) { small($room, $kind) },
		begin => sub ($room, $bots) {
			my @free = fill($room->dir, $kind);
			return sub { $_->() for @free };
		},
		told => qr/No space left|going on|board.*drawn/,
	}
} sort keys %SMALL);

done_testing;
