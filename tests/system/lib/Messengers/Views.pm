# SPDX-License-Identifier: ISC
# A workspace seen through FUSE, as another machine would see it: what is changed
# behind such a view makes no event in it. And games of pairs who do not share one.
package Messengers::Views;
use v5.36;
use Exporter 'import';
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Mounts;
use Messengers::Trouble;

our @EXPORT = qw(need_fuse viewed pair ended_ok games_ok);

use constant HOP => scaled(3);	# looks are 2 s apart

# The reason why nothing can be seen through FUSE here, or ''. After need_mounts().
sub need_fuse () {
	return '/dev/fuse is not there' if !-e '/dev/fuse';
	return 'bindfs is not installed' if system('bindfs --version >/dev/null 2>&1') != 0;
	my $room = room();
	mkdir $room->dir;
	return system('bindfs', $room->tmp, $room->dir) == 0
		&& system('umount', $room->dir) == 0 ? '' : 'FUSE is not to be had here';
}

# A room whose workspace is a view of another room's, which is returned too.
sub viewed (@options) {
	my ($room, $behind) = (room(), room());
	$behind->folder;
	system('bindfs', @options, $behind->dir, $room->folder) == 0 or die "bindfs: $?\n";
	push @{$room->{mounts}}, $room->dir;
	return ($room, $behind);
}

# --- games ----------------------------------------------------------------------

# A pair of which the bot $name sees the other's workspace $behind in $room;
# %$how: for Room::start, by bot.
sub pair ($name, $room, $behind, $how = {}) {
	return {room => {$name => $room, other($name) => $behind}, behind => $behind,
		how => $how, tells => qr/\A\z/, id => '', games => 0,
		what => "$name through it"};
}

# Two games in one life: what is held may do for the first only.
sub begin ($pair) {
	my %own = (messenger1 => [qw(-i 0 --first yes -s perfect)], messenger2 => [qw(-s random)]);
	$pair->{bots} = [map {
		$pair->{room}{$_}->start($_, $pair->{how}{$_} // {}, qw(-q -n 2), @{$own{$_}})
	} reverse bot_names()];
	$pair->{games} += 2;
	$pair->{longest} = 0;
	return;
}

# Looks for more words in the newest game, and how long they took to come.
sub watch ($pair) {
	my $behind = $pair->{behind};
	my $id = ($behind->ids('messenger1'))[-1] // return;
	my $words = map { $behind->said($_, $id) } bot_names();
	my ($now, $since) = (clock(), $pair->{since});
	@$pair{qw(id words since)} = ($id, $words, $now) if $id ne $pair->{id};
	return if $words <= $pair->{words};
	$pair->{longest} = $now - $since if $now - $since > $pair->{longest};
	@$pair{qw(words since)} = ($words, $now);
	return;
}

# The pair's bots end by themselves, and each word of the last game is of it.
sub ended_ok ($pair) {
	my ($behind, $id, $games) = @$pair{qw(behind id games)};
	is($_->ended, 'exit 0', $_->name . ' plays to the end') for @{$pair->{bots}};
	$behind->results_ok($games, 'all results are there and right');
	my $text = slurp($behind->path("game-$id.txt")) // return fail("game $id has ended");
	my %said = map { $_ => [$behind->said($_, $id)] } bot_names();
	is(join("\n", faults_of_talk(\%said, $text)), '', 'each word was said once');
	is($behind->board, (drawings_of('messenger1', $text))[-1], 'the board shows the end');
	return;
}

# All pairs at a time. On a slow machine a word may come late in the one life or
# the other, but not in each.
sub games_ok (@pairs) {
	my @todo = @pairs;
	for (1 .. 3) {
		begin($_) for @todo;
		eval {
			wait_for(sub {
				watch($_) for @todo;
				!grep { $_->alive } map { @{$_->{bots}} } @todo
			}, 'the end of the games', 2 * patience());
		} or return fail("they end: $@");
		@todo = grep { $_->{longest} > HOP } @todo;
	}
	for my $pair (@pairs) {
		subtest $pair->{what} => sub {
			ended_ok($pair);
			is_deeply([grep { $_ !~ $pair->{tells} } map { unusual($_) } @{$pair->{bots}}],
				[], 'there is nothing to tell');
			cmp_ok($pair->{longest}, '<=', HOP, 'each word comes in ' . HOP . ' s');
			$_->close for values %{$pair->{room}};
		};
	}
	return;
}

1;
