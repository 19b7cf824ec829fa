# SPDX-License-Identifier: ISC
# One seat played by hand: says lines in its spool file, hears the bot's.
package Messengers::Peer;
use v5.36;
use File::Path qw(make_path);
use Test::More ();
use Messengers::Game;
use Messengers::Wait;

sub new ($class, $room, $seat) {
	my $self = bless {room => $room, seat => $seat, id => '',
		bot => $seat eq 'messenger1' ? 'messenger2' : 'messenger1'}, $class;
	$self->reset;
	return $self;
}

# Forgets the old game. What was heard stays readable: old handles are kept.
sub reset ($self) {
	@$self{qw(moves symbols first ear heard)} = ([], {}, undef, undef, '');
	return;
}

sub id ($self) { return $self->{id} }
sub room ($self) { return $self->{room} }
sub moves ($self) { return @{$self->{moves}} }
sub first ($self) { return $self->{first} }
sub symbols ($self) { return $self->{symbols} }
sub own_symbol ($self) { return $self->{symbols}{$self->{seat}} }
sub bot_symbol ($self) { return $self->{symbols}{$self->{bot}} }
sub empties ($self) { return empties_of($self->moves) }

# The drawing that both bots must show now.
sub picture ($self, @moves) {
	@moves = $self->moves unless @moves;
	return drawing($self->{id}, {reverse %{$self->{symbols}}}, @moves);
}

# --- a line each way --------------------------------------------------------

sub mouth ($self) {
	return $self->{room}->spool($self->{seat}, $self->{id});
}

# Says bytes exactly as they are, with one write.
sub say_bytes ($self, $bytes) {
	make_path($self->{room}->path('spool', $self->{seat}), {mode => 0755});
	append($self->mouth, $bytes);
	return;
}

sub say ($self, @lines) {
	$self->say_bytes(join '', map { "$_\n" } @lines);
	return;
}

# Reads on in the bot's file. The handle is kept: a bot removes its old file
# when a new game begins, and what is in it then must still be seen.
sub listen ($self) {
	$self->{ear} //= do {
		my $path = $self->{room}->spool($self->{bot}, $self->{id});
		open my $in, '<:raw', $path or return;
		$in;
	};
	while (sysread $self->{ear}, my $bytes, 4096) {
		$self->{heard} .= $bytes;
	}
	return;
}

sub next_line ($self) {
	$self->listen;
	return $self->{heard} =~ s/\A(.*?)\n//s ? $1 : undef;
}

# The next whole line of the bot.
sub hear ($self, $what = 'a line of the bot') {
	my $line;
	wait_for(sub { defined($line = $self->next_line) },
		"$what (game $self->{id})");
	return $line;
}

sub hear_ok ($self, $expected, $name) {
	return Test::More::is($self->hear("\"$expected\""), $expected, $name);
}

# What the bot has said and nobody has heard yet.
sub unheard ($self) {
	$self->listen;
	return $self->{heard};
}

# A test that the bot, given all the time it wants, has nothing to say.
sub silent_ok ($self, $bot, $name) {
	$bot->settle;
	return Test::More::is($self->unheard, '', $name);
}

# --- a game -----------------------------------------------------------------

# Waits until a real messenger1 has opened a game later than the last one.
sub await_game ($self) {
	my $last = $self->{id};
	wait_for(sub {
		my @new = grep { $_ gt $last } $self->{room}->ids('messenger1');
		$self->{id} = $new[-1] // $last;
		return scalar @new;
	}, 'a new game');
	$self->reset;
	$self->listen;
	return $self->{id};
}

# Opens a game for a real messenger2, as messenger1 does it; with other lines
# than the opening, so that its first look finds all of them.
sub open_game ($self, $id, @lines) {
	unlink $self->mouth if $self->{id} ne '';
	$self->{id} = $id;
	$self->reset;
	return $self->say(OPENING) unless @lines;
	my $whole = $self->{room}->path("opening-$id");
	make_path($self->{room}->path('spool', $self->{seat}), {mode => 0755});
	append($whole, join '', map { "$_\n" } @lines);
	rename $whole, $self->mouth or die "$whole: $!\n";
	return;
}

# Up to the first move, whoever is played by hand. %how: symbol (the answer of
# a played messenger2), first (that of a played messenger1: yes or no), id, met
# (the game is there already).
sub meet ($self, %how) {
	my ($symbol, $first);
	if ($self->{seat} eq 'messenger2') {
		$self->await_game unless $how{met};
		$self->must_hear(OPENING);
		$self->say($symbol = $how{symbol} // 'circle');
		$self->say(QUESTION);
		$first = $self->must_hear(qr/\A(?:yes|no)\z/);
	} else {
		$self->open_game($how{id} // '2026-09-03-110200') unless $how{met};
		$symbol = $self->must_hear(qr/\A(?:circle|cross)\z/);
		$self->must_hear(QUESTION);
		$self->say($first = $how{first} // 'no');
	}
	$self->seats($symbol, $first);
	return;
}

# Notes who plays what: the symbol of messenger2, the answer of messenger1.
sub seats ($self, $symbol, $first) {
	my %other = (circle => 'cross', cross => 'circle');
	$self->{symbols} = {messenger1 => $other{$symbol}, messenger2 => $symbol};
	$self->{first} = $first eq 'yes' ? 'messenger1' : 'messenger2';
	return;
}

sub must_hear ($self, $expected) {
	my $line = $self->hear;
	return $line if ref $expected ? $line =~ $expected : $line eq $expected;
	die "heard \"$line\" instead of $expected in game $self->{id}\n";
}

# Whose turn it is; undef when the game is over.
sub turn ($self) {
	my @moves = $self->moves;
	return undef if @moves == 9 || defined winning_symbol(@moves);
	my $second = $self->{first} eq 'messenger1' ? 'messenger2' : 'messenger1';
	return @moves % 2 ? $second : $self->{first};
}

sub outcome ($self) {
	my ($status) = $self->picture =~ /^Status: (.*)$/m;
	return $status;
}

# Notes a move of the bot and dies if it is not a legal one.
sub hear_move ($self) {
	my $line = $self->hear('a move');
	my ($symbol, $cell) = $line =~ /\A(\w+) ([1-9])\z/;
	die "heard \"$line\" instead of a legal move in game $self->{id}\n"
		unless defined $cell && $symbol eq $self->bot_symbol
		&& grep { $_ == $cell } $self->empties;
	push @{$self->{moves}}, $line;
	return $line;
}

# Forgets the last move: it has been taken back.
sub take_back ($self) {
	return pop @{$self->{moves}};
}

# The words of a move, noted but not said.
sub next_move ($self, $cell) {
	my $move = $self->own_symbol . " $cell";
	push @{$self->{moves}}, $move;
	return $move;
}

sub move ($self, $cell) {
	$self->say($self->next_move($cell));
	return;
}

# Plays until the game is over; $choose gets this peer and returns a cell.
sub play ($self, $choose = \&first_empty) {
	while (my $turn = $self->turn) {
		if ($turn eq $self->{bot}) {
			$self->hear_move;
		} else {
			$self->move($choose->($self));
		}
	}
	return $self->outcome;
}

sub first_empty ($self) {
	return ($self->empties)[0];
}

# The cells with which the one to move would end the game.
sub ending_cells ($self) {
	my @moves = $self->moves;
	return grep {
		my @then = (@moves, $self->own_symbol . " $_");
		@then == 9 || defined winning_symbol(@then)
	} $self->empties;
}

# Avoids ending the game, so that it lasts.
sub lasting ($self) {
	my %ending = map { $_ => 1 } $self->ending_cells;
	my @cells = $self->empties;
	return (grep({ !$ending{$_} } @cells), @cells)[0];
}

1;
