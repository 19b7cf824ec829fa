#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Ten lines of shell play a seat, with `say` and `hear`: the example of the manual.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Basename qw(dirname);
use Test::More;
use Messengers;
use Messengers::Bot;

plan skip_all => need_tool() if need_tool();

use constant GAMES => 4;

my $SCRIPT = <<'END';
#!/bin/sh
# circle DIR - plays circle, always in the first cell that is empty
line() { tictactoe say -w "$dir" --game "$game" "$@" 2>&1 | grep -v game; }
move() { line circle "${free%"${free#?}"}"; free=${free#?}; }
dir=$1
tictactoe hear -w "$dir" --game | while read -r game word cell; do
	case $word in
	Choose) free=123456789; line circle; line 'Do you want to go first?' ;;
	no) move ;;
	cross) free=$(echo "$free" | tr -d "$cell"); [ -z "$free" ] || move ;;
	esac
done
END

# The other seat: messenger1 goes first, in one game.
my $FIRST = <<'END';
line() { tictactoe say --seat messenger1 -w "$dir" "$@"; }
move() { line "$mine" "${free%"${free#?}"}"; free=${free#?}; }
dir=$1 free=123456789
line 'Choose your symbol: circle or cross.'
tictactoe hear --seat messenger1 -w "$dir" | while read -r word cell; do
	case "$word $cell" in
	'circle ') mine=cross ;;
	'cross ') mine=circle ;;
	Do*) line yes; move ;;
	*) free=$(echo "$free" | tr -d "$cell"); [ -z "$free" ] || move ;;
	esac
done
END

# A script that plays in a room until it is told to end, it and what it started.
sub script ($room, $text) {
	my $path = spew($room->tmp . '/script', $text);
	local $ENV{PATH} = dirname(binary('tictactoe')) . ":$ENV{PATH}";
	my $bot = Messengers::Bot->start('script', {prepare => sub { setpgrp }},
		$room->tmp . '/script', 'sh', $path, $room->dir);
	push @{$room->{bots}}, $bot;
	return $bot;
}

sub end_script ($bot) {
	kill 'TERM', -$bot->pid;
	return $bot->ended;
}

subtest 'messenger2 by a script' => sub {
	my $room = room();
	$room->folder;
	my $script = script($room, $SCRIPT);
	my $bot = $room->start('messenger1', '-q', '-i', 0, '-n', GAMES, '--pace', 20);
	is($bot->ended, 'exit 0', GAMES . ' games are played, one after the other');
	$room->results_ok(GAMES, 'to their ends');
	my @facts = map { facts_of($_) } map { slurp($room->path($_)) } $room->results;
	is(scalar(grep { @{$_->{rejected}} } @facts), 0, 'nothing had to be rejected');
	end_script($script);
	is($script->out . $script->err, '', 'and it has nothing to tell');
};

subtest 'messenger1 by a script' => sub {
	my $room = room();
	my $bot = $room->start('messenger2', '-q', '-n', 1);
	my $script = script($room, $FIRST);
	is($bot->ended, 'exit 0', 'messenger2 has played a whole game');
	like($room->board, qr/^Status: (?:messenger[12] win|tie)$/m, 'to its end');
	end_script($script);
};

subtest 'the manual' => sub {
	my $page = slurp("$FindBin::Bin/../../tictactoe/tictactoe.1");
	plan skip_all => 'there is no manual here' unless defined $page;
	like($page =~ s/\\e/\\/gr, qr/\Q$SCRIPT\E/, 'it has this very script');
};

done_testing;
