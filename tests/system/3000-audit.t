#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe audit: what the bots leave is clean, and all that was done to it
# since is found, and nothing else.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Digest::SHA qw(sha256_hex);
use POSIX qw(mkfifo);
use Test::More;
use Messengers;
use Messengers::Archive;
use Messengers::Tool;
use Messengers::Users qw(become THIRD);

plan skip_all => need_tool() if need_tool();

sub play ($room, $games) {
	my @bots = map { $room->start($_, '-q', '-n', $games, $_ eq 'messenger1' ? ('-i', 0) : ()) }
		bot_names();
	$_->ended for @bots;
	return;
}

subtest 'an archive that was played is clean' => sub {
	my $room = room();
	play($room, 9);
	my ($newest) = (reverse $room->results)[0];
	my $all = audit($room);
	is($all->{status}, 'exit 0', 'exit status');
	like($all->{out}, qr/\A(?:gap: .*\n)*9 games, 0 findings, \d+ gaps.*, newest \Q$newest\E sha256 [0-9a-f]{64}, vouched for by messenger1's journal\n\z/,
		'a line that says so');
	$room->start('messenger1', '-q', '-i', 600)->settle;
	is_deeply([map { s/, \d+ gaps.*(?=, newest)|^gap: .*\n//gmr } audit($room)->{out}],
		[map { s/, \d+ gaps.*(?=, newest)|^gap: .*\n//gmr } $all->{out}],
		'the same while the next game waits');
	$room->close;
};

subtest 'one that was made for these tests as well' => sub {
	for my $own (0, 1) {
		my $archive = archive(room(), own => $own);
		my $summary = $archive->audit_ok([], $own ? 'of the last game' : 'with the next begun');
		is_deeply([@$summary{qw(games newest)}], [12, $archive->name(-1)], 'all are judged');
		ok($summary->{journal} && $summary->{vouched}, 'the journal vouches for the newest');
	}
};

# An id between two games, half-way unless there is another number of seconds.
sub between ($archive, $at, $after = 60) {
	my ($id) = $archive->name($at) =~ /game-(.*)\.txt/;
	return Messengers::Archive::id_of(seconds_of($id) + $after);
}

# A whole result of another game.
sub forged ($archive, $at, $previous, $after = 60) {
	my $id = between($archive, $at, $after);
	my $stamp = stamp_of(seconds_of($id));
	return ("game-$id.txt", result_text({%{$archive->{facts}[$at]}, id => $id,
		started => $stamp, finished => $stamp, rejected => [], previous => $previous}));
}

sub finished_later () {
	return sub { s/^(Finished: .*)9Z$/${1}8Z/m };
}

# Another hash in the line that names the one before it.
sub wrong_hash () {
	return sub { s/ sha256 \K(.)/$1 eq '0' ? '1' : '0'/e };
}

# More than a result can have.
sub longer () {
	return sub { $_ .= "more\n" x 4000 };
}

# What an editor does: a new file, and the second name keeps the old one.
sub replace ($a, $at, $code) {
	local $_ = slurp($a->path($at));
	$code->();
	return $a->put($a->name($at), $_, alone => 1);
}

# A result, and the line of the next one that names it.
sub change_both ($a, $at, $how) {
	$how->($a, $at, finished_later());
	my $previous = $a->previous_of($at);
	return $how->($a, $at + 1, sub { s/^Previous: \K.*/$previous/m });
}

# Both names of some results.
sub erase ($a, @at) {
	unlink map { ($a->path($_), $a->second($_)) } @at;
	return;
}

my $EARLY = 'game-2020-01-01-000000.txt';
my $SECONDS = 'state/messenger1/results';
my $JOURNAL = 'journal state/messenger1/journal';

# What was done; the findings: "KIND N" is of result N, "KIND NAME" of another.
my @TAMPERINGS = (
	['a time was changed', sub ($a) { $a->edit(5, finished_later()) }, 'changed 5'],
	['a time of the newest was changed',
		sub ($a) { $a->edit(11, finished_later()) }, 'changed 11'],
	['a Result was changed', sub ($a) { $a->edit(3, sub { s/^Result: .*/Result: tie/m }) },
		'changed 3', 'result 3:20'],
	['a move was changed', sub ($a) { $a->edit(3, sub { s/cross 9/cross 8/ }) },
		'changed 3', 'end 3:12'],
	['a file was emptied', sub ($a) { $a->edit(4, sub { $_ = '' }) },
		'changed 4', 'empty 4'],
	['a file was cut', sub ($a) { $a->edit(4, sub { $_ = substr $_, 0, 100 }) },
		'changed 4', 'partial 4:4'],
	['a file has got more', sub ($a) { $a->edit(4, longer()) }, 'changed 4', 'format 4:27'],
	['and its second name has not', sub ($a) { replace($a, 4, longer()) },
		'changed 4', 'format 4:27', 'replaced 4'],
	['the newest has got more', sub ($a) { $a->edit(11, longer()) }, 'changed 11', 'format 11:23'],
	['a file was replaced', sub ($a) {
			local $_ = $a->text(5);
			finished_later()->();
			$a->put($a->name(5), $_, alone => 1);
		}, 'changed 5', 'replaced 5'],
	['a copy stands for a link', sub ($a) { $a->put($a->name(5), $a->text(5), alone => 1) }],
	['and has another mode', sub ($a) {
			$a->put($a->name(5), $a->text(5), alone => 1);
			chmod 0600, $a->second(5);
		}, "mode $SECONDS/5"],
	['a result was removed', sub ($a) { unlink $a->path(5) }, 'removed 5'],
	['the first one was removed', sub ($a) { unlink $a->path(0) }, 'removed 0'],
	['all were removed', sub ($a) { unlink map { $a->path($_) } 0 .. 11 },
		map { "removed $_" } 0 .. 11],
	['under both names', sub ($a) { unlink map { ($a->path($_), $a->second($_)) } 0 .. 11 },
		'missing 11'],
	['the newest was removed', sub ($a) { unlink $a->path(11) }, 'removed 11'],
	['both its names were removed', sub ($a) { unlink $a->path(5), $a->second(5) }, 'missing 5'],
	['both names of the first', sub ($a) { unlink $a->path(0), $a->second(0) }, 'missing 0'],
	['both names of the newest', sub ($a) { unlink $a->path(11), $a->second(11) }, 'missing 11'],
	['three in a row were removed', sub ($a) { unlink map { $a->path($_) } 4 .. 6 },
		'removed 4', 'removed 5', 'removed 6'],
	['two were removed, and one is between them', sub ($a) { erase($a, 4, 6) },
		'missing 4', 'missing 6'],
	['two in a row were removed', sub ($a) { erase($a, 4, 5) }, 'missing 5'],
	['one was removed, and the next one changed', sub ($a) {
			erase($a, 4);
			$a->edit(5, finished_later());
		}, 'changed 5', 'missing 4'],
	['one was removed, and a later one changed', sub ($a) {
			erase($a, 4);
			$a->edit(8, finished_later());
		}, 'changed 8', 'missing 4'],
	['one was removed, and the first name of another', sub ($a) {
			erase($a, 4);
			unlink $a->path(6);
		}, 'missing 4', 'removed 6'],
	['one was changed and then removed, and so was a later one', sub ($a) {
			$a->edit(4, finished_later());
			unlink $a->path(4);
			erase($a, 6);
		}, 'link 5', 'missing 6', 'removed 4'],
	['one was removed, and the hash line changed that named it, which its second name has', sub ($a) {
			erase($a, 4);
			replace($a, 5, wrong_hash());
		}, 'changed 5', 'missing 4', 'replaced 5'],
	['a second name was removed', sub ($a) { unlink $a->second(5) }, 'second-name 5'],
	['the folder of second names was moved', sub ($a) {
			rename $a->room->path('state/messenger1/results'), $a->room->tmp . '/away'
		}, 'second-names state/messenger1/results'],
	['a link to it stands in its place, and a result was removed', sub ($a) {
			my ($folder, $away) = ($a->room->path($SECONDS), $a->room->tmp . '/away');
			rename $folder, $away;
			symlink $away, $folder;
			unlink $a->path(5);
		}, 'missing 5', "second-names $SECONDS"],
	['and there is a folder instead', sub ($a) { unlink $a->second(5); mkdir $a->second(5) },
		"type $SECONDS/5"],
	['or a link to the result', sub ($a) { unlink $a->second(5); symlink $a->path(5), $a->second(5) },
		"type $SECONDS/5"],
	['a result was removed, and a FIFO is its second name', sub ($a) {
			unlink $a->path(5), $a->second(5);
			mkfifo $a->second(5), 0644;
		}, 'missing 5', "type $SECONDS/5"],
	['or a link', sub ($a) {
			unlink $a->path(5), $a->second(5);
			symlink $a->path(4), $a->second(5);
		}, 'missing 5', "type $SECONDS/5"],
	['the newest was, and a folder is', sub ($a) {
			unlink $a->path(11), $a->second(11);
			mkdir $a->second(11);
		}, 'missing 11', "type $SECONDS/11"],
	['a result was slipped in', sub ($a) { $a->put(forged($a, 5, 'none')) },
		'slipped-in between 5'],
	['and names the one before it', sub ($a) { $a->put(forged($a, 5, $a->previous_of(5))) },
		'forked between 5'],
	['three in a row, each names the one before it', sub ($a) {
			my $previous = $a->previous_of(5);
			for my $after (30, 60, 90) {
				my ($name, $bytes) = forged($a, 5, $previous, $after);
				$a->put($name, $bytes);
				$previous = "$name sha256 " . sha256_hex($bytes);
			}
		}, 'forked 30 after 5', 'slipped-in 90 after 5'],
	['three in a row that name none', sub ($a) {
			$a->put(forged($a, 5, 'none', $_)) for 30, 60, 90;
		}, map { "slipped-in $_ after 5" } 30, 60, 90],
	['three in a row that name the same one', sub ($a) {
			$a->put(forged($a, 5, $a->previous_of(5), $_)) for 30, 60, 90;
		}, map { "forked $_ after 5" } 30, 60, 90],
	['a result names one long before it', sub ($a) {
			$a->put($a->name(7), $a->text(7, previous => $a->previous_of(3)));
		}, 'changed 7'],
	['and its second name tells the truth', sub ($a) {
			my $previous = $a->previous_of(3);
			replace($a, 7, sub { s/^Previous: \K.*/$previous/m });
		}, 'changed 7', 'replaced 7'],
	['it names one that never was', sub ($a) {
			$a->put($a->name(0), $a->text(0, previous =>
				'game-2025-01-01-000000.txt sha256 ' . 'a' x 64));
		}, 'changed 0', 'missing game-2025-01-01-000000.txt'],
	['one that another names was changed', sub ($a) {
			$a->put(forged($a, 5, 'none'));
			$a->edit(5, finished_later());
		}, 'changed 5', 'slipped-in between 5'],
	['and names one long before', sub ($a) { $a->put(forged($a, 5, $a->previous_of(2))) },
		'slipped-in between 5'],
	['and names one that never was', sub ($a) {
			$a->put(forged($a, 5, 'game-2025-01-01-000000.txt sha256 ' . 'a' x 64))
		}, 'missing game-2025-01-01-000000.txt', 'slipped-in between 5'],
	['and has no second name', sub ($a) { $a->put(forged($a, 5, 'none'), alone => 1) },
		'second-name between 5', 'slipped-in between 5'],
	['a result was added at the end',
		sub ($a) { $a->put(forged($a, 11, $a->previous_of(11)), alone => 1) },
		'slipped-in between 11'],
	['the journal is an old one', sub ($a) {
			$a->put(forged($a, 11, $a->previous_of(11), $_), alone => 1) for 240, 360;
		}, 'later 240 after 11', 'later 360 after 11'],
	['the one before all was changed', sub ($a) { $a->edit(0, finished_later()) }, 'changed 0'],
	['a hash line was changed', sub ($a) { $a->edit(5, wrong_hash()) }, 'changed 5'],
	['and its second name tells the truth', sub ($a) { replace($a, 5, wrong_hash()) },
		'changed 5', 'replaced 5'],
	['the hash line of the newest', sub ($a) { $a->edit(11, wrong_hash()) },
		'changed 11'],
	['and its second name tells the truth', sub ($a) { replace($a, 11, wrong_hash()) },
		'changed 11', 'replaced 11'],
	['a hash line that names none', sub ($a) { $a->edit(5, sub { s/^Previous: \K.*/none/m }) },
		'changed 5'],
	['a result and the hash line that names it', sub ($a) {
			change_both($a, 4, \&Messengers::Archive::edit) }, 'changed 5'],
	['and their second names tell the truth', sub ($a) { change_both($a, 4, \&replace) },
		'changed 4', 'changed 5', 'replaced 4', 'replaced 5'],
	['two in a row were changed', sub ($a) { $a->edit($_, finished_later()) for 4, 5 },
		'changed 5'],
	['and their second names tell the truth',
		sub ($a) { replace($a, $_, finished_later()) for 4, 5 },
		'changed 4', 'changed 5', 'replaced 4', 'replaced 5'],
	['a second name was changed', sub ($a) { $a->change_second(5) }, "replaced $SECONDS/5"],
	['that of the newest', sub ($a) { $a->change_second(11) }, "replaced $SECONDS/11"],
	['and another result', sub ($a) {
			$a->change_second(5);
			$a->edit(8, finished_later());
			$a->change_second(9);
		}, 'changed 8', "replaced $SECONDS/5", "replaced $SECONDS/9"],
	['a result was removed and the one before it changed', sub ($a) {
			$a->edit(4, finished_later());
			unlink $a->path(5);
		}, 'changed 4', 'removed 5'],
	['a result was changed and then removed', sub ($a) {
			$a->edit(5, finished_later());
			unlink $a->path(5);
		}, "changed $SECONDS/5", 'removed 5'],
	['two forks', sub ($a) {
			$a->put(forged($a, $_, $a->previous_of($_))) for 5, 7;
		}, 'forked between 5', 'forked between 7'],
	['what was slipped in names the one before it wrongly', sub ($a) {
			$a->put(forged($a, 5, $a->name(5) . ' sha256 ' . 'a' x 64)) },
		'forked between 5'],
	['the chain begins anew', sub ($a) {
			$a->put($a->name(6), $a->text(6, previous => 'none'));
			$a->write_from(7);
			$a->write_journal(0, Messengers::Archive::FIRST_SECOND + 120 * 11);
		}, 'anew 6'],
	['an empty file is before the first', sub ($a) { $a->put($EARLY, '') },
		"empty $EARLY", "slipped-in $EARLY"],
	['a whole one that names none', sub ($a) { $a->put(forged($a, 0, 'none', -60)) },
		'slipped-in game-2026-09-03-110100.txt'],
	['two that name none', sub ($a) { $a->put(forged($a, 0, 'none', $_)) for -60, -30 },
		map { "slipped-in game-2026-09-03-$_.txt" } qw(110100 110130)],
	['a result was renamed', sub ($a) {
			rename $a->path(5), $a->room->path('game-' . between($a, 5) . '.txt')
		}, 'id between 5:1', 'removed 5', 'second-name between 5', 'slipped-in between 5', 'time between 5:2'],
	['a Previous cannot be read', sub ($a) { $a->edit(7, sub { s/^Previous: \K.*/x/m }) },
		'changed 7', 'previous 7:25'],
	['and one before it was changed', sub ($a) {
			$a->edit(7, sub { s/^Previous: \K.*/x/m });
			$a->edit(3, finished_later());
		}, 'changed 3', 'changed 7', 'previous 7:25'],
	['a mode was changed', sub ($a) { chmod 0644, $a->path(3) }, 'mode 3'],
	['a mode has a bit more', sub ($a) { chmod 04444, $a->path(3) }, 'mode 3'],
	['a file was added', sub ($a) { spew($a->room->path('notes.txt'), '') }, 'foreign notes.txt'],
	['a file of no day', sub ($a) { spew($a->room->path('game-2026-02-30-110200.txt'), '') },
		'foreign game-2026-02-30-110200.txt'],
	['a file was added to the second names',
		sub ($a) { spew($a->room->path('state/messenger1/results/x'), '') },
		'foreign state/messenger1/results/x'],
	['files that belong there', sub ($a) {
			spew($a->room->path($_), '') for qw(current-board.txt README.txt
				.board-messenger1 .board-messenger2 .result-messenger1 .nfs0001 .fuse_hidden1);
			mkdir $a->room->path('lost+found');
		}],
	['a folder has a result\'s name',
		sub ($a) { mkdir $a->room->path('game-' . between($a, 5) . '.txt') },
		'type between 5'],
	['a link has it', sub ($a) { unlink $a->path(5); symlink $a->second(5), $a->path(5) },
		'type 5'],
	['a FIFO has it', sub ($a) { unlink $a->path(5); mkfifo $a->path(5), 0644 }, 'type 5'],
	['two results were exchanged', sub ($a) {
			my @text = map { slurp($a->path($_)) } 4, 5;
			$a->edit(4, sub { $_ = $text[1] });
			$a->edit(5, sub { $_ = $text[0] });
		}, 'changed 5', 'id 4:1', 'id 5:1', 'previous 4:22',
		'time 4:2', 'time 5:2'],
	['the journal was emptied', sub ($a) { spew($a->journal, '') }, $JOURNAL],
	['the journal has got other bytes', sub ($a) { spew($a->journal, "\xff\n" x 100) }, $JOURNAL],
	['a folder has its name', sub ($a) { unlink $a->journal; mkdir $a->journal }, $JOURNAL],
	['a link has it', sub ($a) { rename $a->journal, $a->room->tmp . '/away';
			symlink $a->room->tmp . '/away', $a->journal }, $JOURNAL],
	(map { my $folder = $_;
		["a link has the name of $folder", sub ($a) {
			rename $a->room->path($folder), $a->room->tmp . '/away';
			symlink $a->room->tmp . '/away', $a->room->path($folder);
		}, $JOURNAL, "second-names $SECONDS"] } qw(state state/messenger1)),
	['a file has the name of its folder', sub ($a) {
			my $state = $a->room->path('state');
			rename $state, $a->room->tmp . '/away';
			spew($state, '');
		}, $JOURNAL, 'second-names state/messenger1/results'],
);

# The same without a journal: then the newest is taken as it is.
my $NONE = sub ($a) { unlink $a->journal };
push @TAMPERINGS, map { my ($what, $do, @found) = @$_;
	["no journal: $what", sub ($a) { $NONE->($a); $do->($a) }, @found] } (
	['a time was changed', sub ($a) { $a->edit(5, finished_later()) }, 'changed 5'],
	['before the newest', sub ($a) { $a->edit(10, finished_later()) }, 'link 11'],
	['and its second name tells the truth', sub ($a) { replace($a, 10, finished_later()) },
		'changed 10', 'replaced 10'],
	['it has got more', sub ($a) { $a->edit(10, longer()) }, 'changed 10', 'format 10:26'],
	['the newest has', sub ($a) { $a->edit(11, longer()) }, 'format 11:23'],
	['the hash line of the newest', sub ($a) { $a->edit(11, wrong_hash()) }, 'link 11'],
	['and its second name tells the truth', sub ($a) { replace($a, 11, wrong_hash()) },
		'replaced 11'],
	['it names one long before it', sub ($a) {
			$a->put($a->name(11), $a->text(11, previous => $a->previous_of(3)));
		}, 'link 11'],
	['both names of one were removed', sub ($a) { erase($a, 8) }, 'missing 8'],
	['those of the one before the newest', sub ($a) { erase($a, 10) }, 'missing 10'],
	['and its line, which its second name has', sub ($a) { replace($a, 11, sub {
			s/^Previous: \K.*/$EARLY sha256 @{['a' x 64]}/m }) }, 'replaced 11'],
	['one was slipped in before the newest', sub ($a) { $a->put(forged($a, 10, 'none')) },
		'link between 10', 'link 11'],
	['an empty file is before the first', sub ($a) { $a->put($EARLY, '') },
		"empty $EARLY", "slipped-in $EARLY"],
	['without second names', sub ($a) {
			rename $a->room->path($SECONDS), $a->room->tmp . '/away';
			$a->edit(10, finished_later());
			$a->edit(5, finished_later());
		}, 'changed 5', 'link 11', "second-names $SECONDS"],
);

sub named ($archive, $finding) {
	return $finding =~ s/ between (\d+)/" game-" . between($archive, $1) . ".txt"/er
		=~ s/ (\d+) after (\d+)/" game-" . between($archive, $2, $1) . ".txt"/er
		=~ s/[ \/]\K(\d+)(?=\z|:)/$archive->name($1)/er;
}

for my $row (@TAMPERINGS) {
	my ($what, $do, @expected) = @$row;
	my $archive = archive(room());
	$do->($archive);
	$archive->audit_ok([map { named($archive, $_) } @expected], $what);
}

# What the audit says of one result.
sub told_of ($archive, $at) {
	my $name = $archive->name($at);
	return audit($archive->room)->{out} =~ /^\Q$name\E: (.*)$/m ? $1 : '';
}

subtest 'words' => sub {
	my $archive = archive(room());
	my ($five, $seven) = map { $archive->name($_) } 5, 7;
	erase($archive, 4, 6);
	is(told_of($archive, 6), "missing: $seven names it as the one before it",
		'a removed one, by one that is right');
	is(told_of($archive, 4), "missing: $five names it as the one before it; "
		. 'it was removed, or that line was changed', 'and by one that nothing proves right');
	$archive = archive(room());
	$NONE->($archive);
	$archive->put(forged($archive, 10, 'none'));
	like(told_of($archive, 11), qr/\Abroken link: .*; it was changed, or what it passes over was slipped in \(/,
		'one that passes over what was slipped in');
	$archive = archive(room());
	$archive->edit(11, longer());
	like(audit($archive->room)->{out}, qr/^\Q${\ $archive->name(11)}\E: changed: .* \(expected [0-9a-f]{64}, found a longer file\)\n(?:.*\n)*12 games, 2 findings, .* sha256 unknown, /m,
		'one that is longer than any result');
	is((findings_of(audit($archive->room, '--json')))[1]{sha256}, undef, 'has no hash');
	$archive = archive(room());
	$archive->change_second(5);
	like(audit($archive->room, '--restore')->{out}, qr{^$SECONDS/\Q$five\E: replaced: it is not the result, which the chain proves right$}m,
		'a second name that is not right');
};

subtest 'another user\'s file' => sub {
	plan skip_all => need_root() if need_root();
	my $archive = archive(room());
	chown 65534, 65534, $archive->path(3);
	$archive->audit_ok(['owner ' . $archive->name(3)], 'is found');
	chown 65534, 65534, $archive->journal;
	$archive->audit_ok(['owner ' . $archive->name(3), $JOURNAL], 'so is a journal');
	$archive = archive(room());
	chown 65534, 65534, $archive->path(3);
	unlink $archive->path(3);
	$archive->audit_ok(['missing ' . $archive->name(3), "owner $SECONDS/" . $archive->name(3)],
		'as a second name it is no result that was removed');
	$archive = archive(room());
	chown 65534, 65534, $archive->room->path('spool/messenger1'), $archive->journal,
		map { $archive->path($_) } 0 .. 11;
	$archive->audit_ok([], 'but not where it is all messenger1\'s');
};

subtest 'what another user may not read' => sub {
	plan skip_all => need_root() if need_root();
	my $archive = archive(room());
	$archive->put($archive->name(5), $archive->text(5), alone => 1);
	chmod 0, $archive->path(3), $archive->second(5);
	my $ran = tool($archive->room, {prepare => become(THIRD)}, 'audit', '-w', $archive->room->dir, '--json');
	is_deeply((findings_of($ran))[0], ['unreadable ' . $archive->name(3), "unreadable $SECONDS/" . $archive->name(5)],
		'is told of either name') or diag $ran->{err};
	like($ran->{out}, qr{"file":"$SECONDS/\Q${\ $archive->name(5)}\E".*"cannot be read: Permission denied"}, 'and why');
};

subtest 'the journal\'s own game' => sub {
	my $archive = archive(room(), own => 1);
	$archive->edit(11, finished_later());
	$archive->audit_ok(['changed ' . $archive->name(11)], 'is what the journal makes of it');
	$archive = archive(room(), own => 1);
	unlink $archive->path(11);
	$archive->audit_ok(['removed ' . $archive->name(11)], 'is missed where it was removed');
	unlink $archive->second(11);
	$archive->audit_ok(['missing ' . $archive->name(11)], 'and where both its names were');
	mkdir $archive->second(11);
	$archive->audit_ok(['missing ' . $archive->name(11), "type $SECONDS/" . $archive->name(11)],
		'whatever has its second name');
	rmdir $archive->second(11);
	my $temporary = spew($archive->room->path('state/messenger1/.result'), $archive->text(10));
	$archive->audit_ok(['missing ' . $archive->name(11)], 'whatever is in the place of what gets them');
	spew($temporary, $archive->text(11));
	$archive->audit_ok([], 'but not while it is being saved');
	$archive = archive(room(), own => 1);
	unlink $archive->path(10), $archive->second(10);
	$archive->audit_ok(['missing ' . $archive->name(10)], 'so is the one before it');
	$archive->edit(11, finished_later());
	unlink $archive->path(11);
	$archive->audit_ok(["changed $SECONDS/" . $archive->name(11), 'missing ' . $archive->name(10),
		'removed ' . $archive->name(11)], 'also where its own was changed and then removed');
};

subtest 'a result that was changed, and is saved again' => sub {
	my $archive = archive(room(), own => 1);
	my $again = $archive->name(11) =~ s/\.txt/_0002.txt/r;
	$archive->edit(11, finished_later());
	my $bot = $archive->room->start('messenger1', '-q', '-i', 3600);
	wait_for(sub { -e $archive->room->path($SECONDS, $again) }, 'the other name');
	$bot->stop;
	is(told_of($archive, 11), "slipped in, or changed since: messenger1's journal has this game as $again",
		'the audit says where it is');
};

subtest 'the one before the journal\'s own game' => sub {
	for my $row (['emptied', sub ($a) { $a->edit(11, sub { $_ = '' }) }, 'empty 11'],
		['cut', sub ($a) { $a->edit(11, sub { $_ = substr $_, 0, 100 }) }, 'partial 11:4'],
		['changed', sub ($a) { $a->edit(11, finished_later()) }],
		['changed to name it', sub ($a) { $a->put($a->name(11), $a->text(11)) }]) {
		my ($what, $do, @more) = @$row;
		my $archive = archive(room(), own => 1);
		$archive->edit(10, finished_later());
		$do->($archive);
		$archive->audit_ok([map { named($archive, $_) } 'changed 10', 'changed 11', @more],
			"was changed, and its own $what");
		like(told_of($archive, 10), qr/\Achanged: it is not what messenger1's journal names as saved last \(/,
			'the journal says so');
		$archive->audit_ok([map { named($archive, $_) } 'changed 10', 'changed 11', @more],
			'also where only its own is judged', '--last', 1);
	}
	my $archive = archive(room(), own => 1);
	$archive->edit(4, finished_later());
	$archive->write_from(5);
	$archive->audit_ok([map { named($archive, $_) } 'changed 10', 'changed 11'],
		'and all of the chain since another one was made anew');
	$archive = archive(room(), own => 1);
	$archive->edit(11, finished_later());
	erase($archive, 10);
	$archive->audit_ok([map { named($archive, $_) } 'changed 11', 'missing 10'], 'it was removed');
};

subtest 'the end of the journal\'s own game was lost' => sub {
	my $archive = archive(room(), own => 1);
	my ($head) = slurp($archive->journal) =~ /\A(.*\n)/;
	spew($archive->journal, $head);
	ok(!$archive->audit_ok([], 'is no finding')->{vouched}, 'nobody vouches for the newest');
	$archive->edit(10, finished_later());
	$archive->audit_ok(['changed ' . $archive->name(10)], 'the one before it is still known');
	$archive = archive(room(), own => 1);
	spew($archive->journal, $head);
	$archive->edit(11, wrong_hash());
	$archive->audit_ok(['changed ' . $archive->name(11)], 'and so is the line that names it');
};

# As a kill between the two names leaves it, until messenger1 starts again.
subtest 'a second name that is still messenger1\'s temporary' => sub {
	my $archive = archive(room(), own => 1);
	my $temporary = $archive->room->path('state/messenger1/.result');
	rename $archive->second(11), $temporary or die "$temporary: $!\n";
	$archive->audit_ok([], 'is on its way');
	unlink $temporary;
	spew($temporary, slurp($archive->path(11)));
	$archive->audit_ok(['second-name ' . $archive->name(11)], 'another file is not');
};

subtest 'no journal' => sub {
	my $archive = archive(room());
	unlink $archive->journal;
	my $summary = $archive->audit_ok([], 'is no finding');
	ok(!$summary->{journal} && !$summary->{vouched}, 'but is told');
	like(audit($archive->room)->{out}, qr/, no journal vouches for it$/, 'in words, too');
	$archive = archive(room());
	$archive->edit(11, finished_later());
	ok(!$archive->audit_ok(['changed ' . $archive->name(11)], 'another newest')->{vouched},
		'it does not vouch for what it does not name');
};

subtest 'a journal that cannot be read now' => sub {
	plan skip_all => need_strace() if need_strace();
	for my $fault ('?fstat,?newfstatat:error=EACCES', 'pread64:error=EIO') {
		my $archive = archive(room());
		my $run = $archive->room->launch('tictactoe',
			{strace => ['-P', $archive->journal, '-e', "inject=$fault"]},
			'audit', '-w', $archive->room->dir);
		is($run->ended, 'exit 2', "$fault: could not look");
		like($run->err, qr/\Atictactoe audit: \Q${\ $archive->journal}\E: .*\n\z/, 'one line says so');
		is($run->out, '', 'and nothing else');
	}
};

done_testing;
