#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What a real systemd keeps a bot from, even one that does what somebody else
# wants: a probe is put in its place. It can do a bot's work and nothing else; as
# the other bot's user, too, it cannot touch what that one has written.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Systemd;

my ($machine, $why) = machine();
plan skip_all => $why if !$machine;
my @CC = split ' ', $ENV{CC} // 'cc';
plan skip_all => 'there is no compiler' if system("command -v $CC[0] >/dev/null 2>&1") != 0;

my $DIR = '/workspace/tictactoe';
my $ABI = syscall 444, 0, 0, 1;	# landlock_create_ruleset, to ask for the version
$machine->boot;
$machine->install;
$machine->hasten(messenger1 => '-q -i 0 --pace 0', messenger2 => '-q --pace 0');

# What they have written is what the probes are to reach for.
my $table = $machine->table('tictactoe');
$machine->must('systemctl', 'start', 'tictactoe.target');
wait_for(sub { $table->results >= 2 }, 'results');
$machine->stop('tictactoe.target');
my ($result) = $table->results;
my %spool = map { my ($id) = reverse $table->ids($_); $_ => "$DIR/spool/$_/$id.txt" } bot_names();

# From now on a bot is a probe.
my $PROBE = '/usr/local/bin/probe';
my $COMMON = "$FindBin::Bin/../../common";
system(@CC, qw(-std=c17 -D_GNU_SOURCE -O1), (map { "-I$COMMON/$_" } qw(core protocol io daemon)),
	split(' ', `pkg-config --cflags libbsd-overlay libmd`), '-o', $machine->path($PROBE),
	"$FindBin::Bin/lib/walls.c", map { "$COMMON/$_.c" } qw(daemon/confine daemon/log io/file)) == 0
	or die "walls.c cannot be compiled\n";
for my $name (bot_names()) {
	$machine->must('cp', $PROBE, "/usr/local/bin/$name");
}

# What comes of each line, tried in the place of a bot and as this user.
sub probe ($name, $user, @lines) {
	spew($machine->path('/etc/probe.list'), join '', map { "$_\n" } @lines);
	spew($machine->path("/etc/systemd/system/$name.service.d/probe.conf"), join "\n",
		'[Service]', 'Type=oneshot', 'Restart=no', "User=$user",
		'StandardOutput=truncate:/run/probe.said', '');
	$machine->must('systemctl', 'daemon-reload');
	$machine->must('systemctl', 'start', $name);
	return came_of(slurp($machine->path('/run/probe.said')));
}

# The same without a service manager.
sub probe_free ($user, @lines) {
	spew($machine->path('/etc/probe.list'), join '', map { "$_\n" } @lines);
	return came_of($machine->must('setpriv', '--reuid', $user, '--regid', 'tictactoe',
		'--init-groups', $PROBE));
}

sub came_of ($said) {
	return $said =~ /^(.*): (.*)$/mg;
}

sub only_ok ($pattern, $came, $lines, $what) {
	my @others = map { "$_: " . ($came->{$_} // 'not tried') }
		grep { ($came->{$_} // '') !~ $pattern } @$lines;
	is(join("\n", @others), '', $what);
	return;
}

my $REFUSED = qr/\A(?:Read-only\ file\ system|Permission\ denied|Operation\ not\ permitted
	|Device\ or\ resource\ busy|Invalid\ cross-device\ link
	|Address\ family\ not\ supported\ by\ protocol)\z/x;

# What any process can do, and what a bot has no need of.
my @FREE = ('socket 2 1', 'socket 2 2', 'socket 10 1',
	'socket 16 3', 'exec /bin/true', 'exec /usr/bin/perl -v',
	'ptrace', 'code');
# And what would be a way out for one that has become root.
my @NEVER = ((map { "write $_/file" } '', qw(/etc /usr /usr/local/bin /var /home /root /run /boot
	/workspace /sys/fs/cgroup)), 'write /usr/local/bin/messenger1',
	'write /etc/default/tictactoe', 'mkdir /workspace/tictactoe-other', 'mount /workspace',
	'unshare', 'socket 17 3');

for my $name (bot_names()) {
	my $other = other($name);

	# The work of a bot.
	my @work = ("read $spool{$other}", "write $spool{$name}", "write $DIR/spool/$name/new.txt",
		"unlink $DIR/spool/$name/new.txt", "write $DIR/state/$name/new",
		"rename $DIR/state/$name/new $DIR/state/$name/newer", "write $DIR/.new",
		"rename $DIR/.new $DIR/.newer", "unlink $DIR/.newer", "read $DIR/$result", 'socket 1 2');
	push @work, "link $DIR/state/$name/newer $DIR/.linked", "unlink $DIR/.linked"
		if $name eq 'messenger1';

	# What is not its affair.
	my @others = (
		(map { ("write $_", "unlink $_", "chmod $_ 666", "rename $_ $DIR/.stolen") }
			$spool{$other}, map { "$DIR/state/$other/$_" } qw(journal lock)),
		(map { ("write $_/new", "rename $_ $_.away", "chmod $_ 777") }
			"$DIR/spool/$other", "$DIR/state/$other"),
		"rename $DIR/spool $DIR/spool.away",
		"rename $spool{$name} $spool{$other}",
	);
	my $second = "$DIR/state/messenger1/results";
	push @others, (map { ("write $_", "unlink $_", "chmod $_ 666", "rename $_ $DIR/.stolen") }
		"$second/$result"), "write $second/new", "rename $second $second.away",
		"rename $DIR/state $DIR/state.away" if $name eq 'messenger2';
	# As messenger1 links results from its folder in state/, that cannot be a mount of
	# its own, which is what keeps folders from being renamed. There it is the bot
	# itself that gives up the right.
	my @away = $name eq 'messenger1' ? ("rename $DIR/state $DIR/state.away",
		"rename $DIR/state.away $DIR/state") : ();
	my @confined = map { "confined-rename $DIR/$_ $DIR/$_.away" } qw(spool state);
	# It is in a folder for both: only the kernel's knowledge of users guards it.
	my @result = $name eq 'messenger2' ? ("write $DIR/$result", "chmod $DIR/$result 666") : ();

	$machine->subtest("what $name can do" => sub {
		my %came = probe($name, $name, @work);
		only_ok(qr/\Adone\z/, \%came, \@work, 'its work');
	});
	$machine->subtest("what $name cannot do" => sub {
		my @written = map { "$DIR/$_.program" } ".$name", "spool/$name/x", "state/$name/x";
		$machine->must('cp', '/bin/true', $_) for @written;
		my @free = (@FREE, "write /dev/shm/$name", "write /run/lock/$name",
			map { "exec $_" } @written);
		my %free = probe_free($name, @free);
		only_ok(qr/\Adone\z/, \%free, \@free, 'without the unit it could do that');
		my %came = probe($name, $name, @free, @NEVER, @others, @result);
		only_ok($REFUSED, \%came, \@free, 'none of that can it do with the unit');
		only_ok($REFUSED, \%came, \@NEVER, 'nor become more than it is');
		only_ok($REFUSED, \%came, [@others, @result], "nor touch what is of $other");
	});
	$machine->subtest("$name renames spool/ or state/ as a whole" => sub {
		my %came = probe($name, $name, @away);
		only_ok(qr/\Adone\z/, \%came, \@away, 'in the unit it can, if it is not confined')
			if @away;
		plan skip_all => 'the kernel has no Landlock that would do' if $ABI < 2;
		%came = probe($name, $name, @confined);
		only_ok($REFUSED, \%came, \@confined, 'confined as a bot is, it cannot');
		%came = probe_free($name, @confined);
		only_ok(qr/\APermission denied\z/, \%came, \@confined, 'nor without the unit');
	});
	$machine->subtest("what $name cannot do as the user $other" => sub {
		my %came = probe($name, $other, @others);
		only_ok($REFUSED, \%came, \@others, "touch what is of $other");
	});
}

done_testing;
