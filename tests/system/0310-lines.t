#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What a line is: whole, once, in order, and never taken out of the file again.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# A game in which the one played by hand is to make the first move.
sub stage ($name, @options) {
	my $room = room();
	my @first = $name eq 'messenger1' ? ('--first', 'no') : ();
	my $bot = $room->start($name, @first, @options);
	my $peer = $room->peer(other($name));
	$peer->meet(first => 'yes');
	return ($room, $bot, $peer);
}

subtest 'a symbol is not read out of half a move' => sub {
	my $room = room();
	my $bot = $room->start('messenger1');
	my $peer = $room->peer('messenger2');
	$peer->await_game;
	$peer->must_hear(OPENING);
	$peer->say_bytes('cross');
	$peer->silent_ok($bot, '"cross" without its newline is not there yet');
	is(scalar(my @drawings = $bot->drawings), 1, 'nothing is drawn');
	$peer->say_bytes(" 5\n");
	$peer->hear_ok('Rejected "cross 5": answer circle or cross first.',
		'it was the beginning of "cross 5"');
	$room->close;
};

for my $name (bot_names()) {
	subtest "$name hears a line that comes byte by byte" => sub {
		my ($room, $bot, $peer) = stage($name);
		my $move = $peer->next_move(5);
		for my $byte (split //, $move) {
			$peer->say_bytes($byte);
			$bot->settle;
		}
		is($peer->unheard, '', 'nothing is said before the newline');
		$peer->say_bytes("\n");
		ok($peer->hear_move, 'then the move is accepted');
		$room->close;
	};
	subtest "$name judges a long line once, when its newline comes" => sub {
		my ($room, $bot, $peer) = stage($name);
		for (1 .. 3) {
			$peer->say_bytes($peer->own_symbol . ' 5 ' . 'x' x 200);
			$peer->silent_ok($bot, "part $_ of a long line gets no answer");
		}
		$peer->say_bytes("\n");
		like($peer->hear, qr/\ARejected "[a-z]+ 5 x{31,33}": not a move\./,
			'its first forty bytes are quoted');
		$peer->silent_ok($bot, 'there is no second answer');
		$peer->move(5);
		ok($peer->hear_move, 'the next line is heard from its beginning');
		$room->close;
	};
	subtest "$name answers lines of one write one after the other" => sub {
		my ($room, $bot, $peer) = stage($name);
		my @cells = map { "Rejected \"w$_\": not a move. Choose another position: "
			. '1, 2, 3, 4, 5, 6, 7, 8, 9.' } 1 .. 3;
		$peer->say('w1', 'w2', 'w3', $peer->next_move(5));
		$peer->hear_ok($cells[$_ - 1], "answer $_") for 1 .. 3;
		ok($peer->hear_move, 'then the move is answered');
		$room->close;
	};
	subtest "$name hears a file that an editor has put in place" => sub {
		my ($room, $bot, $peer) = stage($name);
		my $old = slurp($peer->mouth);
		rename spew($room->tmp . '/edited', $old . $peer->next_move(5) . "\n"),
			$peer->mouth or die "rename: $!\n";
		ok($peer->hear_move, 'a new file with the same words and one more');
		$peer->move($peer->lasting);
		ok($peer->hear_move, 'and what is appended to it');
		$room->close;
	};
	subtest "$name does not let words be taken out again" => sub {
		my ($room, $bot, $peer) = stage($name);
		$peer->move(5);
		$peer->hear_move;
		my $spoken = slurp($peer->mouth);
		my $move = $peer->own_symbol . ' ' . $peer->lasting;
		my $log = $bot->err;
		my %changed = (
			'shorter' => substr($spoken, 0, -2),
			'empty' => '',
			'edited' => $spoken =~ s/5\n\z/6\n/r,
			'replaced' => "nothing of it\n",
			'edited, with a new move' => ($spoken =~ s/5\n\z/6\n/r) . "$move\n",
		);
		for my $how (sort keys %changed) {
			spew($peer->mouth, $changed{$how});
			$peer->silent_ok($bot, "a file that is $how is not heard");
		}
		is(() = substr($bot->err, length $log) =~ /\n/g, 1,
			'one line in the log tells it');
		spew($peer->mouth, $spoken . $peer->next_move($peer->lasting) . "\n");
		ok($peer->hear_move, 'with the old words back in place the game goes on');
		$room->close;
	};
	subtest "$name finds a file that was away" => sub {
		my ($room, $bot, $peer) = stage($name);
		rename $peer->mouth, $room->tmp . '/away';
		$peer->silent_ok($bot, 'a missing file is nothing heard');
		rename $room->tmp . '/away', $peer->mouth;
		$peer->move(5);
		ok($peer->hear_move, 'when it is back the game goes on');
		$room->close;
	};
}

subtest 'what lies beyond 16 KiB is never heard' => sub {
	my ($room, $bot, $peer) = stage('messenger1', '-i', scaled(2));
	$peer->say(map { 'x' x 200 } 1 .. 80);
	$peer->hear for 1 .. 20;
	$bot->settle;
	cmp_ok(-s $peer->mouth, '<', 16384, 'the file is long, but not too long');
	$peer->say('x' x 400) while -s $peer->mouth <= 16384;
	$peer->move(5);
	my $old = $peer->{ear};
	$peer->await_game;
	is(join('', readline $old), '', 'a move beyond is not answered');
	is_deeply([$room->results], [], 'the game was given up');
	$peer->hear_ok(OPENING, 'and the next begins');
	$room->close;
};

subtest 'the rest of a long talk is heard' => sub {
	my ($room, $bot, $peer) = stage('messenger1');
	$peer->say(map { 'x' x 200 } 1 .. 70);
	$peer->hear for 1 .. 20;
	$peer->move(5);
	ok($peer->hear_move, 'a move after 14000 bytes of junk is answered');
	$room->close;
};

done_testing;
