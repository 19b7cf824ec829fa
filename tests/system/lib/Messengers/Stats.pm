# SPDX-License-Identifier: ISC
# Results made by hand for the statistics, and what the tool counts in them.
#
#	my $room = room();
#	put_game($room, '2026-09-03-110200', 'messenger1', 'cross', '14253');
#	my $run = stats($room, '--csv');	# {status, out, err}
package Messengers::Stats;
use v5.36;
use Exporter 'import';
use JSON::PP ();
use Messengers::Game;
use Messengers::Tool;
use Messengers::Wait;

our @EXPORT = qw(moves_of put_game stats rows_in object_in);

# The positions "14253" as moves, from one symbol on.
sub moves_of ($symbol, $positions) {
	my @symbols = ($symbol, $symbol eq 'cross' ? 'circle' : 'cross');
	my $n = 0;
	return map { $symbols[$n++ % 2] . " $_" } split //, $positions;
}

# Saves a game whose first player has a symbol; returns the path of its result.
sub put_game ($room, $id, $first, $symbol, $positions, @rejected) {
	my %other = (messenger1 => 'messenger2', messenger2 => 'messenger1',
		circle => 'cross', cross => 'circle');
	my $stamp = stamp_of(seconds_of($id));
	return spew($room->folder . "/game-$id.txt", result_text({id => $id,
		started => $stamp, finished => $stamp, first => $first,
		symbols => {$first => $symbol, $other{$first} => $other{$symbol}},
		moves => [moves_of($symbol, $positions)], rejected => \@rejected}));
}

# Counts; %$how as for a bot.
sub stats ($room, @options) {
	my $how = ref $options[0] ? shift @options : {};
	unshift @options, '-w', $room->dir unless grep { $_ eq '-w' } @options;
	return tool($room, $how, 'stats', @options);
}

# The table of --csv: "GROUP NAME WHAT" => [count, share, low, high].
sub rows_in ($csv) {
	my ($head, @lines) = split /\n/, $csv;
	die "no table: $csv\n" if $head ne 'group,name,what,count,share,low,high';
	return {map {
		my ($group, $name, $what, @values) = split /,/, $_, -1;
		die "no row: $_\n" if @values != 4;
		("$group $name $what" =~ s/ +\z//r => \@values)
	} @lines};
}

sub object_in ($json) {
	return JSON::PP->new->decode($json);
}

1;
