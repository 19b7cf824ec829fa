#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What was saved before is neither saved a second time nor left out of the
# chain, whatever became of its first name or of the folder of the journal.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Clocks;
use Messengers::Faults;

sub texts ($room) {
	return {map { $_ => slurp($room->path($_)) } $room->results};
}

# Something else has the name of the newest result at the next start.
my %INSTEAD = (
	'a link to where it was put' => sub ($path, $tmp) {
		rename $path, "$tmp/archived" and symlink "$tmp/archived", $path;
	},
	'other bytes' => sub ($path, $tmp) { unlink $path and spew($path, "forged\n") },
);
for my $what (sort keys %INSTEAD) {
	subtest "the name of the last result has become $what" => sub {
		my $room = room();
		my @bots = map { $room->start($_, '-q', '-n', 1, '--pace', 0) } bot_names();
		$_->ended for @bots;
		my ($name) = $room->results;
		my $text = slurp($room->path($name));
		$INSTEAD{$what}->($room->path($name), $room->tmp) or die "$name: $!\n";
		my $one = $room->start('messenger1', '-q', '-n', 1, '-i', 0.5, '--pace', 0);
		my $two = $room->start('messenger2', '-q', '-n', 1, '--pace', 0);
		wait_for(sub { !$two->alive }, 'one more game');
		wait_for(sub { $room->results > 1 }, 'its result');
		my @later = grep { $_ ne $name } $room->results;
		is(scalar @later, 1, 'one more game, one more result');
		my %texts = ($name => $text, map { $_ => slurp($room->path($_)) } @later);
		is_deeply([faults_of_chain(\%texts)], [], 'which names the one that was saved');
		is(slurp($room->path('state/messenger1/results', $name)), $text,
			'the second name is as it was');
	};
}

# The folder of messenger1's journal is another for some games.
subtest 'state/messenger1 is away for some games' => sub {
	my $room = room();
	my $state = $room->path('state/messenger1');
	my ($away, $other) = map { $room->tmp . "/$_" } qw(away other);
	my $one = $room->start('messenger1', '-q', '-i', 0.3, '--pace', 0);
	my $two = $room->start('messenger2', '-q', '--pace', 0);
	my $some = sub ($what) {
		my $count = $room->results;
		wait_for(sub { $room->results >= $count + 2 }, "two results $what");
	};
	my $swap = sub ($in, $out) {
		my $back = lines_with($one, qr/is back/);
		rename $state, $out or die "$out: $!\n";
		rename $in, $state or die "$in: $!\n";
		look_now($room, $one);
		wait_for(sub { lines_with($one, qr/is back/) > $back }, 'the bot to be back');
	};
	mkdir $other or die "$other: $!\n";
	$some->('to begin with');
	$swap->($other, $away);
	$some->('beside the old journal');
	$swap->($away, $other);
	$some->('after its return');
	$_->stop for $one, $two;
	my $texts = texts($room);
	is_deeply([faults_of_chain($texts)], [], 'all results are in one chain');
};

# It comes back with a game under way, of which only the last word is missing.
sub away_in_a_game ($room, $meanwhile, @how) {
	my $state = $room->path('state/messenger1');
	my ($away, $other) = map { $room->tmp . "/$_" } qw(away other);
	my $one = $room->start('messenger1', @how, '-q', '-i', 0, '--pace', 0,
		'-s', 'random', '--first', 'no');
	my ($old, $new) = map { $room->peer('messenger2') } 1 .. 2;
	my $swap = sub ($in, $out) {
		my $back = lines_with($one, qr/is back/);
		rename $state, $out or die "$out: $!\n";
		rename $in, $state or die "$in: $!\n";
		look_now($room, $one);
		wait_for(sub { lines_with($one, qr/is back/) > $back }, 'the bot to be back');
	};
	do {
		$old->meet;
		while (defined $old->turn && $old->moves < 8) {
			$old->turn eq 'messenger1' ? $old->hear_move : $old->move($old->lasting);
		}
	} until defined $old->turn;
	$new->{id} = $old->id;
	mkdir $other or die "$other: $!\n";
	$swap->($other, $away);
	$meanwhile->($new);
	$swap->($away, $other);
	$old->move(($old->empties)[0]);
	return ($one, $old, $new);
}

subtest 'a game from before a saved one comes back' => sub {
	my $room = room();
	my ($one, $old, $new) = away_in_a_game($room, sub ($new) {
		my $before = $room->results;
		$new->meet;
		$new->play;
		wait_for(sub { $room->results > $before }, 'a result meanwhile');
		$new->await_game;
	});
	my $before = $room->results;
	$new->meet;
	$new->play;
	wait_for(sub { $room->results > $before }, 'a result after its return');
	$one->stop;
	is_deeply([faults_of_chain(texts($room))], [], 'all results are in one chain');
	is(lines_with($one, qr/\Q@{[$old->id]}\E: given up/), 1,
		'and it says that the old game is given up');
};

SKIP: {
	skip need_clocks(), 1 if need_clocks();

	subtest 'a game from before an opened one comes back' => sub {
		my $room = room();
		my ($one, $old, $new) = away_in_a_game($room, sub ($new) {
			$new->await_game;
			move_clocks($room, -3600);
		}, clocks($room));
		my $opened = $new->id;
		wait_for(sub { scalar grep { $_ eq 'game-' . $old->id . '.txt' } $room->results }, 'its result');
		$old->await_game;
		cmp_ok($old->id, 'gt', $opened, 'no id is used a second time');
		$one->stop;
	};
}

# Told once, though it goes by one name and then by another.
subtest 'what is passed over changes its name again and again' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-q');
	my $peer = $room->peer('messenger1');
	my @names = map { $room->spool('messenger1', "2030-01-01-00000$_") } 0, 1;
	$peer->meet(first => 'yes');
	symlink '/nowhere', $names[0] or die "symlink: $!\n";
	for (1 .. 20) {
		rename $names[0], $names[1] or die "rename: $!\n";
		$bot->settle;
		rename $names[1], $names[0] or die "rename: $!\n";
		$bot->settle;
	}
	my @lines = lines_with($bot, qr/ignored/);
	cmp_ok(scalar @lines, '<=', 2, 'a line for each name at most');
	$room->close;
};

SKIP: {
	skip need_strace(), 3 if need_strace();

	subtest 'an idle messenger2 cannot read the first words' => sub {
		my $room = room();
		my $id = '2026-09-03-110200';
		my $bot = $room->start('messenger2', {strace => [
			only_on($room->spool('messenger1', $id)),
			fault('pread64', 'error=EIO', '1..3')]}, '-q');
		at_home($room, $bot);
		my $peer = $room->peer('messenger1');
		$peer->meet(id => $id);
		is(lines_with($bot, qr/Input\/output error: waiting/), 1, 'it says so once');
		is(lines_with($bot, qr/going on/), 1, 'and that it goes on');
		$room->close;
	};

	subtest 'an idle messenger2 cannot read half of the first word, twice' => sub {
		my $room = room();
		my $spool = $room->spool('messenger1', '2026-09-03-110200');
		my $bot = $room->start('messenger2', {strace => [only_on($spool),
			fault('pread64', 'error=EIO', '1+2')]}, '-q');
		at_home($room, $bot);
		my $peer = $room->peer('messenger1');
		for my $words ('Choose', ' your') {
			my $times = 1 + lines_with($bot, qr/going on/);
			$peer->{id} = '2026-09-03-110200';
			$peer->say_bytes($words);
			wait_for(sub { lines_with($bot, qr/going on/) == $times }, 'it to go on');
			is(lines_with($bot, qr/Input\/output error: waiting/), $times,
				'it says when the trouble begins, and when it ends');
		}
		$room->close;
	};

	subtest 'a game is left whose result cannot be asked for' => sub {
		my $room = room();
		my $id = '2026-09-03-110200';
		my $bot = $room->start('messenger2', {strace => [
			only_on("game-$id.txt"),
			fault('openat', 'error=EIO', '2+')]}, '-q', '--pace', 0);
		my $peer = $room->peer('messenger1');
		$peer->meet(id => $id, first => 'yes');
		my $later = $room->spool('messenger1', '2026-09-03-110400');
		# Both are there before it can look, and the newer one is gone again.
		$bot->freeze;
		$peer->say($peer->own_symbol . ' 5');
		spew($later, '');
		$bot->signal('CONT');
		wait_for(sub { lines_with($bot, qr/result: Input/) }, 'it to wait');
		unlink $later or die "unlink: $!\n";
		$bot->settle;
		my $journal = slurp($room->path('state/messenger2/journal'));
		my @said = grep { / (?:circle|cross) \d/ } $journal =~ /^said .*$/mg;
		my @heard = $journal =~ /^heard .* 5$/mg;
		ok(@said <= @heard, 'no word is said to what was not journalled');
		$room->close;
	};
}

done_testing;
