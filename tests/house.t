#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The walls of the house hold: what a floor must not do makes the check fail, and
# only sources are tracked.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);
use Test::More;

plan skip_all => 'the floors are checked on the plain build' if $ENV{SAN};

my $make = $ENV{MAKE} || 'make';
my $top  = getcwd();

# A copy of the sources in which one file has got some more lines at its end.
sub layering_with {
	my ($file, $lines) = @_;
	my $copy = tempdir(CLEANUP => 1);
	system('cp', '-R', "$top/Makefile", "$top/common", "$top/messenger1",
	    "$top/messenger2", "$top/tests", $copy) == 0 or die "cp: $?";
	if (defined $file) {
		open my $out, '>>', "$copy/$file" or die "$file: $!";
		print $out $lines;
		close $out;
	}
	my $said = `env -u MAKEFLAGS -u MAKELEVEL $make -C $copy layering 2>&1`;
	return ($?, $said);
}

my ($status, $said) = layering_with();
is($status, 0, 'the house as it is passes') or diag $said;

($status, $said) = layering_with('common/core/board.h', qq(#include "session.h"\n));
isnt($status, 0, 'core cannot include a header of protocol');

($status, $said) = layering_with('common/protocol/line.c', qq(#include "../io/file.h"\n));
isnt($status, 0, 'nor protocol one of io by its path');
like($said, qr/line\.c includes a floor above it/, 'and the file is named');

($status, $said) = layering_with('common/io/file.c', qq(#include "log.h"\n));
isnt($status, 0, 'io cannot include the log of the daemon');

($status, $said) = layering_with('common/core/board.c',
	"#include <time.h>\nlong now(void);\nlong\nnow(void)\n{\n\treturn time(NULL);\n}\n");
isnt($status, 0, 'core cannot ask for the time');
like($said, qr/^time$/m, 'and the call is named');

($status, $said) = layering_with('common/protocol/session.c',
	"int count(void);\nint\ncount(void)\n{\n\tstatic int n;\n\n\treturn ++n;\n}\n");
isnt($status, 0, 'protocol cannot keep a static variable');
like($said, qr/must have no variables/, 'and is told so');

($status, $said) = layering_with('common/core/text.c',
	"const char *first(void);\nstatic const char *name = \"none\";\n" .
	"const char *\nfirst(void)\n{\n\treturn name++;\n}\n");
isnt($status, 0, 'nor core a pointer that can be changed');

($status, $said) = layering_with('common/core/text.c',
	"int count(void);\nint\ncount(void)\n{\n\tstatic _Thread_local int n;\n\n\treturn ++n;\n}\n");
isnt($status, 0, 'nor one variable for each thread');

($status, $said) = layering_with('common/daemon/log.c', qq(#include "../../messenger1/schedule.h"\n));
isnt($status, 0, 'the daemon cannot include a header of its programs');

SKIP: {
	my @tracked = split /\0/, `git ls-files -z 2>/dev/null`;
	skip('this is no clone', 1) unless @tracked;
	is_deeply([grep { -f && -s _ && -B _ } @tracked], [], 'nothing that was built is tracked');
}

done_testing();
