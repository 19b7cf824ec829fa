#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The two bots are on two machines, as far as bindfs can play that: messenger2 sees
# the folder of messenger1 through it, also where users have other numbers there.
# Both of them in such a view, and messenger1 alone, are in 1745-no-events.t.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Mounts;
use Messengers::Users;
use Messengers::Views;

plan skip_all => need_mounts() if need_mounts();
plan skip_all => need_fuse() if need_fuse();
plan skip_all => need_users() if need_users();

use constant { HERE => 61_201, THERE => 61_202 };	# one user, on two machines

# A pair of that user; the rooms are its own.
sub of_two_numbers (@options) {
	my ($room, $behind) = viewed(@options);
	chown HERE, HERE, $behind->dir or die "chown: $!\n";
	return pair('messenger2', $room, $behind, {messenger1 => {prepare => become(HERE)},
		messenger2 => {prepare => become(THERE)}});
}

my @map = ('--map=' . HERE . '/' . THERE . ':@' . HERE . '/@' . THERE);
my $mapped = of_two_numbers(@map);
$mapped->{what} .= ', with the users\' numbers mapped';
# For a moment, bindfs gives a new file to root.
$mapped->{tells} = qr/: the spool file of messenger2 is no regular file of its user: ignored\z/;
games_ok(pair('messenger2', viewed()), $mapped);

subtest 'the same without a map' => sub {
	my $pair = of_two_numbers();
	my ($room, $behind) = @{$pair->{room}}{qw(messenger2 messenger1)};
	my $bot = $behind->start('messenger1', $pair->{how}{messenger1}, '-q');
	my $id = wait_for(sub { ($behind->ids('messenger1'))[0] }, 'a game');
	chmod 0777, $behind->dir, map { $behind->path($_) } qw(spool state);
	my $other = $room->start('messenger2', $pair->{how}{messenger2}, '-q');
	wait_for(sub { $other->err =~ /no regular file/ }, 'messenger2 to tell that');
	like($other->err, qr/\Amessenger2: spool\/messenger1\/\Q$id\E\.txt: no regular file of .*: ignored\n\z/,
		'messenger1 is somebody else');
	is_deeply([$behind->ids('messenger2')], [], 'and is not answered');
	$_->close for $room, $behind;
};

done_testing;
