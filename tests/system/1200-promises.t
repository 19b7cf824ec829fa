#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The system calls of both bots keep the promises about files: results are safe
# before they are called saved, nothing is overwritten, no link is followed.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

plan skip_all => need_strace() if need_strace();

use constant GAMES => 3;

# Both bots under strace for some games, in a room where they have been before
# or not. Returns the room and the calls of each.
sub traced_games ($room) {
	my %bot = map {
		$_ => $room->start($_, {strace => ['-y', '-s', '4096']}, '-n', GAMES,
			$_ eq 'messenger1' ? ('-i', 0) : ())
	} bot_names();
	is($_->ended, 'exit 0', $_->name . ' plays under strace') for values %bot;
	return map { $_ => [calls_of($bot{$_}->trace)] } bot_names();
}

# One hash for each call: name, text of all its arguments, what it returned.
sub calls_of ($trace) {
	return map {
		/\A(\w+)\((.*)\) += (\S+)/s
			? {call => $1, args => $2, ret => $3, text => $_} : ()
	} split /\n/, $trace;
}

# The path that an openat, linkat, ... names with a folder and a name in it.
sub named_path ($folder, $name) {
	return $name =~ m{\A/} ? $name : "$folder/$name";
}

my $AT = qr/(?:AT_FDCWD|\d+)<([^>]*)>, "((?:[^"\\]|\\.)*)"/;

sub opens ($calls) {
	return map {
		my ($folder, $name, $flags) = $_->{args} =~ /\A$AT, ([A-Z_|0-9]+)/;
		defined $flags ? {path => named_path($folder, $name), flags => $flags,
			text => $_->{text}} : ()
	} grep { $_->{call} eq 'openat' } @$calls;
}

# [from, to, flags] of everything that gives a file a name.
sub renames ($calls) {
	return map {
		$_->{args} =~ /\A$AT, $AT(?:, (.*))?\z/
			? {from => named_path($1, $2), to => named_path($3, $4),
				flags => $5 // '', call => $_->{call}, ret => $_->{ret}, text => $_->{text}}
			: ()
	} grep { $_->{call} =~ /\A(?:rename|link)at2?\z/ } @$calls;
}

sub none_ok ($name, @calls) {
	return is(join("\n", map { $_->{text} } @calls), '', $name);
}

# The index of the first call from $from on that fits.
sub next_call ($calls, $from, $call, $pattern) {
	for my $i ($from .. $#$calls) {
		return $i if $calls->[$i]{call} =~ /\A$call\z/
			&& $calls->[$i]{text} =~ $pattern;
	}
	return undef;
}

# A test that such calls come one after the other; @steps: name, call, pattern.
sub in_order_ok ($calls, $what, @steps) {
	my $at = -1;
	while (my ($name, $call, $pattern) = splice @steps, 0, 3) {
		my $next = next_call($calls, $at + 1, $call, $pattern);
		ok(defined $next, "$what: $name") or return undef;
		$at = $next;
	}
	return $at;
}

sub opening_ok ($room, $name, $calls) {
	my $dir = $room->dir;
	my @opens = opens($calls);
	my @inside = grep { $_->{path} =~ m{\A\Q$dir\E/} } @opens;
	cmp_ok(scalar @inside, '>', 10, "$name opens files of the folder");
	none_ok('with O_NOFOLLOW each', grep { $_->{flags} !~ /O_NOFOLLOW/ } @inside);
	none_ok('with O_CLOEXEC each', grep { $_->{flags} !~ /O_CLOEXEC/ } @opens);
	none_ok('with O_TRUNC none', grep { $_->{flags} =~ /O_TRUNC/ } @opens);
	none_ok('what it makes outside its own folders is new',
		grep { $_->{flags} =~ /O_CREAT/ && $_->{flags} !~ /O_EXCL/
			&& $_->{path} !~ m{\A\Q$dir\E/(?:spool|state)/$name/} } @inside);
	none_ok('it writes into nothing that has a name for others',
		grep { $_->{flags} =~ /O_WRONLY|O_RDWR/
			&& $_->{path} =~ m{/(?:game-[^/]*|current-board\.txt)\z} } @inside);
	my $other = other($name);
	none_ok("it only reads what is of $other",
		grep { $_->{flags} !~ /O_RDONLY/ && $_->{path} =~ m{/$other(?:/|\z)} } @inside);
	none_ok("and never waits in an open of it",
		grep { $_->{flags} !~ /O_NONBLOCK/ && $_->{path} =~ m{/$other/.*\.txt\z} } @inside);
	return;
}

sub renaming_ok ($room, $name, $calls) {
	my $dir = $room->dir;
	my @renames = renames($calls);
	none_ok('no plain rename onto the name of a result', grep {
		$_->{to} =~ m{\A\Q$dir\E/game-} && $_->{call} =~ /\Arename/
			&& $_->{flags} !~ /NOREPLACE/ } @renames);
	none_ok('nothing is linked but its own temporary', grep {
		$_->{call} eq 'linkat' && $_->{from} !~ m{\A\Q$dir\E/state/$name/\.[^/]+\z} }
		@renames);
	none_ok('a result keeps its name', grep { $_->{from} =~ m{\A\Q$dir\E/game-} } @renames);
	none_ok('the board comes from a temporary file', grep {
		$_->{to} =~ m{/current-board\.txt\z} && $_->{from} !~ m{/\.[^/]+\z} } @renames);
	none_ok('no result is unlinked', grep {
		$_->{call} =~ /\Aunlink/ && $_->{args} =~ /game-/ && $_->{args} !~ m{/state[/>]}
	} @$calls);
	none_ok('nothing is cut but in its own state folder', grep {
		$_->{call} =~ /truncate/ && $_->{args} !~ m{/state/$name/} } @$calls);
	return;
}

sub lines_ok ($room, $name, $calls) {
	my $own = $room->path('spool', $name);
	my @says = grep { $_->{call} =~ /write/ && $_->{args} =~ m{\A\d+<\Q$own\E/} } @$calls;
	cmp_ok(scalar @says, '>', 5, "$name says its lines");
	none_ok('each with one write', grep {
		$_->{args} !~ /, "(?:[^"\\]|\\[^n])*\\n", \d+/ } @says);
	my $from = 0;
	my @unwritten;
	for my $say (@says) {
		my ($line) = $say->{args} =~ /, "(.*)\\n"/;
		my ($at) = grep { $calls->[$_] == $say } $from .. $#$calls;
		push @unwritten, $say unless grep {
			$_->{call} =~ /write/ && $_->{args} =~ m{\A\d+<[^>]*/state/$name/[^>]*>.*\Q$line\E}
		} @$calls[$from .. $at];
		$from = $at + 1;
	}
	none_ok('each is in the journal before it is said', @unwritten);
	return;
}

sub alone_ok ($name, $calls) {
	none_ok("$name starts no thread, no child, no program", grep {
		$_->{call} =~ /\A(?:clone3?|v?fork|execve(?:at)?)\z/ } @$calls[1 .. $#$calls]);
	none_ok('it never sleeps but in poll', grep {
		$_->{call} =~ /\A(?:clock_)?nanosleep|pause|select|epoll/ } @$calls);
	return;
}

# What has to happen before a result is called saved, in this order.
sub saved_ok ($room, $calls) {
	my $dir = $room->dir;
	my $state = $room->path('state', 'messenger1');
	my @new = grep { defined next_call($calls, 0, 'linkat', qr/"\Q$_\E"/) } $room->results;
	is(scalar @new, GAMES, 'each result is linked to its name');
	for my $result (@new) {
		my ($id) = $result =~ /\Agame-(.*)\.txt\z/;
		in_order_ok($calls, $result,
			'its text is written', 'p?write\d*',
				qr/\d+<\Q$state\E[^>]*>, "Game ID: \Q$id\E\\n.*\\nPrevious: .*\\n"/,
			'its file is forced to disk', 'fsync', qr/\Q$state\E.*= 0/,
			'it is linked to its name', 'linkat', qr/<\Q$dir\E>, "\Q$result\E".* = 0/,
			'the folder is forced to disk', 'fsync', qr/\d+<\Q$dir\E>\) += 0/,
			'it is opened again by its name', 'openat',
				qr/<\Q$dir\E>, "\Q$result\E", O_RDONLY/,
			'and read', 'p?read\d*', qr/<\Q$dir\E\/\Q$result\E>, "Game ID: \Q$id\E\\n/,
			'then it is called saved', 'write', qr/\Awrite\(2.*saved/,
		);
		my $said = next_call($calls, 0, 'write', qr/write\(2.*\Q$id\E(?!_).*saved/);
		my $linked = next_call($calls, 0, 'linkat', qr/"\Q$result\E"/);
		cmp_ok($said, '>', $linked, "$result: not before");
	}
	return;
}

# A new game: its journal is safe before the first word.
sub opened_ok ($room, $calls) {
	my $state = $room->path('state', 'messenger1');
	my $spool = $room->path('spool', 'messenger1');
	my @openings = grep { $calls->[$_]{call} =~ /write/
		&& $calls->[$_]{args} =~ /\A\d+<\Q$spool\E.*Choose your symbol/ } 0 .. $#$calls;
	is(scalar @openings, GAMES, 'each game is opened once');
	my $from = 0;
	for my $at (@openings) {
		my @part = @$calls[$from .. $at];
		in_order_ok(\@part, 'a new game',
			'its first record is written', 'p?write\d*', qr/\d+<\Q$state\E\//,
			'and forced to disk', 'fsync', qr/\d+<\Q$state\E\/.*= 0/,
			'the journal gets its name', 'rename.*', qr/<\Q$state\E>.* = 0/,
			'the folder is forced to disk', 'fsync', qr/\d+<\Q$state\E>\) += 0/,
			'then the opening is said', 'p?write\d*', qr/<\Q$spool\E\//);
		$from = $at + 1;
	}
	return;
}

my $room = room();
for my $round ('in a fresh folder', 'started again') {
	my %calls = traced_games($room);
	subtest "messenger1 $round" => sub {
		saved_ok($room, $calls{messenger1});
		opened_ok($room, $calls{messenger1});
	};
	for my $name (bot_names()) {
		subtest "$name $round: files" => sub {
			opening_ok($room, $name, $calls{$name});
			renaming_ok($room, $name, $calls{$name});
			lines_ok($room, $name, $calls{$name});
			alone_ok($name, $calls{$name});
		};
	}
	subtest "messenger2 $round" => sub {
		none_ok('it forces nothing to disk', grep {
			$_->{call} =~ /sync/ } @{$calls{messenger2}});
		none_ok('it links nothing', grep { $_->{call} =~ /\Alink/ } @{$calls{messenger2}});
	};
	next if $round =~ /fresh/;
	my $dir = $room->dir;
	none_ok("$_, started again, lists no folder of results", grep {
		$_->{call} =~ /getdents/ && $_->{args} =~ m{\A\d+<\Q$dir\E(?:/state.*)?>}
	} @{$calls{$_}}) for bot_names();
}
$room->results_ok(2 * GAMES, 'all results are right');
$room->close;

done_testing;
