#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What goes on and on is told once, and what is told of an end is true.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

my @IDS = map { sprintf '2026-09-03-11%02d00', 2 * $_ } 1 .. 2;

# --- the other's file ------------------------------------------------------------

# What is put in the place of the other's file, which has another name meanwhile.
my %IN_PLACE = (
	'a link' => sub ($path, $aside) { symlink $aside, $path },
	'a file of another user' => sub ($path, $aside) {
		# It must never have been ours under that name, not even for a moment.
		my $foreign = spew("$path.foreign", "hello\n");
		return chown(65534, 65534, $foreign) && rename $foreign, $path;
	},
);

# By turns there is news in the old file and at the name.
sub by_turns ($bot, $path, $aside) {
	for my $time (1 .. 10) {
		append($aside, "Rejected \"line $time\": no.\n");
		$bot->settle;
		spew("$path.news", '');
		$bot->settle;
		unlink "$path.news";
	}
	return;
}

sub told_once_ok ($name, $put) {
	my $room = room();
	my $bot = $room->start($name, $name eq 'messenger1' ? ('--first', 'yes') : ());
	my $peer = $room->peer(other($name));
	$peer->meet(id => $IDS[0], first => 'no');
	$peer->hear_move;
	$bot->settle;
	my $before = () = $bot->err =~ /\n/g;
	my ($path, $aside) = ($peer->mouth, $peer->mouth . '~');
	rename $path, $aside or die "rename: $!\n";
	$put->($path, $aside) or die "$path: $!\n";
	by_turns($bot, $path, $aside);
	is((() = $bot->err =~ /\n/g) - $before, 1, 'the log tells of it once')
		|| diag($bot->err);
	like($bot->err, qr/no regular file.*ignored\n\z/, 'and of what');
	rename $aside, $path or die "rename: $!\n";
	$peer->play;
	$bot->settle;
	is($room->board, $peer->picture, 'with the file in its place the game ends');
	is(() = lines_with($bot, qr/regular file/), 1, 'without a word of it');
	$room->close;
	return;
}

for my $name (bot_names()) {
	for my $what (sort keys %IN_PLACE) {
		SKIP: {
			skip need_root(), 1 if $what =~ /user/ && need_root();
			subtest "$name sees $what and the old file by turns" => sub {
				told_once_ok($name, $IN_PLACE{$what});
			};
		}
	}
}

# --- the board ----------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "a folder is in the way of the drawings of $name" => sub {
		my $room = room();
		$room->folder(".board-$name", 'x');
		my %bot = map {
			$_ => $room->start($_, '-n', 3, $_ eq 'messenger1' ? ('-i', 0) : ())
		} bot_names();
		is($_->ended, 'exit 0', $_->name . ' plays three games') for values %bot;
		is(() = lines_with($bot{$name}, qr/current-board\.txt/), 1,
			'the log tells of it once') || diag($bot{$name}->err);
		is(() = lines_with($bot{other($name)}, qr/current-board\.txt/), 0,
			'the other has nothing to tell');
		$room->results_ok(3, 'all results are right');
		ok(-d $room->path(".board-$name", 'x'), 'the folder is left alone');
	};
}

# --- the end of a game ---------------------------------------------------------------

# How messenger2 may find a newer game when it cannot read the old one any more.
my %UNREADABLE = (
	'is cut' => sub ($peer) { spew($peer->mouth, '') },
	'has other words' => sub ($peer) { spew($peer->mouth, "hello\n" x 20) },
);

for my $how (sort keys %UNREADABLE) {
	subtest "a game that is over by its result, and its file $how" => sub {
		my $room = room();
		my $bot = $room->start('messenger2', '-n', 1);
		my $peer = $room->peer('messenger1');
		$peer->meet(id => $IDS[0], first => 'yes');
		$peer->move(5);
		$peer->hear_move;
		$bot->settle;
		$bot->freeze;
		$UNREADABLE{$how}->($peer);
		chmod 0444, spew($room->path("game-$IDS[0].txt"), "Game ID: $IDS[0]\n");
		spew($room->spool('messenger1', $IDS[1]), OPENING . "\n");
		$bot->signal('CONT');
		is($bot->ended, 'exit 0', 'it counts when a newer one opens');
		is(() = lines_with($bot, qr/over: /), 1, 'the log tells of the end');
		unlike($bot->err, qr/in progress|none/, 'and of no state that it has not');
		like($bot->err, qr/over: its result is there/, 'but why');
	};
}

subtest 'a game that is over by its result alone' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-n', 1);
	my $peer = $room->peer('messenger1');
	$peer->meet(id => $IDS[0], first => 'yes');
	chmod 0444, spew($room->path("game-$IDS[0].txt"), "Game ID: $IDS[0]\n");
	$peer->say('hello');
	is($bot->ended, 'exit 0', 'it counts at the next wrong word');
	is(() = lines_with($bot, qr/over: its result is there/), 1, 'the log says why');
	unlike($bot->err, qr/in progress/, 'and of no state that it has not');
};

done_testing;
