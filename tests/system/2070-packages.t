#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What make check installs before it runs: with root or sudo all that is missing,
# none of it as a running service; without, it only needs what no test can skip.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp qw(tempdir);
use Test::More;
use Messengers;

my $PACKAGES = "$FindBin::Bin/../../.ci/packages";
my $tmp = tempdir(CLEANUP => 1);
my ($calls, $policy) = ("$tmp/calls", "$tmp/policy-rc.d");

# A program in the place of a real one.
sub fake ($name, $does) {
	mkdir "$tmp/bin";
	spew("$tmp/bin/$name", "#!/bin/sh\n$does\n");
	chmod 0755, "$tmp/bin/$name";
	return;
}

# Exit status, output, and what was called by whom may do that.
sub packages (@words) {
	unlink $calls;
	local $ENV{PATH} = "$tmp/bin:$ENV{PATH}";
	local $ENV{POLICY} = $policy;
	my $said = `$PACKAGES @words 2>&1`;
	return ($? >> 8, $said, slurp($calls) // '');
}

fake('dpkg-query', 'case $3 in here*) echo install ok installed;; *) exit 1;; esac');
fake('systemctl', "echo systemctl \"\$\@\" >>$calls");
fake('apt-get', "{ echo apt-get \"\$\@\"; \"$policy\"; echo policy \$?; } >>$calls 2>/dev/null");
fake('id', 'echo 1000');
fake('sudo', 'exit 1');

subtest 'without root and sudo' => sub {
	is_deeply([packages(qw(here1 -- here2))], [0, '', ''], 'all is there: not a word');
	is_deeply([packages(qw(here1 -- a b))], [0, "what needs these will be skipped: a b\n", ''],
		'what can be skipped is named');
	is_deeply([packages(qw(a here1 -- b))],
		[69, "missing packages; as root, run: apt-get install -y a b\n", ''],
		'what cannot stops it, and all of it is named');
};

for my $who ('root', 'sudo') {
	$who eq 'root' ? fake('id', 'echo 0')
		: (fake('id', 'echo 1000'), fake('sudo', '[ "$1" = -n ] && shift; exec "$@"'));
	subtest "with $who" => sub {
		my ($status, $said, $called) = packages(qw(a here1 -- b));
		is($status, 0, 'it can be done');
		is($said, "installing a b\n", 'all that is missing is installed');
		is($called, "apt-get update\npolicy 101\n"
			. "apt-get install -y --no-install-recommends a b\npolicy 101\n",
			'while no service may be started');
		ok(!-e $policy, 'which it may be afterwards');
		($status, $said, $called) = packages('openssh-server');
		like($called, qr/^systemctl .*disable ssh\.service$/m, 'sshd comes with no boot either');
		spew($policy, "#!/bin/sh\nexit 104\n");
		chmod 0755, $policy;
		($status, $said, $called) = packages('a');
		like($called, qr/^policy 104$/m, "somebody's own policy counts");
		ok(-e $policy, 'and stays');
		unlink $policy;
	};
}

subtest 'it fails' => sub {
	fake('apt-get', 'echo no such package >&2; exit 100');
	my ($status, $said) = packages('a');
	is($status, 69, 'it says so');
	like($said, qr/^no such package$/m, 'with the reason');
	ok(!-e $policy, 'and leaves no policy');
};

done_testing;
