#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A filesystem that cannot exchange two names, or rename to a free one only, or
# link, is as good as any; one that can do none of it keeps results waiting.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Trouble;

plan skip_all => need_attach() if need_attach();

my @NO_FLAGS = fault('renameat2', 'error=EINVAL');
my @NO_LINKS = fault('linkat', 'error=EPERM');

my %LACKING = (
	'knows no flag of renameat2' => [@NO_FLAGS],
	'knows no renameat2' => [fault('renameat2', 'error=ENOSYS')],
	'has no links' => [@NO_LINKS],
	'has links, but no more of this file' => [fault('linkat', 'error=EMLINK')],
);

# The second names are copies where there are no links.
sub second_names_ok ($room) {
	my $second = $room->path('state/messenger1/results');
	return is_deeply({map { $_ => slurp("$second/$_") } names_in($second)},
		{map { $_ => slurp($room->path($_)) } $room->results},
		'each result has a second name');
}

for my $what (sort keys %LACKING) {
	subtest "a filesystem that $what" => sub {
		my $room = room();
		my @bots = map {
			$room->start($_, {strace => ['-e', 'trace=renameat2,linkat',
				@{$LACKING{$what}}]}, '-q', '-n', 3, $_ eq 'messenger1' ? ('-i', 0) : ())
		} bot_names();
		for my $bot (@bots) {
			is($bot->ended, 'exit 0', $bot->name . ' plays three games');
			is_deeply([unusual($bot)], [], 'and has nothing to tell');
		}
		like($bots[0]->trace, qr/INJECTED/, 'though calls have failed');
		$what =~ /links/ ? second_names_ok($room) : $room->results_ok(3, 'all is right');
		is(scalar $room->results, 3, 'there are three results');
		is($room->board =~ tr/\n//, 9, 'the board is drawn');
		is_deeply([grep { /\A\./ } names_in($room->dir),
			names_in($room->path('state/messenger1'))], [], 'nothing is left over');
	};
}

troubles({
	name => 'a filesystem that has neither, for a while',
	begin => sub ($room, $bots) {
		return failing($bots->{messenger1}, @NO_LINKS, @NO_FLAGS);
	},
	told => qr/results?: (?:Operation not permitted: waiting|going on)/,
});

done_testing;
