#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The bots as services of a real systemd whose folder is removed, or is one that
# nobody may write to: they are back by themselves. Shut under way, it is waited
# for, and they play on when the rights are back; each start mends its modes. More
# tables beside the first; words by somebody else.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(remove_tree);
use Test::More;
use Messengers;
use Messengers::Systemd;

my ($machine, $why) = machine();
plan skip_all => $why if !$machine;

my @BOTH = bot_names();
my @TWO = map { "$_\@two" } @BOTH;

$machine->boot;
$machine->install;
$machine->hasten(messenger1 => '-i 0 --pace 20', messenger2 => '--pace 20');
spew($machine->path('/etc/default/tictactoe-two'),
	"MESSENGER1_OPTIONS='-q -i 0 --pace 20'\nMESSENGER2_OPTIONS='-q --pace 20'\n");
$machine->must('systemctl', 'enable', '--now', 'tictactoe.target', 'tictactoe@two.target');
my $first = $machine->table('tictactoe');
my $second = $machine->table('tictactoe-two');

# That they play from now on.
sub plays_ok ($table, $what) {
	my %before = map { $_ => 1 } $table->results;
	my $new = sub { grep { !$before{$_} } $table->results };
	wait_for(sub { $new->() >= 2 }, 'results', 3 * patience());
	my ($name) = reverse $new->();
	is_deeply([faults_of($name, slurp($table->path($name)))], [], $what);
	return;
}

sub starts (@units) {
	return map { $machine->property($_, 'NRestarts') } @units;
}

# Waits until systemd has started each of these again so many times.
sub wait_for_starts ($count, $before, @units) {
	for my $i (0 .. $#units) {
		wait_for(sub { (starts($units[$i]))[0] >= $before->[$i] + $count },
			"$count starts of $units[$i]", 3 * patience());
	}
	return;
}

sub told ($unit) {
	return $machine->must('journalctl', '-b', '-o', 'cat', '-u', $unit);
}

sub results_right_ok ($table, $what) {
	my @results = $table->results;
	$table->results_ok(scalar @results, $what);
	return;
}

# --- more tables, and others ---------------------------------------------------

$machine->subtest('a second table beside the first' => sub {
	plays_ok($first, 'they play at the first');
	plays_ok($second, 'and at the second');
	for my $i (0, 1) {
		like(told($BOTH[$i]), qr/^Status: /m, "$BOTH[$i] draws at the first");
		unlike(told($TWO[$i]), qr/^Status: /m, 'and at the second it is as quiet as it was told');
	}
	$machine->stop('tictactoe@two.target');
	results_right_ok($second, 'stopped, it has right results');
	plays_ok($first, 'the first goes on without the second');
	$machine->must('systemctl', 'start', 'tictactoe@two.target');
});

$machine->subtest('words of messenger2 by somebody else' => sub {
	spew($machine->path('/etc/default/tictactoe-three'),
		"MESSENGER1_OPTIONS='-i 31536000 --pace 0'\n");
	$machine->must('systemctl', 'start', 'messenger1@three');
	my $third = $machine->table('tictactoe-three');
	my $id = wait_for(sub {
		my ($newest) = $third->ids('messenger1');
		return $newest && $third->said('messenger1', $newest) ? $newest : '';
	}, 'a game that waits for its first answer');
	my ($board, $words) = ($third->board, $third->spool('messenger2', $id));
	spew($words, "circle\n" . QUESTION . "\n");
	chown 65534, -1, $words or die "$words: $!\n";
	wait_for(sub { told('messenger1@three') =~ /is no regular file of its user: ignored/ },
		'the file to be seen');
	is_deeply([$third->said('messenger1', $id)], [OPENING], 'nothing is answered');
	is($third->board, $board, 'nothing is drawn');
	unlink $words;
	$machine->must('systemctl', 'start', 'messenger2@three');
	wait_for(sub { $third->results }, 'the result');
	is_deeply([$third->results], ["game-$id.txt"], 'without it the same game is played');
	$machine->must('systemctl', 'stop', 'messenger1@three', 'messenger2@three');
	$third->results_ok(1, 'and its result is right');
});

# --- trouble with the folder ---------------------------------------------------

# While they write in it. It takes them half a minute, so the end of it comes last.
my @before_removal = starts(@BOTH);
wait_for(sub { remove_tree($first->dir, {error => \my $left}); !-e $first->dir },
	'the folder to be removed');

sub take_rights () {
	chmod 0, $second->dir;
	chown 0, 0, $second->dir;
	return;
}

$machine->subtest('the folder is without rights while they play' => sub {
	my @before = starts(@TWO);
	plays_ok($second, 'they play');
	my ($mode, $group) = (stat $second->dir)[2, 5];
	take_rights();
	for my $unit (@TWO) {
		wait_for(sub { told($unit) =~ /shut: waiting for it/ }, "$unit to notice it");
	}
	chown 0, $group, $second->dir;
	chmod $mode & 07777, $second->dir;
	plays_ok($second, 'with the rights back, they play');
	is_deeply([starts(@TWO)], \@before, 'without a new start');
});

$machine->subtest('they are started in a folder without rights' => sub {
	take_rights();
	$machine->must('systemctl', 'kill', '-s', 'KILL', @TWO);
	plays_ok($second, 'it has them again, and they play');
});

# More often than systemd tries by default; what the bots can neither wait for nor
# mend, as it is not their folder.
$machine->subtest('nobody can use the folder for many starts' => sub {
	my @results = $second->results;
	my @before = starts(@TWO);
	$machine->must('mount', '-t', 'tmpfs', '-o', 'ro,mode=0', 'none', '/workspace/tictactoe-two');
	$machine->must('systemctl', 'kill', '-s', 'KILL', @TWO);
	wait_for_starts(8, \@before, @TWO);
	$machine->must('umount', '/workspace/tictactoe-two');
	plays_ok($second, 'they are back by themselves');
	$machine->stop('tictactoe@two.target');
	my %now = map { $_ => 1 } $second->results;
	is_deeply([grep { !$now{$_} } @results], [], 'no result is missing');
	results_right_ok($second, 'and all are right');
});

$machine->subtest('the folder has been removed' => sub {
	wait_for_starts(1, \@before_removal, @BOTH);
	plays_ok($first, 'it is there again, and they play');
	$machine->stop('tictactoe.target');
	results_right_ok($first, 'the results since then are right');
});

done_testing;
