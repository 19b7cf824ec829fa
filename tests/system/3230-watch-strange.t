#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Whatever stands in a workspace, tictactoe watch looks on, and shows nothing raw.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Strange;
use Messengers::Terminal;
use Messengers::Users;

use constant ID => '2026-09-03-110200';

plan skip_all => need_tool() if need_tool();

# The files that are looked at; the journal says which spool files.
my @FILES = ((map { ("state/$_/journal", "state/$_/lock", "spool/$_/" . ID . '.txt') }
	bot_names()), 'game-' . ID . '.txt');
my $HEAD = 'journal 1 ' . ID . " 1 1788433320 5000 1 none none\n";

sub workspace () {
	my $room = room();
	$room->folder('spool', $_) for bot_names();
	spew($room->folder('state', $_) . '/journal', $HEAD) for bot_names();
	return $room;
}

# Plays a game of which only the result is there: watch has looked when it tells it.
sub result_told_ok ($room, $watch, $name) {
	my $id = '2026-09-03-110400';
	my $text = result_text({id => $id, started => '2026-09-03T11:04:00Z',
		finished => '2026-09-03T11:04:01Z', first => 'messenger2',
		symbols => {messenger1 => 'cross', messenger2 => 'circle'},
		moves => ['circle 1', 'cross 3', 'circle 5', 'cross 7', 'circle 9']});
	rename spew($room->path('.new'), $text), $room->path("game-$id.txt");
	my $told = eval { wait_for(sub {
		!$watch->alive || $watch->out =~ /\Q$id\E result: messenger2 win$/m
	}, 'the result'); $watch->alive };
	ok($told && $watch->out !~ /[^\x20-\x7e\n]/, $name) || diag($watch->out, $watch->err);
	is($watch->stop, 'signal 15', 'it ends when it is told to');
	is(join("\n", $watch->complaints), '', 'without a complaint');
	return;
}

for my $kind (kinds()) {
	subtest $kind => sub {
		my $room = workspace();
		unlink map { $room->path($_) } @FILES;
		put_in_place($kind, $room->path($_), $room->tmp) for grep { !/lock/ } @FILES;
		put_in_place($kind, $room->path($_), $room->tmp) for grep { /lock/ } @FILES;
		my $watch = $room->launch('tictactoe', {}, 'watch', '-w', $room->dir);
		wait_for(sub { $watch->out ne '' || $watch->state =~ /\AS [1-9]/ }, 'the first look');
		result_told_ok($room, $watch, 'looked at');
	};
}

# All that tells of the game is behind a link.
for my $folder (map { ($_, "$_/messenger1") } qw(spool state)) {
	subtest "a link in the place of $folder" => sub {
		my $room = room();
		$room->folder($_, 'messenger1') for qw(spool state);
		$folder =~ /spool/ ? spew($room->spool('messenger1', ID), OPENING . "\n")
			: spew($room->path('state/messenger1/journal'), $HEAD);
		rename $room->path($folder), $room->tmp . '/away';
		symlink $room->tmp . '/away', $room->path($folder);
		my $watch = $room->launch('tictactoe', {}, 'watch', '-w', $room->dir);
		wait_for(sub { $watch->out ne '' || $watch->state =~ /\AS [1-9]/ }, 'the first look');
		result_told_ok($room, $watch, 'looked at');
		unlike($watch->out, qr/\Q@{[ID]}\E/, 'and not behind it');
	};
}

# Bytes of journals and spool files that the rules do not allow.
my %BYTES = (
	'no journal' => ['', "\e]0;title\a\n\n\n"],
	'half a journal' => [substr($HEAD, 0, 30), 'half a line'],
	'a journal of nonsense' => [$HEAD . "heard 1 \e[31m\nsaid 2 cross 9\nquit 3\nquit 4\n",
		"circle\n"],
	'times out of range' => [$HEAD =~ s/1788433320 5000/9223372036854775807 -9223372036854775807/r
		. "said -9223372036854775807 " . OPENING . "\nheard 9223372036854775807 circle\n", ''],
	'a very long line' => [$HEAD . 'heard 1 ' . 'x' x 16384 . "\n", 'y' x 70000],
	'very many lines' => [$HEAD . "heard 1 \n" x 20000, "\n" x 20000],
);
for my $what (sort keys %BYTES) {
	subtest $what => sub {
		my $room = workspace();
		for my $name (bot_names()) {
			spew($room->path('state', $name, 'journal'), $BYTES{$what}[0]);
			spew($room->path('spool', $name, ID . '.txt'), $BYTES{$what}[1]);
		}
		spew($room->path('state/messenger1/lock'), "99999999999999999999\n");
		# somebody else has the number of a bot that is dead
		spew($room->path('state/messenger2/lock'), "$$\n");
		my $watch = $room->launch('tictactoe', {}, 'watch', '-w', $room->dir);
		wait_for(sub { $watch->out =~ /messenger2 is not running/ }, 'the first look');
		result_told_ok($room, $watch, 'looked at');
	};
}

subtest 'what may not be read' => sub {
	plan skip_all => need_users() if need_users();
	my $room = workspace();
	chmod 0755, $room->tmp;
	my $how = {prepare => become(THIRD)};
	spew($room->spool($_, ID), "circle\n") for bot_names();
	for my $name ('spool/messenger1', 'spool/messenger2/' . ID . '.txt', 'state/messenger1/journal') {
		my $path = $room->path($name);
		my $mode = (stat $path)[2] & 0777;
		chmod 0700, $path;
		my $watch = $room->launch('tictactoe', $how, 'watch', '-w', $room->dir);
		wait_for(sub { $watch->err =~ /\n/ }, "a word about $name");
		is($watch->err, "tictactoe watch: $path: Permission denied: what it says is not shown\n",
			"$name is named once");
		if (!need_tmux()) {
			my $terminal = terminal($room, {}, 'setpriv', '--reuid', THIRD, '--regid', THIRD,
				'--clear-groups', binary('tictactoe'), 'watch', '-w', $room->dir);
			$terminal->shows_ok(qr/^ q quits  Permission denied: \Q$name\E$/m, 'on a screen too');
		}
		chmod $mode, $path;
		$watch->stop;
	}
	for my $row (['state/messenger2', 'state/messenger2'], ['state', 'state'], ['.', '']) {
		my ($folder, $name) = @$row;
		my $watch = $room->launch('tictactoe', $how, 'watch', '-w', $room->dir);
		wait_for(sub { $watch->state =~ /\AS [1-9]/ }, 'the first look');
		chmod 0700, $room->path($folder);
		wait_for(sub { $watch->err =~ /\n/ }, "a word about $folder");
		is($watch->err, 'tictactoe watch: ' . ($name ? $room->path($name) : $room->dir)
			. ": Permission denied: what it says is not shown\n", "$folder is named itself");
		chmod 0755, $room->path($folder);
		$watch->stop;
	}
	for my $mode (0744, 0711) {
		chmod $mode, $room->dir;
		my $watch = $room->launch('tictactoe', $how, 'watch', '-w', $room->dir);
		is($watch->ended, 'exit 77', sprintf 'a folder of mode %o', $mode);
		is($watch->err, 'tictactoe watch: ' . $room->dir
			. ": Permission denied: run this as a user who may read it\n", 'one line');
	}
	chmod 0700, $room->dir;
	for my $command (qw(hear stats audit)) {
		my $ran = $room->launch('tictactoe', $how, $command, '-w', $room->dir);
		is($ran->ended . $ran->err, ($command eq 'audit' ? 'exit 2' : 'exit 77') . "tictactoe $command: $room->{dir}"
			. ": Permission denied: run this as a user who may read it\n", "$command says the same");
	}
};

done_testing;
