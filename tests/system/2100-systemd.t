#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The bots as services of a real systemd: enabled once, they play; killed or hung,
# they are started again and the same game ends; stopped, or after the next boot,
# no result is missing.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use JSON::PP qw(decode_json);
use Test::More;
use Messengers;
use Messengers::Systemd;

my ($machine, $why) = machine();
plan skip_all => $why if !$machine;

my $TARGET = 'tictactoe.target';
$machine->boot;

# A relative path must not lead out of it.
$machine->subtest('commands are run in the machine' => sub {
	my $name = "messengers-$$";
	is($machine->run('pwd'), "/\n", 'they stand in its root');
	is($machine->run('touch', $name), '', 'and can make a file there');
	ok(-e $machine->path("/$name"), 'which is in the machine');
	ok(!unlink("/$name"), 'and not outside');
});

# What counts at the next start of each.
sub hasten ($interval, %pace) {
	my ($first, $second) = map { $pace{$_} // 200 } bot_names();
	$machine->hasten(messenger1 => "$interval --pace $first", messenger2 => "--pace $second");
	return;
}

# The game that is played, so slowly by these that what comes next falls into it;
# who is started after that is quick.
sub slow_game ($interval, @names) {
	hasten('-i 0', map { $_ => 2000 } @names);
	$machine->must('systemctl', 'restart', @names);
	hasten($interval);
	return $machine->game_under_way($machine->table('tictactoe'));
}

# That both play, as whom they should, without any start but the first.
sub active_ok ($what) {
	my @faults;
	for my $name (bot_names()) {
		my $is = join ' ', map { $machine->property($name, $_) }
			qw(ActiveState SubState Result NRestarts);
		push @faults, "$name is $is" if $is ne 'active running success 0';
		my $pid = $machine->property($name, 'MainPID');
		my $user = $machine->run(qw(ps -o user= -p), $pid) =~ s/\s+//gr;
		push @faults, "$name runs as $user" if $user ne $name;
	}
	is(join("\n", @faults), '', $what);
	return;
}

# That a game ends with its result, and was not given up for it.
sub ends_ok ($id, $what) {
	my $table = $machine->table('tictactoe');
	wait_for(sub { -e $table->path("game-$id.txt") }, "the result of $id");
	is_deeply([faults_of("game-$id.txt", slurp($table->path("game-$id.txt")))], [], $what);
	return;
}

# That a bot, started again, has found itself in this game.
sub taken_up_ok ($name, $id) {
	ok(wait_for(sub {
		my $pid = $machine->property($name, 'MainPID');
		return grep { $_->[0] == $pid && $_->[2] =~ /\A$name: $id: taken up: / } told($name);
	}, "$name to take up $id"), "$name takes up the game");
	return;
}

# All results by name, and that they are all right, once nobody plays.
sub stopped_results ($count, $what) {
	my $table = $machine->table('tictactoe');
	$machine->stop($TARGET);
	my @results = $table->results;
	cmp_ok(scalar @results, '>=', $count, "there are at least $count results");
	return $table->results_ok(scalar @results, $what);
}

$machine->subtest('installed; enabled and started by one command' => sub {
	$machine->install;
	$machine->must('systemctl', 'enable', '--now', $TARGET);
	active_ok('both are ready');
	hasten('-i 0');
	$machine->must('systemctl', 'restart', bot_names());
	my $table = $machine->table('tictactoe');
	wait_for(sub { $table->results >= 1 }, 'a result');
	my ($name) = $table->results;
	is_deeply([faults_of($name, slurp($table->path($name)))], [], 'they have played');
	my %owner = map { $_ => $machine->must(qw(id -u), $_) + 0 } bot_names();
	isnt($owner{messenger1}, $owner{messenger2}, 'as two users');
	is((stat $table->path($name))[4], $owner{messenger1}, 'of whom one owns the result');
	for my $name (bot_names()) {
		is((stat $table->path('state', $name, 'journal'))[4], $owner{$name},
			"and $name its journal");
	}
});

# What a bot has said in the journal since the boot: [process, priority, words].
sub told ($name) {
	$machine->must('journalctl', '--sync');
	return map { [@$_{qw(_PID PRIORITY MESSAGE)}] } map { decode_json($_) } split /\n/,
		$machine->must('journalctl', '-b', '-o', 'json', '-u', $name, "_COMM=$name");
}

for my $name (bot_names()) {
	$machine->subtest("what $name tells" => sub {
		my $table = $machine->table('tictactoe');
		$machine->game_under_way($table);
		like($machine->must('systemctl', 'status', $name),
			qr/^ *Status: "game \d{4}-\d\d-\d\d-\d{6}(?:_\d{4})?, .*\b\d+ results? so far/m,
			'the status names the game and counts the results');
		wait_for(sub { $table->results >= 2 }, 'results');
		my @results = $table->results;
		my $done = $name eq 'messenger1' ? qr/saved: / : qr/over: /;
		my (@told, %ends);
		wait_for(sub {
			@told = told($name);
			%ends = ();
			for (grep { $_->[2] =~ $done } @told) {
				push @{$ends{$1}}, $_->[1] if $_->[2] =~ /\A$name: (\S+): /;
			}
			return keys(%ends) >= @results;
		}, 'the journal to have the ends of games');
		is_deeply([map { @{$ends{$_} // []} } map { /\Agame-(.*)\.txt/ } @results],
			[(6) x @results], 'the end of each game is one line of information');
		my @lines = grep { $_->[2] =~ /\A$name: / } @told;
		shift @lines while @lines && $lines[0][2] !~ /\A$name: \d{4}-/;
		is_deeply([grep { !/\A$name: \d{4}-\d\d-\d\d-\d{6}/ } map { $_->[2] } @lines], [],
			'each line names its game');
		my $drawn = join "\n", map { $_->[2] } grep { $_->[2] !~ /\A$name: / } @told;
		my @missing = grep { index($drawn, $_ =~ s/ +$//mgr) < 0 }
			map { drawings_of($name, slurp($table->path($_))) } @results;
		is_deeply(\@missing, [], 'and the drawings of the games are there');
	});
}

# That a bot to which this is done in a game is started again and the game goes on.
sub survives_ok ($name, $signal) {
	my $id = slow_game('-i 0', $name);
	my $starts = $machine->property($name, 'NRestarts');
	$machine->must('systemctl', 'kill', '-s', $signal, $name);
	wait_for(sub { $machine->property($name, 'NRestarts') > $starts }, 'a new start');
	taken_up_ok($name, $id);
	ends_ok($id, 'the same game ends');
	return;
}

for my $name (bot_names()) {
	$machine->subtest("$name is killed in a game" => sub {
		survives_ok($name, 'KILL');
	});
	$machine->subtest("$name hangs in a game" => sub {
		survives_ok($name, 'STOP');
		like($machine->must('journalctl', '-b', '-u', $name), qr/Watchdog timeout/,
			'the watchdog has seen it');
	});
}

$machine->subtest('stopped in a game and started again' => sub {
	my $id = slow_game('-i 0', bot_names());
	$machine->stop($TARGET);
	for my $name (bot_names()) {
		is($machine->property($name, 'ActiveState'), 'inactive', "$name is stopped");
		my ($told, $ended) = map { $machine->property($name, $_) }
			qw(ActiveExitTimestampMonotonic InactiveEnterTimestampMonotonic);
		cmp_ok($ended - $told, '<', 2e6, 'within two seconds');
		is($machine->property($name, 'Result'), 'success', 'in order');
		is($machine->property($name, 'ExecMainStatus'), 0, 'with exit status 0');
	}
	ok(!-e $machine->table('tictactoe')->path("game-$id.txt"), 'the game is not over');
	$machine->must('systemctl', 'start', $TARGET);
	taken_up_ok($_, $id) for bot_names();
	ends_ok($id, 'it ends after the start');
});

# No next game comes before the one that runs then is over, however long it takes.
for my $how ('off', 'cut') {
	$machine->subtest($how eq 'off' ? 'the next boot' : 'a boot after a power cut' => sub {
		my $table = $machine->table('tictactoe');
		my $id = slow_game('-i 31536000', bot_names());
		my %before = map { $_ => slurp($table->path($_)) } $table->results;
		$machine->off($how);
		$machine->boot;
		active_ok('both are there by themselves');
		taken_up_ok($_, $id) for bot_names();
		ends_ok($id, 'the same game ends');
		hasten('-i 0');
		$machine->must('systemctl', 'restart', $TARGET);
		$table = $machine->table('tictactoe');
		wait_for(sub { $table->results >= keys(%before) + 2 }, 'the next game');
		my $after = stopped_results(keys(%before) + 2, 'all results are right');
		is_deeply({map { $_ => $after->{$_} } keys %before}, \%before,
			'none of before is missing or changed');
		$machine->must('systemctl', 'start', $TARGET);
	});
}

# While they play, and while one has not ended yet, which it does when told to.
$machine->subtest('uninstalled' => sub {
	my $program = $machine->path('/usr/local/bin/messenger1');
	my $refused_ok = sub ($why) {
		like($machine->make('uninstall'), qr/^first: systemctl disable --now tictactoe\.target /m,
			"it is refused $why");
		isnt($?, 0, 'with an exit status that says so');
		ok(-e $program, 'and does nothing');
	};
	$refused_ok->('while they are on');
	spew($machine->path('/etc/systemd/system/messenger1.service.d/slow.conf'),
		"[Service]\nExecStop=+sh -c 'until [ -e /run/go ]; do sleep 0.1; done'\n");
	$machine->must('systemctl', 'daemon-reload');
	$machine->must('systemctl', 'disable', '--now', $TARGET);
	$refused_ok->('while one is about to end');
	spew($machine->path('/run/go'), '');
	$machine->stop($TARGET);
	my $table = $machine->table('tictactoe');
	my @before = listing($table->dir);
	$machine->make('uninstall');
	is($?, 0, 'and then it is done');
	ok(!-e $program, 'the programs are gone');
	is_deeply([listing($table->dir)], \@before, 'the folder stays');
});

done_testing;
