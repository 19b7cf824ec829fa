#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# An hour at full speed under random kills, stops and mishaps, in one folder
# after the other. SOAK_SECONDS: how long; SOAK_SEED: the same choices again, as
# far as timing allows.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/../system/lib";
use POSIX ();
use Test::More;
use Messengers;
use Messengers::Mishap;
use Messengers::Mounts;

my $no_mounts = need_mounts();

my $SECONDS = $ENV{SOAK_SECONDS} || 3600;
my $SEED = $ENV{SOAK_SEED} // time % 1_000_000;
my $EACH = $SECONDS >= 1200 ? 300 : $SECONDS / 4;
my $PATIENCE = 2 * patience();
my $USER = 'nobody';	# for root no folder is shut

# --- the pair -------------------------------------------------------------------

# The bot's log lines say how grave they are, as for journald.
sub prepare () {
	my (undef, undef, $uid, $gid) = getpwnam $USER;
	return sub {
		my ($dev, $inode) = stat STDERR;
		$ENV{JOURNAL_STREAM} = "$dev:$inode";
		return if $> != 0;
		$( = $gid;
		$) = "$gid $gid";
		POSIX::setuid($uid);
	};
}

# Mostly at full speed, at times with a small interval.
sub rhythm () {
	return ('-i', 0) if rand() < 0.7;
	return ('-i', sprintf '%.2f', 0.02 + rand 0.3);
}

sub start ($pair, $name, @options) {
	my $bot = $pair->{room}->start($name, {prepare => prepare()}, '-q', '-s', 'random',
		'--seed', int rand 1e9, @options);
	$pair->{bot}{$name} = $bot;
	$pair->{since}{$name} = {number => number($pair, $name), base => undef};
	return $bot;
}

sub start_any ($pair, $name) {
	return start($pair, $name, $name eq 'messenger1' ? rhythm() : ());
}

# The words of the first record of a bot's journal.
sub head ($pair, $name) {
	my $text = slurp($pair->{room}->path('state', $name, 'journal')) // '';
	return split / /, ($text =~ /\A(.*)\n/ ? $1 : '');
}

sub number ($pair, $name) {
	return (head($pair, $name))[3] // 0;
}

# Waits until one more result is saved, and a game opened after it.
sub await_result ($pair, $after) {
	my $last = (head($pair, 'messenger1'))[7] // 'none';
	return 1 if eval {
		wait_for(sub { ((head($pair, 'messenger1'))[7] // $last) ne $last },
			'a result', $PATIENCE);
	};
	fault($pair, "$after: no result in $PATIENCE s");
	return 0;
}

sub fault ($pair, @faults) {
	push @{$pair->{faults}}, @faults;
	return;
}

# --- descriptors and memory ---------------------------------------------------------

# A game holds the journal, both spool files and a temporary open, or not yet; the
# folders are held all the time. What is touched first in a mishap are some pages
# of stack and data, and pages of libraries that are shared and clean.
my %ALLOWED = (descriptors => 4, folders => 0, Private_Dirty => 64, Rss => 1024);

# The least of some looks: what is open for a moment only does not count.
sub held_open ($pid) {
	my %least;
	for (1 .. 20) {
		my @open = map { "/proc/$pid/fd/$_" } names_in("/proc/$pid/fd");
		my %now = (descriptors => scalar @open, folders => scalar grep { -d } @open);
		for my $what (keys %now) {
			$least{$what} = $now{$what} if $now{$what} < ($least{$what} // 1e9);
		}
		wait_until(clock() + 0.001);
	}
	return %least;
}

sub measure ($bot) {
	my $text = slurp('/proc/' . $bot->pid . '/smaps_rollup') // return;
	my %now = $text =~ /^(Rss|Private_Dirty):\s+(\d+) kB/mg;
	return {%now, held_open($bot->pid)};
}

# As it was after its first hundred games.
sub same_as_at_start ($pair, $name) {
	my ($bot, $since) = ($pair->{bot}{$name}, $pair->{since}{$name});
	return if !$bot->alive || number($pair, $name) < $since->{number} + 100;
	my $now = measure($bot) // return;
	my $base = $since->{base} //= $now;
	for my $what (sort keys %ALLOWED) {
		my $more = $now->{$what} - $base->{$what};
		$pair->{more}{$what} = $more if $more > ($pair->{more}{$what} // 0);
		fault($pair, "$name has $now->{$what} $what and had $base->{$what}")
			if $more > $ALLOWED{$what};
	}
	$pair->{longest} = number($pair, $name) - $since->{number}
		if number($pair, $name) - $since->{number} > $pair->{longest};
	return;
}

# --- a game through a disturbance ---------------------------------------------------

# Both spool files of the running game, held open: a new game removes them.
sub hold ($pair) {
	my $room = $pair->{room};
	my $id = ($room->ids('messenger1'))[-1] // return;
	my %ear;
	for my $name (bot_names()) {
		open $ear{$name}, '<:raw', $room->spool($name, $id) or delete $ear{$name};
	}
	return {id => $id, ear => \%ear};
}

# What was said in it: nothing twice, nothing that was wrong, and if it has a
# result exactly that game.
sub judge_held ($pair, $held, $after) {
	my %said;
	for my $name (keys %{$held->{ear}}) {
		my $text = do { local $/; readline($held->{ear}{$name}) // '' };
		$said{$name} = [$text =~ /(.*)\n/g];
		my %times;
		$times{$_}++ for @{$said{$name}};
		fault($pair, "$after: $name said \"$_\" in $held->{id}")
			for grep { $times{$_} > 1 || /\ARejected/ } sort keys %times;
	}
	my $result = slurp($pair->{room}->path("game-$held->{id}.txt")) // return;
	return if keys %said < 2;
	$pair->{held}++;
	fault($pair, map { "$after: $held->{id}: $_" } faults_of_talk(\%said, $result));
	return;
}

# --- disturbances -------------------------------------------------------------------

sub pause ($most) {
	wait_until(clock() + rand $most);
	return;
}

# One of them or both, without the one that is left to live.
sub victims ($pair) {
	my @names = grep { $_ ne $pair->{spared} } bot_names();
	return @names == 1 || rand() < 0.3 ? @names : $names[rand @names];
}

sub end_them ($pair, $signal, @names) {
	same_as_at_start($pair, $_) for @names;
	$pair->{bot}{$_}->signal($signal) for @names;
	for my $name (@names) {
		my $end = $pair->{bot}{$name}->ended($PATIENCE);
		fault($pair, "$name ended with $end after $signal")
			if $end ne ($signal eq 'KILL' ? 'signal 9' : 'exit 0');
	}
	return;
}

sub ended_and_started ($pair, $signal) {
	my @names = victims($pair);
	end_them($pair, $signal, @names);
	my $held = hold($pair);
	pause(0.3) if rand() < 0.5;
	start_any($pair, $_) for @names;
	return $held;
}

sub stopped ($pair) {
	my @bots = rand() < 0.3 ? values %{$pair->{bot}}
		: $pair->{bot}{(bot_names())[rand 2]};
	$_->freeze for @bots;
	my $held = hold($pair);
	pause(rand() < 0.1 ? 3 : 0.3);
	$_->signal('CONT') for @bots;
	return $held;
}

# A mishap, and perhaps a kill in it.
sub mishap_with_kills ($pair, $kind) {
	my $over = mishap($kind, $pair) // return;
	$pair->{count}{$kind}++;
	pause(rand() < 0.7 ? 0.5 : 3);
	my @names;
	if ($kind ne 'moved' && rand() < 0.3) {
		@names = victims($pair);
		end_them($pair, 'KILL', @names);
		$pair->{count}{"killed in it"}++;
	}
	my $held = $kind eq 'replaced' ? undef : hold($pair);
	my $meanwhile = can_start_in($kind) && rand() < 0.5;
	if ($meanwhile) {
		start_any($pair, $_) for splice @names;
		pause(1);
	}
	fault($pair, "$kind has no end") unless $over->();
	start_any($pair, $_) for @names;
	return $held;
}

# Each with its weight.
my %DISTURBANCE = (
	killed => [35, sub ($pair) { ended_and_started($pair, 'KILL') }],
	terminated => [10, sub ($pair) { ended_and_started($pair, 'TERM') }],
	stopped => [15, \&stopped],
	map { my $kind = $_; ($kind => [$kind eq 'replaced' ? 2 : 5,
		sub ($pair) { mishap_with_kills($pair, $kind) }]) } mishap_kinds(),
);

sub any_disturbance () {
	my @lots = map { ($_) x $DISTURBANCE{$_}[0] } sort keys %DISTURBANCE;
	return $lots[rand @lots];
}

sub disturb ($pair) {
	my $what = any_disturbance();
	my $held = $DISTURBANCE{$what}[1]->($pair);
	$pair->{count}{$what}++ if $what =~ /\A(?:killed|terminated|stopped)\z/;
	for my $name (bot_names()) {
		next if $pair->{bot}{$name}->alive;
		fault($pair, "$what: $name ended by itself: " . $pair->{bot}{$name}->ended);
		start_any($pair, $name);
	}
	my $ok = await_result($pair, $what);
	judge_held($pair, $held, $what) if $held;
	same_as_at_start($pair, $_) for bot_names();
	return $ok;
}

# --- the judge ----------------------------------------------------------------------

use constant NEVER => qr/rules do not allow|which it was not offered|name of the result|
	Rejected\ "|taken\ back|before\ the\ game\ was|does\ not\ hold|already\ running/x;

# What the logs tell: no id twice, what was called saved is there, no grave line
# but that a start or a folder has to wait.
sub judge_logs ($pair) {
	my ($room, %seen) = ($pair->{room});
	for my $path (glob $room->tmp . '/*.err') {
		open my $in, '<:raw', $path or die "$path: $!\n";
		while (my $line = readline $in) {
			my ($grave, $words) = $line =~ /\A<(\d)>messenger[12]: (.*)\n\z/ or next;
			fault($pair, "log: $words") if $words =~ NEVER
				|| ($grave <= 3 && $words !~ /: waiting\z/);
			my ($id, $did) = $words =~ /\A(?:\S+: )(?:game-(\S+)\.txt )?(opened|saved)/
				or next;
			($id) = $words =~ /\A(\S+):/ if $did eq 'opened';
			fault($pair, "$id was $did twice") if $seen{"$did $id"}++;
			fault($pair, "$id was called saved and is gone")
				if $did eq 'saved' && !-e $room->path("game-$id.txt");
		}
	}
	return;
}

# Nothing hidden is left, and of spool files those of the last game.
sub judge_names ($pair, $id) {
	my $room = $pair->{room};
	for my $folder ('.', qw(state/messenger1 state/messenger2 state/messenger1/results),
		qw(spool spool/messenger1 spool/messenger2)) {
		fault($pair, map { "left over: $folder/$_" } grep { /\A\./ }
			names_in($room->path($folder)));
	}
	for my $name (bot_names()) {
		my @ids = $room->ids($name);
		fault($pair, "$name has the spool files @ids and not $id") if "@ids" ne $id;
	}
	return;
}

# Three games more, undisturbed.
sub end_in_peace ($pair) {
	my ($room, $bot) = ($pair->{room}, $pair->{bot});
	end_them($pair, 'TERM', bot_names());
	start($pair, 'messenger2');
	start($pair, 'messenger1', '-i', 0, '-n', 3);
	my $end = $bot->{messenger1}->ended($PATIENCE);
	fault($pair, "messenger1 ended with $end after its last games") if $end ne 'exit 0';
	$bot->{messenger2}->settle;
	end_them($pair, 'TERM', 'messenger2');
	return;
}

sub judge ($pair) {
	my $room = $pair->{room};
	my @results = $room->results;
	my ($id) = ($results[-1] // '') =~ /\Agame-(.*)\.txt\z/;
	judge_names($pair, $id // 'none');
	judge_held($pair, hold($pair), 'at the end');
	judge_logs($pair);
	my @faults = @{$pair->{faults}};
	splice @faults, 50, @faults, '...' if @faults > 50;
	is(join("\n", @faults), '', 'nothing went wrong');
	$room->results_ok(scalar @results, scalar(@results) . ' right results in one chain');
	cmp_ok(scalar(my @second = $room->second_names), '==', @results,
		'each has a second name, and nothing else has one');
	return scalar @results;
}

# --- a workspace --------------------------------------------------------------------

sub new_pair ($n) {
	my $room = room(dir => 'disk/work');
	my $disk = $room->tmp . '/disk';
	mkdir $disk or die "$disk: $!\n";
	my $own = $n % 2 && !$no_mounts;
	own_disk($room, $disk) if $own;
	chown((getpwnam $USER)[2, 3], $disk) if $> == 0;
	srand $SEED + $n;
	return {room => $room, disk => $own ? $disk : '', spared => ('', bot_names())[$n % 3],
		faults => [], count => {}, since => {}, more => {}, held => 0, longest => 0};
}

sub soak ($n) {
	my $pair = new_pair($n);
	my $end = clock() + $EACH;
	start_any($pair, $_) for bot_names();
	my $ok = await_result($pair, 'at the beginning');
	while ($ok && clock() < $end) {
		pause(0.6);
		$ok = disturb($pair);
	}
	end_in_peace($pair) if $ok;
	my $games = judge($pair);
	my $count = $pair->{count};
	diag("workspace $n: $games games, ", join(', ', map { "$_ $count->{$_}" } sort keys %$count),
		"; $pair->{held} games held through it; longest life $pair->{longest} games, at most ",
		join(', ', map { "$pair->{more}{$_} $_" } sort keys %{$pair->{more}}), ' more');
	$pair->{room}->close;
	return;
}

diag("SOAK_SECONDS=$SECONDS SOAK_SEED=$SEED");
for my $n (1 .. POSIX::ceil($SECONDS / $EACH)) {
	subtest "workspace $n" => sub { soak($n) };
}

done_testing;
