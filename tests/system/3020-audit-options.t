#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe audit: its options, what it prints, and how it ends.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX qw(mkfifo);
use Test::More;
use Messengers;
use Messengers::Archive;

plan skip_all => need_tool() if need_tool();

subtest 'lines' => sub {
	my $archive = archive(room());
	my @name = $archive->names;
	$archive->edit(3, sub { s/^Result: .*/Result: tie/m });
	chmod 0600, $archive->path(8);
	my $result = audit($archive->room);
	is($result->{status}, 'exit 1', 'findings: exit status');
	my ($sha) = map { (split)[1] } $result->{out} =~ /^(\Q$name[3]\E: changed.*)$/m;
	like($result->{out}, qr/\A
		\Q$name[3]\E:\ line\ 20:\ not\ the\ result\ that\ the\ moves\ make\ \(expected\ messenger2\ win,\ found\ tie\)\n
		\Q$name[3]\E:\ changed:\ it\ is\ not\ what\ \Q$name[4]\E\ names\ as\ the\ one\ before\ it\ \(expected\ [0-9a-f]{64},\ found\ [0-9a-f]{64}\)\n
		\Q$name[8]\E:\ not\ the\ mode\ of\ a\ result\ \(expected\ 0444,\ found\ 0600\)\n
		(?:gap:.*\n)?
		12\ games,\ 3\ findings,\ \d\ gaps.*,\ newest\ \Q$name[11]\E\ sha256\ [0-9a-f]{64},\ vouched\ for\ by\ messenger1's\ journal\n
		\z/x, 'a line for each finding, and one at the end');
	for my $quiet ('-q', '--quiet') {
		my $result = audit($archive->room, $quiet);
		is_deeply([@$result{qw(status out err)}], ['exit 1', '', ''], "$quiet: the status alone");
	}
};

subtest 'the order of findings' => sub {
	my $archive = archive(room());
	my $room = $archive->room;
	$archive->edit($_, sub { s/^Result: .*/Result: x/m }) for 7, 2;
	unlink $archive->path(9), $archive->path(4), $archive->second(3);
	spew($room->path($_), '') for qw(notes.txt a.txt state/messenger1/results/x);
	my @files = map { /\A([^ ]*): / ? $1 : () } split /\n/, audit($room)->{out};
	is_deeply([grep { !/\Agap/ } @files], ['a.txt', (map { $archive->name($_) } 2, 2, 3, 4, 7, 7, 9),
		'notes.txt', 'state/messenger1/results/x'], 'is that of the names');
};

subtest '--since and --last' => sub {
	my $archive = archive(room());
	$archive->edit(2, sub { s/^Result: .*/Result: tie/m });
	my ($since) = $archive->name(9) =~ /game-(.*)\.txt/;
	for my $row ([3, '--last', 3], [3, '--since', $since], [12, '--last', 100],
		[1, '--last', 1], [12, '--since', '2020-01-01-000000'], [0, '--since', '2030-01-01-000000']) {
		my ($games, @options) = @$row;
		my $expected = $games < 12 ? [] :
			['changed ' . $archive->name(2), 'result ' . $archive->name(2) . ':21'];
		my $summary = $archive->audit_ok($expected, "@options", @options);
		is($summary->{games}, $games, "$games are judged");
	}
};

subtest 'the others are not read' => sub {
	plan skip_all => need_strace() if need_strace();
	my $archive = archive(room(), games => 40);
	my $room = $archive->room;
	my $run = $room->launch('tictactoe', {strace => ['-e', 'trace=openat,open']},
		'audit', '-w', $room->dir, '--last', 3);
	is($run->ended, 'exit 0', 'clean');
	my %read = map { $_ => 1 } $run->trace =~ /"(game-[^"]*)"/g;
	is_deeply([sort keys %read], [($archive->names)[36 .. 39]],
		'only three of forty and the one before them');
};

subtest 'some files alone' => sub {
	my $archive = archive(room());
	my $room = $archive->room;
	my @name = $archive->names;
	for my $row (['by name', $name[3], $name[9]], ['by path', $archive->path(3), $archive->path(9)]) {
		my ($how, @files) = @$row;
		my $result = audit($room, @files);
		is_deeply([@$result{qw(status out err)}], ['exit 0', "2 games, 0 findings\n", ''], $how);
	}
	$archive->edit(3, sub { s/^Result: .*/Result: tie/m });
	unlink $archive->second(8);
	is_deeply((findings_of(audit($room, '--json', $name[3])))[0], ["changed $name[3]", "result $name[3]:20"],
		'its text, and what the next one says');
	is_deeply((findings_of(audit($room, '--json', @name[3, 4])))[0],
		["changed $name[3]", "result $name[3]:20"], 'which is said once');
	like(audit($room, $name[3], $archive->path(3), $name[3])->{out}, qr/\n1 games, 2 findings\n\z/,
		'however often it is named');
	is_deeply((findings_of(audit($room, '--json', $name[4])))[0], ["changed $name[3]"],
		'the one before it');
	$archive->change_second(6);
	is_deeply((findings_of(audit($room, '--json', $name[6])))[0],
		["replaced state/messenger1/results/$name[6]"], 'its second name, where that is not right');
	$archive->put($name[6], slurp($archive->path(6)));
	is_deeply((findings_of(audit($room, '--json', $name[8])))[0], ["second-name $name[8]"],
		'its second name');
	is_deeply((findings_of(audit($room, '--json', $name[6])))[0], [], 'and no other');
	my $longer = archive(room());
	$longer->edit(3, sub { $_ .= "more\n" x 4000 });
	is_deeply((findings_of(audit($longer->room, '--json', $name[4])))[0], ["changed $name[3]"],
		'the one before it, however long that is');
	my $forged = archive(room());
	$forged->edit(5, sub { s/ sha256 \K(.)/$1 eq '0' ? '1' : '0'/e });
	for my $row ([4, "link $name[5]"], [5, "changed $name[5]"], [6, "changed $name[5]"]) {
		my ($at, @expected) = @$row;
		is_deeply((findings_of(audit($forged->room, '--json', $name[$at])))[0], \@expected,
			"a hash line was changed: $at of 4, 5, 6");
	}
	for my $row ([0, 11], [1, 11], [1, 10]) {
		my ($own, $at) = @$row;
		my $last = archive(room(), own => $own);
		change($last, $at);
		$last->edit(11, sub { $_ = substr $_, 0, 100 }) if $at == 10;
		is_deeply((findings_of(audit($last->room, '--json', $last->name($at))))[0],
			["changed " . $last->name($at)], "what the journal says of it: $own, $at");
	}
	my $copy = spew($room->tmp . '/copy.txt', slurp($archive->path(6)));
	chmod 0444, $copy;
	is_deeply((findings_of(audit($room, '--json', $copy)))[0], ["name $copy"], 'under another name');
	my $result = audit($room, 'game-2020-01-01-000000.txt');
	is($result->{status}, 'exit 2', 'one that is not there: could not look');
	like($result->{err}, qr/\Atictactoe audit: game-2020-01-01-000000\.txt: No such file.*\n\z/,
		'one line names it');
	for my $folder ($room->dir, 'spool', "$room->{dir}/spool/") {
		$result = audit($room, $folder);
		is($result->{status}, 'exit 2', 'a folder: could not look');
		is($result->{err}, "tictactoe audit: $folder: a folder; to judge all results of one: "
			. "tictactoe audit -w FOLDER\n", 'the remedy is told');
	}
};

subtest 'the second name of the newest is on its way' => sub {
	plan skip_all => need_strace() if need_strace();
	my $archive = archive(room(), own => 1);
	my ($room, $name) = ($archive->room, $archive->name(11));
	unlink $archive->second(11);
	my $run = $room->launch('tictactoe', {strace => ['-e', 'trace=newfstatat']},
		'audit', '-w', $room->dir, $name);
	wait_for(sub { (slurp($run->trace_file) // "") =~ m{, "\Q$name\E".*ENOENT} }, 'the first look');
	link $archive->path(11), $archive->second(11) or die "link: $!\n";
	is($run->ended . $run->out, "exit 0" . "1 games, 0 findings\n", 'it is waited for');
	unlink $archive->second(11);
	is_deeply((findings_of(audit($room, '--json', $name)))[0], ["second-name $name"],
		'but not for long');
};

subtest '--restore' => sub {
	my $archive = archive(room());
	my $room = $archive->room;
	my %inode = map { $_ => (stat $archive->path($_))[1] } 2, 3, 11;
	unlink map { $archive->path($_) } keys %inode;
	is_deeply((findings_of(audit($room, '--json')))[0], [map { 'removed ' . $archive->name($_) } 2, 3, 11],
		'three were removed');
	ok(!-e $archive->path(2), 'without it nothing is changed');
	my $result = audit($room, '--restore');
	is($result->{status}, 'exit 0', 'what is restored is no finding any more');
	for my $at (2, 3, 11) {
		my $name = $archive->name($at);
		is((stat $archive->path($at))[1], $inode{$at}, "$name is the same file");
		like($result->{out}, qr/^\Q$name\E: linked back from state\/messenger1\/results$/m,
			'and it says so');
	}
	like($result->{out}, qr/^12 games, 0 findings, .*, 3 restored, /m, 'they are counted');
	unlike(audit($room, '--restore')->{out}, qr/restored/, 'there is nothing more to restore');
	unlink map { $archive->path($_) } 0 .. 11;
	is_deeply([audit($room, '--restore')->{out} =~ /^(\S+): linked back/mg], [$archive->names],
		'all of them are told in their order');
	my $away = spew($room->tmp . '/away', $archive->text(7));
	unlink map { ($archive->path($_), $archive->second($_)) } 6 .. 8;
	mkdir $archive->second(6);
	symlink $away, $archive->second(7);
	mkfifo $archive->second(8), 0444;
	$result = audit($room, '--restore', '--json');
	my @names = map { $archive->name($_) } 6 .. 8;
	is_deeply((findings_of($result))[0], ["missing $names[2]", map { "type state/messenger1/results/$_" } @names],
		'what is no file has its own finding');
	is("$result->{status}$result->{err}", 'exit 1', 'and no other words');
	ok(!(grep { lstat $room->path($_) } @names), 'it is not linked back');
	rmdir $archive->second(6);
	unlink map { $archive->second($_) } 7, 8;
	$archive->write_from(6);
	$archive->write_journal(0, Messengers::Archive::FIRST_SECOND + 120 * 11);
	unlink $archive->path(5);
	mkdir $archive->path(5);
	$archive->audit_ok(['type ' . $archive->name(5)], 'nothing is replaced', '--restore');
	ok(-d $archive->path(5), 'the folder is there still');
	unlink $archive->path(4);
	symlink $away, $archive->path(4);
	audit($room, '--restore');
	is(readlink $archive->path(4), $away, 'so is a link in the place of a result');
};

# Changes a result, under both its names.
sub change ($archive, $at) {
	return $archive->edit($at, sub { s/^(Finished: .*)9Z$/${1}8Z/m });
}

# What --restore links back, what it leaves, and what is found then.
sub restore_ok ($archive, $back, $left, $expected, $what, @options) {
	my $result = audit($archive->room, '--restore', '--json', @options);
	is_deeply((findings_of($result))[0], [sort @$expected], "$what: what is found");
	my @done = map { JSON::PP->new->decode($_) } grep { /restored","/ } split /\n/, $result->{out};
	is_deeply([map { "$_->{type} $_->{file}" } @done], [sort { (split / /, $a)[1] cmp (split / /, $b)[1] }
		(map { 'restored ' . $archive->name($_) } @$back),
		(map { 'not-restored ' . $archive->name($_) } @$left)], "$what: what is told");
	is_deeply([grep { -e $archive->path($_) } @$back, @$left], $back, "$what: what is there");
	return $result;
}

subtest '--restore links back what is believed' => sub {
	my $seconds = 'state/messenger1/results';
	my $archive = archive(room());
	my @name = $archive->names;
	change($archive, 5);
	unlink map { $archive->path($_) } 3, 5;
	my $five = "changed $seconds/$name[5]";
	restore_ok($archive, [], [3, 5], [(map { "removed $name[$_]" } 3, 5), $five],
		'a changed one, and what it leads to', '--last', 9);
	like(audit($archive->room, '--restore')->{out}, qr/\A\Q$name[3]\E: not linked back: its second name is not proven/,
		'in words');
	$archive = archive(room());
	change($archive, 5);
	my $previous = $archive->previous_of(5);
	$archive->edit(6, sub { s/^Previous: \K.*/$previous/m });
	unlink map { $archive->path($_) } 3 .. 5;
	restore_ok($archive, [], [3 .. 5], ["changed $name[6]", map { "removed $name[$_]" } 3 .. 5],
		'only a changed one names it');
	$archive = archive(room());
	change($archive, 5);
	unlink map { $archive->path($_) } 3 .. 5;
	restore_ok($archive, [], [3 .. 5], [$five, map { "removed $name[$_]" } 3 .. 5], 'and two before it');
	$archive = archive(room());
	change($archive, 4);
	$archive->write_from(5, 8);
	unlink $archive->path(4);
	restore_ok($archive, [], [4], ["changed $name[8]", "removed $name[4]"], 'one that only forged ones name');
	$archive = archive(room());
	unlink $archive->journal, map { $archive->path($_) } 0 .. 11;
	restore_ok($archive, [0 .. 10], [11], ["removed $name[11]"], 'nothing names the newest');
	for my $own (0, 1) {
		$archive = archive(room(), own => $own);
		unlink $archive->path(11);
		restore_ok($archive, [11], [], [], 'the journal does');
		change($archive, 11);
		unlink $archive->path(11);
		restore_ok($archive, [], [11], ["removed $name[11]", "changed $seconds/$name[11]"], 'but not another');
	}
	my $name = 'game-2020-01-01-000000.txt';
	spew($archive->room->path($seconds, $name), $archive->text(3));
	my $result = audit($archive->room, '--restore');
	like($result->{out}, qr/^\Q$name\E: not linked back/m, 'one that is in no chain');
};

# A schedule of which the last game, the 25th interval, is on time, and stays so
# for 115 seconds more; in intervals.
my $BEGIN = time - 125 - 120 * 25;
sub on_time (@at) {
	return map { $BEGIN + 120 * $_ } @at;
}

sub gaps_of ($room, @options) {
	return map { JSON::PP->new->decode($_) } grep { /"gap"/ } split /\n/,
		audit($room, '--json', @options)->{out};
}

subtest 'gaps' => sub {
	my @seconds = on_time(0 .. 9, 11 .. 15, 19 .. 25);
	my $archive = archive(room(), seconds => \@seconds, own => 1);
	my $room = $archive->room;
	my ($one, $three, $five) = map { stamp_of($_) } on_time(10, 16, 18);
	my $result = audit($room);
	is($result->{status}, 'exit 0', 'gaps are no findings');
	like($result->{out}, qr/\A
		gap:\ 1\ game\ missing\ from\ $one\ to\ $one\n
		gap:\ 3\ games\ missing\ from\ $three\ to\ $five\n
		22\ games,\ 0\ findings,\ 2\ gaps\ \(4\ games\ missing,\ interval\ 120\ s,\ guessed\),/x, 'each is told, with its games');
	my ($findings, $summary) = findings_of(audit($room, '--json'));
	is_deeply([@$summary{qw(gaps missed interval guessed)}], [2, 4, 120, JSON::PP::true],
		'in objects, too');
	like(audit($room, '--interval', 300)->{out}, qr/, 1 gaps \(1 games missing, interval 300 s, given\),/,
		'and which interval was taken');
	is_deeply((gaps_of($room))[1], {type => 'gap', from => $three, to => $five, games => 3},
		'an object for each');
	my @short = gaps_of($room, '--interval', 60);
	is(@short, 22, 'another interval: between all of them, and since the last');
	is_deeply([map { $short[$_]{games} } 0, 9, 14], [1, 3, 7], 'with their games');
	is_deeply([gaps_of($room, '--interval', 600)], [], 'a longer one');
	is_deeply([gaps_of($room, '--interval', 300)], [{type => 'gap',
		from => stamp_of($seconds[14] + 300), to => stamp_of($seconds[14] + 300), games => 1}],
		'no gap goes backwards');
	like(audit($room, '--last', 5)->{out}, qr/ 0 gaps \(/, 'only among those that are judged');
	my @gaps = gaps_of($room);
	$archive->put('game-2020-01-01-000000.txt', '');
	is_deeply([gaps_of($room, @$_)], \@gaps, "@$_: none begins with what was slipped in")
		for [], ['--since', '2021-01-01-000000'];
	$archive = archive(room(), own => 1, seconds => [map { $seconds[0] + $_ } 0, 7, 16, 22, 31, 40, 52]);
	like(audit($archive->room)->{out}, qr/ 0 gaps \(interval unknown\),/,
		'there are none without a rhythm');
	$archive = archive(room(), own => 1, seconds => [map { $seconds[0] + $_ } 0, 120, 241, 361, 480, 600, 720]);
	is((gaps_of($archive->room))[0]{from}, stamp_of($seconds[0] + 840),
		'a second more than the interval is none');
	$archive = archive(room(), own => 1, seconds => [map { $seconds[0] + $_ } 0, 2, 3, 4, 5, 6, 7]);
	isnt((gaps_of($archive->room, '--interval', 1))[0]{from}, stamp_of($seconds[0] + 1),
		'however short it is');
};

subtest 'no game since long' => sub {
	my @seconds = map { $_ - 120 * 10 } on_time(16 .. 25);
	my $from = stamp_of($seconds[-1] + 120);
	my $archive = archive(room(), seconds => \@seconds, own => 1);
	my @gaps = gaps_of($archive->room);
	is(@gaps, 1, 'is a gap');
	is($gaps[0]{from}, $from, 'from the next game on');
	cmp_ok($gaps[0]{games}, '>=', 9, 'to the last that could have been played') or diag explain @gaps;
	is(stamp_of($seconds[-1] + 120 * $gaps[0]{games}), $gaps[0]{to}, 'on the grid');
	is(audit($archive->room)->{status}, 'exit 0', 'which is no finding');
	is_deeply([gaps_of($archive->room, '--since', '9999-01-01-000000')], [], 'nor asked for');
	$archive = archive(room(), seconds => \@seconds);
	is((gaps_of($archive->room))[0]{from}, stamp_of($seconds[-1] + 240),
		'the game of the journal is not missing');
	$archive->write_journal(0, (on_time(25))[0]);
	@gaps = gaps_of($archive->room);
	is_deeply(\@gaps, [{type => 'gap', from => $from, to => stamp_of((on_time(25))[0]), games => 10}],
		'but all before it are') or diag explain \@gaps;
	$archive = archive(room(), seconds => [map { $_ + 86400 } @seconds], own => 1);
	is_deeply([gaps_of($archive->room)], [], 'results of tomorrow have none');
};

subtest 'a journal older than all results' => sub {
	my $archive = archive(room());
	$archive->write_journal(0, Messengers::Archive::FIRST_SECOND - 240);
	my $old = 'game-2020-01-01-000000.txt';
	spew($archive->journal, slurp($archive->journal) =~ s/game-\S+/$old/r);
	my $result = audit($archive->room);
	like($result->{out}, qr/^\Q$old\E: missing: .*\n(?:game-\S+: later than .*\n){12}0 games, 13 findings, 12 not judged, 0 gaps \(interval unknown\)\n\z/,
		'they are told, and not that there are none');
};

subtest 'names that no terminal should see' => sub {
	my $archive = archive(room());
	my $room = $archive->room;
	my @names = ("game-\e[2J.txt", "two\nlines", "\xff\xfe\x01", '"quoted"\\', 'x' x 255);
	spew($room->path($_), '') for @names;
	my @cleaned = map { s/[^ -~]|["\\]/?/gr } @names;
	my $result = audit($room);
	unlike($result->{out}, qr/[^\x20-\x7e\n]/, 'are cleaned');
	is_deeply([sort grep { !/12 games, 5 findings|^gap: / } split /\n/, $result->{out}],
		[sort map { "$_: not a name that belongs here" } @cleaned], 'a line each');
	is_deeply((findings_of(audit($room, '--json')))[0], [sort map { "foreign $_" } @cleaned],
		'and an object each');
	$result = audit($room, "no\e[2Jsuch\nfile");
	unlike($result->{err}, qr/[^\x20-\x7e\n]|\n./, 'nor words of the command line');
};

subtest 'what cannot be looked at' => sub {
	my $room = room();
	$room->folder;
	for my $row (['no such folder', $room->tmp . '/none'],
		['a file', spew($room->tmp . '/file', '')]) {
		my ($what, $path) = @$row;
		for my $quiet ([], ['-q']) {
			my $result = audit($room, '-w', $path, @$quiet);
			is($result->{status}, 'exit 2', "$what: exit status");
			like($result->{err}, qr/\Atictactoe audit: \Q$path\E: .*-w\n\z/, 'one line, with the remedy');
			is($result->{out}, '', 'and nothing else');
		}
	}
	my $empty = audit($room);
	is("$empty->{status}$empty->{out}", 'exit 2', 'an empty folder: could not look');
	is($empty->{err}, "tictactoe audit: $room->{dir}: no workspace: neither a result nor spool/ nor state/"
		. " is in it; choose another folder with -w\n", 'it is no workspace');
	spew($room->path($_), '') for qw(fstab passwd);
	for my $options ([], ['--json'], ['--restore']) {
		my $other = audit($room, @$options);
		is("$other->{status}$other->{out}$other->{err}", "exit 2$empty->{err}",
			"@$options: nor is a folder of other things, and nothing else is said of it");
	}
	unlink map { $room->path($_) } qw(fstab passwd);
	$room->folder($_) for qw(spool state);
	my $new = audit($room);
	is("$new->{status}: $new->{out}", "exit 0: 0 games, 0 findings, no result is there\n",
		'a new workspace is clean, and empty');
	my $run = $room->launch('tictactoe', {stdout => do { open my $full, '>', '/dev/full'; $full }},
		'audit', '-w', $room->dir);
	is($run->ended, 'exit 2', 'standard output is full');
};

subtest 'wrong options' => sub {
	my $room = room();
	$room->folder;
	for my $options (['--bogus'], ['-Z'], ['-w'], ['--since'], ['--since', 'yesterday'],
		['--last', 0], ['--last', 'x'], ['--last', -1], ['--interval', 0],
		['--interval', '1.5'], ['--last', 1, '--since', '2026-01-01-000000'],
		['--restore', 'file'], ['--last', 1, 'file']) {
		my $result = audit($room, @$options);
		is($result->{status}, 'exit 64', "@$options: EX_USAGE");
		like($result->{err}, qr/\Atictactoe audit: .*; see tictactoe audit -h\n\z/, 'one line');
	}
	my $help = audit($room, '-h');
	is($help->{status}, 'exit 0', '-h');
	like($help->{out}, qr/\Ausage: tictactoe audit .*--restore.*Exit status: 0 clean/s, 'helps');
};

done_testing;
