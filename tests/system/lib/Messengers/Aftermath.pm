# SPDX-License-Identifier: ISC
# What kills have left: all that is wrong in the folder and was wrong in what was
# said and logged. A case is {way, room, old, said, taken, want, starts}.
package Messengers::Aftermath;
use v5.36;
use Exporter 'import';
use Messengers;
use Messengers::Faults;

our @EXPORT = qw(starts contents said_in_files faults_of_folder faults_of_words
	faults_of_logs);

# What a healthy bot logs, killed or not.
use constant USUAL => qr/\A(?:messenger[12]:\ (?:\S+:\ )?(?:opened|begun|taken\ up:\ .*
	|over:\ .*|game-\S+\ saved:\ .*|game-\S+\ is\ there\ already:.*))\z/x;

# All bots that were started in it.
sub starts ($case) {
	return map { @{$case->{starts}{$_} // []} } bot_names();
}

# The results: name => [inode, mode, bytes].
sub contents ($room) {
	return map { my @stat = lstat $room->path($_);
		$_ => [@stat[1, 2], slurp($room->path($_))] } $room->results;
}

# id => {bot => bytes}
sub said_in_files ($room) {
	my %said;
	for my $name (bot_names()) {
		$said{$_}{$name} = slurp($room->spool($name, $_)) for $room->ids($name);
	}
	return \%said;
}

sub faults_of_folder ($case) {
	my %text = texts($case);
	return (faults_of_results($case, \%text), faults_of_files($case, \%text),
		faults_of_last($case, \%text));
}

# The results, without a file that only has such a name.
sub texts ($case) {
	my $room = $case->{room};
	return map { $_ => slurp($room->path($_)) }
		grep { $_ ne "game-$case->{taken}.txt" } $room->results;
}

# The id under which the game of a result was played: one before it, where that
# name was taken.
sub played_as ($case, $name) {
	my ($id) = $name =~ /\Agame-(.*)\.txt\z/;
	my ($second, $number) = split /_/, $case->{taken};
	my $next = sprintf '%s_%04d', $second // '', ($number // 1) + 1;
	return $id eq $next ? $case->{taken} : $id;
}

# Older ones are as they were; all are right, and form one chain.
sub faults_of_results ($case, $text) {
	my ($room, $old) = @$case{qw(room old)};
	my %now = contents($room);
	my @faults = map { "$_ has changed" }
		grep { "@{$now{$_} // []}" ne "@{$old->{$_}}" } sort keys %$old;
	push @faults, 'there are only the results ' . join ' ', sort keys %$text
		if keys %now < $case->{want};
	for my $name (sort keys %$text) {
		my $copied = $case->{way}{copies} && !$old->{$name};
		push @faults, map { "$name: $_" } faults_of($name, $text->{$name}),
			$room->faults_of_file($name, $copied);
	}
	return (@faults, faults_of_chain($text));
}

# There are the files that there must be, and no others: no temporary file, no
# words of older games.
sub faults_of_files ($case, $text) {
	my $room = $case->{room};
	my ($last) = reverse $room->results or return;
	my $id = played_as($case, $last);
	my %missing = map { $_ => 1 } 'current-board.txt', $room->results,
		(map { ("state/$_/journal", "state/$_/lock", "spool/$_/$id.txt") } bot_names()),
		map { "state/messenger1/results/$_" } keys %$text;
	my @faults = map { delete $missing{$_} ? () : "left over: $_" }
		files_in($room->dir, '');
	return (@faults, map { "missing: $_" } sort keys %missing);
}

sub files_in ($dir, $below) {
	return map { -d "$dir/$below$_" ? files_in($dir, "$below$_/") : "$below$_" }
		names_in("$dir/$below");
}

# The last game stands in the spool files and on the board as in its result.
sub faults_of_last ($case, $text) {
	my $room = $case->{room};
	my ($last) = reverse $room->results or return;
	my $id = played_as($case, $last);
	my %said = map { $_ => [$room->said($_, $id)] } bot_names();
	my $end = (drawings_of('messenger1', $text->{$last}))[-1] =~ s/\AGame .*/Game $id/r;
	my @faults = faults_of_talk(\%said, $text->{$last});
	push @faults, 'the board does not show the end' if ($room->board // '') ne $end;
	return @faults;
}

# Every game that was opened has its result, and was talked as that tells. Not
# the files tell but the writes: a line that is said twice shows even where its
# file was removed and made again.
sub faults_of_words ($case) {
	my $said = said_in_traces($case);
	my %result = texts($case);
	my %of = map { played_as($case, $_) => $result{$_} } keys %result;
	my @faults;
	for my $id (sort keys %$said) {
		my $text = $of{$id};
		next if !defined $text && given_up($case, $id);
		my %lines = map { $_ => [split /\n/, $said->{$id}{$_} // ''] } bot_names();
		push @faults, map { "game $id: $_" }
			defined $text ? faults_of_talk(\%lines, $text) : 'no result';
	}
	return @faults;
}

sub said_in_traces ($case) {
	my $said = $case->{said};
	my $spool = $case->{room}->path('spool');
	for my $bot (starts($case)) {
		my ($name, $trace) = ($bot->name, $bot->trace);
		$said->{$1}{$name} .= substr bytes_of($2), 0, $3 while $trace =~
			m{^write\(\d+<\Q$spool\E/$name/([^>]+)\.txt>, "(.*)", \d+\) += (\d+)$}mg;
	}
	return $said;
}

sub bytes_of ($quoted) {
	return $quoted =~ s/\\(.)/$1 eq 'n' ? "\n" : $1/ger;
}

# Only where ticks come while it is played.
sub given_up ($case, $id) {
	return $case->{way}{interval}
		&& grep { lines_with($_, qr/\Q$id\E: given up/) } starts($case);
}

# No bot is surprised by what it finds.
sub faults_of_logs ($case) {
	my $more = $case->{way}{log} // USUAL;
	return grep { $_ !~ USUAL && $_ !~ $more } map { split /\n/, $_->err } starts($case);
}

1;
