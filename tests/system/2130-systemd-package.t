#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The Debian package under a real systemd: installed, it plays; an upgrade in a
# game does not lose it; removed and purged, it leaves every result.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Systemd;

for my $tool (qw(dh dpkg-buildpackage)) {
	plan skip_all => "$tool is not installed"
		if system("command -v $tool >/dev/null") != 0;
}
my ($machine, $why) = machine();
plan skip_all => $why if !$machine;

my $PACKAGE = 'tictactoe-messengers';
my $TOP = "$FindBin::Bin/../..";
my @UNITS = map { ($_, "$_\@two") } bot_names();

# The package, and the same with a later version.
sub packages ($tmp) {
	delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
	local $ENV{DEB_BUILD_OPTIONS} = 'noautodbgsym parallel=2';
	my $make = $ENV{MAKE} || 'make';
	my $said = `cd $TOP && $make deb-package DEB=$tmp/deb 2>&1`;
	die "make deb-package: $said\n" if $? != 0;
	my ($deb) = glob "$tmp/deb/*.deb";
	system('dpkg-deb', '-R', $deb, "$tmp/later") == 0 or die "dpkg-deb: $?\n";
	my $control = slurp("$tmp/later/DEBIAN/control");
	spew("$tmp/later/DEBIAN/control", $control =~ s/^Version: .*\K$/+later/mr);
	system("dpkg-deb -b $tmp/later $tmp/later.deb >/dev/null") == 0 or die "dpkg-deb: $?\n";
	return ($deb, "$tmp/later.deb");
}

sub dpkg ($what, $deb) {
	system('cp', $deb, $machine->path('/root/package.deb')) == 0 or die "cp: $?\n";
	my $said = $machine->run('dpkg', '-i', '/root/package.deb');
	is($?, 0, $what) or diag $said;
	unlike($said, qr/^messenger/m, 'with no word about a service');
	return;
}

sub hasten ($interval, $pace = 200) {
	$machine->hasten(messenger1 => "$interval --pace $pace", messenger2 => "--pace $pace");
	return;
}

sub results_of ($table) {
	return {map { $_ => slurp($table->path($_)) } $table->results};
}

sub running_ok ($what) {
	is_deeply([map { $machine->property($_, 'ActiveState') } @UNITS],
		[map { 'active' } @UNITS], $what);
	return;
}

my $tmp = File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1);
my ($first, $later) = packages("$tmp");
$machine->boot;

$machine->subtest('installed' => sub {
	dpkg('it can be', $first);
	is($machine->property($_, 'ActiveState'), 'active', "$_ runs by that") for bot_names();
	is($machine->run('systemctl', 'is-enabled', 'tictactoe.target'), "enabled\n",
		'and after the next boot');
	hasten('-i 0');
	$machine->must('systemctl', 'restart', 'tictactoe.target');
	$machine->must('systemctl', 'enable', '--now', 'tictactoe@two.target');
	wait_for(sub { $machine->table($_)->results }, "a result of $_")
		for 'tictactoe', 'tictactoe-two';
	running_ok('and one more table');
});

# The game is a slow one until then; the later programs end it soon, and no next one
# comes before it is over.
$machine->subtest('an upgrade in a game' => sub {
	my $table = $machine->table('tictactoe');
	hasten('-i 0', 2000);
	$machine->must('systemctl', 'restart', 'tictactoe.target', 'tictactoe@two.target');
	hasten('-i 31536000');
	my @before = map { $machine->property($_, 'MainPID') } @UNITS;
	my $id = $machine->game_under_way($table);
	my $results = results_of($table);
	dpkg('it can be made', $later);
	like($machine->must('dpkg-query', '-W', $PACKAGE), qr/\+later$/, 'it is the later one');
	running_ok('all are running');
	my @now = map { $machine->property($_, 'MainPID') } @UNITS;
	is(scalar(grep { $now[$_] == $before[$_] } 0 .. $#now), 0, 'all are new');
	wait_for(sub { -e $table->path("game-$id.txt") }, "the result of $id");
	$results->{"game-$id.txt"} = slurp($table->path("game-$id.txt"));
	is_deeply([faults_of("game-$id.txt", $results->{"game-$id.txt"})], [], 'the same game ends');
	is_deeply(results_of($table), $results, 'and no result is missing or changed');
});

$machine->subtest('removed and purged' => sub {
	my $table = $machine->table('tictactoe');
	hasten('-i 0');
	$machine->must('systemctl', 'restart', 'tictactoe.target');
	my $id = $machine->game_under_way($table);
	$machine->must('dpkg', '-r', $PACKAGE);
	is($machine->property($_, 'ActiveState'), 'inactive', "$_ has ended") for @UNITS;
	my @folder = listing($table->dir);
	my $results = results_of($table);
	ok(-e $machine->path('/etc/default/tictactoe'), 'the options are kept');
	$machine->must('dpkg', '-P', $PACKAGE);
	ok(!-e $machine->path('/etc/default/tictactoe'), 'until it is purged');
	is_deeply([listing($table->dir)], \@folder, 'nothing in the folder is touched');
	$table->results_ok(scalar keys %$results, 'all results are right');
	dpkg('it can be installed again', $later);
	hasten('-i 0');
	$machine->must('systemctl', 'restart', 'tictactoe.target');
	wait_for(sub { -e $table->path("game-$id.txt") }, "the result of $id");
	$machine->stop('tictactoe.target');
	my $after = $table->results_ok(scalar @{[$table->results]}, 'and goes on in the same folder');
	is_deeply({map { $_ => $after->{$_} } keys %$results}, $results, 'with all its results');
});

$machine->subtest('turned off' => sub {
	my $off_ok = sub ($what) {
		is_deeply([map { $machine->property($_, 'ActiveState') } bot_names()],
			[('inactive') x 2], $what);
	};
	$machine->must('systemctl', 'disable', '--now', 'tictactoe.target', bot_names());
	dpkg('it can be replaced', $first);
	is($machine->run('systemctl', 'is-enabled', 'tictactoe.target'), "disabled\n",
		'it stays off');
	$off_ok->('now, too');
	$machine->must('dpkg', '-P', $PACKAGE);
	$machine->must('systemctl', 'mask', 'tictactoe.target');
	dpkg('masked before, it can be installed', $first);
	is($machine->run('systemctl', 'is-enabled', 'tictactoe.target'), "masked\n",
		'and is not turned on');
	$off_ok->('nor started');
	$machine->must('systemctl', 'unmask', 'tictactoe.target');
	$machine->must('systemctl', 'enable', '--now', 'tictactoe.target');
	is($machine->property($_, 'ActiveState'), 'active', "until somebody does: $_")
		for bot_names();
});

done_testing;
