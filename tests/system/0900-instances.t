#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot ends when it is told to and goes on at its next start; there is one of
# each name in a folder.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

# Points of a game at which a bot may be told to end; each leads there.
my %POINTS = (
	'before a word of the other' => sub ($peer) {
		$peer->{bot} eq 'messenger1' ? $peer->await_game : undef
	},
	'in its turn' => sub ($peer) { $peer->meet(first => 'no') },
	'in the turn of the other' => sub ($peer) {
		$peer->meet(first => 'no');
		$peer->hear_move;
	},
	'after the end' => sub ($peer) {
		$peer->meet(first => 'no');
		$peer->play;
	},
);

for my $name (bot_names()) {
	for my $signal (qw(TERM INT)) {
		for my $point (sort keys %POINTS) {
			subtest "SIG$signal ends $name $point" => sub {
				my $room = room();
				my @first = $name eq 'messenger1' ? ('--first', 'yes') : ();
				my $bot = $room->start($name, @first, '--pace',
					$point eq 'in its turn' ? 400 : 0);
				my $peer = $room->peer(other($name));
				$POINTS{$point}->($peer);
				$bot->settle;
				my $asked = clock();
				$bot->signal($signal);
				is($bot->ended, 'exit 0', 'with exit code 0');
				cmp_ok(clock() - $asked, '<', scaled(2), 'within two seconds');
				$bot = $room->restart($bot);
				$peer->meet(first => 'no', $name eq 'messenger1' ? (met => 1) : ())
					if $point =~ /word/;
				$peer->play if $point ne 'after the end';
				$bot->settle;
				is($peer->unheard, '', 'at the next start the game goes on');
				is($room->board, $peer->picture, 'and comes to its end');
				$room->close;
			};
		}
	}
	subtest "a second $name" => sub {
		my $room = room();
		my $bot = $room->start($name, $name eq 'messenger1' ? ('--first', 'yes') : ());
		my $peer = $room->peer(other($name));
		$peer->meet(first => 'no');
		$peer->hear_move;
		my @before = listing($room->dir);
		my $second = $room->start($name);
		is($second->ended, 'exit 75', 'exits with EX_TEMPFAIL');
		my $pid = $bot->pid;
		like($second->err, qr/\A[^\n]*\b$pid\b[^\n]*\n\z/,
			'and says in one line which process is in the way');
		is($second->out, '', 'it has drawn nothing');
		is_deeply([listing($room->dir)], \@before, 'and changed nothing');
		ok($peer->play, 'the first plays on');
		$room->close;
	};
	subtest "$name started after a crash" => sub {
		my $room = room();
		my $bot = $room->start($name);
		$bot->settle;
		$bot->kill9;
		# A pid in the file means nothing without the lock on it.
		spew($room->path('state', $name, 'lock'), "$$\n");
		$bot = $room->restart($bot);
		$bot->settle;
		ok($bot->alive, 'it does not trust a number in the lock file');
		like(slurp($room->path('state', $name, 'lock')), qr/\A${\ $bot->pid}\n?\z/,
			'but writes its own');
		$room->close;
	};
	subtest "twenty times $name at once" => sub {
		my $room = room();
		my @bots = map { $room->start($name) } 1 .. 20;
		wait_for(sub { 1 == grep { $_->alive } @bots }, 'one to be left');
		my ($bot) = grep { $_->alive } @bots;
		is_deeply([map { $_->alive ? () : $_->ended } @bots], [('exit 75') x 19],
			'nineteen exit with EX_TEMPFAIL');
		is((grep { $_->err =~ /\b${\ $bot->pid}\b/ } @bots), 19,
			'and name the one that lives');
		my $peer = $room->peer(other($name));
		$peer->meet;
		ok($peer->play, 'which plays');
		my @ids = $room->ids('messenger1');
		is(scalar @ids, 1, 'one game was opened');
		$room->close;
	};
}

done_testing;
