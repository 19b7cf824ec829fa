#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe itself: its help, its version, and what is wrong with the first word.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Limits;
use Messengers::Tool;

plan skip_all => need_tool() if need_tool();

use constant {USAGE => 64, NOINPUT => 66};

my $room = room();
my @COMMANDS = qw(audit stats watch replay export play say hear);

for my $word (qw(-h --help)) {
	my $ran = tool($room, $word);
	is($ran->{status} . $ran->{err}, 'exit 0', "$word is no mistake");
	is_deeply([$ran->{out} =~ /^  (\w+) +\w/mg], \@COMMANDS, 'and tells the commands');
}
for my $word (qw(-V --version)) {
	my $ran = tool($room, $word);
	is($ran->{status} . $ran->{err}, 'exit 0', "$word is no mistake");
	like($ran->{out}, qr/\Atictactoe \d+(?:\.\d+)+\n\z/, 'and tells the version');
}
tool_ok($room, USAGE, "tictactoe: a command is missing; see tictactoe -h\n");
tool_ok($room, USAGE, qr/\Atictactoe: "\?\[2Jx" is no command; see tictactoe -h$/, "\e[2Jx");
tool_ok($room, USAGE, qr/\Atictactoe: option -w is not known; see/, '-w', $room->dir, 'audit');

for my $command (@COMMANDS) {
	my $ran = tool($room, $command, '--help');
	is($ran->{status} . $ran->{err}, 'exit 0', "$command --help is no mistake");
	like($ran->{out}, qr/\Ausage: tictactoe $command .*^  -w, --workspace DIR .*^  -h, --help /ms,
		'and tells the options');
	is($ran->{out} =~ /^.{81,}$/m, '', 'in 80 columns');
	my $see = "see tictactoe $command -h";
	tool_ok($room, USAGE, "tictactoe $command: option -w needs a value; $see\n", $command, '-w');
	tool_ok($room, USAGE, "tictactoe $command: option -w: \"\" is no folder; $see\n", $command,
		'-w', '');
	tool_ok($room, USAGE, "tictactoe $command: option --frob is not known; $see\n", $command,
		'--frob');
	tool_ok($room, USAGE, "tictactoe $command: option -Z is not known; $see\n", $command, '-Z');
}

open my $full, '>', '/dev/full' or die "/dev/full: $!\n";
is(tool($room, {stdout => $full}, $_)->{status}, 'exit 74', "$_ that does not arrive is told")
	for qw(-h -V);

SKIP: {
	skip need_limits(), 1 if need_limits();
	is(tool($room, {prepare => sub { limit_self('fsize', 20) }}, '-h')->{status}, 'exit 74',
		'as is a file that may not be so long');
}

subtest 'a folder of other things' => sub {
	my $room = room();
	spew($room->folder . '/fstab', '');
	my $other = "$room->{dir}: no workspace: neither a result nor spool/ nor state/ is in it;"
		. " choose another folder with -w\n";
	for (['stats'], ['stats', '--csv'], ['export'], ['export', '--csv'], ['watch'], ['hear'],
		['replay', '2026-09-03-110200']) {
		my ($command, @words) = @$_;
		tool_ok($room, NOINPUT, "tictactoe $command: $other", $command, '-w', $room->dir, @words);
		is(tool($room, $command, '-w', $room->dir, @words)->{out}, '', 'and nothing else');
	}
	unlink $room->path('fstab');
	tool_ok($room, NOINPUT, "tictactoe $_: $other", $_, '-w', $room->dir) for qw(stats export);
};

done_testing;
