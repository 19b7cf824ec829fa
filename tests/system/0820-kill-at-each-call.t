#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Two real bots, one of them killed before any of the system calls that change
# something, bring the game to its end with one right result.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

plan skip_all => need_strace() if need_strace();

use constant CALLS => qw(openat write pwrite64 fsync fdatasync ftruncate link
	linkat rename renameat renameat2 unlink unlinkat mkdir mkdirat fchmod);

# A room with both spool folders, so that nobody has to wait for the other's.
sub common_room () {
	my $room = room();
	$room->folder('spool', $_) for bot_names();
	return $room;
}

sub options ($name) {
	return ('-q', '--seed', 5, '-s', 'random');
}

# How often a bot makes each call in a whole game and up to its orderly end.
sub calls_of ($name) {
	my $room = common_room();
	my $bot = $room->start($name, {strace => ['-e', 'trace=' . join ',', CALLS]},
		options($name));
	my $other = $room->start(other($name), options(other($name)));
	wait_for(sub { $room->results }, 'a result');
	$_->settle for $bot, $other;
	$_->stop for $bot, $other;
	my %count;
	$count{$_}++ for $bot->trace =~ /^(\w+)\(/mg;
	return \%count;
}

# One game in which the bot is killed instead of its k-th call of a kind.
sub game_with_a_kill ($name, $call, $k) {
	my $room = common_room();
	my $other = $room->start(other($name), options(other($name)));
	my $bot = $room->start($name, {strace => ['-e', "trace=$call", '-e',
		"inject=$call:signal=KILL:when=$k"]}, options($name));
	wait_for(sub { !$bot->alive || $room->results }, 'an end of the bot or the game');
	$bot->settle;
	$bot = $room->launch($name, {}, $bot->options) if !$bot->alive;
	wait_for(sub { $room->results }, "a result after a kill at $call $k");
	$_->settle for $bot, $other;
	my @faults = faults_of_game($room);
	$_->stop for $bot, $other;
	return map { "$call $k: $_" } @faults;
}

# Everything that one finished game of two bots may have left wrong.
sub faults_of_game ($room) {
	my @results = $room->results;
	return "there are the results @results" if @results != 1;
	my $text = slurp($room->path(@results));
	my ($id) = $results[0] =~ /\Agame-(.*)\.txt/;
	my %said = map { $_ => [$room->said($_, $id)] } bot_names();
	my @faults = (faults_of($results[0], $text), faults_of_talk(\%said, $text));
	push @faults, map { "left over: $_" } leftovers($room->dir);
	push @faults, 'no second name' if ((lstat $room->path(@results))[3] != 2);
	push @faults, 'the board does not show the end'
		if $room->board ne (drawings_of('messenger1', $text))[-1];
	return @faults;
}

# Temporary files have names with a dot in front.
sub leftovers ($folder) {
	return map {
		my $path = "$folder/$_";
		/\A\./ ? $path : -d $path ? leftovers($path) : ()
	} names_in($folder);
}

for my $name (bot_names()) {
	my $count = calls_of($name);
	for my $call (sort keys %$count) {
		my @faults = map { game_with_a_kill($name, $call, $_) } 1 .. $count->{$call};
		is(join("\n", @faults), '', "$name may be killed at any of its "
			. "$count->{$call} calls of $call");
	}
}

done_testing;
