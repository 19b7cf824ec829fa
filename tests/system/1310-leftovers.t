#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A temporary file that a crash has left is removed, whatever it has become, and
# a result that was already published gets its second name.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX qw(mkfifo);
use Test::More;
use Messengers;

plan skip_all => need_strace() if need_strace();

# The temporary files each bot makes in two games, by watching it: below the
# folder, one fixed name for each bot and kind.
sub temporaries () {
	my $room = room();
	my %bot = map {
		$_ => $room->start($_, {strace => ['-y', '-e', 'trace=openat,linkat']},
			'-q', '-n', 2, $_ eq 'messenger1' ? ('-i', 0) : ())
	} bot_names();
	$_->ended for values %bot;
	my (%names, $result);
	my $dir = $room->dir;
	for my $name (bot_names()) {
		my $trace = $bot{$name}->trace;
		my %path = map { $_ => 1 }
			$trace =~ m{^openat\(\d+<\Q$dir\E(/?[^>]*>, "\.[^"/]+)", [^)]*O_CREAT}mg;
		$names{$name} = [map { s{>, "}{/}r =~ s{\A/}{}r } sort keys %path];
		($result) = map { s{>, "}{/}r =~ s{\A/}{}r }
			$trace =~ m{^linkat\(\d+<\Q$dir\E(/?[^>]*>, "\.[^"/]+)"}m if $name eq 'messenger1';
	}
	return (\%names, $result);
}

my ($temporaries, $result_temporary) = temporaries();
cmp_ok(scalar @{$temporaries->{messenger1}}, '>=', 2, 'messenger1 has temporary files');
cmp_ok(scalar @{$temporaries->{messenger2}}, '>=', 1, 'messenger2 has temporary files');
ok(defined $result_temporary, 'a result is linked from a temporary file');

my %KINDS = (
	'a file' => sub ($path, $precious) { spew($path, "half\n") },
	'a symlink' => sub ($path, $precious) { symlink $precious, $path },
	'a FIFO' => sub ($path, $precious) { mkfifo $path, 0644 },
	'a hard link' => sub ($path, $precious) { link $precious, $path },
	'a file without rights' => sub ($path, $precious) { chmod 0, spew($path, "half\n") },
);

# A room with the folders of both bots and all temporary names taken.
sub littered_room ($kind) {
	my $room = room();
	my $precious = spew($room->tmp . '/precious', "precious\n");
	$room->folder(@$_) for (map { ['spool', $_], ['state', $_] } bot_names()),
		['state', 'messenger1', 'results'];
	for my $path (map { @$_ } values %$temporaries) {
		$KINDS{$kind}->($room->path($path), $precious) or die "$path: $!\n";
	}
	return $room;
}

sub there ($room, $name) {
	return grep { lstat $room->path($_) } @{$temporaries->{$name}};
}

for my $kind (sort keys %KINDS) {
	for my $name (bot_names()) {
		my $other = other($name);
		subtest "$kind left by $name" => sub {
			my $room = littered_room($kind);
			my $bot = $room->start($name, '-n', 1);
			my $peer = $room->peer($other);
			$peer->await_game if $name eq 'messenger1';
			$bot->settle;
			is_deeply([there($room, $name)], [], 'is gone after its start');
			is_deeply([there($room, $other)], $temporaries->{$other},
				"those of $other are left to it");
			$peer->meet(met => $name eq 'messenger1');
			$peer->play;
			is($bot->ended, 'exit 0', 'a game is played');
			is(slurp($room->tmp . '/precious'), "precious\n", 'nothing was written through it');
			is(mode_of($room->tmp . '/precious'), '0644', 'nor was its mode changed');
			is($room->board, $peer->picture, 'the board is drawn');
			is(scalar $room->results, $name eq 'messenger1' ? 1 : 0, 'the result is there');
			$room->close;
		};
	}
}

subtest 'a temporary file that was published goes to the second names' => sub {
	my $room = room();
	my $bot = $room->start('messenger1');
	my $peer = $room->peer('messenger2');
	$peer->meet;
	$peer->play;
	wait_for(sub { $room->second_names }, 'the second name');
	$bot->settle;
	$bot->kill9;
	my ($result) = $room->results;
	my $path = $room->path($result);
	my ($second) = glob $room->path('state/messenger1/results') . '/*';
	rename $second, $room->path($result_temporary) or die "rename: $!\n";
	is((lstat $path)[3], 2, 'a kill between link and rename leaves two links');
	$bot = $room->restart($bot);
	$bot->settle;
	ok(!lstat $room->path($result_temporary), 'the temporary name is gone');
	$room->results_ok(1, 'the result has both its names');
	is((lstat $path)[3], 2, 'and no third');
	$room->close;
};

done_testing;
