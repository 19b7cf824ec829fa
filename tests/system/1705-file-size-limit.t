#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A limit on the size of files is a disk that is full for the longer ones: a bot
# waits, and neither dies of SIGXFSZ nor leaves a part of anything.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Limits;
use Messengers::Trouble;

plan skip_all => need_limits() if need_limits();

my $WORDS = qr/(?:result|journal|spool): File too large: waiting|going on|board/;

# The log of a bot is a file too, but not to the bot.
sub piped ($room, $name, $number) {
	my $log = $room->tmp . "/$name.$number.err";
	open my $in, '|-', 'sh', '-c', 'exec cat >>"$1"', 'sh', $log or die "cat: $!\n";
	return $in;
}

troubles(map {
	my ($size, @victims) = @$_;
	{
		name => "no file of @victims may be longer than $size bytes",
		start => sub ($room, $name) {
			return {stderr => piped($room, $name, $name eq 'messenger1' ? 0 : 1)};
		},
		begin => sub ($room, $bots) {
			limit($bots->{$_}, 'fsize', $size) for @victims;
			return sub { unlimit($bots->{$_}, 'fsize') for @victims };
		},
		told => $WORDS,
	}
} [0, bot_names()], [30, 'messenger1'], [30, 'messenger2'], [200, 'messenger1'],
	[200, 'messenger2'], [400, 'messenger1']);

done_testing;
