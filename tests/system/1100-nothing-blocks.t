#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Nobody who does not read, and nothing in the environment, holds up a game; a
# bot is one thread without children, and keeps its files to itself.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Fcntl qw(F_GETFL O_NONBLOCK);
use IO::Socket::UNIX;
use POSIX ();
use Test::More;
use Messengers;

use constant F_SETPIPE_SZ => 1031;
use constant GAMES => 40;

# Both bots for some games, each started as $how says.
sub play ($room, $how, $games = GAMES, @options) {
	$room->folder('spool', $_) for bot_names();
	my %bot = map {
		$_ => $room->start($_, $how, '-n', $games, $_ eq 'messenger1' ? ('-i', 0) : (),
			@options)
	} bot_names();
	is($bot{$_}->ended, 'exit 0', "$_ plays $games games") for bot_names();
	$room->results_ok($games, 'all results are right');
	return \%bot;
}

# A pipe as small as it can be, which nobody reads.
sub small_pipe () {
	pipe my $out, my $in or die "pipe: $!\n";
	fcntl $in, F_SETPIPE_SZ, 4096;
	return ($out, $in);
}

for my $where ('stdout', 'stderr') {
	subtest "$where is a pipe that nobody reads" => sub {
		my $room = room();
		my ($out, $in) = small_pipe();
		play($room, {$where => $in}, GAMES, $where eq 'stderr' ? ('-q', '-v') : ());
		ok(!(fcntl($in, F_GETFL, 0) & O_NONBLOCK),
			'the pipe is as it was: others share it');
		close $in;
		local $/;
		my $text = readline $out;
		cmp_ok(length $text, '<=', 4096, 'what did not fit in is lost');
		like($text, qr/\A(?:(?:.*\n){7}Empty: .*\nStatus: .*\n)+/, 'whole drawings came')
			if $where eq 'stdout';
		$room->close;
	};
	subtest "$where is a pipe that nobody can read" => sub {
		my $room = room();
		my ($out, $in) = small_pipe();
		close $out;
		play($room, {$where => $in});
		$room->close;
	};
	subtest "$where is a full device" => sub {
		my $room = room();
		open my $full, '>', '/dev/full' or plan skip_all => "/dev/full: $!";
		play($room, {$where => $full}, 3);
		$room->close;
	};
}

for my $fds ([0], [1], [2], [0, 1, 2]) {
	subtest "started with @$fds closed" => sub {
		my $room = room();
		play($room, {prepare => sub { POSIX::close($_) for @$fds }}, 1);
		my ($id) = $room->ids('messenger1');
		my %said = map { $_ => [$room->said($_, $id)] } bot_names();
		is_deeply([faults_of_talk(\%said, slurp($room->path("game-$id.txt")))], [],
			'no drawing and no log line has got into the talk');
		is($room->board =~ tr/\n//, 9, 'nor into the board file');
		like(slurp($room->path('state', $_, 'lock')), qr/\A\d+\n?\z/,
			"nor into the lock of $_") for bot_names();
		$room->close;
	};
}

# --- what a bot is made of -------------------------------------------------------

# The numbers of a bot's descriptors above 2 that a child would inherit.
sub inherited ($bot) {
	my $folder = '/proc/' . $bot->pid . '/fdinfo';
	opendir my $handle, $folder or die "$folder: $!\n";
	return grep {
		my ($flags) = slurp("$folder/$_") =~ /^flags:\s+(\d+)/m;
		!(oct($flags) & oct('02000000'))
	} grep { /\A\d+\z/ && $_ > 2 } readdir $handle;
}

sub children_of ($bot) {
	return grep { /^PPid:\s+${\ $bot->pid}$/m } map { slurp($_) // '' }
		glob '/proc/[0-9]*/status';
}

for my $name (bot_names()) {
	subtest "$name in the middle of a game" => sub {
		my $room = room();
		my $bot = $room->start($name, {env => {NOTIFY_SOCKET => '/nowhere'}});
		my $peer = $room->peer(other($name));
		$peer->meet(first => 'no');
		$peer->hear_move if $peer->turn eq $name;
		is_deeply([inherited($bot)], [], 'no descriptor would be inherited');
		my @tasks = glob '/proc/' . $bot->pid . '/task/*';
		is(scalar @tasks, 1, 'it is one thread') if !$ENV{SAN};
		is_deeply([children_of($bot)], [], 'it has no children');
		$room->close;
	};
}

subtest 'many games leave no descriptor open' => sub {
	my $room = room();
	my %bot = map { $_ => $room->start($_, '-q', $_ eq 'messenger1' ? ('-i', 0) : ()) }
		bot_names();
	my $count = sub { scalar(my @fds = glob '/proc/' . $_[0]->pid . '/fd/*') };
	my %most;
	for my $round (1, 2) {
		wait_for(sub { $room->results >= 30 * $round }, 'thirty results');
		for my $name (bot_names()) {
			my @counts = map { $bot{$name}->alive ? $count->($bot{$name}) : () } 1 .. 50;
			push @{$most{$name}}, (sort { $b <=> $a } @counts)[0];
		}
	}
	# A look may find the one or other file open that is about to be closed.
	cmp_ok($most{$_}[1], '<=', $most{$_}[0] + 3, "$_ holds as many as before")
		for bot_names();
	$room->close;
};

# --- the environment -----------------------------------------------------------------

my $LONG = 'x' x 100_000;
my %ENVIRONMENT = (
	'a notify socket that is not there' => {NOTIFY_SOCKET => '/nowhere/socket'},
	'a notify socket that is no path' => {NOTIFY_SOCKET => 'garbage'},
	'an empty notify socket' => {NOTIFY_SOCKET => ''},
	'a notify socket without a name' => {NOTIFY_SOCKET => '@'},
	'a notify socket with a long name' => {NOTIFY_SOCKET => "/$LONG"},
	'an abstract notify socket with a long name' => {NOTIFY_SOCKET => "\@$LONG"},
	'a notify socket that is a folder' => {NOTIFY_SOCKET => '/'},
	'a notify socket of another kind' => {NOTIFY_SOCKET => 'vsock:2:1234'},
	'a watchdog time that is no number' => {WATCHDOG_USEC => 'soon'},
	'a watchdog time of zero' => {WATCHDOG_USEC => '0'},
	'a negative watchdog time' => {WATCHDOG_USEC => '-1'},
	'a watchdog time without end' => {WATCHDOG_USEC => '9' x 40},
	'a watchdog time of one' => {WATCHDOG_USEC => '1'},
	'a watchdog of nobody' => {WATCHDOG_USEC => '1000000', WATCHDOG_PID => 'me'},
	'a journal that is garbage' => {JOURNAL_STREAM => 'garbage'},
	'a journal of long numbers' => {JOURNAL_STREAM => '9' x 50 . ':' . '9' x 50},
	'half a journal' => {JOURNAL_STREAM => ':'},
	'another time zone' => {TZ => 'Asia/Kathmandu'},
	'a time zone that is garbage' => {TZ => $LONG},
	'another language' => {LC_ALL => 'tr_TR.UTF-8', LANG => 'de_DE'},
	'a megabyte of variables' => {(map { ("VARIABLE$_" => $LONG) } 1 .. 10),
		WATCHDOG_USEC => $LONG, JOURNAL_STREAM => $LONG, HOME => $LONG},
	'a TMPDIR that is not there' => {TMPDIR => '/nowhere'},
	'no PATH, no HOME' => {PATH => '', HOME => ''},
);
for my $what (sort keys %ENVIRONMENT) {
	subtest $what => sub {
		my $room = room();
		# With a slow pace the watchdog has its turns as well.
		play($room, {env => $ENVIRONMENT{$what}}, $what =~ /watchdog/ ? 1 : 2,
			'--pace', $what =~ /watchdog/ ? 20 : 0);
		my ($id) = map { /\Agame-(.*)\.txt/ } $room->results;
		cmp_ok(abs(seconds_of($id) - time), '<', 600, 'ids are in UTC');
		$room->close;
	};
}

subtest 'a service manager that does not read' => sub {
	my $room = room();
	my $path = $room->tmp . '/notify';
	my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $path)
		or die "$path: $!\n";
	play($room, {env => {NOTIFY_SOCKET => $path, WATCHDOG_USEC => 20_000}}, GAMES, '-q');
	$room->close;
};

done_testing;
