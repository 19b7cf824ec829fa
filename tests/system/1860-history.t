#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What the other does to its file between two looks counts by one rule: it must
# begin with all that was heard, and then only what follows is heard.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

# A new file under the name, so that the old one lives on where it is held.
sub replace ($path, $bytes) {
	rename spew("$path~", $bytes), $path or die "rename: $!\n";
	return;
}

# Each is done while the bot cannot look: to the file, which has the words that
# were heard, with a legal move that was not.
my %HEARD = (
	'cut and written anew' => sub ($path, $words, $move) {
		spew($path, '');
		append($path, "$words$move\n");
	},
	'replaced' => sub ($path, $words, $move) { replace($path, "$words$move\n") },
	'removed and made anew' => sub ($path, $words, $move) {
		unlink $path;
		append($path, "$words$move\n");
	},
	'replaced by a wrong one and then by a right one' => sub ($path, $words, $move) {
		replace($path, "nonsense\n");
		replace($path, "$words$move\n");
	},
	'replaced by a folder and then by a right one' => sub ($path, $words, $move) {
		unlink $path;
		mkdir $path;
		rmdir $path;
		replace($path, "$words$move\n");
	},
	'given a wrong move and then a right one in its place' => sub ($path, $words, $move) {
		append($path, "circle 99\n");
		spew($path, "$words$move\n");
	},
	'moved away and back' => sub ($path, $words, $move) {
		rename $path, "$path.away";
		rename "$path.away", $path;
		append($path, "$move\n");
	},
);

my %UNHEARD = (
	'regrown with other words' => sub ($path, $words, $move) {
		spew($path, ('x' x (length($words) - 1)) . "\n$move\n");
	},
	'shorter, with a move behind' => sub ($path, $words, $move) {
		spew($path, ($words =~ s/[^\n]*\n\z//r) . "$move\n");
	},
	'longer in its middle' => sub ($path, $words, $move) {
		spew($path, ($words =~ s/\n/\nhello\n/r) . "$move\n");
	},
	'edited in one byte' => sub ($path, $words, $move) {
		spew($path, ($words ^. "\1") . "$move\n");
	},
	'replaced by one that is empty' => sub ($path, $words, $move) { replace($path, '') },
	'replaced by the move alone' => sub ($path, $words, $move) {
		replace($path, "$move\n");
	},
	'full of NUL bytes in its place' => sub ($path, $words, $move) {
		replace($path, "\0" x 100_000);
	},
);

# A game in which a move of each was made, and the words heard so far.
sub stage ($name) {
	my $room = room();
	my $bot = $room->start($name, $name eq 'messenger1' ? ('--first', 'no', '-i', 600) : ());
	my $peer = $room->peer(other($name));
	$peer->meet(first => 'yes');
	$peer->move(5);
	$peer->hear_move;
	$bot->settle;
	return ($room, $bot, $peer);
}

sub finish_ok ($room, $bot, $peer) {
	$peer->play;
	$bot->settle;
	is($room->board, $peer->picture, 'the game comes to its end');
	$room->results_ok(1, 'its result is right') if $bot->name eq 'messenger1';
	$room->close;
	return;
}

for my $name (bot_names()) {
	for my $how (sort keys %HEARD) {
		subtest "the file for $name is $how" => sub {
			my ($room, $bot, $peer) = stage($name);
			my $words = slurp($peer->mouth);
			$bot->freeze;
			$HEARD{$how}->($peer->mouth, $words, $peer->next_move($peer->lasting));
			$bot->signal('CONT');
			ok($peer->hear_move, 'the move is heard');
			is(() = lines_with($bot, qr/rewrote/), 0, 'there is nothing to tell');
			finish_ok($room, $bot, $peer);
		};
	}
	subtest "the file for $name loses its history again and again" => sub {
		my ($room, $bot, $peer) = stage($name);
		my $words = slurp($peer->mouth);
		my $move = $peer->own_symbol . ' ' . $peer->lasting;
		for my $how (sort keys %UNHEARD) {
			$bot->freeze;
			$UNHEARD{$how}->($peer->mouth, $words, $move);
			$bot->signal('CONT');
			$peer->silent_ok($bot, "$how: nothing is heard");
		}
		is(() = lines_with($bot, qr/rewrote its words/), 1, 'the log tells of it once');
		replace($peer->mouth, $words . $peer->next_move($peer->lasting) . "\n");
		ok($peer->hear_move, 'with its history the next move is heard');
		finish_ok($room, $bot, $peer);
	};
	subtest "half a line for $name is changed before it is whole" => sub {
		my ($room, $bot, $peer) = stage($name);
		my $words = slurp($peer->mouth);
		my $move = $peer->next_move($peer->lasting);
		for my $half ('hello', $peer->own_symbol, substr($move, 0, 3)) {
			spew($peer->mouth, $words . $half);
			$peer->silent_ok($bot, "\"$half\" is not there yet");
		}
		spew($peer->mouth, "$words$move\n");
		ok($peer->hear_move, 'only the whole line is');
		finish_ok($room, $bot, $peer);
	};
	subtest "the file for $name is cut while it is down" => sub {
		my ($room, $bot, $peer) = stage($name);
		my $words = slurp($peer->mouth);
		my $move = $peer->next_move($peer->lasting);
		$bot->kill9;
		spew($peer->mouth, "$move\n");
		$bot = $room->restart($bot);
		$peer->silent_ok($bot, 'nothing is heard');
		is(() = lines_with($bot, qr/rewrote its words/), 1, 'the log tells of it once');
		spew($peer->mouth, "$words$move\n");
		ok($peer->hear_move, 'with its history the move is heard');
		finish_ok($room, $bot, $peer);
	};
}

done_testing;
