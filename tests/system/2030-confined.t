#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot confines itself before it reads a word: from then on it can do nothing
# outside the folder that contains its own. What it has to do it still can.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(remove_tree);
use File::Temp ();
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Preload;

use constant { CREATE_RULESET => 444, VERSION => 1, ABI_MIN => 2 };
use constant GAME => '2026-09-03-110200';
use constant NEXT => '2026-09-03-110400';

my $ABI = syscall CREATE_RULESET, 0, 0, VERSION;
my $NO_LANDLOCK = $ABI < ABI_MIN ? 'the kernel has no Landlock that would do' : '';
my $ON = qr/: confined to the folder that contains /;
my $OFF = qr/: not confined: the kernel has no Landlock: /;

sub talks ($room, $name, %how) {
	my $peer = $room->peer(other($name));
	$peer->meet(id => GAME, first => 'no', %how);
	$peer->play;
	return $peer;
}

# --- what it says ------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "$name says with -v whether it is confined" => sub {
		for my $verbose (0, 1) {
			my $room = room();
			my $bot = $room->start($name, '-n', 1, $verbose ? '-v' : ());
			talks($room, $name);
			is($bot->ended, 'exit 0', 'a game is played');
			my @lines = lines_with($bot, qr/confined/);
			is(scalar @lines, $verbose, $verbose ? 'one line says so' : 'without -v none');
			my $line = $NO_LANDLOCK ? qr/: not confined: / : qr/$ON\Q${\ $room->dir}\E\z/;
			like($lines[0], $line, 'and it is true') if $verbose;
			$room->close;
		}
	};
	subtest "$name gains no privilege any more" => sub {
		my $room = room();
		my $bot = $room->start($name);
		at_home($room, $bot);
		like(slurp('/proc/' . $bot->pid . '/status'), qr/^NoNewPrivs:\s+1$/m,
			'the kernel says so');
		$room->close;
	};
	subtest "$name plays where the kernel cannot confine it" => sub {
		plan skip_all => need_strace() if need_strace();
		for my $error (qw(ENOSYS EOPNOTSUPP)) {
			my $room = room();
			my $bot = $room->start($name,
				{strace => [fault('landlock_create_ruleset', "error=$error")]}, '-v', '-n', 1);
			talks($room, $name);
			is($bot->ended, 'exit 0', "$error: a game is played");
			is(scalar lines_with($bot, $OFF), 1, 'with -v one line says so');
			is(scalar lines_with($bot, $ON), 0, 'and none that it is confined');
			$room->close;
		}
	};
}

# --- when --------------------------------------------------------------------------

for my $name (bot_names()) {
	subtest "$name is confined before it reads what the other has said" => sub {
		plan skip_all => need_strace() || $NO_LANDLOCK if need_strace() || $NO_LANDLOCK;
		my $room = room();
		my $peer = $room->peer(other($name));
		# the second time they are in its journal
		for my $time ('first', 'second') {
			my $bot = $room->start($name, {strace => ['-y']});
			$time eq 'first' ? $peer->meet(id => GAME) : at_home($room, $bot);
			$bot->kill9;
			my @calls = split /\n/, $bot->trace;
			my ($confined) = grep { $calls[$_] =~ /\Alandlock_restrict_self\(.*= 0\z/ } 0 .. $#calls;
			my @words = grep {
				$calls[$_] =~ m{\A(?:openat|p?read64)\(.*(?:/spool/${\ other($name)}(?:/|>, ")\d|/journal[>"])}
			} 0 .. $#calls;
			ok(defined $confined, "at its $time start it is confined");
			ok(@words > 1, 'it reads words');
			cmp_ok($confined, '<', $words[0], 'and only then');
		}
		$room->close;
	};
}

# --- what it can do then -----------------------------------------------------------

for my $name (bot_names()) {
	subtest "$name can do nothing outside" => sub {
		plan skip_all => need_preload() || $NO_LANDLOCK if need_preload() || $NO_LANDLOCK;
		my $room = room();
		my $outside = File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1);
		chmod 0777, "$outside";
		spew("$outside/$_", "there\n") for qw(there old-before old-after);
		my $report = $room->tmp . '/report';
		my $bot = $room->start($name, {env => {LD_PRELOAD => preload('probe'),
			TEST_OUTSIDE => "$outside", TEST_PROBE => $report}}, '-n', 1);
		wait_for(sub { (slurp($report) // '') =~ /after, run/ }, 'the deeds');
		talks($room, $name);
		is($bot->ended, 'exit 0', 'a game is played');
		my @deeds = ('make a file', 'read a file', 'write a file', 'remove a file',
			'run a program');
		is(slurp($report), join('', map({ "before, $_: done\n" } @deeds),
			map { "after, $_: EACCES\n" } @deeds), 'it could before, and cannot any more');
		ok(!-e "$outside/after", 'nothing is made there');
		$room->close;
	};
	subtest "$name in folders named in other ways" => sub {
		for my $way ('work', './work', '../' , 'link', 'work/') {
			my $room = room();
			my $cwd = $way eq '../' ? $room->folder('below') : $room->tmp;
			symlink $room->folder, $room->tmp . '/link' or die "link: $!\n";
			my $bot = $room->start($name, {prepare => sub { chdir $cwd }}, '-w', $way, '-n', 1);
			my $peer = talks($room, $name);
			is($bot->ended, 'exit 0', "$way: a game is played");
			is($room->board, $peer->picture, 'its end is drawn');
			$room->close;
		}
	};
}

subtest 'a folder that was removed is made anew, and played in' => sub {
	my $room = room();
	my @bots = map {
		$room->start($_, '-v', '--pace', 20, $_ eq 'messenger1' ? ('-i', 0) : ())
	} bot_names();
	wait_for(sub { $room->results }, 'a result');
	$_->freeze for @bots;
	remove_tree($room->dir);
	$_->signal('CONT') for @bots;
	wait_for(sub { $room->results }, 'a result in the new folder');
	ok($_->alive, $_->name . ' is the same process') for @bots;
	is(scalar lines_with($_, qr/confined/), 1, $_->name . ' was confined once') for @bots;
	$_->stop for @bots;
	$room->results_ok(scalar $room->results, 'the results are right');
	$room->close;
};

done_testing;
