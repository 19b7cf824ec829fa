#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What is wrong with a command line or a folder of play, say and hear is told in
# one line, with the right exit status.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Messengers;
use Messengers::Tool;

plan skip_all => need_tool() if need_tool();

use constant { USAGE => 64, CONFIG => 78 };

my %BAD = (
	play => [
		[['--bogus'], qr/option --bogus is not known/],
		[['-Z'], qr/option -Z is not known/],
		[['-w'], qr/option -w needs a value/],
		[['-w', ''], qr/option -w: "" is no folder/],
		[['--seat'], qr/option --seat needs a value/],
		[['--seat', 'messenger3'], qr/option --seat: "messenger3" is not messenger1 or messenger2/],
		[['-n', 'x'], qr/option -n: "x" is not a whole number from 0 to/],
		[['-n', '-1'], qr/option -n: "-1"/],
		[['extra'], qr/"extra" is one word too many/],
		[['--practice', 'brilliant'], qr/"brilliant" is no strategy: use one of perfect, random, casual/],
		[['--practice=brilliant'], qr/"brilliant" is no strategy/],
		[['--practice='], qr/"" is no strategy/],
		[['--practice', 'random', 'casual'], qr/"random" is one word too many/],
		[['--practice', '-w', 'x'], qr/option -w: there is no folder in --practice/],
		[['--seed', 'x', '--practice'], qr/option --seed: "x" is not a whole number/],
		[['--seed', 1], qr/option --seed is for --practice only/],
	],
	say => [
		[['--bogus', 'circle'], qr/option --bogus is not known/],
		[['--seat', 'me', 'circle'], qr/option --seat: "me"/],
		[['-w', '', 'circle'], qr/option -w: "" is no folder/],
		[['--game'], qr/option --game needs a value/],
		[[], qr/the line to say is not/],
	],
	hear => [
		[['--bogus'], qr/option --bogus is not known/],
		[['--seat', 'me'], qr/option --seat: "me"/],
		[['-w', ''], qr/option -w: "" is no folder/],
		[['-n', 'x'], qr/option -n: "x"/],
		[['extra'], qr/"extra" is one word too many/],
	],
);

for my $command (sort keys %BAD) {
	my $room = room();
	for my $row (@{$BAD{$command}}) {
		tool_ok($room, USAGE, $row->[1], $command, @{$row->[0]});
	}
	ok(!-e $room->dir, "$command: nothing was made");
}

subtest 'a folder of one\'s own is the default' => sub {
	my $room = room();
	my $home = $room->tmp . '/home';
	mkdir $home;
	my $ran = tool($room, {env => {HOME => $home}}, 'play');
	is($ran->{status}, 'exit 0', 'play makes it in the home folder');
	like($ran->{out}, qr{^You are messenger2 in \Q$home\E/tictactoe$}m, 'and says which it is');
	ok(-d "$home/tictactoe/spool/messenger2", 'it is there');
	$ran = tool($room, {env => {HOME => $home}}, 'say', 'circle');
	like($ran->{err}, qr{\Q$home\E/tictactoe: no game}, 'say looks there');
	$ran = tool($room, {env => {HOME => "$home/none"}}, 'hear');
	like($ran->{err}, qr{\Q$home\E/none/tictactoe: No such file}, 'and so does hear');
	for my $home ('', 'relative', '/' . 'x' x 5000) {
		for my $words (['play'], ['say', 'circle'], ['hear']) {
			$ran = tool($room, {env => {HOME => $home}}, @$words);
			is($ran->{status}, 'exit ' . USAGE, "@$words: a home folder that is none");
			like($ran->{err}, qr/name the shared folder with -w/, 'is told');
		}
	}
};

subtest 'a folder that cannot be played in' => sub {
	my $room = room();
	spew($room->dir, "a file\n");
	my $dir = $room->dir;
	tool_ok($room, CONFIG, qr/\Atictactoe play: \Q$dir\E: Not a directory: use another folder with -w/,
		'play', '-w', $dir, '--seat', $_) for bot_names();
	tool_ok($room, CONFIG, qr/too long/i, 'play', '-w', '/' . 'x' x 4200);
};

subtest 'closed streams' => sub {
	my $room = room();
	$room->folder('spool');
	for my $words (['play'], ['play', '--practice'], ['hear'], ['say', '--seat', 'messenger1', OPENING]) {
		my @where = "@$words" =~ /practice/ ? () : ('-w', $room->dir);
		$room->peer('messenger1')->open_game('2026-09-03-110200');
		for my $closed ([1], [0, 1]) {
			my $how = {prepare => sub { POSIX::close($_) for @$closed }};
			my $ran = tool($room, $how, @$words, @where);
			is("$ran->{status} $ran->{err}", "exit 74 tictactoe $words->[0]: standard output: Bad file"
				. " descriptor\n", "@$words: closed: @$closed");
		}
	}
};

subtest 'a full disk, or nothing, behind standard output' => sub {
	my $room = room();
	for my $words (['-h'], ['--practice'], ['-w', $room->dir]) {
		open my $full, '>', '/dev/full' or die "/dev/full: $!\n";
		my $ran = tool($room, {stdout => $full}, 'play', @$words);
		is("$ran->{status} $ran->{err}", 'exit 74 tictactoe play: standard output: No space left'
			. " on device\n", "play @$words");
		$ran = tool($room, {prepare => sub { POSIX::close(1) }}, 'play', @$words);
		is("$ran->{status} $ran->{err}", 'exit 74 tictactoe play: standard output: Bad file'
			. " descriptor\n", "closed: play @$words");
	}
};

subtest 'help' => sub {
	my $room = room();
	for my $command (sort keys %BAD) {
		my $ran = tool($room, $command, '-h');
		is($ran->{status}, 'exit 0', "$command -h is no mistake");
		like($ran->{out}, qr/\Ausage: tictactoe $command /, 'it tells the usage');
		is(() = $ran->{out} =~ /^.{81,}$/mg, 0, 'in lines that fit a terminal');
		like(tool($room, '-h')->{out}, qr/^  $command /m, 'tictactoe -h lists it');
	}
};

done_testing;
