# SPDX-License-Identifier: ISC
# Runs the real bots on fresh folders and plays either seat by hand.
#
#	my $room = room();                              # a fresh folder
#	my $bot  = $room->start('messenger1', '-q');    # a real bot in it
#	my $peer = $room->peer('messenger2');           # the other seat, by hand
#	$peer->hear_ok(OPENING, 'the bot opens a game');
#	$peer->say('circle');
#	...
#	$room->close;                                   # ends what still runs
package Messengers;
use v5.36;
use Exporter 'import';
use Messengers::Wait;
use Messengers::Game;
use Messengers::Room;

our @EXPORT = (
	@Messengers::Wait::EXPORT, @Messengers::Game::EXPORT,
	qw(room bot_names other binary rows_of need_strace need_root need_tool)
);

sub room (%options) {
	return Messengers::Room->new(%options);
}

sub bot_names () {
	return qw(messenger1 messenger2);
}

sub other ($name) {
	return $name eq 'messenger1' ? 'messenger2' : 'messenger1';
}

sub binary ($name) {
	return Messengers::Room::binary($name);
}

# Cuts a list into rows of at most $size.
sub rows_of ($size, @list) {
	my @rows;
	push @rows, [splice @list, 0, $size] while @list;
	return @rows;
}

# The reason why tests that trace system calls cannot run here, or ''.
sub need_strace () {
	return 'sanitizers and strace do not go together' if $ENV{SAN};
	return 'strace is not installed, or may not trace'
		if system('strace -o /dev/null true >/dev/null 2>&1') != 0;
	return '';
}

# The reason why tests that change owners cannot run here, or ''.
sub need_root () {
	return $> == 0 ? '' : 'only root can give files to another user';
}

# The reason why the tool cannot be tested here, or ''.
sub need_tool () {
	return -x binary('tictactoe') ? '' : 'tictactoe is not built';
}

1;
