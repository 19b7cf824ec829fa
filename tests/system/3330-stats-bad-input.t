#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe stats: what cannot be done is said in one line, and nothing that was
# there is lost.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX qw(mkfifo);
use Test::More;
use Messengers;
use Messengers::Stats;
use Messengers::Users;

plan skip_all => need_tool() if need_tool();

my $room = room();
my $result = put_game($room, '2026-09-03-110200', 'messenger1', 'cross', '14253');
chmod 0444, $result;
my $tmp = $room->tmp;

# One line that says what is wrong, nothing else, and an exit status.
sub refused_ok ($options, $status, $line) {
	my $run = stats($room, @$options);
	subtest "@$options" => sub {
		is($run->{status}, "exit $status", 'exit status');
		like($run->{err}, qr/\Atictactoe stats: $line\n\z/, 'one line');
		is($run->{out}, '', 'and nothing else');
	};
	return;
}

subtest 'words' => sub {
	refused_ok(['--since', 'yesterday'], 64,
		qr/option --since: "yesterday" is not the ID of a game, as 2026-09-03-110200; see .*/);
	refused_ok(['--last', $_], 64, qr/option --last: "\Q$_\E" is not a whole number from 1 .*/)
		for qw(0 -1 +1 1.5 many 99999999999999999999);
	refused_ok(['--last', 3, '--since', '2026-09-03-110200'], 64,
		qr/--since and --last exclude each other; .*/);
	refused_ok([@$_], 64, qr/--json, --csv and --svg exclude each other; .*/)
		for ['--json', '--csv'], ['--csv', '--svg', '-'], ['--svg', '-', '--json'];
	refused_ok(['--yaml'], 64, qr/option --yaml is not known; .*/);
	refused_ok(['--svg'], 64, qr/option --svg needs a value; .*/);
	refused_ok(['2026-09-03-110200'], 64, qr/"2026-09-03-110200" is no option; .*/);
	is(stats($room, '-h')->{status}, 'exit 0', '-h is none of these');
};

subtest 'folders' => sub {
	refused_ok(['-w', "$tmp/nowhere"], 66, qr/\Q$tmp\E\/nowhere: No such file .* -w/);
	refused_ok(['-w', $result], 66, qr/\Q$result\E: Not a directory.* -w/);
};

subtest 'what is there and no file stays as it is' => sub {
	mkdir "$tmp/folder";
	mkfifo("$tmp/fifo", 0600);
	symlink $result, "$tmp/link";
	my $kept = spew("$tmp/kept.svg", '');
	chmod 0444, $kept;
	my @before = (listing($tmp), slurp($result));
	refused_ok(['--svg', "$tmp/$_"], 73, qr/\Q$tmp\E\/$_: no regular file: name another .*/)
		for qw(folder fifo link);
	refused_ok(['--svg', '/dev/null'], 73, qr/\/dev\/null: no regular file: .*/);
	refused_ok(['--svg', $kept], 73, qr/\Q$kept\E: not to be written: .*/);
	refused_ok(['--svg', "$tmp/no/report.svg"], 73, qr/.*report\.svg: No such file .*/);
	refused_ok(['--svg', ''], 73, qr/: No such file .*/);
	refused_ok(['--svg', "$tmp/" . 'a' x 5000], 73, qr/.*: File name too long: .*/);
	is_deeply([grep { !/tictactoe\.\d+\.(?:out|err)/ } listing($tmp), slurp($result)],
		[grep { !/tictactoe\.\d+\.(?:out|err)/ } @before], 'nothing has changed');
};

subtest 'nothing is put into the workspace' => sub {
	my $board = spew($room->path('current-board.txt'), "a board\n");
	symlink $room->folder('spool', 'messenger1'), "$tmp/elsewhere";
	my @before = listing($room->dir);
	refused_ok(['--svg', $_], 73, qr/\Q$_\E: in the workspace: name another .*/)
		for $board, $room->path('new.svg'), "$tmp/elsewhere/new.svg", "$room->{dir}/spool/../new.svg";
	is_deeply([listing($room->dir)], \@before, 'nothing in it has changed');
	is(slurp($board), "a board\n", 'nor the board');
	is(stats($room, '--svg', "$room->{dir}/../beside.svg")->{status}, 'exit 0', 'beside it may be one');
	unlink "$tmp/beside.svg", $board;
};

subtest 'what others may write to, and we may not' => sub {
	plan skip_all => need_users() if need_users();
	my $folder = "$tmp/shared";
	mkdir $folder;
	chmod 0777, $folder;
	chmod 0755, $tmp;
	my $path = spew("$folder/report.svg", 'old');
	chmod 0644, $path;
	my $run = stats($room, {prepare => become(THIRD)}, '--svg', $path);
	is($run->{status}, 'exit 73', 'exit status');
	is(slurp($path), 'old', 'it is as it was');
};

subtest 'a picture is replaced as a whole' => sub {
	my $path = spew("$tmp/report.svg", 'x' x 100_000);
	chmod 0600, $path;
	open my $old, '<', $path;
	is(stats($room, '--svg', $path)->{status}, 'exit 0', 'exit status');
	is(slurp($path), stats($room, '--svg', '-')->{out}, 'the new one has the name');
	is(mode_of($path), '0600', 'and the mode of the old one');
	is(length do { local $/; readline $old }, 100_000, 'who reads the old one reads it to its end');
	is_deeply([grep { /report/ } names_in($tmp)], ['report.svg'], 'nothing is left beside it');
};

subtest 'a picture that cannot be written is told, and nothing is left of it' => sub {
	plan skip_all => need_strace() if need_strace();
	my $path = spew("$tmp/report.svg", 'old');
	for my $call ('fsync', '?rename,?renameat,?renameat2') {
		my $run = stats($room, {strace => ['-e', "inject=$call:error=EIO"]}, '--svg', $path);
		is($run->{status}, 'exit 74', "$call: exit status");
		is($run->{err}, "tictactoe stats: $path: Input/output error\n", 'one line');
		is(slurp($path), 'old', 'the old one is as it was');
	}
	is_deeply([grep { /report/ } names_in($tmp)], ['report.svg'], 'and alone');
};

subtest 'what does not arrive' => sub {
	for (['--csv'], ['--json'], ['--svg', '-'], []) {
		open my $full, '>', '/dev/full' or die "/dev/full: $!\n";
		my $run = stats($room, {stdout => $full}, @$_);
		is($run->{status}, 'exit 74', "@$_: exit status");
		is($run->{err}, "tictactoe stats: standard output: No space left on device\n", 'one line');
	}
};

undef $room;
done_testing;
