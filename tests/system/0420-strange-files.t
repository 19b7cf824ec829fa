#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A file that is not the other's spool file, by its name, kind or owner, is no
# word of the other, hurts nobody, and keeps nobody from the right one.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use IO::Socket::UNIX;
use POSIX qw(mkfifo);
use Test::More;
use Messengers;

my $ID = '2026-09-03-110200';

# Names that come after any id of today and are none: days and hours that no
# calendar has, wrong suffixes, and what editors leave behind.
my @NO_IDS = map { "$_.txt" } (
	'2097-02-29-110200', '2097-02-30-110200', '2097-04-31-000000',
	'2097-13-01-000000', '2097-00-10-000000', '2097-01-00-000000',
	'2097-01-32-000000', '2097-01-01-240000', '2097-01-01-006000',
	'2097-01-01-000060', '9999-99-99-999999', '2100-02-29-000000',
	'2097-01-01-000000_0001', '2097-01-01-000000_0000', '2097-01-01-000000_2',
	'2097-01-01-000000_00002', '2097-01-01-000000-0002', '2097-01-01-000000 ',
	'2097-1-1-000000', '2097-01-01', '20970101000000', '+097-01-01-000000',
	'2097-01-01T00:00:00Z', '-2097-01-01-000000', "2097-01-01-000000\n", 'x' x 200);
push @NO_IDS, '2097-01-01-000000', '2097-01-01-000000.TXT', '2097-01-01-000000.txt~',
	'.2097-01-01-000000.txt.swp', '2097-01-01-000000.txt.txt', '#2097.txt#',
	"\e[31m2097-01-01-000000.txt", "\xff\xfe", 'x' x 255, 'zzz', '~';

sub make ($kind, $path, $bytes, $tmp) {
	my $target = spew("$tmp/target", $bytes);
	return symlink $target, $path if $kind eq 'a symlink';
	return symlink "$tmp/nothing", $path if $kind eq 'a dangling symlink';
	return mkfifo $path, 0644 if $kind eq 'a FIFO';
	return mkdir $path if $kind eq 'a folder';
	return IO::Socket::UNIX->new(Local => $path, Listen => 1) if $kind eq 'a socket';
	die "no such kind: $kind\n" if $kind ne 'a file of another user';
	# It must never have been ours under that name, not even for a moment.
	my $foreign = spew("$tmp/foreign", $bytes);
	return chown(65534, 65534, $foreign) && rename $foreign, $path;
}

sub unmake ($path) {
	return -d $path && !-l $path ? rmdir $path : unlink $path;
}

my @KINDS = ('a symlink', 'a dangling symlink', 'a FIFO', 'a folder', 'a socket',
	'a file of another user');

subtest 'messenger2 ignores names that are no ids' => sub {
	my $room = room();
	my $folder = $room->folder('spool', 'messenger1');
	spew("$folder/$_", OPENING . "\n") for @NO_IDS[0 .. $#NO_IDS / 2];
	my $bot = $room->start('messenger2', '-q');
	$bot->settle;
	spew("$folder/$_", OPENING . "\n") for @NO_IDS[$#NO_IDS / 2 + 1 .. $#NO_IDS];
	$bot->settle;
	is_deeply([glob $room->path('spool/messenger2') . '/*'], [],
		'nothing is answered to any of them');
	my $peer = $room->peer('messenger1');
	$peer->meet(id => $ID);
	ok($peer->play, 'a game of an earlier name is played among them');
	unlike($bot->err, qr/[^\x20-\x7e\n]/, 'no strange byte is in the log');
	unlike($bot->err, qr/2097|zzz|xxx/, 'nor any of the names');
	$room->close;
};

subtest 'messenger2 knows the calendar' => sub {
	for my $id ('2096-02-29-235959', '2000-02-29-000000', '2097-12-31-235959',
		'2097-01-01-000000_0002', '2097-01-01-000000_9999') {
		my $room = room();
		my $bot = $room->start('messenger2', '-q');
		my $peer = $room->peer('messenger1');
		$peer->meet(id => $id);
		pass("$id is an id");
		$room->close;
	}
};

for my $kind (@KINDS) {
	SKIP: {
		skip need_root(), 1 if $kind =~ /user/ && need_root();
		subtest "messenger2 ignores $kind" => sub {
			my $room = room();
			my $folder = $room->folder('spool', 'messenger1');
			my $bot = $room->start('messenger2');
			$bot->settle;
			# A later name than that of the game, so that it would come first.
			my $path = "$folder/2026-09-03-120000.txt";
			my $socket = make($kind, $path, OPENING . "\n", $room->tmp);
			ok($socket, 'it has the name of the next game');
			$bot->settle;
			is_deeply([$room->ids('messenger2')], [], 'nothing is said to it');
			my $peer = $room->peer('messenger1');
			$peer->meet(id => $ID);
			ok($peer->play, 'a game beside it is played');
			is(slurp($room->tmp . '/target'), OPENING . "\n", 'it is not written to');
			unmake($path);
			$peer->meet(id => '2026-09-03-120000');
			pass('once it is gone, a game of that name is played');
			cmp_ok(() = $bot->err =~ /\n/g, '<', 30, 'the log stays short');
			$room->close;
		};
		subtest "messenger1 ignores $kind" => sub {
			my $room = room();
			my $folder = $room->folder('spool', 'messenger2');
			my $bot = $room->start('messenger1', '-n', 1);
			my $peer = $room->peer('messenger2');
			$peer->await_game;
			$peer->must_hear(OPENING);
			my $socket = make($kind, $peer->mouth, "hello\n", $room->tmp);
			ok($socket, 'it has the name of the running game');
			$peer->silent_ok($bot, 'what is in it is not heard');
			ok(unmake($peer->mouth), 'it is left alone');
			$peer->say('circle', QUESTION);
			$peer->seats('circle', $peer->hear);
			ok($peer->play, 'with the right file in its place the game goes on');
			is($bot->ended, 'exit 0', 'to its end');
			is(slurp($room->tmp . '/target'), "hello\n", 'it was not written to');
			$room->close;
		};
	}
}

subtest 'a bot does not write through a symlink in its own place' => sub {
	for my $name (bot_names()) {
		my $room = room();
		my $precious = spew($room->tmp . '/precious', "precious\n");
		$room->folder('spool', $name);
		my $board = $room->path('current-board.txt');
		symlink $precious, $board or die "symlink: $!\n";
		my $bot = $room->start($name);
		my $peer = $room->peer(other($name));
		$peer->meet(first => 'no');
		$peer->hear_move if $peer->turn eq $name;
		wait_for(sub { !-l $board }, 'a drawing in place of the link');
		is($room->board, $peer->picture, "$name puts its drawing there");
		is(slurp($precious), "precious\n", 'and not through the link');
		$room->close;
	}
};

subtest 'a long file costs neither time nor memory' => sub {
	my $room = room();
	my $bot = $room->start('messenger1', '-i', scaled(2));
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	$peer->must_hear(OPENING);
	$peer->say_bytes("hello\n");
	$peer->hear;
	truncate $peer->mouth, 10 * 2 ** 30 or die "truncate: $!\n";
	$bot->settle;
	my ($peak) = slurp('/proc/' . $bot->pid . '/status') =~ /^VmRSS:\s+(\d+)/m;
	cmp_ok($peak, '<', $ENV{SAN} ? 2 ** 20 : 16 * 1024,
		'ten gibibytes are not read into memory');
	$peer->await_game;
	$peer->hear_ok(OPENING, 'the next game begins');
	$room->close;
};

done_testing;
