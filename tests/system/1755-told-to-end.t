#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot that is told to end in the middle of any call that changes something
# brings that to its end, ends in order, and goes on at its next start.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Trouble;

plan skip_all => need_strace() if need_strace();

use constant CALLS => qw(write pwrite64 fsync linkat renameat renameat2 unlinkat);

sub common_room () {
	my $room = room();
	$room->folder('spool', $_) for bot_names();
	return $room;
}

sub start ($room, $name, @strace) {
	return $room->start($name, @strace ? {strace => [@strace]} : {}, '-q', '--seed', 5);
}

# How often a bot makes each call in a game.
sub calls_of ($name) {
	my $room = common_room();
	my $bot = start($room, $name, '-e', 'trace=' . join ',', CALLS);
	my $other = start($room, other($name));
	wait_for(sub { $room->results }, 'a result');
	$_->settle for $bot, $other;
	$_->stop for $bot, $other;
	my %count;
	$count{$_}++ for $bot->trace =~ /^(\w+)\(/mg;
	return \%count;
}

# Files that only a crash may leave, of one bot: the other is at work.
sub leftovers_of ($room, $name) {
	return grep { /$name/ } leftovers($room->dir);
}

sub leftovers ($folder) {
	return map {
		-d "$folder/$_" ? leftovers("$folder/$_") : /\A\./ ? "$folder/$_" : ()
	} names_in($folder);
}

# What is wrong with a game in which the bot is told to end at its k-th call of n.
sub faults_of_end ($name, $call, $k, $n) {
	my $room = common_room();
	my $other = start($room, other($name));
	my $bot = start($room, $name, '-e', "trace=$call", fault($call, 'signal=TERM', $k));
	wait_for(sub { !$bot->alive || $room->results }, "the end of $name or of the game");
	$bot->settle;
	my $never = $bot->alive && slurp($bot->trace_file) !~ /^--- SIGTERM /m;
	$bot->signal('TERM') if $never;
	my $end = $bot->ended;
	# now and then a run needs a call fewer than those that were counted
	my @faults = ($never && ($k == 1 || $k < $n) ? 'there was none' : (),
		$end eq 'exit 0' ? () : $end, leftovers_of($room, $name),
		map { faults_of($_, slurp($room->path($_))) } $room->results);
	$bot = start($room, $name);
	wait_for(sub { $room->results }, "a result after $call $k");
	$_->settle for $bot, $other;
	my ($result) = my @results = $room->results;
	my ($id) = $result =~ /\Agame-(.*)\.txt/;
	my $text = slurp($room->path($result));
	push @faults, faults_of_talk({map { $_ => [$room->said($_, $id)] } bot_names()}, $text),
		faults_of($result, $text), @results > 1 ? "@results" : (), unusual($other);
	$_->stop for $bot, $other;
	return map { "$call $k: $_" } @faults;
}

# The first, the last, and one between.
sub some ($n) {
	my %some = map { $_ => 1 } 1, $n, int(($n + 1) / 2);
	return sort { $a <=> $b } keys %some;
}

for my $name (bot_names()) {
	my $count = calls_of($name);
	for my $call (sort keys %$count) {
		my $n = $count->{$call};
		my @faults = map { faults_of_end($name, $call, $_, $n) } some($n);
		is(join("\n", @faults), '', "$name is told to end in one of its $n calls of $call");
	}
}

done_testing;
