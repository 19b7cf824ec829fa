#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# Either bot may be killed right before any of the system calls that change
# something, from its start over older games to its first word in the second
# game from there: started again, it loses nothing and says nothing twice. Other
# starts, and kills of both, are those of make check-crash.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Crash;

plan skip_all => need_strace() if need_strace();

note $_ for all_points_ok({name => 'after two games', older => 2}, bot_names());

done_testing;
