#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Words that are there before a game is opened are no words of it: the game is
# given up and nothing of them is played.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

# What somebody who knows the clock could write down in advance.
my %WORDS = (
	'a whole talk' => join('', map { "$_\n" } 'circle', QUESTION,
		map { "circle $_" } 1 .. 9),
	'a symbol' => "circle\n",
	'a wrong word' => "hello\n",
	'a rejection' => "Rejected \"circle 5\": no.\n",
);

for my $what (sort keys %WORDS) {
	subtest "$what is there before the opening" => sub {
		my $room = room();
		my $bot = $room->start('messenger1', '-v', '-i', 0);
		my $peer = $room->peer('messenger2');
		my $first = $peer->await_game;
		my %advance = map { $_ => 1, "${_}_0002" => 1 } coming_ids(20);
		delete $advance{$first};
		$room->folder('spool', 'messenger2');
		spew($room->spool('messenger2', $_), $WORDS{$what}) for keys %advance;
		$peer->meet(met => 1);
		$peer->play;
		my $next = wait_for(sub {
			(grep { $_ gt $first && !$advance{$_} } $room->ids('messenger1'))[0]
		}, 'a game without such words');
		$peer->{id} = $next;
		$peer->reset;
		$peer->hear_ok(OPENING, 'a game without such words is opened');
		my @given_up = $bot->err =~ /(\S+): a word was there before/g;
		cmp_ok(scalar @given_up, '>=', 1, 'after others were given up');
		is_deeply([grep { !$advance{$_} } @given_up], [], 'those with the words');
		for my $id (@given_up) {
			unlike($bot->err, qr/$id: said/, "nothing is said in $id");
			is_deeply([grep { /\AGame $id\n/ } $bot->drawings], [drawing($id, {})],
				'nothing is played');
		}
		is_deeply([$room->results], ["game-$first.txt"], 'there is no result of them');
		$room->close;
	};
}

done_testing;
