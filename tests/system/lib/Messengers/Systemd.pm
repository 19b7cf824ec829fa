# SPDX-License-Identifier: ISC
# A machine for a test with a real systemd on it, and the bots installed as its
# services. Its files can be reached from outside.
#
#	my ($machine, $why) = machine();
#	plan skip_all => $why if !$machine;
#	$machine->boot;
#	$machine->install;
#	$machine->must('systemctl', 'start', 'tictactoe.target');
#	my $table = $machine->table('tictactoe');	# a room, until the next boot
package Messengers::Systemd;
use v5.36;
use Exporter 'import';
use Cwd ();
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp ();
use IPC::Open2 qw(open2);
use Test::More ();
use Messengers;

our @EXPORT = qw(machine);

my $TOP = Cwd::abs_path(dirname(__FILE__) . '/../../../..');
my $SCRIPT = dirname(__FILE__) . '/../with-systemd.sh';
my @NEEDED = (qw(pgrep setpriv unshare nsenter pivot_root), '/lib/systemd/systemd',
	'systemctl', 'dbus-daemon');
my $SOURCES = '/root/messengers';

sub missing () {
	return grep { system("command -v $_ >/dev/null 2>&1") != 0 } @NEEDED;
}

# A machine that is off, or undef and the reason why there can be none here.
sub machine () {
	return (undef, 'only root can have namespaces with a systemd') if $> != 0;
	my ($missing) = missing();
	return (undef, "$missing is not installed") if $missing;
	my $self = bless {tmp => File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1)};
	$self->{keeper} = open2(@$self{qw(answers orders)}, $SCRIPT, "$self->{tmp}");
	chomp(my $answer = readline $self->{answers});
	return $answer eq 'ready' ? $self : (undef, "this system $answer");
}

sub order ($self, $word) {
	local $SIG{PIPE} = 'IGNORE';
	syswrite $self->{orders}, "$word\n";
	return readline($self->{answers}) // "nothing\n";
}

sub boot ($self) {
	my $answer = $self->order('boot');
	($self->{init}) = $answer =~ /\Aup (\d+)$/;
	Test::More::plan(skip_all => 'a systemd does not boot on this system')
		if !$self->{init} && !$self->{has_booted};
	die "it does not boot again: $answer" if !$self->{init};
	$self->{has_booted} = 1;
	return;
}

# Powers off; with 'cut', as if the power failed.
sub off ($self, $how = 'off') {
	$self->order($how);
	delete $self->{init};
	return;
}

# A path as it is seen from outside.
sub path ($self, $path) {
	return "/proc/$self->{init}/root$path";
}

# What a command says that root runs in there, its exit status in $?.
sub run ($self, @command) {
	open my $out, '-|', $SCRIPT, "$self->{tmp}", 'run', $self->{init}, @command
		or die "$SCRIPT: $!\n";
	local $/;
	my $said = readline($out) // '';
	close $out;
	return $said;
}

sub must ($self, @command) {
	my $said = $self->run(@command);
	die "@command: exit status $?: $said\n" if $? != 0;
	return $said;
}

# What systemd knows about a unit.
sub property ($self, $unit, $name) {
	return $self->must('systemctl', 'show', '--value', '-p', $name, $unit) =~ s/\n\z//r;
}

# The sources in there, with what is built of them: not each file system of the
# outside can be seen from inside.
sub copy_sources ($self) {
	my $bin = $ENV{BUILDDIR} // 'build';
	my $copy = $self->path($SOURCES);
	make_path($copy);
	my @built = map { s{\A\Q$TOP/\E}{}r } grep { -f || /\/objects\z/ } glob "$TOP/$bin/*";
	system("tar -c -C $TOP --exclude-vcs --exclude=./build --exclude=./workspace . | tar -x -C $copy && "
		. "tar -c -C $TOP @built | tar -x -C $copy") == 0 or die "tar: $?\n";
	return;
}

# make in there, as README tells root to use it. What it says; $? as of run().
sub make ($self, @words) {
	return $self->run('make', '-s', '-C', $SOURCES, 'BIN=' . ($ENV{BUILDDIR} // 'build'),
		@words);
}

sub install ($self) {
	$self->copy_sources;
	my $said = $self->make('install');
	die "make install: exit status $?: $said\n" if $? != 0;
	return;
}

# Stops such targets, and waits for their services: the job of a target is done
# before theirs.
sub stop ($self, @targets) {
	my @services = map { my $of = $_; map { $of =~ s/\Atictactoe(.*)\.target\z/$_$1.service/r }
		bot_names() } @targets;
	$self->must('systemctl', 'stop', @targets, @services);
	return;
}

# The bots' options, and a systemd that is several times as fast to lose patience
# and to try again.
sub hasten ($self, %options) {
	spew($self->path('/etc/default/tictactoe'),
		join '', map { "\U$_\E_OPTIONS='$options{$_}'\n" } sort keys %options);
	for my $name (map { ($_, "$_@") } bot_names()) {
		my $folder = $self->path("/etc/systemd/system/$name.service.d");
		make_path($folder);
		spew("$folder/haste.conf", "[Service]\nWatchdogSec=5\nRestartSec=500ms\n");
	}
	$self->must('systemctl', 'daemon-reload');
	return;
}

# Waits until a game has some moves and will have more. Its id.
sub game_under_way ($self, $table) {
	return wait_for(sub {
		my ($id, $empty) = ($table->board // '') =~
			/\AGame (\S+)\n.*^Empty: (.*)\nStatus: in progress\n/ms or return '';
		return ($empty =~ tr/1-9//) =~ /[67]/ ? $id : '';
	}, 'a game to be under way');
}

# A shared folder as a room; it is the bots' as long as the machine is up.
sub table ($self, $name) {
	my $room = room();
	$room->{dir} = $self->path("/workspace/$name");
	return $room;
}

# A test; if it fails, the journal since the boot is shown.
sub subtest ($self, $name, $code) {
	Test::More::subtest($name => sub {
		eval { $code->(); 1 } or Test::More::fail('it comes to its end')
			|| Test::More::diag($@);
	}) or Test::More::diag($self->{init}
		? $self->run(qw(journalctl -b -n 60 --no-pager -o short-precise)) : 'it is off');
	return;
}

sub DESTROY ($self) {
	local ($?, $@, $!);
	close $_ for grep { defined } @$self{qw(orders answers)};
	waitpid $self->{keeper}, 0 if $self->{keeper};
	return;
}

1;
