#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What a bot refuses at its start it names as it was typed, and nothing it has
# made on the way stays.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;

use constant { USAGE => 64, IOERR => 74, CONFIG => 78 };

# The line with which a bot refuses; with $options alone, no -w before them.
sub refusal ($name, $code, @options) {
	my $room = room();
	my $bot = $room->launch($name, {}, @options, '-w', $room->dir);
	is(eval { $bot->ended(scaled(5)) }, "exit $code", "$name @options: exit code");
	is(() = $bot->err =~ /\n/g, 1, "$name @options: one line");
	is($bot->out, '', "$name @options: nothing is printed");
	ok(!-e $room->dir, "$name @options: no folder is made");
	return $bot->err;
}

# --- options ------------------------------------------------------------------

my %UNKNOWN = (
	both => [['--bogus'], ['--bogus=5'], ['--bogus', '5'], ['-Z'], ['-Z', '5'],
		['-Z5'], ['-qZ'], ['-q', '--bogus', '-v']],
	messenger1 => [['--symbol', 'circle'], ['--symbol=circle'], ['--symbol', 'square'],
		['-q', '--symbol', 'circle']],
	messenger2 => [['-i', '5'], ['--interval', '5'], ['--interval=5'],
		['--first', 'yes'], ['--first=maybe']],
);
my @NO_VALUE = (['-w'], ['--workspace'], ['-s'], ['--seed'], ['--pace'], ['-n'],
	['--games'], ['--peer-user']);

# The option among these words, without a value that is glued to it.
sub option_in (@words) {
	my ($option) = grep { /\A-/ && !/\A-[qv]\z/ } @words;
	return $option =~ s/\A-q(?=Z)/-/r =~ s/\A(-Z).*/$1/r =~ s/=.*//r;
}

for my $name (bot_names()) {
	subtest "$name names the option it does not know" => sub {
		for my $options (@{$UNKNOWN{both}}, @{$UNKNOWN{$name}}) {
			my $line = refusal($name, USAGE, @$options);
			my $option = option_in(@$options);
			like($line, qr/option \Q$option\E\b.* is not known/, "$option is named");
			unlike($line, qr/""/, 'without empty quotes');
		}
	};
	subtest "$name names the option that lacks its value" => sub {
		for my $options (@NO_VALUE) {
			my $room = room();
			my $bot = $room->launch($name, {}, @$options);
			is(eval { $bot->ended(scaled(5)) }, 'exit ' . USAGE, "$name @$options");
			like($bot->err, qr/\A[^\n]*option @$options needs a value[^\n]*\n\z/,
				'one line names it');
			unlike($bot->err, qr/""/, 'without empty quotes');
		}
	};
	subtest "what $name prints on a full device is an error" => sub {
		for my $option (qw(-h -V)) {
			open my $full, '>', '/dev/full' or plan skip_all => "/dev/full: $!";
			my $room = room();
			my $bot = $room->launch($name, {stdout => $full}, $option);
			is($bot->ended, 'exit ' . IOERR, "$name $option: EX_IOERR");
			like($bot->err, qr/\A[^\n]*No space[^\n]*\n\z/, 'in one line');
		}
	};
}

subtest 'an interval that is too short for a wake-up' => sub {
	for my $short ('0.001', '0.000000001', '0.009', '0.009999999') {
		like(refusal('messenger1', USAGE, '--pace', 0, '-i', $short),
			qr/option -i\b.*0\.01/, "$short s is refused and 0.01 s offered");
	}
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', '0.01');
	ok($room->peer('messenger2')->await_game, 'which is long enough');
	$room->close;
};

# --- the workspace --------------------------------------------------------------

my %TOO_LONG = (
	'a name that is too long' => 'new/' . 'x' x 300,
	'a folder and such a name' => 'new/deep/' . 'x' x 300,
	'two dots on the way to such a name' => 'new/../new2/' . 'x' x 300,
	'slashes before and behind such a name' => 'new//deep///' . 'x' x 300 . '//',
);

for my $name (bot_names()) {
	subtest "$name leaves no half-made path behind" => sub {
		for my $what (sort keys %TOO_LONG) {
			my $room = room();
			my $bot = $room->start($name, '-w', $room->tmp . "/$TOO_LONG{$what}");
			is(eval { $bot->ended(scaled(5)) }, 'exit ' . CONFIG, $what);
			is(() = $bot->err =~ /\n/g, 1, 'in one line');
			ok(!-e $room->tmp . '/new', 'nothing of it is left');
		}
	};
	SKIP: {
		skip need_strace(), 1 if need_strace();
		subtest "$name leaves no half-made folder behind" => sub {
			# Three folders are made of the path, none in it.
			for my $path ('a/b/c', 'a/b/c/', 'a//b///c//', './a/b/./c///') {
				my $room = room();
				my $bot = $room->start($name, {strace => [fault('mkdirat',
					'error=EACCES', '4+')]}, '-w', $room->tmp . "/$path");
				is(eval { $bot->ended(scaled(5)) }, 'exit ' . CONFIG, $path);
				is(() = $bot->err =~ /\n/g, 1, 'in one line');
				ok(!-e $room->tmp . '/a', 'nothing of it is left');
			}
		};
	}
}

done_testing;
