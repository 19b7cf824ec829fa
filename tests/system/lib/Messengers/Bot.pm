# SPDX-License-Identifier: ISC
# One real bot as a process: started, watched, signalled, ended by its pid.
package Messengers::Bot;
use v5.36;
use POSIX qw(WNOHANG WIFEXITED WEXITSTATUS WTERMSIG);
use Messengers::Wait;

my %alive;	# pid => 1, of all bots this test has started
my $IDLE_LOOKS = $ENV{SAN} ? 30 : 8;

# A test that is interrupted ends its bots as well.
$SIG{$_} = sub { exit 130 } for qw(HUP INT TERM);

sub end_all () {
	local $?;
	kill 'KILL', keys %alive;
	waitpid $_, 0 for keys %alive;
	%alive = ();
	return;
}

END {
	end_all();
}

# The environment of a bot is the test's own without what a service manager
# may have left in it.
sub environment ($how) {
	delete @ENV{qw(NOTIFY_SOCKET WATCHDOG_USEC WATCHDOG_PID JOURNAL_STREAM)};
	my $env = $how->{env} // {};
	@ENV{keys %$env} = values %$env;
	return;
}

sub start ($class, $name, $how, $log, @command) {
	my $self = bless {name => $name, how => $how, log => $log,
		options => [@command[1 .. $#command]]}, $class;
	unshift @command, @{$how->{through} // []};
	unshift @command, 'strace', '-D', '-o', $self->trace_file,
		@{$how->{strace}}, '--' if $how->{strace};
	open my $out, '>>', "$log.out" or die "$log.out: $!\n";
	open my $err, '>>', "$log.err" or die "$log.err: $!\n";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%alive = ();
		open STDIN, '<', '/dev/null';
		open STDOUT, '>&', $how->{stdout} // $out;
		open STDERR, '>&', $how->{stderr} // $err;
		POSIX::close($_) for 3 .. 255;	# whatever this test has inherited
		environment($how);
		$how->{prepare}->() if $how->{prepare};
		{ no warnings; exec @command; }
		POSIX::_exit(127);
	}
	$alive{$pid} = 1;
	$self->{pid} = $pid;
	return $self;
}

sub name ($self) { return $self->{name} }
sub pid ($self) { return $self->{pid} }
sub how ($self) { return $self->{how} }
sub options ($self) { return @{$self->{options}} }
sub out ($self) { return slurp("$self->{log}.out") }
sub err ($self) { return slurp("$self->{log}.err") }
sub trace_file ($self) { return "$self->{log}.trace" }

# The system calls of a bot that has ended; strace writes on for a moment.
sub trace ($self) {
	return wait_for(sub {
		my $text = slurp($self->trace_file) // '';
		return $text =~ /^\+\+\+ (?:exited|killed)/m ? $text : undef;
	}, 'the whole trace');
}

sub alive ($self) {
	return 0 if defined $self->{end};
	my $got = waitpid $self->{pid}, WNOHANG;
	return 1 if $got == 0;
	$self->{end} = $got == -1 ? 'ended by end_all'
		: WIFEXITED($?) ? 'exit ' . WEXITSTATUS($?) : 'signal ' . WTERMSIG($?);
	delete $alive{$self->{pid}};
	return 0;
}

# Waits for the end and says how it came: "exit 0", "signal 9".
sub ended ($self, $seconds = patience()) {
	wait_for(sub { !$self->alive }, "the end of $self->{name}", $seconds);
	return $self->{end};
}

sub signal ($self, $signal) {
	kill $signal, $self->{pid} if $self->alive;
	return;
}

# SIGSTOP takes effect a moment after kill() returns.
sub freeze ($self) {
	$self->signal('STOP');
	wait_for(sub { $self->state =~ /\A[Tt]/ }, "$self->{name} to be stopped");
	return;
}

sub kill9 ($self) {
	$self->signal('KILL');
	return $self->ended;
}

sub stop ($self) {
	$self->signal('CONT');
	$self->signal('TERM');
	return $self->ended;
}

# The state letter and the number of times it has been put to sleep.
sub state ($self) {
	my $status = slurp("/proc/$self->{pid}/status") // return 'gone';
	my ($letter) = $status =~ /^State:\s+(\S)/m;
	my ($count) = $status =~ /^voluntary_ctxt_switches:\s+(\d+)/m;
	return "$letter $count";
}

# Waits until the bot has done all it had to do: it sleeps and stays asleep.
# A write to a watched folder makes the bot runnable before it returns, so
# what was said before this call has been looked at when it returns.
# This is the one bounded observation with which tests prove silence.
sub settle ($self) {
	my ($last, $same) = ('', 0);
	wait_for(sub {
		my $now = $self->state;
		$same = $now eq $last && $now =~ /\AS/ ? $same + 1 : 0;
		$last = $now;
		return $same >= $IDLE_LOOKS || !$self->alive;
	}, "$self->{name} to be idle");
	return;
}

# The drawings on its standard output, each of nine lines; dies on other text.
sub drawings ($self) {
	my @lines = split /^/, $self->out;
	my @drawings;
	while (my @nine = splice @lines, 0, 9) {
		push @drawings, join '', @nine;
		die "no drawing on standard output:\n$drawings[-1]"
			unless $nine[0] =~ /\AGame / && $nine[-1] =~ /\AStatus: .*\n\z/;
	}
	return @drawings;
}

# What sanitizers have said about this process.
sub complaints ($self) {
	return $self->err =~
		/^(.*(?:Sanitizer|runtime error|Assertion|stack smashing).*)$/mg;
}

1;
