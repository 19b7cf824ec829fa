# SPDX-License-Identifier: ISC
# A pair of bots that plays comes into trouble and out of it again: it must
# survive, say so once, lose nothing, sleep meanwhile, and play on by itself.
package Messengers::Trouble;
use v5.36;
use Exporter 'import';
use POSIX ();
use Test::More;
use Messengers::Game;
use Messengers::Room;
use Messengers::Wait;

our @EXPORT = qw(troubles cpu_ms asleep_ok unusual failing need_attach);

use constant BOTS => qw(messenger1 messenger2);
use constant WATCHED => 2;	# seconds
# One per cent of that, and as much again for the grain of the clock.
use constant CPU => $ENV{SAN} ? 150 : 40;	# milliseconds
# Retries come 5 s apart, so what was mended is noticed before this.
use constant NOTICED => scaled(10);

# The processor time of a bot so far, in milliseconds.
sub cpu_ms ($bot) {
	my $stat = slurp('/proc/' . $bot->pid . '/stat') // return 0;
	my @fields = split / /, $stat =~ s/\A.*\) //sr;
	return 1000 * ($fields[11] + $fields[12]) / POSIX::sysconf(POSIX::_SC_CLK_TCK);
}

# A test that these bots sleep and say nothing while they wait; it waits with
# them.
sub asleep_ok ($what, @bots) {
	my @before = map { [cpu_ms($_), scalar(my @lines = unusual($_))] } @bots;
	wait_until(clock() + WATCHED);
	my @faults;
	for my $bot (@bots) {
		my ($cpu, $told) = @{shift @before};
		$cpu = cpu_ms($bot) - $cpu;
		push @faults, $bot->name . " has ended: $bot->{end}" if !$bot->alive;
		push @faults, $bot->name . " took $cpu ms" if $cpu > CPU;
		my @lines = unusual($bot);
		push @faults, map { "more is told: $_" } @lines[$told .. $#lines];
	}
	return is(join("\n", @faults), '', $what);
}

# What a bot has told that is not part of playing. To give up a game that waits
# for more than ten seconds is, and on a slow machine trouble may take so long.
sub unusual ($bot) {
	return grep {
		!/: (?:opened|begun|over: .*|\S+ saved: .*|given up(?: by \w+)?: .*)\z/
	} split /\n/, $bot->err;
}

sub spawn (@command) {
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid != 0;
	open STDERR, '>', '/dev/null';
	{ no warnings; exec @command; }
	POSIX::_exit(127);
}

sub end ($pid) {
	kill 'TERM', $pid;
	waitpid $pid, 0;
	return;
}

sub is_traced_by ($pid, $tracer) {
	return (slurp("/proc/$pid/status") // '') =~ /^TracerPid:\s+$tracer$/m;
}

# The reason why no calls of a running bot can be made to fail here, or ''.
sub need_attach () {
	return 'sanitizers and strace do not go together' if $ENV{SAN};
	my $pid = spawn('sleep', 60);
	my $tracer = spawn('strace', '-o', '/dev/null', '-p', $pid);
	my $ended = 0;
	wait_for(sub { ($ended = waitpid $tracer, POSIX::WNOHANG)
		|| is_traced_by($pid, $tracer) }, 'strace');
	end($tracer) if !$ended;
	end($pid);
	return $ended ? 'strace is not installed, or may not attach' : '';
}

# Makes calls of a running bot fail, with options of strace. Returns the code
# that ends that and returns the trace.
sub failing ($bot, @options) {
	my $pid = spawn('strace', '-o', $bot->trace_file, '-p', $bot->pid, @options);
	wait_for(sub { is_traced_by($bot->pid, $pid) }, 'strace to have hold of ' . $bot->name);
	return sub {
		end($pid);
		return slurp($bot->trace_file) // '';
	};
}

# --- a pair ---------------------------------------------------------------------

# Each case, all at a time:
#	name    what it is
#	begin   code that gets the room and its bots, a hash by name, and returns
#	        the code that ends the trouble
#	tells   by bot: patterns of all the lines it says of the trouble, the last
#	        of them after its end
#	told    in its place, where it is a matter of luck who says what: a pattern
#	until   a line that ends the first moment of trouble; any, if not given
#	whom    how many have to say so: one, if not given
#	ready   code for the room before the start
#	start   code for the hash of Room::start, by room and name
#	forgets what was there before, or its second names, are not kept
#	noticed seconds until the next result
sub troubles (@cases) {
	$_->{room} = begin_to_play($_) for @cases;
	for my $case (@cases) {
		my $room = $case->{room};
		wait_for(sub { $room->results >= 2 }, "two results: $case->{name}");
	}
	begin_trouble($_) for @cases;
	eval { await_telling($_); 1 } || fail("it is told: $@") for @cases;
	asleep_ok('all sleep while they wait', map { values %{$_->{bots}} } @cases);
	for my $case (@cases) {
		$case->{end}->();
		$case->{there} = () = $case->{room}->results;
	}
	for my $case (@cases) {
		subtest $case->{name} => sub { out_of_trouble_ok($case) };
	}
	return;
}

sub begin_to_play ($case) {
	my $room = Messengers::Room->new;
	$case->{ready}->($room) if $case->{ready};
	$case->{bots} = {map {
		$_ => $room->start($_, $case->{start} ? $case->{start}->($room, $_) : {},
			'-q', '--pace', 20, $_ eq 'messenger1' ? ('-i', 0) : ())
	} BOTS};
	return $room;
}

# What happens to both at once happens while neither looks.
sub begin_trouble ($case) {
	my @bots = values %{$case->{bots}};
	$_->freeze for @bots;
	$case->{before} = texts_of($case->{room});
	$case->{end} = $case->{begin}->($case->{room}, $case->{bots});
	$_->signal('CONT') for @bots;
	return;
}

sub await_telling ($case) {
	my @bots = values %{$case->{bots}};
	# that the board is not drawn holds up nothing
	my $pattern = $case->{until} // qr/\A(?!.*board)/;
	my $whom = $case->{whom} // 1;
	wait_for(sub {
		my @told = grep { my $bot = $_; grep { /$pattern/ } unusual($bot) } @bots;
		return @told >= $whom;
	}, "word of $case->{name}");
	for my $bot (@bots) {
		my $lines = @{$case->{tells}{$bot->name} // []} - 1;
		wait_for(sub { unusual($bot) >= $lines }, $bot->name . ' to tell');
		$bot->settle;
	}
	return;
}

sub texts_of ($room) {
	return {map { $_ => slurp($room->path($_)) } $room->results};
}

# Whoever tells of it says nothing that does not belong there, nothing twice
# in a row, and last that it is over.
sub told_ok ($bot, $pattern) {
	my @lines = map { s/\A\w+: (?:\d\S*: )?//r } unusual($bot);
	# a file of words that was removed is empty for a moment when it is made anew;
	# a folder may be shut between the look at its names and at a new game's file
	@lines = grep { !/rewrote its words|\.txt: Permission denied: ignored/ } @lines;
	my @wrong = grep { $lines[$_] !~ $pattern || $_ > 0 && $lines[$_] eq $lines[$_ - 1] }
		0 .. $#lines;
	push @wrong, $#lines if @lines && $lines[-1] !~ /going on|(?:drawn|read) again|is back/;
	return ok(!@wrong && @lines <= 6, $bot->name . ' says nothing twice')
		|| diag(map { "$_\n" } @lines);
}

sub tells_ok ($bot, @patterns) {
	my @lines = unusual($bot);
	my @fits = grep { $lines[$_] =~ $patterns[$_] } 0 .. ($#lines < $#patterns
		? $#lines : $#patterns);
	return ok(@fits == @patterns && @lines == @patterns,
		$bot->name . ' says so once, and once that it is over')
		|| diag("not @patterns but:\n", map { "$_\n" } @lines);
}

# The same as results_ok() where second names are gone.
sub chain_ok ($room) {
	my $texts = texts_of($room);
	return is(join("\n", faults_of_chain($texts),
		map { faults_of($_, $texts->{$_}) } sort keys %$texts), '', 'all results are right');
}

sub out_of_trouble_ok ($case) {
	my ($room, $bots, $before, $there) = @$case{qw(room bots before there)};
	ok(eval { wait_for(sub { $room->results > $there }, 'a new result',
		$case->{noticed} // NOTICED) },
		'it plays on by itself') || diag("$@", map { $_->err } values %$bots);
	wait_for(sub { $room->results > $there + 2 }, 'more results');
	ok($_->alive, $_->name . ' is the same process') for values %$bots;
	my $after = texts_of($room);
	is_deeply([grep { $before->{$_} ne ($after->{$_} // '') } keys %$before], [],
		'the results from before are as they were') if !$case->{forgets};
	for my $bot (values %$bots) {
		$case->{told} ? told_ok($bot, $case->{told})
			: tells_ok($bot, @{$case->{tells}{$bot->name} // []});
	}
	$bots->{$_}->stop for BOTS;
	$case->{forgets} ? chain_ok($room)
		: $room->results_ok(scalar $room->results, 'all results are right');
	return $room->close;
}

1;
