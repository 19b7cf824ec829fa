#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The two kinds of drive are what the proof of the power cuts takes them for: a
# block that was written but not flushed is kept by one and forgotten by the
# other; what was flushed is kept by both.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/../system/lib";
use Test::More;
use Messengers;
use Messengers::Image;

my $why = Messengers::Image::need_images();
plan skip_all => $why if $why;

use constant BLOCK => 4096;

# Writes one block past the page cache: it is with the drive when this returns.
sub write_block ($room, $letter, @flush) {
	my $source = spew($room->tmp . '/block', $letter x BLOCK);
	system('dd', "if=$source", 'of=' . $room->tmp . '/disk/file', 'bs=' . BLOCK,
		'count=1', 'oflag=direct', 'status=none', 'conv=notrunc', @flush) == 0
		or die "dd: $?\n";
	return;
}

for (['keeps', 'b'], ['forgets', 'a']) {
	my ($cache, $unflushed) = @$_;
	my $room = room();
	my $disk = Messengers::Image->new($room->tmp, 'ext4', $cache);
	$disk->on('live');
	write_block($room, 'a', 'conv=fsync');
	$disk->cut('live', 'flushed');
	write_block($room, 'b');
	$disk->cut('live', 'unflushed');
	$disk->off;
	for (['flushed', 'a'], ['unflushed', $unflushed]) {
		my ($name, $letter) = @$_;
		$disk->on($name);
		is(slurp($room->tmp . '/disk/file'), $letter x BLOCK,
			"a drive that $cache: what was $name is " . ($letter eq 'b' ? 'new'
			: $name eq 'flushed' ? 'there' : 'old'));
		$disk->off;
	}
	$disk->close;
}

done_testing;
