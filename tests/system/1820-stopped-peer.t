#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A bot that hangs at any step of a game costs at most that game: the other waits
# for its tick and no longer, and with the next game all is as usual.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Strange;

plan skip_all => need_strace() if need_strace();

# Both bots record each step in their journals. With seed 4 messenger1 ends a game of five
# moves, the last of which is its ninth step; messenger2 has eight before that.
use constant { STEP => 'pwrite64', STEPS => 8, LAST => 9 };
my @OPTIONS = ('-q', '--seed', 4);
my %OPTIONS = (messenger1 => ['-s', 'perfect', '--first', 'yes'],
	messenger2 => ['-s', 'random']);

# A pair of which one is stopped right after its k-th step.
sub stopped_pair ($name, $k, @of_messenger1) {
	my $room = room();
	my %bot = map {
		$_ => $room->start($_, $_ eq $name
			? {strace => [fault(STEP, 'signal=STOP', $k)]} : {}, @OPTIONS,
			@{$OPTIONS{$_}}, $_ eq 'messenger1' ? @of_messenger1 : ())
	} reverse bot_names();
	return {room => $room, k => $k, hung => $bot{$name}, other => $bot{other($name)}};
}

sub await_stop ($pair) {
	wait_for(sub {
		(slurp($pair->{hung}->trace_file) // '') =~ /stopped by SIGSTOP/
	}, "step $pair->{k}");
	$pair->{other}->settle;
	return;
}

for my $name (bot_names()) {
	subtest "$name is stopped at each step and goes on in time" => sub {
		my @pairs = map { stopped_pair($name, $_, '-i', 600) }
			1 .. ($name eq 'messenger1' ? LAST : STEPS);
		await_stop($_) for @pairs;
		frugal_ok(1, 'the other waits at rest', map { $_->{other} } @pairs);
		for my $pair (@pairs) {
			my ($room, $k) = @$pair{qw(room k)};
			is_deeply([$room->results], [], "step $k: there is no result yet")
				if $name eq 'messenger2';
			$pair->{hung}->signal('CONT');
			wait_for(sub {
				lines_with($pair->{hung}, qr/saved|over: /)
					&& lines_with($pair->{other}, qr/saved|over: /)
			}, "the end of the game that was stopped at step $k");
			$_->settle for @$pair{qw(hung other)};
			my %said = map { $_ => [$room->said($_, ($room->ids($_))[-1])] } bot_names();
			my $text = $room->results_ok(1, "step $k: the game comes to its end");
			is_deeply([faults_of_talk(\%said, values %$text)], [],
				'no word was lost or said twice');
			$room->close;
		}
	};
}

# The games with the one that hangs; they tick while each is looked at.
sub ticking_pairs () {
	return map { stopped_pair('messenger2', $_, '-i', 3) } 1 .. STEPS;
}

subtest 'messenger2 is stopped at each step, and the time is over' => sub {
	my @pairs = ticking_pairs();
	for my $pair (@pairs) {
		my ($room, $other, $k) = @$pair{qw(room other k)};
		await_stop($pair);
		my $id = wait_for(sub {
			($other->err =~ /(\S+): given up: [a-z ]+ since \S+Z$/m)[0]
		}, 'the tick');
		ok($id, "step $k: messenger1 gives the game up at its tick");
		wait_for(sub { grep { $_ gt $id } $room->ids('messenger1') }, 'the next game');
		$pair->{hung}->signal('CONT');
		wait_for(sub { $room->results }, 'a result');
		is(() = lines_with($other, qr/\Q$id\E: given up: /), 1, 'it says so once');
		ok(!(grep { /\Agame-\Q$id\E/ } $room->results), 'there is no result of it');
		wait_for(sub { lines_with($pair->{hung}, qr/over: /) }, 'the end for both');
		$_->stop for $pair->{hung}, $other;
		$room->results_ok(scalar $room->results, 'the next game is as usual');
	}
};

done_testing;
