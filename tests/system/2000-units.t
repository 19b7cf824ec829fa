#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# What is in systemd/, as far as it can be told without a running systemd.
# san: yes
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;

my $TOP = "$FindBin::Bin/../..";
my @FILES = map { "$TOP/systemd/$_" } names_in("$TOP/systemd");
my @SERVICES = map { ("$_.service", "$_\@.service") } bot_names();
my $FOLDER = '/workspace/tictactoe';
my @TARGETS = ('tictactoe.target', 'tictactoe@.target');
my @AUDIT = ('tictactoe-audit.service', 'tictactoe-audit.timer');
my %UNIT = map { $_ => unit($_) } @SERVICES, @TARGETS, @AUDIT;

# The settings of a unit: a list of all values for each key.
sub unit ($name) {
	my %unit;
	for (split /\n/, slurp("$TOP/systemd/$name")) {
		push @{$unit{$1}}, $2 if /\A(\w+)=(.*)\z/;
	}
	return \%unit;
}

sub has ($name, $key, $value, $what) {
	is_deeply($UNIT{$name}{$key}, [$value], "$name: $what");
	return;
}

# The reason why a tool of systemd cannot be used here, or ''.
sub missing ($tool) {
	return `$tool --version 2>/dev/null` =~ /\Asystemd/ ? '' : "$tool is not installed";
}

sub output (@command) {
	open my $from, '-|', 'sh', '-c', 'exec "$@" 2>&1', 'sh', @command
		or die "$command[0]: $!\n";
	local $/;
	my $said = readline($from) // '';
	close $from;
	return $said;
}

# --- as systemd reads them -----------------------------------------------------------

# The units as they would be installed: with the programs where they are, and
# with the manuals they name. Without the tool there are none for it.
sub installed_units ($room) {
	for my $file (grep { /\.(?:service|target|timer)\z/ } @FILES) {
		next if $file =~ /-audit\./ && need_tool();
		my $text = slurp($file);
		$text =~ s{/usr/bin/(messenger\d|tictactoe)}{binary($1)}ge;
		spew($room->tmp . '/' . $file =~ s{.*/}{}r, $text);
	}
	my $man = $room->tmp . '/man';
	for my $page (glob "$TOP/messenger?/*.8 $TOP/tictactoe/*.1 $TOP/common/*.[57]") {
		my ($name, $section) = $page =~ m{([^/]+\.(\d))\z};
		mkdir $_ for $man, "$man/man$section";
		spew("$man/man$section/$name", slurp($page));
	}
	return glob $room->tmp . '/*.{service,target,timer}';
}

subtest 'systemd has nothing to say against them' => sub {
	plan skip_all => missing('systemd-analyze') if missing('systemd-analyze');
	my $room = room();
	my @units = installed_units($room);
	is(scalar @units, @SERVICES + @TARGETS + (need_tool() ? 0 : @AUDIT), 'all are there');
	local $ENV{MANPATH} = $room->tmp . '/man';
	my @pages = grep { -x "$_/man" } split /:/, $ENV{PATH};
	is(output('systemd-analyze', @pages ? () : '--man=no', '--recursive-errors=no',
		'verify', @units), '', 'verify prints nothing');
	for my $unit (grep { /service\z/ } @units) {
		my $said = output('systemd-analyze', '--no-pager', '--offline=true', 'security',
			$unit);
		my ($exposure) = $said =~ /Overall exposure level .*: (\d+\.\d+) /;
		cmp_ok($exposure // 10, '<=', 0.4, $unit =~ s{.*/}{}r . ' is exposed to 0.4');
	}
	$room->close;
};

subtest 'one command enables the whole' => sub {
	plan skip_all => missing('systemctl') if missing('systemctl');
	my $room = room();
	my $root = $room->tmp . '/root';
	for (qw(/ /etc /etc/systemd /etc/systemd/system)) {
		mkdir $root . $_ or die "$_: $!\n";
	}
	spew("$root/etc/systemd/system/" . s{.*/}{}r, slurp($_)) for @FILES;
	output('systemctl', "--root=$root", 'enable', 'tictactoe.target', 'tictactoe@b.target',
		'tictactoe-audit.timer');
	is_deeply([names_in("$root/etc/systemd/system/multi-user.target.wants")],
		['tictactoe.target', 'tictactoe@b.target'], 'the targets come with the system');
	is_deeply([names_in("$root/etc/systemd/system/timers.target.wants")],
		['tictactoe-audit.timer'], 'so does the timer of the audit');
	$room->close;
};

has('tictactoe.target', Wants => 'messenger1.service messenger2.service', 'starts both');
has('tictactoe@.target', Wants => 'messenger1@%i.service messenger2@%i.service', 'starts both');

# --- started, watched, started again -----------------------------------------------------

for my $name (@SERVICES) {
	my ($bot, $at) = $name =~ /\A(\w+)(\@?)/;
	my $folder = $at ? "$FOLDER-%i" : $FOLDER;
	has($name, User => $bot, 'has its own user');
	has($name, PartOf => $at ? 'tictactoe@%i.target' : 'tictactoe.target',
		'ends with the target');
	has($name, ExecStart => "/usr/bin/$bot -w $folder --peer-user " . other($bot)
		. ' $' . uc($bot) . '_OPTIONS', 'believes the other user, and takes options');
	has($name, Type => 'notify', 'says when it is ready');
	like($UNIT{$name}{WatchdogSec}[0], qr/\A[1-9]\d*\z/, "$name: is watched");
	has($name, KillMode => 'control-group', 'nothing of it is left');
	has($name, Restart => 'on-failure', 'is started again');
	has($name, RestartPreventExitStatus => 64, 'but for a wrong option');
	cmp_ok($UNIT{$name}{RestartSec}[0], '>=', 1, "$name: after a pause");
	has($name, StartLimitIntervalSec => 0, 'however often');
	my @calls = split / /, "@{$UNIT{$name}{SystemCallFilter}}";
	is(scalar(grep { /\Alandlock_(?:create_ruleset|add_rule|restrict_self)\z/ } @calls), 3,
		"$name: may confine itself");
	is($UNIT{$name}{PrivateUsers}, undef, "$name: sees whose a file is");
}
is_deeply([grep { !/\.(?:service|target|timer|sysusers|tmpfiles|default)\z/ } @FILES], [],
	'no path unit, and nothing else');

subtest 'the audit reads, and comes once a day' => sub {
	has('tictactoe-audit.timer', OnCalendar => 'daily', 'once a day');
	has('tictactoe-audit.timer', Persistent => 'yes', 'or when the machine is on again');
	my $name = 'tictactoe-audit.service';
	has($name, ExecStart => "/usr/bin/tictactoe audit -w $FOLDER \$AUDIT_OPTIONS",
		'it takes options');
	has($name, EnvironmentFile => '-/etc/default/tictactoe', 'from the file of all');
	has($name, ProtectSystem => 'strict', 'it writes nowhere');
	is($UNIT{$name}{ReadWritePaths}, undef, 'without any exception');
	has($name, CapabilityBoundingSet => '', 'it may not do what only root may');
};

# The settings of a service, in a way that a table has in common with the folder
# that has no name.
sub settings ($name) {
	my $text = slurp("$TOP/systemd/$name");
	$text =~ s/^(?:#|StandardInput|EnvironmentFile=.*-%i$).*\n//gm;
	$text =~ s/ --create -$/ --create tictactoe.conf/m;
	return $text =~ s/, table %i$|-%i\b|\@%i\b//gmr;
}

subtest 'a table is like the folder without a name' => sub {
	my $lines = join "\n", map { s/ -\z//r =~ s/ +/ /gr } grep { /\Ad/ }
		split /\n/, slurp("$TOP/systemd/tictactoe.tmpfiles");
	for my $bot (bot_names()) {
		my $table = $UNIT{"$bot\@.service"};
		is(join("\n", @{$table->{StandardInputText}}) =~ s/-%i\b//gr, $lines,
			"$bot: it is made alike");
		is_deeply($table->{EnvironmentFile}, ['-/etc/default/tictactoe',
			'-/etc/default/tictactoe-%i'], "$bot: it has options of its own");
		is(settings("$bot\@.service"), settings("$bot.service"),
			"$bot: all else is the same");
	}
};

# --- what may be written -----------------------------------------------------------------

subtest 'a path that is missing stops nothing' => sub {
	for my $name (@SERVICES) {
		my $unit = $UNIT{$name};
		my @paths = map { split / /, join ' ', @{$unit->{$_}} }
			grep { /Paths\z|\AEnvironmentFile\z/ } keys %$unit;
		ok(scalar @paths, "$name: there are paths");
		is_deeply([grep { !m{\A-/} && $_ ne '/' } @paths], [], "$name: each has a \"-\"");
		has($name, ExecStartPre => '-+systemd-tmpfiles --create '
			. ($name =~ /\@/ ? '-' : 'tictactoe.conf'), 'the folder is made again');
	}
};

# Whether a unit may write in a path: its deepest setting counts.
sub may_write ($name, $path) {
	my ($deepest, $may) = ('', 0);
	for my $key (qw(ReadOnlyPaths ReadWritePaths)) {
		for (map { split / / } @{$UNIT{$name}{$key}}) {
			my $set = s/\A-//r;
			($deepest, $may) = ($set, $key eq 'ReadWritePaths')
				if "$path/" =~ m{\A\Q$set\E/} && length $set > length $deepest;
		}
	}
	return $may;
}

subtest 'each bot may write what is its own' => sub {
	for my $name (@SERVICES) {
		my ($me) = $name =~ /\A(\w+)/;
		my $folder = $name =~ /\@/ ? "$FOLDER-%i" : $FOLDER;
		has($name, ProtectSystem => 'strict', 'nothing outside');
		my @own = ('', "/spool/$me", "/state/$me");
		my @not = ('/spool', map { "/$_/" . other($me) } qw(spool state));
		ok(may_write($name, $folder . $_), "$name: ${folder}$_ is writable") for @own;
		ok(!may_write($name, $folder . $_), "$name: ${folder}$_ is not") for @not;
	}
	for my $name (grep { /\Amessenger1/ } @SERVICES) {
		is(scalar(grep { m{/state(?:/messenger1)?(?: |\z)} } @{$UNIT{$name}{ReadWritePaths}},
			@{$UNIT{$name}{ReadOnlyPaths}}), 0,
			"$name: its state is in one mount with the results");
	}
	ok(!may_write($_, $FOLDER . ($_ =~ /\@/ ? '-%i' : '') . '/state'), "$_: state/ is not")
		for grep { /\Amessenger2/ } @SERVICES;
};

# --- users and folders ---------------------------------------------------------------------

# Mode, owner and group of each folder, by the names that the root knows.
sub tree ($root, $folder) {
	my %user = (0 => 'root');
	my %group = %user;
	for ([passwd => \%user], [group => \%group]) {
		my ($file, $names) = @$_;
		$names->{(split /:/)[2]} = (split /:/)[0]
			for split /\n/, slurp("$root/etc/$file");
	}
	return map {
		my @stat = stat "$root$folder$_";
		"$_ " . join ' ', @stat ? (mode_of("$root$folder$_"), $user{$stat[4]} // $stat[4],
			$group{$stat[5]} // $stat[5]) : 'missing'
	} '', '/spool', '/state', map { ("/spool/$_", "/state/$_") } bot_names();
}

my @TREE = (' 2775 root tictactoe', map({ "/$_ 3775 root tictactoe" } qw(spool state)),
	map { my $bot = $_; map { "/$_/$bot 2755 $bot tictactoe" } qw(spool state) } bot_names());

subtest 'the folder is made, and mended' => sub {
	my $reason = need_root() || missing('systemd-sysusers') || missing('systemd-tmpfiles');
	plan skip_all => $reason if $reason;
	my $room = room();
	my $root = $room->tmp . '/root';
	mkdir $_ or die "$_: $!\n" for $root, "$root/etc";
	is(output('systemd-sysusers', "--root=$root", '--replace=/usr/lib/sysusers.d/x.conf',
		"$TOP/systemd/tictactoe.sysusers") =~ s/^Creating .*\n//gmr, '', 'users are made');
	my %make = ($FOLDER => sub {
		output('systemd-tmpfiles', "--root=$root", '--create',
			"$TOP/systemd/tictactoe.tmpfiles")
	}, "$FOLDER-b" => sub {
		my $lines = join "\n", @{$UNIT{'messenger1@.service'}{StandardInputText}};
		spew($room->tmp . '/lines', $lines =~ s/%i/b/gr . "\n");
		output('sh', '-c', 'systemd-tmpfiles --root="$1" --create - <"$2"', 'sh', $root,
			$room->tmp . '/lines')
	});
	for my $folder (sort keys %make) {
		is($make{$folder}->(), '', "$folder: nothing is wrong");
		is_deeply([tree($root, $folder)], \@TREE, "$folder: modes and owners");
		my $result = spew("$root$folder/game-x.txt", "kept\n");
		chmod 0, "$root$folder$_" for '', '/spool', '/state/messenger2';
		chown 0, 0, "$root$folder/state/messenger1";
		rmdir "$root$folder/spool/messenger2" or die "rmdir: $!\n";
		is($make{$folder}->(), '', "$folder: nothing is wrong again");
		is_deeply([tree($root, $folder)], \@TREE, "$folder: all is mended");
		is(slurp($result), "kept\n", "$folder: nothing is lost");
	}
	$room->close;
};

# --- the options file ----------------------------------------------------------------------

# The options of a program as -h lists them, each with all its names.
sub options_of ($program, @command) {
	return map { [/(?<![\w-])(--?\w[\w-]*)/g] } grep { /\A +-/ }
		split /\n/, `@{[binary($program)]} @command -h` =~ s/^( +\S+(?: \S+)?(?: \S+)?)  .*/$1/gmr;
}

subtest 'the options file explains every option' => sub {
	my $text = slurp("$TOP/systemd/tictactoe.default");
	my %explained = map { $_ => 1 } $text =~ /^#   (--?[\w-]+)/gm;
	my %known;
	plan skip_all => need_tool() if need_tool();
	for my $words ((map { [$_] } bot_names()), ['tictactoe', 'audit']) {
		for my $names (options_of(@$words)) {
			$known{$_} = 1 for @$names;
			next if grep { /\A--(?:workspace|peer-user|help|version|since|restore)\z/ } @$names;
			ok((grep { $explained{$_} } @$names), "@$words: @$names");
		}
	}
	is_deeply([grep { !$known{$_} } sort keys %explained], [], 'and no other');
};

subtest 'the examples in it work' => sub {
	my $text = slurp("$TOP/systemd/tictactoe.default");
	is($text =~ /^[^#\n]/m, '', 'nothing is set unless somebody does');
	for my $bot (bot_names()) {
		my @examples = $text =~ /^#\U$bot\E_OPTIONS="(.*)"$/gm;
		is(scalar @examples, 1, "there is one for $bot");
		my $room = room();
		my $started = $room->launch($bot, {}, '-w', $room->dir,
			split ' ', $examples[0]);
		wait_for(sub { !$started->alive || -e $room->path('state', $bot, 'lock') },
			'a start or an end');
		ok($started->alive, 'which it takes');
		$room->close;
	}
	my ($options) = $text =~ /^#AUDIT_OPTIONS="(.*)"$/m;
	is_deeply($UNIT{'tictactoe-audit.service'}{Environment}, ["AUDIT_OPTIONS=\"$options\""],
		'the one for the audit is what it has unless set');
	return if need_tool();
	my $room = room();
	$room->folder($_) for qw(spool state);
	my $audit = $room->launch('tictactoe', {}, 'audit', '-w', $room->dir, split ' ', $options);
	is($audit->ended, 'exit 0', 'which it takes');
};

done_testing;
