# SPDX-License-Identifier: ISC
# A command of the tool that runs to its end by itself.
#
#	plan skip_all => need_tool() if need_tool();
#	my $seen = tool(room(), 'replay', '--all', $file);
#	is($seen->{out}, ...);          # as err, and end: "exit 0"
package Messengers::Tool;
use v5.36;
use Exporter 'import';
use Messengers::Room;
use Messengers::Wait;

our @EXPORT = qw(need_tool tool);

# The reason why the tool cannot be tested here, or ''.
sub need_tool () {
	return -x Messengers::Room::binary('tictactoe') ? '' : 'tictactoe is not built';
}

# Runs it; where the first word is no word, it is how, as a room starts a bot.
sub tool ($room, @words) {
	my $how = ref $words[0] ? shift @words : {};
	my $run = $room->launch('tictactoe', $how, @words);
	my $end = $run->ended;
	return {end => $end, out => $run->out, err => $run->err};
}

1;
