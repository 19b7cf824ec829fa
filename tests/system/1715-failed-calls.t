#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# A disk with errors: whatever can be neither read, written nor named is tried
# again, until the disk is mended.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Trouble;

plan skip_all => need_attach() if need_attach();

my $LOST = qr/was moved, removed, replaced or shut: waiting for it/;

# A kind of calls, and what a bot may say of it besides of its end.
my %KINDS = (
	'append to its journal' => ['pwrite64', qr/journal/],
	'speak' => ['write', qr/spool/],
	'read' => ['pread64', qr/spool|result|board/],
	'open' => ['openat', qr/spool|result|journal|board/],
	'name' => ['linkat,renameat,renameat2', qr/result|journal|board/],
	'list' => ['getdents64', qr/spool.messenger1/],
	'ask about' => ['newfstatat,fstat,statx,stat', qr/$LOST|spool|state|result|work: Input/],
);

# Games follow each other fast, so many of them share a second.
sub spools ($room, $name) {
	return map {
		my $id = $_;
		map { $room->spool($name, $id . $_) } '', map { "_000$_" } 2 .. 9
	} coming_ids(10);
}

# Options for strace. What is written to standard error is to get there.
sub options ($room, $name, $calls) {
	my @only = $calls eq 'write' ? only_on(spools($room, $name)) : ();
	return ('-e', "trace=$calls", '-e', "inject=$calls:error=EIO", @only);
}

sub cannot ($name, $what) {
	my ($calls, $words) = @{$KINDS{$what}};
	return {
		name => "$name cannot $what anything",
		begin => sub ($room, $bots) {
			return failing($bots->{$name}, options($room, $name, $calls));
		},
		until => $what eq 'ask about' ? qr/work\/.*Input.output error: waiting/ : undef,
		told => qr/(?:$words)(?:.*Input.output error|)|going on|(?:read|drawn) again|is back/,
	};
}

troubles((map { cannot('messenger1', $_) } grep { $_ ne 'list' } sort keys %KINDS),
	(map { cannot('messenger2', $_) } sort keys %KINDS));

done_testing;
