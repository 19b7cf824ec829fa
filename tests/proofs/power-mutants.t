#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The proof of the power cuts can fail: each of these bots, a copy with one thing
# left out, loses something in it. MOMENTS, DRIVES and SEED as in power-cuts.t.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/../system/lib";
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Test::More;
use Messengers;
use Messengers::Image;

my $why = Messengers::Image::need_images();
plan skip_all => $why if $why;

$ENV{MOMENTS} //= 24;
$ENV{DRIVES} //= 'forgets';
my $TOP = abs_path("$FindBin::Bin/../..");
my $MAKE = $ENV{MAKE} // 'make';

# What is left out, in which file, from what to what; on how many of the three
# filesystems that must be seen.
my @MUTANTS = (
	['the sync of the folder that has got a result', 'common/io/results.c',
		'if (publish_sync(ws->root) == -1) {', 'if (0) {', 3],
	['the sync of a result before it gets its name', 'common/io/publish.c',
		"\tif (publish_sync(fd) == -1) {", "\tif (0) {", 3],
	['the syncs of a new journal', 'common/io/publish.c',
		'name_journal(dir, fd, durable);', 'name_journal(dir, fd, durable && 0);', 1],
	['the second name at a start', 'common/io/results.c',
		'file_again(ws, id, name) :', '0 :', 3],
);

# A copy of the sources with this in the place of that, built; its programs.
sub build ($file, $from, $to) {
	my $copy = tempdir(CLEANUP => 1);
	system('cp', '-R', (map { "$TOP/$_" } qw(Makefile common messenger1 messenger2
		tests)), $copy) == 0 or die "cp: $?\n";
	my $text = slurp("$copy/$file");
	die "$file: not exactly one $from\n" if 2 != split /\Q$from\E/, $text, -1;
	spew("$copy/$file", $text =~ s/\Q$from\E/$to/r);
	my $said = `env -u MAKEFLAGS -u MAKELEVEL $MAKE -C $copy BIN=build WERROR= bots 2>&1`;
	die $said if $?;
	return "$copy/build";
}

# At how many of the moments something was lost, and how many there were.
sub losses ($programs, $filesystem) {
	local @ENV{qw(BUILDDIR FILESYSTEMS)} = ($programs, $filesystem);
	my $said = `perl $FindBin::Bin/power-cuts.t 2>&1`;
	my ($moments) = $said =~ /^1\.\.(\d+)$/m or die $said;
	return (scalar(() = $said =~ /^not ok /mg), $moments);
}

for my $mutant (@MUTANTS) {
	my ($what, $file, $from, $to, $least) = @$mutant;
	my $programs = build($file, $from, $to);
	my ($seen, @figures) = 0;
	for my $filesystem (qw(ext4 xfs btrfs)) {
		my ($lost, $moments) = losses($programs, $filesystem);
		$seen++ if $lost;
		push @figures, "$lost of $moments on $filesystem";
	}
	my $figures = join ', ', @figures;
	cmp_ok($seen, '>=', $least, "without $what something is lost: $figures");
	diag("without $what: lost $figures");
}

done_testing;
