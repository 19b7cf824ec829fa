# SPDX-License-Identifier: ISC
# Limits put on a bot while it runs, and taken away again.
package Messengers::Limits;
use v5.36;
use Exporter 'import';

our @EXPORT = qw(need_limits limit limit_self unlimit);

sub prlimit (@words) {
	return system('prlimit', @words) == 0;
}

# The reason why a limit, once put on, could not be taken away here, or ''.
sub need_limits () {
	return system('prlimit --version >/dev/null 2>&1') == 0 ? '' : 'prlimit is not installed';
}

# Only the soft limit, so that it can be taken away by anybody.
sub limit ($bot, $what, $n) {
	prlimit('--pid', $bot->pid, "--$what=$n:") or die "prlimit: $?\n";
	return;
}

sub limit_self ($what, $n) {
	prlimit('--pid', $$, "--$what=$n:") or die "prlimit: $?\n";
	return;
}

sub unlimit ($bot, $what) {
	prlimit('--pid', $bot->pid, "--$what=" . ($what eq 'nofile' ? 256 : 'unlimited') . ':')
		or die "prlimit: $?\n";
	return;
}

1;
