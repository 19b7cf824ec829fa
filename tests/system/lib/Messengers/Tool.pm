# SPDX-License-Identifier: ISC
# A command of the tool that runs to its end by itself.
#
#	plan skip_all => need_tool() if need_tool();
#	my $ran = tool(room(), 'replay', '--all', $file);
#	is($ran->{out}, ...);			# as err, and status: "exit 0"
package Messengers::Tool;
use v5.36;
use Exporter 'import';
use Test::More ();
use Messengers::Room;
use Messengers::Wait;

our @EXPORT = qw(tool tool_ok);

# Runs it; where the first word is no word, it is how, as a room starts a bot,
# with the bytes that it may read as stdin.
sub tool ($room, @words) {
	my %how = ref $words[0] ? %{shift @words} : ();
	if (defined(my $bytes = delete $how{stdin})) {
		my $in = spew($room->tmp . '/stdin', $bytes);
		$how{prepare} = sub { open STDIN, '<', $in };
	}
	my $run = $room->launch('tictactoe', \%how, @words);
	return {status => $run->ended, out => $run->out, err => $run->err};
}

# A test that a command ends with this status and these lines on standard error.
sub tool_ok ($room, $status, $err, @words) {
	my $ran = tool($room, @words);
	my $name = substr "tictactoe @words" =~ s/[^ -~]/?/gr, 0, 100;
	return Test::More::subtest($name => sub {
		Test::More::is($ran->{status}, "exit $status", "exit status $status");
		ref $err ? Test::More::like($ran->{err}, $err, 'it says why')
			: Test::More::is($ran->{err}, $err, 'it says why');
		Test::More::is(() = $ran->{err} =~ /\n/g, $status ? 1 : 0, 'in one line');
	});
}

1;
