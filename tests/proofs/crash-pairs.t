#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Both bots killed in one game, each right before a call that changes something,
# and bots that are killed again as they start again. A sample, drawn by a seed
# that is printed; CRASH_SEED repeats it, CRASH_CASES makes it larger.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/../system/lib";
use Test::More;
use Messengers;
use Messengers::Crash;

plan skip_all => need_strace() if need_strace();

my $seed = $ENV{CRASH_SEED} // time;
my $cases = $ENV{CRASH_CASES} // 1000;
srand $seed;
diag "CRASH_SEED=$seed CRASH_CASES=$cases";

my @WAYS = ({name => 'after two games', older => 2, results => 2},
	{name => 'the first start', results => 2},
	{name => 'a start after a kill before a move is said', older => 2,
		results => 2, left => ['messenger1', qr{^write\(.*/spool/messenger1/}, 3]});
my %points;	# way and bot => the points there
for my $way (@WAYS) {
	$points{$way->{name}}{$_} = [crash_points($way, $_)] for bot_names();
}

sub any (@list) {
	return $list[rand @list];
}

# A point of each start: the first of the way, the others of one in mid-game.
sub kills ($way, $name, $starts) {
	return map { any(@{$points{$_->{name}}{$name}}) } $way, ($WAYS[2]) x ($starts - 1);
}

sub sample ($what, $number, $draw) {
	my ($meant, $killed) = (0, 0);
	for (1 .. $number) {
		my $way = any(@WAYS, $WAYS[0]);
		my %starts = $draw->();
		my %kills = map { $_ => [kills($way, $_, $starts{$_})] } sort keys %starts;
		$meant += @$_ for values %kills;
		$killed += survives_ok($way, %kills);
	}
	diag "$what: $number cases, $killed of $meant kills have come";
	cmp_ok($killed, '>=', $meant / 2, "$what: most kills have come");
	return;
}

sample('one kill of each', $cases, sub { (messenger1 => 1, messenger2 => 1) });
sample('a restart killed', $cases / 4, sub { (any(bot_names()) => 2) });
sample('restarts of both killed', $cases / 4, sub { (messenger1 => 2, messenger2 => 2) });
sample('three starts of both killed', $cases / 10, sub { (messenger1 => 3, messenger2 => 3) });

done_testing;
