#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# tictactoe stats: in a terminal bars are drawn with blocks and as wide as it is;
# else, or where that is not wanted, plainly.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode qw(decode);
use Errno qw(EAGAIN EIO);
use Fcntl qw(F_SETFL O_NONBLOCK);
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Stats;

use constant TIOCSWINSZ => 0x5414;

plan skip_all => need_tool() if need_tool();
plan skip_all => 'there are no terminals here' unless pty();
binmode Test::More->builder->$_, ':encoding(UTF-8)' for qw(output failure_output);

my $room = room();
put_game($room, '2026-09-03-110200', 'messenger1', 'cross', '14253');
put_game($room, "2026-09-03-1104$_", 'messenger1', 'cross', '123456879') for 10 .. 16;

# What is shown in a terminal of so many columns, as characters.
sub shown ($columns, %env) {
	my ($master, $slave) = pty();
	ioctl $slave, TIOCSWINSZ, pack 'S4', 24, $columns, 0, 0 or die "TIOCSWINSZ: $!\n";
	fcntl $master, F_SETFL, O_NONBLOCK or die "fcntl: $!\n";
	local $ENV{NO_COLOR};
	delete $ENV{NO_COLOR};
	my $run = $room->launch('tictactoe', {stdout => $slave, env => {LC_ALL => 'C.UTF-8', %env}},
		'stats', '-w', $room->dir);
	my $bytes = '';
	wait_for(sub {
		my $alive = $run->alive;
		while (sysread $master, my $more, 4096) {
			$bytes .= $more;
		}
		return !$alive;
	}, 'the end of what is shown');
	is($run->ended . $run->err, 'exit 0', 'exit status');
	return decode('UTF-8', $bytes) =~ s/\r\n/\n/gr;
}

my $BLOCKS = qr/[\x{2588}-\x{258f}]/;

# The length of the longest line with a bar.
sub widest ($text) {
	return (sort { $b <=> $a } map { length } grep { /$BLOCKS/ } split /\n/, $text)[0];
}

for my $columns (60, 80, 132) {
	subtest "$columns columns" => sub {
		my $text = shown($columns);
		my $last = (split /\n/, $text)[-1];
		like($last, qr/\A  2026-09-03 +8  \x{2588}+\z/, 'the longest bar is of whole blocks');
		cmp_ok(widest($text), '<=', $columns, 'no line with a bar is longer');
		my ($eighth) = $text =~ /^  5 +1 +12\.5 %  (\x{2588}*$BLOCKS?)$/m;
		my ($others) = $text =~ /^  9 +7 +87\.5 %  (\x{2588}*$BLOCKS?)$/m;
		cmp_ok(abs(7 * length($eighth) - length $others), '<=', 7, 'bars are in proportion')
			or diag($text);
		unlike($text, qr/#|\e/, 'nothing else draws');
	};
}

my $plain = stats($room, {env => {LC_ALL => 'C.UTF-8'}})->{out};
like($plain, qr/^  2026-09-03 +8  #+$/m, 'plain bars in a pipe');
unlike($plain, qr/[^\n\x20-\x7e]/, 'and ASCII only');

my %PLAIN = ('NO_COLOR' => {NO_COLOR => 1}, 'a locale without UTF-8' => {LC_ALL => 'C'},
	'no such locale' => {LC_ALL => "no\e[2Jsuch"});
for (sort keys %PLAIN) {
	is(shown(80, %{$PLAIN{$_}}), $plain, "with $_ the same as in a pipe");
}
like(shown(80, NO_COLOR => ''), $BLOCKS, 'an empty NO_COLOR is none');

for my $columns (0, 1, 20, 65535) {
	like(shown($columns), qr/^  2026-09-03 +8  \x{2588}{10,100}$/m, "$columns columns do no harm");
}

undef $room;
done_testing;
