#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Filesystems that do not tell of every change, or that cannot do everything:
# words are heard by looking at times, and games are played as anywhere.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Mounts;
use Messengers::Trouble;
use Messengers::Views;

plan skip_all => need_mounts() if need_mounts();

my $ID = '2026-09-03-110200';
use constant LOOK => scaled(6);	# looks are 2 s apart; 10 s if it counts on events

# FUSE remembers how many links a file had; who looks from behind does not.
sub whole_games_ok ($room, $behind = $room) {
	my @bots = map {
		$room->start($_, '-q', '-n', 3, $_ eq 'messenger1' ? ('-i', 0) : ())
	} bot_names();
	is($_->ended, 'exit 0', $_->name . ' plays three games') for @bots;
	is_deeply([map { unusual($_) } @bots], [], 'and has nothing to tell');
	$behind->results_ok(3, 'all results are right');
	is($room->board =~ tr/\n//, 9, 'the board is drawn');
	$room->close;
	return;
}

# Words that come without an event: to messenger1 in a game, to messenger2, which
# is idle, as the first of one.
sub heard_ok ($name) {
	my ($room, $behind) = viewed();
	$behind->folder('spool', $_) for bot_names();
	my $bot = $room->start($name);
	my $peer = $behind->peer(other($name));
	$bot->settle;
	my @words = $name eq 'messenger2' ? OPENING : ('circle', QUESTION);
	$peer->{id} = $ID;
	$peer->await_game if $name eq 'messenger1';
	my $n = $name eq 'messenger1' ? 1 : 0;
	$peer->say(@words);
	my $id = $peer->id;
	ok(eval { wait_for(sub { $behind->said($name, $id) > $n }, 'an answer', LOOK) },
		"$name answers what has come without an event") || diag($@);
	is_deeply([names_in($room->path('spool', other($name)))], ["$id.txt"],
		'which is seen from its side');
	$room->close;
	return;
}

SKIP: {
	skip need_fuse(), 1 if need_fuse();
	# This takes a look for each word of one side, so it goes on meanwhile.
	my ($room, $behind) = viewed();
	my @bots = ($room->start('messenger1', '-q', '-n', 1),
		$behind->start('messenger2', '-q', '-n', 1));

	subtest 'two bots in a folder of FUSE' => sub {
		my ($room, $behind) = viewed();
		whole_games_ok($room, $behind);
	};
	for my $name (bot_names()) {
		subtest "$name in a folder of FUSE" => sub { heard_ok($name) };
	}
	subtest 'one bot in a folder of FUSE, one in that behind it' => sub {
		is($_->ended, 'exit 0', $_->name . ' plays a game') for @bots;
		$behind->results_ok(1, 'its result is right');
		$_->close for $room, $behind;
	};
}

subtest 'two bots in a folder of overlayfs' => sub {
	my $room = room();
	my $tmp = mounted($room, $room->folder('..', 'layers'), qw(-t tmpfs none));
	mkdir "$tmp/$_" for qw(lower upper work);
	my $options = "lowerdir=$tmp/lower,upperdir=$tmp/upper,workdir=$tmp/work";
	plan skip_all => 'overlayfs cannot be mounted here' if
		system('mount', '-t', 'overlay', '-o', $options, 'none', $room->folder) != 0;
	push @{$room->{mounts}}, $room->dir;
	whole_games_ok($room);
};

done_testing;
