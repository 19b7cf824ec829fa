#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The power fails at a hundred moments while the pair plays, on each filesystem
# and with each kind of drive. Whatever was announced as saved is there then, and
# the pair plays on; every other time the power fails once more before that. One
# test for each moment.
#
# MOMENTS, FILESYSTEMS, DRIVES and SEED in the environment change what is run.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/../system/lib";
use Test::More;
use POSIX ();
use Time::HiRes qw(time);
use Messengers;
use Messengers::Clocks;
use Messengers::Image;

my $why = Messengers::Image::need_images();
plan skip_all => $why if $why;

my $MOMENTS = $ENV{MOMENTS} // 100;
my @FILESYSTEMS = split ' ', $ENV{FILESYSTEMS} // 'ext4 xfs btrfs';
my @DRIVES = split ' ', $ENV{DRIVES} // 'keeps forgets';
my $SEED = $ENV{SEED} // int rand 1 << 31;

# Games without a pause and with one, cut at random and right after the line
# that announces a result: a quarter of the moments each. A pause shows what a
# result owes to the next game's syncs.
use constant GAMES => (['-i', 0, '--pace', 1], ['-i', 0.1]);
use constant SCENES => map { my $options = $_;
	map { {options => $options, after_line => $_} } 0, 1 } GAMES;
use constant GAP => 0.15;	# s, at most, up to a random moment

# --- the play and the cuts -----------------------------------------------------

# Reads what messenger1 has logged, once there is some or the time is over, and
# notes what it has announced.
sub listen_to ($log, $seconds) {
	my $bits = '';
	vec($bits, fileno $log->{pipe}, 1) = 1;
	return 0 if select($bits, undef, undef, $seconds) <= 0;
	sysread $log->{pipe}, $log->{text}, 65536, length $log->{text};
	while ($log->{text} =~ s/\A([^\n]*)\n//) {
		my $line = $1;
		push @{$log->{saved}}, $1 if $line =~ /: (game-\S+\.txt) saved: /;
		push @{$log->{opened}}, $1 if $line =~ /: (\S+): opened\z/;
	}
	return 1;
}

sub wait_for_line ($log) {
	my $had = @{$log->{saved}};
	my $end = clock() + patience();
	while (@{$log->{saved}} == $had) {
		die "no result was announced\n" if clock() > $end;
		listen_to($log, 1);
	}
	return;
}

sub wait_at_random ($log) {
	my $end = clock() + rand GAP;
	listen_to($log, $end - clock()) while clock() < $end;
	1 while listen_to($log, 0);
	return;
}

# A log to be written by messenger1 and listened to.
sub new_log () {
	pipe my $pipe, my $stderr or die "pipe: $!\n";
	return {pipe => $pipe, stderr => $stderr, text => '', saved => [], opened => []};
}

# What had been announced when the power failed, and when that was.
sub moment_of ($log, $at = time) {
	return (at => $at, map { $_ => [@{$log->{$_}}] } qw(saved opened));
}

# Cuts the power of a copy of the disk at each moment while the pair plays on.
sub play_and_cut ($disk, $room) {
	my $log = new_log();
	my $two = $room->start('messenger2', '-q', '--pace', 1);
	my @scenes = (SCENES);
	my @moments;
	for my $row (rows_of(POSIX::ceil($MOMENTS / @scenes), 1 .. $MOMENTS)) {
		my $scene = shift @scenes;
		my $one = $room->start('messenger1', {stderr => $log->{stderr}}, '-q',
			@{$scene->{options}});
		for my $n (@$row) {
			$scene->{after_line} ? wait_for_line($log) : wait_at_random($log);
			push @moments, {%$scene, n => $n, moment_of($log)};
			$disk->cut('live', $n);
		}
		$one->stop;
	}
	$two->stop;
	return @moments;
}

# --- what is there ---------------------------------------------------------------

sub texts ($room) {
	return {map { $_ => slurp($room->path($_)) } $room->results};
}

# What is wrong with the results; what the first names have, the second ones may
# lack until the pair is back.
my %judged;
sub faults_of_results ($texts) {
	return ((map {
		my $name = $_;
		map { "$name: $_" }
			@{$judged{"$name\n$texts->{$name}"} //= [faults_of($name, $texts->{$name})]}
	} sort keys %$texts), faults_of_chain($texts));
}

sub faults_of_second_names ($room, $texts) {
	my $folder = $room->path('state/messenger1/results');
	my @faults = map { "$_ has no such second name" }
		grep { (slurp("$folder/$_") // '') ne $texts->{$_} } sort keys %$texts;
	return (@faults, map { "the second name $_ has no result" }
		grep { !exists $texts->{$_} } names_in($folder));
}

sub changes ($what, $before, $after) {
	return map { "$_: $what" }
		grep { ($after->{$_} // '') ne $before->{$_} } sort keys %$before;
}

# Other names for what was said in finished games: what is said later in one of
# them is seen even after its file was removed.
sub keep_finished ($room, $texts) {
	my $kept = $room->folder('kept');
	for my $name (bot_names()) {
		for my $id (grep { $texts->{"game-$_.txt"} } $room->ids($name)) {
			link $room->spool($name, $id), "$kept/$name-$id" or die "$kept: $!\n";
		}
	}
	return {map { ("kept/$_" => slurp("$kept/$_")) } names_in($kept)};
}

# The pair starts again, its clock at the moment of the cut.
sub start_again ($room, $at, %how) {
	my $clocks = clocks($room);
	move_clocks($room, int($at - time));
	return map { $room->start($_, {%$clocks, $_ eq 'messenger1' ? %how : ()},
		'-q', $_ eq 'messenger1' ? ('-i', 0.3) : ()) } bot_names();
}

# The pair plays on until it has saved a game that it has opened. Returns the
# ids of the games that messenger1 has opened, those that messenger2 has begun to
# play, and what went wrong.
sub play_on ($room, $at) {
	my ($one, $two) = start_again($room, $at);
	eval {
		wait_for(sub { $one->err =~
			/: (\S+): opened\n(?s:.*)^\S+ \1: game-\1\.txt saved: /m },
			'one more game');
	};
	my @faults = $@ ? $@ . $one->err . $two->err : ();
	for my $bot ($one, $two) {
		my $end = $bot->stop;
		push @faults, $bot->name . ": $end" if $end ne 'exit 0';
	}
	return ([$one->err =~ /: (\S+): opened\n/g], [$two->err =~ /: (\S+): begun\n/g],
		@faults);
}

# Everything that a power cut at this moment has left wrong. $live: the results
# as they were in the end on the disk whose power did not fail.
sub faults_after ($room, $moment, $live) {
	my $texts = texts($room);
	$moment->{there} = keys %$texts;
	my @faults = map { "$_ was announced as saved and is not there" }
		grep { !exists $texts->{$_} } @{$moment->{saved}};
	push @faults, faults_of_results($texts), changes('not what it was', $texts, $live);
	my $said = keep_finished($room, $texts);
	my ($opened, $begun, @problems) = play_on($room, $moment->{at});
	push @faults, @problems;
	my %over = map { /game-(.*)\.txt/ ? ($1 => 1) : () } keys %$texts;
	my %used = (%over, map { $_ => 1 } @{$moment->{opened}});
	push @faults, map { "the id $_ is used again" } grep { $used{$_} } @$opened;
	push @faults, map { "$_ is over and begun again" } grep { $over{$_} } @$begun;
	push @faults, 'the board is no drawing'
		if ($room->board // '') !~ /\AGame [^\n]+\n(?:[^\n]+\n){7}Status: [^\n]+\n\z/;
	push @faults, changes('played on after its end', $said,
		{map { $_ => slurp($room->path($_)) } keys %$said});
	my $later = texts($room);
	push @faults, changes('changed by the game after it', $texts, $later);
	push @faults, faults_of_results($later), faults_of_second_names($room, $later);
	return @faults;
}

# The power fails once more at any moment after the pair has started again.
# Returns the later moment and the results that were there in the end.
sub cut_again ($disk, $room, $moment, $name) {
	my $log = new_log();
	my $started = time;
	my @bots = start_again($room, $moment->{at}, stderr => $log->{stderr});
	wait_at_random($log) for 1 .. 3;
	my %later = moment_of($log, $moment->{at} + time - $started);
	$disk->cut($moment->{n}, $name);
	$_->stop for @bots;
	$later{$_} = [@{$moment->{$_}}, @{$later{$_}}] for qw(saved opened);
	return (\%later, texts($room));
}

# --- each filesystem and drive ------------------------------------------------------

sub faults_of_cut ($disk, $room, $moment, $live) {
	my $n = $moment->{n};
	$disk->on($n);
	return faults_after($room, $moment, $live) if $n % 2;
	(my $later, $live) = cut_again($disk, $room, $moment, "$n.2");
	$disk->off;
	$disk->on("$n.2");
	my @faults = faults_after($room, $later, $live);
	$moment->{there} = $later->{there};
	return @faults;
}

sub test_moment ($disk, $room, $moment, $live) {
	my $n = $moment->{n};
	my @faults = eval { faults_of_cut($disk, $room, $moment, $live) };
	push @faults, $@ if $@;
	$disk->off;
	$disk->remove($_) for $n, "$n.2";
	my %once;
	@faults = grep { !$once{$_}++ } @faults;
	splice @faults, 12, @faults, 'and ' . (@faults - 12) . ' more' if @faults > 12;
	is(join("\n", @faults), '', sprintf '%s, drive %s, moment %d, %s, %s%s: %d announced,'
		. ' then %d there', $disk->{type}, $disk->{cache}, $n, "@{$moment->{options}}",
		$moment->{after_line} ? 'after a line' : 'at random',
		$n % 2 ? '' : ', then again', scalar @{$moment->{saved}}, $moment->{there} // 0);
	return !@faults;
}

diag("SEED=$SEED");
for my $type (@FILESYSTEMS) {
	for my $cache (@DRIVES) {
		srand $SEED;
		my $room = room(dir => 'disk/work');
		my $disk = Messengers::Image->new($room->tmp, $type, $cache);
		$disk->on('live');
		my @moments = play_and_cut($disk, $room);
		my $live = texts($room);
		$disk->off;
		my $good = grep { test_moment($disk, $room, $_, $live) } @moments;
		diag(sprintf '%s, drive %s: %d games, %d of %d moments lost nothing', $type,
			$cache, scalar keys %$live, $good, scalar @moments);
		$disk->close;
	}
}

done_testing;
