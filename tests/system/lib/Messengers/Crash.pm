# SPDX-License-Identifier: ISC
# Kills bots right before chosen system calls, starts them again, lets the pair
# play on, and judges all that is left and all that was ever said.
#
#	my @points = crash_points($way, 'messenger1');
#	survives_ok($way, messenger1 => [$points[7]]);
#	all_points_ok($way, 'messenger1');
#
# A way is how a pair comes to its game: {name, and what there is of
#	older     games that it has played
#	left      [bot, pattern, n]: then a game in which both were killed, the bot
#	          right before its n-th call like this
#	lose      a file that is lost after that
#	taken     the name of that game's result is taken after that
#	faults    options of strace, for every start
#	copies    second names are copies
#	log       a pattern of lines that are logged besides the usual ones
#	interval  of messenger1
#	from      a pattern of the first call before which a bot is killed
#	games     the last is its first word in so many games (2)
#	results   how many there are before the pair is judged first
# }
package Messengers::Crash;
use v5.36;
use Exporter 'import';
use List::Util qw(max);
use Test::More ();
use Messengers;
use Messengers::Aftermath;
use Messengers::Faults;

our @EXPORT = qw(crash_points survives_ok all_points_ok);

# Every call that writes, creates, renames, links, unlinks, truncates or syncs;
# not every machine has them all.
use constant CALLS => qw(openat open creat write pwrite64 writev pwritev sendfile
	copy_file_range fsync fdatasync sync_file_range syncfs truncate ftruncate
	fallocate link linkat symlink symlinkat rename renameat renameat2 unlink
	unlinkat rmdir mkdir mkdirat mknod mknodat chmod fchmod fchmodat fchown
	fchownat utimensat);
use constant TRACE => ('-y', '-s', 4096,
	'-e', 'trace=' . join(',', map { "?$_" } CALLS));

# --- the folder to begin with ---------------------------------------------------

my %folder;	# of each way that has older games, made once

# The folders end before the modules do.
END { %folder = () }

sub new_room ($way) {
	my $room = room();
	return $room if !$way->{older};
	my $old = $folder{$way->{name}} //= older_room($way);
	system('cp', '-a', $old->dir, $room->dir) == 0 or die "cp: $?\n";
	return $room;
}

sub older_room ($way) {
	my $room = room();
	my @bots = map { $room->start($_, options($_), '-n', $way->{older}) } bot_names();
	$_->ended for @bots;
	leave($room, $way) if $way->{left};
	unlink $room->path($way->{lose}) if $way->{lose};
	spew($room->path('game-' . ($room->ids('messenger1'))[-1] . '.txt'), "taken\n")
		if $way->{taken};
	return $room;
}

# Kills both bots in a game.
sub leave ($room, $way) {
	my ($name, $like, $nth) = @{$way->{left}};
	my @like = grep { $_->{line} =~ $like }
		crash_points({name => 'to be left', older => $way->{older}}, $name);
	my %how = (strace => [TRACE, inject($like[$nth - 1])]);
	my %bot = map { $_ => $room->start($_, $_ eq $name ? \%how : {}, options($_)) }
		bot_names();
	$bot{$name}->ended;
	$bot{other($name)}->kill9;
	return;
}

sub options ($name) {
	return ('-q', '--seed', 5, '-s', 'random', $name eq 'messenger1' ? ('-i', 0) : ());
}

sub inject ($point) {
	return fault($point->{call}, 'signal=KILL', $point->{k});
}

# --- one case -----------------------------------------------------------------

# Plays with these kills, name => [points], one for each start, until the games
# in which they come are over, and then one more. Returns the case with the
# number of kills that have come and all that is wrong.
sub kill_and_play ($way, %kills) {
	my $room = new_room($way);
	my $case = {way => $way, room => $room, killed => 0, kills => \%kills,
		old => {contents($room)}, said => said_in_files($room),
		taken => $way->{taken} ? ($room->ids('messenger1'))[-1] : ''};
	$case->{want} = keys(%{$case->{old}})
		+ ($way->{results} // max(1, map { map { $_->{game} } @$_ } values %kills));
	my @faults = eval {
		begin_both($case, keys %kills);
		(play($case), play_one_more($case));
	};
	push @faults, $@ if $@;
	push @faults, map { split /\n/, $_->err } starts($case) if @faults;
	$case->{faults} = \@faults;
	return $case;
}

# One that alone is to be killed is at home before the other comes, so that its
# calls are the same each time.
sub begin_both ($case, @victims) {
	my @names = @victims == 1 ? (@victims, other($victims[0])) : bot_names();
	begin($case, $names[0]);
	at_home($case->{room}, $case->{bot}{$names[0]}) if @victims == 1;
	begin($case, $names[1]);
	return;
}

# A start; it may be one that is to be killed as well.
sub begin ($case, $name) {
	my ($room, $way) = @$case{qw(room way)};
	my $point = shift @{$case->{kills}{$name} // []};
	my @options = options($name);
	if ($name eq 'messenger1') {
		push @options, '-n', max(1, $case->{want} - (my @there = $room->results));
		push @options, '-i', $way->{interval} if $way->{interval};
	}
	$case->{bot}{$name} = $room->start($name, {strace => [TRACE, @{$way->{faults} // []},
		$point ? inject($point) : ()]}, @options);
	push @{$case->{starts}{$name}}, $case->{bot}{$name};
	return;
}

# Starts a bot that has been killed once more.
sub revive ($case, $name) {
	my $bot = $case->{bot}{$name};
	return 0 if $bot->alive || $bot->ended ne 'signal 9';
	$case->{killed}++;
	begin($case, $name);
	return 1;
}

# messenger1 ends by itself, when there are results enough.
sub play ($case) {
	my $bot = $case->{bot};
	wait_for(sub {
		revive($case, 'messenger2');
		return !$bot->{messenger1}->alive && !revive($case, 'messenger1');
	}, 'the end of messenger1');
	do {
		$bot->{messenger2}->settle;
	} while (revive($case, 'messenger2'));
	my $end = $bot->{messenger1}->ended;
	return ($end eq 'exit 0' ? () : "messenger1: $end", faults_of_folder($case));
}

# The next game: a new messenger1, and the messenger2 that is there.
sub play_one_more ($case) {
	my @now = $case->{room}->results;
	$case->{want} = @now + 1;
	begin($case, 'messenger1');
	my @faults = play($case);
	my $end = $case->{bot}{messenger2}->stop;
	push @faults, "messenger2: $end" if $end ne 'exit 0';
	return (@faults, faults_of_words($case), faults_of_logs($case));
}

# --- points ---------------------------------------------------------------------

# The calls of a bot before which it can be killed, from a pair that nobody
# kills: [{name, call, line, k, n, game}], the k-th call of this kind and the
# n-th point, in the so manieth game.
sub crash_points ($way, $name) {
	my $case = kill_and_play({results => $way->{games} // 2, %$way}, $name => []);
	die join "\n", 'without a kill:', @{$case->{faults}}, '' if @{$case->{faults}};
	return points_in($way, $name, $case->{starts}{$name}[0]->trace);
}

sub points_in ($way, $name, $trace) {
	# strace does one thing to a call
	my %other = map { /\Ainject=(\w+):/ ? ($1 => 1) : () } @{$way->{faults} // []};
	my ($on, $game, %count, %games, @points) = (!$way->{from}, 1);
	for my $line (split /\n/, $trace) {
		my ($call) = $line =~ /\A(\w+)\(/ or next;
		my $k = ++$count{$call};
		next if $other{$call} || ($call eq 'openat' && $line !~ /O_CREAT|O_TRUNC/);
		$on ||= $line =~ $way->{from};
		$game = 2 if %games && $line =~ /\Aopenat\(.*"\.journal"/;
		push @points, {name => $name, call => $call, line => $line, k => $k,
			n => scalar @points, game => $game} if $on;
		$games{$1} = 1 if $line =~ m{\Awrite\(\d+<[^>]*/spool/\w+/([^>/]+)\.txt>};
		last if keys %games == ($way->{games} // 2);
	}
	return @points;
}

# --- tests ----------------------------------------------------------------------

# A test that all is well after kills; returns how many have come.
sub survives_ok ($way, %kills) {
	my @points = map { @{$kills{$_}} } sort keys %kills;
	my $case = kill_and_play($way, %kills);
	well_ok($case, @points);
	return $case->{killed};
}

sub well_ok ($case, @points) {
	my $before = join ' and ', map { "$_->{name}'s $_->{call} $_->{k}" } @points;
	return Test::More::is(join("\n", @{$case->{faults}}), '',
		"$case->{way}{name}: killed before $before")
		|| Test::More::diag(map { "$_->{line}\n" } @points);
}

# Tests for each point of these bots; returns what points there were.
sub all_points_ok ($way, @names) {
	my @told;
	for my $name (@names) {
		my @points = crash_points($way, $name);
		my %count;
		$count{$_->{call}}++ for @points;
		push @told, "$way->{name}: $name has " . @points . ' points: '
			. join ', ', map { "$count{$_} $_" } sort keys %count;
		point_ok($way, $_) for @points;
	}
	return @told;
}

# How often a bot opens a file to read it is a matter of chance, and with it
# which of all its calls of openat is the one that is meant: a kill that has
# missed it is a case like any other, and is tried again.
sub point_ok ($way, $point) {
	my $case;
	for my $off ($point->{call} eq 'openat' ? (0, 1, 0, -1) x 8 : (0) x 4) {
		$case = kill_and_play($way, $point->{name} => [{%$point, k => $point->{k} + $off}]);
		last if hits($case, $point) || @{$case->{faults}};
	}
	push @{$case->{faults}}, 'it was never killed there'
		unless @{$case->{faults}} || hits($case, $point);
	well_ok($case, $point);
	return;
}

# Whether the one kill came in place of the call that was meant: as many before
# it, and the same words but for numbers and sums.
sub hits ($case, $point) {
	return 0 if $case->{killed} != 1;
	my ($killed) = grep { $_->ended eq 'signal 9' } starts($case);
	my $last = (points_in($case->{way}, $point->{name}, $killed->trace))[-1] // return 0;
	my ($meant, $done) = map { $_->{line} =~ s/\) += [^=]*\z//r
		=~ s{\b[0-9a-f]{64}\b|_?\d+|/messengers-\w+}{}gr } $point, $last;
	return $last->{n} == $point->{n} && $meant eq $done;
}

1;
