#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Whatever is wrong at the start is told in one line that names it, with the
# right exit code, and nothing is left behind.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX ();
use Test::More;
use Messengers;

use constant { USAGE => 64, CONFIG => 78 };
use constant NOBODY => 65534;

# A bot that must not start. $named is what the line has to name.
sub refused_ok ($name, $code, $named, $how, @options) {
	my $room = room();
	my @before = listing($room->tmp);
	my $bot = $room->start($name, $how, @options);
	is($bot->ended, "exit $code", "$name @options: exit code");
	is(() = $bot->err =~ /\n/g, 1, "$name @options: one line");
	like($bot->err, $named, "$name @options: it names what is wrong");
	is($bot->out, '', "$name @options: nothing is drawn");
	is_deeply([grep { !/\.(?:out|err) mode/ } listing($room->tmp)], \@before,
		"$name @options: nothing is left behind");
	return;
}

# --- options -----------------------------------------------------------------

my @NO_NUMBERS = ('', 'x', '-1', '1x', '0x10', ' 1', '1 ', '--', '1e3', '1,5',
	'99999999999999999999999999');

my %BAD = (
	both => [
		['--bogus'], ['-Z'], ['extra'], ['-w'], ['--workspace'], ['--pace'],
		['-s', 'brilliant'], ['-s', ''], ['-s', 'Perfect'], ['--strategy', 'perfect '],
		(map { ['--pace', $_], ['--seed', $_], ['-n', $_], ['--cpu', $_], ['--games', $_] } @NO_NUMBERS),
		# hardly any machine has 1024 processors
		['--cpu', '1023'], ['--cpu', '1024'], ['--pace', '1.5'], ['-n', '1.5'], ['--seed', '1.5'],
		['--peer-user', 'no-such-user'], ['--peer-user', ''], ['--peer-user', '99999'],
	],
	messenger1 => [
		(map { ['-i', $_], ['--interval', $_] } grep { $_ ne '1e3' } @NO_NUMBERS),
		['-i', 'inf'], ['-i', 'nan'], ['-i', '-0.5'], ['-i', '1.2.3'], ['-i', '.'],
		['--first', 'maybe'], ['--first', ''], ['--first', 'YES'],
		['--symbol', 'circle'],
	],
	messenger2 => [
		['--symbol', 'square'], ['--symbol', ''], ['--symbol', 'O'],
		['-i', '5'], ['--interval', '5'], ['--first', 'yes'],
	],
);

my %SHORT = ('--workspace' => '-w', '--strategy' => '-s', '--games' => '-n',
	'--interval' => '-i');
my %UNKNOWN = (messenger1 => qr/\A--symbol/, messenger2 => qr/\A(?:-i|--interval|--first)/);

# What the line has to name: the value, or the option where it is of no use.
sub named ($name, $option, $value = '') {
	return qr/\Q$value\E/ if $value =~ /[^\s-]/ && $option !~ $UNKNOWN{$name};
	my @names = map { quotemeta } $option, $SHORT{$option} // ();
	return qr/(?:@{[join '|', @names]})(?!\w)/;
}

for my $name (bot_names()) {
	subtest "$name and wrong options" => sub {
		for my $options (@{$BAD{both}}, @{$BAD{$name}}) {
			refused_ok($name, USAGE, named($name, @$options), {}, @$options);
		}
	};
	subtest "$name and options without a dash" => sub {
		refused_ok($name, USAGE, qr/what is this/, {}, 'what is this');
	};
}

subtest 'an interval that is too short for the thinking' => sub {
	for my $row ([1, 1000], [9, 1000], [0.5, 60], [120, 13334], [0.9, 100]) {
		my ($interval, $pace) = @$row;
		refused_ok('messenger1', USAGE, qr/interval|pace/, {}, '-i', $interval,
			'--pace', $pace);
	}
	for my $row ([9.1, 1000], [0.5, 50], [120, 13333], [0, 1000], [0, 100000]) {
		my ($interval, $pace) = @$row;
		my $room = room();
		my $bot = $room->start('messenger1', '-i', $interval, '--pace', $pace);
		ok($room->peer('messenger2')->await_game,
			"an interval of $interval s is enough for $pace ms");
		$room->close;
	}
};

# --- the workspace -------------------------------------------------------------

# A folder that the bot has to refuse, made by $make, for user $uid.
sub unusable_ok ($name, $what, $make, $uid = $>) {
	my $room = room(dir => 'outer/work');
	mkdir $room->tmp . '/outer';
	my $dir = $make->($room);
	my @before = listing($room->tmp);
	my $how = {prepare => sub {
		POSIX::setgid($uid) if $uid != $>;
		POSIX::setuid($uid) if $uid != $>;
	}};
	my $bot = $room->start($name, $how, '-w', $dir);
	is($bot->ended, 'exit ' . CONFIG, "$name: $what: exit code");
	is(() = $bot->err =~ /\n/g, 1, "$name: $what: one line");
	like($bot->err, qr/\Q$dir\E/, "$name: $what: it names the folder");
	is_deeply([grep { !/\.(?:out|err) mode/ } listing($room->tmp)], \@before,
		"$name: $what: nothing is left behind");
	chmod 0755, $room->dir;	# so that it can be removed
	return;
}

# Who may not write into a folder of this user: nobody, when this is root.
sub somebody_else () {
	return $> == 0 ? NOBODY : $>;
}

for my $name (bot_names()) {
	subtest "$name and an unusable workspace" => sub {
		unusable_ok($name, 'a file', sub ($room) { spew($room->dir, "hello\n") });
		unusable_ok($name, 'below a file', sub ($room) {
			spew($room->dir, "hello\n") . '/below';
		});
		unusable_ok($name, 'a symlink to nothing', sub ($room) {
			symlink $room->tmp . '/nothing', $room->dir;
			return $room->dir;
		});
		unusable_ok($name, 'the spool is a file', sub ($room) {
			$room->folder;
			spew($room->path('spool'), "hello\n");
			return $room->dir;
		});
		unusable_ok($name, 'its state folder is a symlink', sub ($room) {
			$room->folder('state');
			$room->folder('spool', $name);
			symlink $room->tmp, $room->path('state', $name);
			return $room->dir;
		});
	};
	subtest "$name and a workspace without rights" => sub {
		my $uid = somebody_else();
		plan skip_all => 'the bots are out of reach for other users'
			unless reachable($name, $uid);
		unusable_ok($name, 'not creatable', sub ($room) {
			chmod 0555, $room->tmp . '/outer';
			return $room->dir;
		}, $uid);
		unusable_ok($name, 'not writable', sub ($room) {
			chmod 0555, $room->folder;
			return $room->dir;
		}, $uid);
		unusable_ok($name, 'not even searchable', sub ($room) {
			chmod 0, $room->folder;
			return $room->dir;
		}, $uid);
		unusable_ok($name, 'its spool folder is not writable', sub ($room) {
			$room->folder($_, $name) for qw(spool state);
			chmod 0555, $room->path('spool', $name), $room->path('state', $name);
			return $room->dir;
		}, $uid);
	};
}

# Whether that user may run the binary at all.
sub reachable ($name, $uid) {
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		POSIX::setuid($uid) if $uid != $>;
		POSIX::_exit(-x binary($name) ? 0 : 1);
	}
	waitpid $pid, 0;
	return $? == 0;
}

# --- what is no mistake ----------------------------------------------------------

subtest 'help and version' => sub {
	my %own = (messenger1 => [qw(--interval --first)], messenger2 => ['--symbol']);
	for my $name (bot_names()) {
		for my $option (qw(-h --help)) {
			my $room = room();
			my $bot = $room->launch($name, {}, $option);
			is($bot->ended, 'exit 0', "$name $option is no mistake");
			is($bot->err, '', "$name $option prints no error");
			like($bot->out, qr/\Q$_\E\b/, "$name $option tells of $_")
				for qw(--workspace --strategy --seed --pace --peer-user --games --quiet),
				@{$own{$name}};
			ok(!-e $room->dir, "$name $option makes no folder");
		}
		for my $option (qw(-V --version)) {
			my $room = room();
			my $bot = $room->launch($name, {}, $option);
			is($bot->ended, 'exit 0', "$name $option is no mistake");
			like($bot->out, qr/\A[^\n]*\Q$name\E[^\n]*\d[^\n]*\n\z/,
				"$name $option prints name and version");
		}
	}
};

subtest 'long names of options' => sub {
	my $room = room();
	my $seat1 = $room->launch('messenger1', {}, '--workspace', $room->dir,
		'--strategy', 'random', '--seed=5', '--pace', 0, '--games', 1, '--quiet',
		'--interval', 60, '--first=yes');
	my $seat2 = $room->launch('messenger2', {}, '--workspace=' . $room->dir,
		'--strategy=perfect', '--pace=0', '--games=1', '--quiet', '--symbol=cross');
	is($_->ended, 'exit 0', $_->name . ' takes them') for $seat1, $seat2;
	$room->results_ok(1, 'and plays');
};

done_testing;
