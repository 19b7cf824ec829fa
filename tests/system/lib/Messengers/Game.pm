# SPDX-License-Identifier: ISC
# The game once more, in other words: an independent judge of what bots write.
package Messengers::Game;
use v5.36;
use Exporter 'import';
use Digest::SHA qw(sha256_hex);
use POSIX qw(strftime);
use Time::Local qw(timegm_modern);

our @EXPORT = qw(OPENING QUESTION winning_symbol empties_of drawing
	faults_of faults_of_talk faults_of_chain seconds_of stamp_of is_id
	result_text reason_of facts_of drawings_of);

use constant OPENING => 'Choose your symbol: circle or cross.';
use constant QUESTION => 'Do you want to go first?';
use constant PLAYERS => qw(messenger1 messenger2);

my @LINES = ([1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9],
	[1, 5, 9], [3, 5, 7]);

# --- the game -------------------------------------------------------------

# Moves are strings as the bots say them: "circle 5".
sub cells_of (@moves) {
	return map { (split / /)[1, 0] } @moves;
}

sub winning_symbol (@moves) {
	my %cell = cells_of(@moves);
	for my $line (@LINES) {
		my @symbols = map { $cell{$_} // '' } @$line;
		return $symbols[0] if $symbols[0] ne ''
			&& $symbols[0] eq $symbols[1] && $symbols[1] eq $symbols[2];
	}
	return undef;
}

sub empties_of (@moves) {
	my %cell = cells_of(@moves);
	return grep { !$cell{$_} } 1 .. 9;
}

sub rows_of_board (@moves) {
	my %cell = cells_of(@moves);
	my %letter = (circle => 'O', cross => 'X');
	my @rows = map {
		my $row = $_;
		join ' | ', map { $letter{$cell{$_} // ''} // ' ' } @$row
	} [1, 2, 3], [4, 5, 6], [7, 8, 9];
	return join "\n---------\n", @rows;
}

# %owner: symbol => player; it may be empty while nobody has a symbol.
sub status_of ($owner, @moves) {
	my $symbol = winning_symbol(@moves);
	return "$owner->{$symbol} win" if defined $symbol;
	return @moves == 9 ? 'tie' : 'in progress';
}

sub drawing ($id, $owner, @moves) {
	my @empties = empties_of(@moves);
	return join "\n", "Game $id", rows_of_board(@moves),
		'Last: ' . ($moves[-1] // 'none'),
		'Empty: ' . (@empties ? join(', ', @empties) : 'none'),
		'Status: ' . status_of($owner, @moves), '';
}

# --- names and times -------------------------------------------------------

# The second an id names, undef if it is no id.
sub seconds_of ($id) {
	my ($y, $mo, $d, $h, $mi, $s, $suffix) = $id =~
		/\A(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)(_\d{4})?\z/ or return undef;
	return undef if defined $suffix && $suffix lt '_0002';
	return eval { timegm_modern($s, $mi, $h, $d, $mo - 1, $y) };
}

sub is_id ($id) {
	return defined seconds_of($id);
}

sub stamp_of ($seconds) {
	return strftime('%Y-%m-%dT%H:%M:%SZ', gmtime $seconds);
}

sub seconds_of_stamp ($stamp) {
	my ($y, $mo, $d, $h, $mi, $s) = $stamp =~
		/\A(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z\z/ or return undef;
	return eval { timegm_modern($s, $mi, $h, $d, $mo - 1, $y) };
}

# --- results ---------------------------------------------------------------

sub clean ($bytes, $length) {
	return substr $bytes =~ s/[^\x20-\x7e]|["\\]/?/gr, 0, $length;
}

# The reason a result file gives for a rejection, from the line that was said.
sub reason_of ($line) {
	my ($text) = $line =~ /\ARejected ".*?": (.*)\z/s;
	$text = ($text // '') =~ s/(?:\. .*|\.)\z//sr;
	return $text eq '' ? 'none' : clean($text, 80);
}

# The bytes of a result file. $fact: id started finished symbols first moves
# rejected (lines) previous.
sub result_text ($fact) {
	my @moves = @{$fact->{moves}};
	my @who = ($fact->{first}, grep { $_ ne $fact->{first} } PLAYERS);
	my %owner = reverse %{$fact->{symbols}};
	my @rejected = @{$fact->{rejected} // []};
	return join "\n",
		"Game ID: $fact->{id}",
		"Started: $fact->{started}",
		"Finished: $fact->{finished}",
		'Players: messenger1, messenger2',
		"Symbols: messenger1 = $fact->{symbols}{messenger1}, "
			. "messenger2 = $fact->{symbols}{messenger2}",
		"First player: $fact->{first}",
		'Moves: ' . @moves,
		(map { sprintf '%d. %s: %s', $_ + 1, $who[$_ % 2], $moves[$_] }
			0 .. $#moves),
		'Rejected: ' . (@rejected ? scalar @rejected : 'none'),
		@rejected,
		'Board:',
		rows_of_board(@moves),
		'Result: ' . status_of(\%owner, @moves),
		'Previous: ' . ($fact->{previous} // 'none'),
		'';
}

# Reads what a result file claims; undef where it is no such file at all.
sub facts_of ($text) {
	my %fact = (moves => [], rejected => []);
	my ($head, $moves, $tail) = $text =~ /\A(.*?^Moves: \d+\n)((?:\d+\. [^\n]*\n)*)(.*)\z/ms
		or return undef;
	@fact{qw(id started finished m1 m2 first)} = $head =~ /\A
		Game\ ID:\ (\S+)\n Started:\ (\S+)\n Finished:\ (\S+)\n
		Players:\ messenger1,\ messenger2\n
		Symbols:\ messenger1\ =\ (\w+),\ messenger2\ =\ (\w+)\n
		First\ player:\ (\w+)\n/x or return undef;
	$fact{symbols} = {messenger1 => delete $fact{m1},
		messenger2 => delete $fact{m2}};
	$fact{moves} = [$moves =~ /^\d+\. \w+: (.*)$/mg];
	$fact{rejected} = [$tail =~ /^((?:after|before) move .*)$/mg];
	($fact{result}) = $tail =~ /^Result: (.*)$/m;
	($fact{previous}) = $tail =~ /^Previous: (.*)$/m;
	return \%fact;
}

# What is wrong with the moves of a result, by the rules of the game alone.
sub faults_of_moves ($fact) {
	my @faults;
	my ($first, $second) = @{$fact->{symbols}}{$fact->{first} eq 'messenger1'
		? (PLAYERS) : reverse PLAYERS};
	my @done;
	for my $move (@{$fact->{moves}}) {
		my ($symbol, $cell) = $move =~ /\A(circle|cross) ([1-9])\z/
			or return (@faults, "no move: $move");
		my $turn = @done % 2 ? $second : $first;
		push @faults, "$move: not the turn of $symbol" if $symbol ne $turn;
		push @faults, "$move: occupied"
			unless grep { $_ == $cell } empties_of(@done);
		push @faults, "$move: after the end" if defined winning_symbol(@done);
		push @done, $move;
	}
	push @faults, 'the game is not over'
		unless @done == 9 || defined winning_symbol(@done);
	return @faults;
}

# Behind the last one there was a move; behind the others one may have been taken
# back since.
sub faults_of_rejections ($fact) {
	my @faults;
	my $later = @{$fact->{rejected}};
	for (@{$fact->{rejected}}) {
		my $most = @{$fact->{moves}} - (--$later ? 0 : 1);
		my ($when, $n) = /\A(after|before)\ move\ (\d)
			,\ messenger[12]\ rejected\ "[^"\\]{0,40}":\ [^"\\]{1,80}\z/x
			or push(@faults, "malformed: $_"), next;
		push @faults, "wrong place: $_" if $when eq 'before'
			? $n != 1 : $n < 1 || $n > 8 || $n > $most;
	}
	return @faults;
}

sub faults_of_times ($fact) {
	my $named = seconds_of($fact->{id}) // return 'the id is no id';
	my $started = seconds_of_stamp($fact->{started}) // return 'no start';
	my $finished = seconds_of_stamp($fact->{finished}) // return 'no finish';
	my @faults;
	push @faults, 'finished before it started' if $finished < $started;
	push @faults, 'started after the second it is named by'
		if $started > $named;
	return @faults;
}

# Everything wrong with one result file, as a list of sentences: its bytes,
# the legality of its moves, its drawing, its Result. $name is its file name.
sub faults_of ($name, $text) {
	my $fact = facts_of($text // return 'there is no such file')
		or return 'it is no result file';
	my %other = (circle => 'cross', cross => 'circle');
	my ($s1, $s2) = @{$fact->{symbols}}{(PLAYERS)};
	return 'the symbols are wrong' if ($other{$s1} // '') ne $s2;
	return 'the first player is wrong'
		unless grep { $_ eq $fact->{first} } PLAYERS;
	my @faults = (faults_of_moves($fact), faults_of_rejections($fact),
		faults_of_times($fact));
	return @faults if @faults;
	push @faults, "its name is $name" if $name ne "game-$fact->{id}.txt";
	push @faults, "its bytes are not those of its facts"
		if $text ne result_text($fact);
	push @faults, "Previous is malformed" unless $fact->{previous} =~
		/\A(?:none|game-\S+\.txt sha256 [0-9a-f]{64})\z/;
	return @faults;
}

# What is wrong with the chain of Previous lines; $texts: name => bytes.
sub faults_of_chain ($texts) {
	my @faults;
	my $expected = 'none';
	for my $name (sort { id_order($a, $b) } keys %$texts) {
		my ($previous) = $texts->{$name} =~ /^Previous: (.*)\n\z/m;
		push @faults, "$name: Previous is not $expected"
			if ($previous // '') ne $expected;
		$expected = "$name sha256 " . sha256_hex($texts->{$name});
	}
	return @faults;
}

# All drawings that a bot shows in a game without rejections: messenger1 draws
# its opening, the symbols, who is first; messenger2 only the latter two.
sub drawings_of ($name, $text) {
	my $fact = facts_of($text);
	my %owner = reverse %{$fact->{symbols}};
	my @moves = @{$fact->{moves}};
	my $without = $name eq 'messenger1' ? 3 : 2;
	return map { drawing($fact->{id}, \%owner, @$_) } ([]) x $without,
		map { [@moves[0 .. $_]] } 0 .. $#moves;
}

sub id_order ($one, $two) {
	return ($one =~ s/\.txt\z//r) cmp ($two =~ s/\.txt\z//r);
}

# What is wrong with a finished talk of two bots without a single rejection,
# seen from its result: $said: name => [lines].
sub faults_of_talk ($said, $text) {
	my $fact = facts_of($text) or return 'no result';
	my %expected = (
		messenger1 => [OPENING, $fact->{first} eq 'messenger1' ? 'yes' : 'no'],
		messenger2 => [$fact->{symbols}{messenger2}, QUESTION],
	);
	my @turns = $fact->{first} eq 'messenger1' ? PLAYERS : reverse PLAYERS;
	for my $i (0 .. $#{$fact->{moves}}) {
		push @{$expected{$turns[$i % 2]}}, $fact->{moves}[$i];
	}
	return map {
		my ($is, $should) = map { join '|', @$_ } $said->{$_}, $expected{$_};
		$is eq $should ? () : "$_ said <$is> and not <$should>"
	} PLAYERS;
}

1;
