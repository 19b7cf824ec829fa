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
$machine->install;
hasten('-i 0');

# A relative path must not lead out of it.
$machine->subtest('commands are run in the machine' => sub {
	my $name = "messengers-$$";
	is($machine->run('pwd'), "/\n", 'they stand in its root');
	is($machine->run('touch', $name), '', 'and can make a file there');
	ok(-e $machine->path("/$name"), 'which is in the machine');
	ok(!unlink("/$name"), 'and not outside');
});

sub hasten ($interval) {
	$machine->hasten(messenger1 => "$interval --pace 200", messenger2 => '--pace 200');
	return;
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

# All results by name, and that they are all right, once nobody plays.
sub stopped_results ($count, $what) {
	my $table = $machine->table('tictactoe');
	$machine->stop($TARGET);
	my @results = $table->results;
	cmp_ok(scalar @results, '>=', $count, "there are at least $count results");
	return $table->results_ok(scalar @results, $what);
}

$machine->subtest('enabled and started by one command' => sub {
	$machine->must('systemctl', 'enable', '--now', $TARGET);
	active_ok('both are ready');
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

for my $name (bot_names()) {
	$machine->subtest("$name is killed in a game" => sub {
		my $starts = $machine->property($name, 'NRestarts');
		my $id = $machine->game_under_way($machine->table('tictactoe'));
		$machine->must('systemctl', 'kill', '-s', 'KILL', $name);
		wait_for(sub { $machine->property($name, 'NRestarts') > $starts }, 'a new start');
		ends_ok($id, 'the same game ends');
	});

	$machine->subtest("$name hangs in a game" => sub {
		my $starts = $machine->property($name, 'NRestarts');
		my $id = $machine->game_under_way($machine->table('tictactoe'));
		$machine->must('systemctl', 'kill', '-s', 'STOP', $name);
		wait_for(sub { $machine->property($name, 'NRestarts') > $starts }, 'a new start');
		like($machine->must('journalctl', '-b', '-u', $name), qr/Watchdog timeout/,
			'the watchdog has seen it');
		ends_ok($id, 'the same game ends');
	});
}

$machine->subtest('stopped in a game and started again' => sub {
	my $id = $machine->game_under_way($machine->table('tictactoe'));
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
	ends_ok($id, 'it ends after the start');
});

# No next game comes before the one that runs then is over, however long it takes.
for my $how ('off', 'cut') {
	$machine->subtest($how eq 'off' ? 'the next boot' : 'a boot after a power cut' => sub {
		my $table = $machine->table('tictactoe');
		hasten('-i 31536000');
		my $id = $machine->game_under_way($table);
		my %before = map { $_ => slurp($table->path($_)) } $table->results;
		$machine->off($how);
		$machine->boot;
		active_ok('both are there by themselves');
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

done_testing;
