# SPDX-License-Identifier: ISC
# Bots with clocks of their own, which a test can move.
package Messengers::Clocks;
use v5.36;
use Exporter 'import';
use File::Basename qw(dirname);
use File::Temp ();
use Messengers::Wait;

our @EXPORT = qw(need_clocks clocks move_clocks);

my $SOURCE = dirname(__FILE__) . '/../clocks.c';

# The reason why clocks cannot be moved here, or ''.
sub need_clocks () {
	return 'sanitizers want to be loaded first' if $ENV{SAN};
	my ($cc) = split ' ', $ENV{CC} // 'cc';
	return system("command -v $cc >/dev/null 2>&1") == 0 ? '' : 'there is no compiler';
}

# The library that moves clocks, made once.
sub library () {
	state $dir = File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1);
	my $library = "$dir/clocks.so";
	-e $library or system(split(' ', $ENV{CC} // 'cc'), '-std=c17', '-D_GNU_SOURCE',
		'-O1', '-shared', '-fPIC', '-o', $library, "$SOURCE") == 0
		or die "clocks.c cannot be compiled\n";
	return $library;
}

# A pair of clocks for the bots of a room: how to start a bot with them.
sub clocks ($room) {
	move_clocks($room, 0, 0);
	return {env => {LD_PRELOAD => library(), TEST_CLOCKS => $room->tmp . '/clocks'}};
}

# Moves both clocks to so many seconds from the real ones, at once.
sub move_clocks ($room, $wall, $boot = 0) {
	my $path = $room->tmp . '/clocks';
	spew("$path.new", pack 'q2', $wall, $boot);
	rename "$path.new", $path or die "$path: $!\n";
	return;
}

1;
