# SPDX-License-Identifier: ISC
# Bots with clocks of their own, which a test can move.
package Messengers::Clocks;
use v5.36;
use Exporter 'import';
use Messengers::Preload;
use Messengers::Wait;

our @EXPORT = qw(need_clocks clocks move_clocks);

# The reason why clocks cannot be moved here, or ''.
sub need_clocks () {
	return need_preload();
}

# A pair of clocks for the bots of a room: how to start a bot with them.
sub clocks ($room) {
	move_clocks($room, 0, 0);
	return {env => {LD_PRELOAD => preload('clocks'), TEST_CLOCKS => $room->tmp . '/clocks'}};
}

# Moves both clocks to so many seconds from the real ones, at once.
sub move_clocks ($room, $wall, $boot = 0) {
	my $path = $room->tmp . '/clocks';
	spew("$path.new", pack 'q2', $wall, $boot);
	rename "$path.new", $path or die "$path: $!\n";
	return;
}

1;
