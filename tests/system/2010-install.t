#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# make install puts the right files in the right places, make uninstall takes
# just these away, and what somebody has made or changed is left alone.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Digest::SHA qw(sha256_hex);
use File::Find qw(find);
use File::Temp qw(tempdir);
use Test::More;
use Messengers;

my $TOP = "$FindBin::Bin/../..";
my $BIN = $ENV{BUILDDIR} || 'build';
my $MAKE = $ENV{MAKE} || 'make';
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DESTDIR)};
chomp(my $VERSION = `$TOP/$BIN/messenger1 -V`);
$VERSION =~ s/^messenger1 // or die "messenger1 -V: $VERSION\n";

# Runs make in the sources: its exit status, and all it printed.
sub make (@arguments) {
	my @words = map { s/'/'\\''/gr =~ s/.*/'$&'/r } @arguments;
	my $said = `cd $TOP && $MAKE --no-print-directory BIN=$BIN @words 2>&1`;
	return ($? >> 8, $said);
}

sub make_ok ($what, @arguments) {
	my ($status, $said) = make(@arguments);
	is($status, 0, $what) or diag $said;
	return $said;
}

# Everything below a folder that is no folder, as lines "PATH MODE".
sub files_below ($folder) {
	my @lines;
	find({no_chdir => 1, wanted => sub {
		push @lines, s{^\Q$folder\E/}{}r . ' ' . mode_of($_) if -l || !-d;
	}}, $folder);
	return sort @lines;
}

sub folders_below ($folder) {
	my @folders;
	find({no_chdir => 1, wanted => sub { push @folders, $_ if -d && !-l }}, $folder);
	return @folders;
}

# Without its libraries the tool is not there, and nothing that is for it alone.
my @TOOL = need_tool() ? () : 'tictactoe';
my @PROGRAMS = (bot_names(), @TOOL);
my @UNITS = (qw(messenger1.service messenger1@.service messenger2.service
	messenger2@.service tictactoe.target tictactoe@.target),
	map { ("$_-audit.service", "$_-audit.timer") } @TOOL);
my $DOC = 'share/doc/tictactoe-messengers';
my @DATA = ((map { "lib/systemd/system/$_" } @UNITS),
	(map { "share/bash-completion/completions/$_" } @PROGRAMS),
	(map { "share/man/man1/$_.1" } @TOOL), qw(
	lib/sysusers.d/tictactoe.conf
	lib/tmpfiles.d/tictactoe.conf
	share/man/man5/tictactoe-workspace.5
	share/man/man7/tictactoe-protocol.7
	share/man/man8/messenger1.8
	share/man/man8/messenger2.8
	share/zsh/site-functions/_messengers),
	map { "$DOC/$_" } qw(LICENSE README.md workspace-template/README.txt));
my @ALL = sort 'etc/default/tictactoe 0644',
	(map { "usr/local/bin/$_ 0755" } @PROGRAMS),
	map { "usr/local/$_ 0644" } @DATA;

subtest 'installed below DESTDIR' => sub {
	my $root = tempdir(CLEANUP => 1);
	my $umask = umask 077;
	make_ok('make install', 'install', "DESTDIR=$root");
	umask $umask;
	is_deeply([files_below($root)], \@ALL, 'these files, with these modes');
	is_deeply([grep { $_ ne $root && mode_of($_) ne '0755' } folders_below($root)], [],
		'the folders are for everybody, whatever the umask');
	my $template = "$root/usr/local/$DOC/workspace-template";
	ok(-d "$template/$_", "the template has $_") for qw(spool/messenger1
		spool/messenger2 state/messenger1/results state/messenger2);
	is(`$root/usr/local/bin/$_ -V`, "$_ $VERSION\n", "$_ runs") for @PROGRAMS;
	is(slurp("$root/usr/local/share/man/man8/$_.8"), slurp("$TOP/$_/$_.8"),
		"$_ has its manual") for bot_names();
	is(slurp("$root/usr/local/lib/$_.d/tictactoe.conf"),
		slurp("$TOP/systemd/tictactoe.$_"), "$_ are as written") for qw(sysusers tmpfiles);
	like(slurp("$root/usr/local/lib/systemd/system/$_.service"), qr{ --create tictactoe\.conf$}m,
		"a list in /etc/tmpfiles.d counts for $_") for bot_names();
	is(slurp("$root/etc/default/tictactoe"), slurp("$TOP/systemd/tictactoe.default"),
		'so are the options');

	my $said = make_ok('make uninstall', 'uninstall', "DESTDIR=$root");
	is_deeply([files_below($root)], [], 'uninstall leaves no file');
	ok(!-e "$root/usr/local/$DOC", 'nor a folder of ours');
	unlike($said, qr/^kept:/m, 'and does not say it has');
};

# Where each folder of the first list is, when every variable says another place.
my %MOVED = (
	'etc' => 'conf',
	'usr/local/bin' => 'programs',
	'usr/local/lib/systemd/system' => 'units',
	'usr/local/lib/sysusers.d' => 'users',
	'usr/local/lib/tmpfiles.d' => 'folders',
	"usr/local/$DOC" => 'texts',
	'usr/local/share/man' => 'manuals',
	'usr/local/share/bash-completion/completions' => 'bash',
	'usr/local/share/zsh/site-functions' => 'zsh',
);

sub moved ($line) {
	for my $from (keys %MOVED) {
		return "$MOVED{$from}/$1" if $line =~ m{\A\Q$from\E/(.*)};
	}
	die "$line is not moved\n";
}

subtest 'installed elsewhere' => sub {
	my $root = tempdir(CLEANUP => 1);
	my @where = ("DESTDIR=$root", qw(BINDIR=/programs SYSCONFDIR=/conf UNITDIR=/units
		SYSUSERSDIR=/users TMPFILESDIR=/folders MANDIR=/manuals DOCDIR=/texts
		BASHDIR=/bash ZSHDIR=/zsh));
	make_ok('make install', 'install', @where);
	is_deeply([files_below($root)], [sort map { moved($_) } @ALL], 'each in its place');
	for my $unit (grep { /\.service$/ } @UNITS) {
		my ($program) = $unit =~ /^(messenger\d|tictactoe)/;
		my $text = slurp("$root/units/$unit");
		like($text, qr{^ExecStart=/programs/$program }m, "$unit starts it there");
		unlike($text, qr{/usr/bin/(?:messenger|tictactoe)}, "$unit names no other place");
		like($text, qr{^EnvironmentFile=-/conf/default/tictactoe$}m,
			"$unit reads the options there");
		next if $program eq 'tictactoe';
		like($text, $unit =~ /@/ ? qr{ --create -$}m : qr{ --create /folders/tictactoe\.conf$}m,
			"$unit knows the folders from there");
	}
	make_ok('make uninstall', 'uninstall', @where);
	is_deeply([files_below($root)], [], 'uninstall finds it all');
};

# What the shell would take for two words, or for more than a word.
subtest 'a name that is not one word' => sub {
	my $root = tempdir(CLEANUP => 1);
	spew("$root/a", "not ours\n");
	for my $where ("DESTDIR=$root/a b", 'PREFIX=/my games', "PREFIX=/it's",
		'BINDIR=/a,b', 'BINDIR=/a&b', 'MANDIR=/a:b', 'UNITDIR=/a;b') {
		my @where = $where =~ /^DESTDIR/ ? $where : ("DESTDIR=$root", $where);
		for my $target ('install', 'uninstall') {
			my ($status, $said) = make($target, @where);
			isnt($status, 0, "make $target $where");
			like($said, qr/^install: .*: nothing was done$/m, 'says what it may hold');
		}
	}
	is(slurp("$root/a"), "not ours\n", 'what lies beside it is as it was');
	is(scalar(my @left = files_below($root)), 1, 'nothing was put there');
};

# What pkg-config says is missing is left out, but still taken away.
subtest 'without the libraries of the tool' => sub {
	my $root = tempdir(CLEANUP => 1);
	make_ok('make install', 'install', "DESTDIR=$root", 'TOOL=');
	is_deeply([files_below($root)], [grep { !m{\btictactoe(?:-audit\..*|\.1)? \d+\z}
		|| m{/default/} } @ALL], 'the daemons, and nothing that is for the tool alone');
	make_ok('make install with them', 'install', "DESTDIR=$root");
	make_ok('make uninstall without them', 'uninstall', "DESTDIR=$root", 'TOOL=');
	is_deeply([files_below($root)], [], 'nothing is left');
};

subtest 'what somebody has made or changed stays' => sub {
	my $root = tempdir(CLEANUP => 1);
	make_ok('make install', 'install', "DESTDIR=$root");
	my $options = "$root/etc/default/tictactoe";
	spew($options, my $mine = "MESSENGER1_OPTIONS=\"-i 60\"\n");
	my $table = "$root/workspace/tictactoe";
	mkdir $_ for "$root/workspace", $table;
	my $result = spew("$table/game-2026-09-03-110200.txt", "mine\n");
	my $note = spew("$root/usr/local/$DOC/note", "mine\n");
	my @before = listing($table);
	spew("$root/usr/local/bin/messenger1", 'old');

	make_ok('make install once more', 'install', "DESTDIR=$root");
	is(`$root/usr/local/bin/messenger1 -V`, "messenger1 $VERSION\n", 'the program is new');
	is(slurp($options), $mine, 'the options are not');
	is_deeply([listing($table)], \@before, 'nor is the shared folder');

	my $said = make_ok('make uninstall', 'uninstall', "DESTDIR=$root");
	is_deeply([files_below($root)], ['etc/default/tictactoe 0644',
		"usr/local/$DOC/note 0644", 'workspace/tictactoe/game-2026-09-03-110200.txt 0644'],
		'what is left is not from install');
	is(slurp($options), $mine, 'the options are as they were');
	is_deeply([listing($table)], \@before, 'so is the shared folder');
	like($said, qr/^kept: \Q$_\E$/m, "$_ is named") for $options, $table;
};

# Installs into "this machine", in which the tools of systemd only write down
# how they were called.
subtest 'installed in place' => sub {
	plan skip_all => 'only root makes users' if $> != 0;
	my $tmp = tempdir(CLEANUP => 1);
	my $called = "$tmp/called";
	mkdir "$tmp/tools";
	for my $tool (qw(systemd-sysusers systemd-tmpfiles systemctl)) {
		spew("$tmp/tools/$tool", "#!/bin/sh\necho $tool \"\$@\" >>$called\n");
		chmod 0755, "$tmp/tools/$tool";
	}
	local $ENV{PATH} = "$tmp/tools:$ENV{PATH}";
	my @where = ("PREFIX=$tmp/usr", "SYSCONFDIR=$tmp/etc", "TABLE=$tmp/table");
	my $users = "systemd-sysusers $tmp/usr/lib/sysusers.d/tictactoe.conf\n";
	my $folders = "systemd-tmpfiles --create $tmp/usr/lib/tmpfiles.d/tictactoe.conf\n";

	my $said = make_ok('make install', 'install', @where);
	is(slurp($called), $users . $folders, 'it makes the users and the folder, no more');
	my $hint = qr/systemctl enable --now tictactoe\.target/;
	-d '/run/systemd/system' ? like($said, $hint, 'and says how to go on')
		: unlike($said, $hint, 'and nothing of a manager that is not there');
	unlink $called;
	mkdir "$tmp/table";
	make_ok('make install once more', 'install', @where);
	is(slurp($called), $users, 'a folder that is there is not touched');

	my @before = listing("$tmp/usr");
	my ($status, $refusal) = make('uninstall', @where);
	isnt($status, 0, 'uninstall is refused while they play');
	like($refusal, qr/^first: systemctl disable --now tictactoe\.target tictactoe-audit\.timer\b/m, 'and says why');
	is_deeply([listing("$tmp/usr")], \@before, 'all is still there');
	my $off = "#!/bin/sh\n[ \$1 = show ] || exit 1\n";
	spew("$tmp/tools/systemctl", "${off}echo ActiveState=deactivating\n");
	($status) = make('uninstall', @where);
	isnt($status, 0, 'and until the last has ended');
	is_deeply([listing("$tmp/usr")], \@before, 'all is still there');
	spew("$tmp/tools/systemctl", "${off}printf 'ActiveState=%s\n\n' inactive failed\n");
	make_ok('uninstall', 'uninstall', @where);
	is_deeply([files_below("$tmp/usr")], [], 'and then it is done');
	ok(-d "$tmp/table", 'the folder stays');
};

# --- completion ----------------------------------------------------------------

# What bash would offer for the last of these words.
sub offered (@words) {
	local $ENV{PATH} = "$TOP/$BIN:$ENV{PATH}";
	open my $out, '-|', 'bash', '-c', 'source "$0" && complete -p "$1" >/dev/null && ' .
		'COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && ' .
		'_messengers "$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}" && ' .
		'printf "%s\n" "${COMPREPLY[@]}"',
		"$TOP/common/messengers.bash", @words or die "bash: $!\n";
	chomp(my @offered = readline $out);
	close $out or die "bash: $?\n";
	return [grep { $_ ne '' } sort @offered];
}

# The options that the program itself tells, or a command of it.
sub options_of (@words) {
	my @lines = `$TOP/$BIN/@words -h` =~ /^  ((?:-\w,|   ) --\S+)/mg;
	return sort map { split /,? +/ } map { s/^ +//r } @lines;
}

# The commands that the tool tells.
my @COMMANDS = map { `$TOP/$BIN/$_ -h` =~ /^  (\w+) /mg } @TOOL;

my ($STRATEGIES) = `$TOP/$BIN/messenger1 -h` =~ /one of (.*) \(/;
my @STRATEGIES = sort split /, /, $STRATEGIES;

subtest 'completion in bash' => sub {
	for my $name (bot_names()) {
		is_deeply(offered($name, ''), [options_of($name)], "$name: all of its options");
		is_deeply(offered($name, @$_, ''), \@STRATEGIES, "$name @$_: strategies")
			for ['-s'], ['-q', '--strategy'], ['--strategy', '='];
		is(system("$TOP/$BIN/$name -s $_ -V >/dev/null"), 0, "$name knows $_")
			for @STRATEGIES;
		ok((grep { $_ eq 'root' } @{offered($name, '--peer-user', 'ro')}),
			"$name: users");
		is_deeply(offered($name, $_, ''), [], "$name $_: no words for a number")
			for qw(--pace --seed -n --games);
	}
	is_deeply(offered('messenger1', '--w'), ['--workspace'], 'what begins so');
	is_deeply(offered('messenger1', '-s', 'per'), ['perfect'], 'a strategy that does');
	is_deeply(offered('messenger1', '--first', ''), [qw(no random yes)], 'who goes first');
	is_deeply(offered('messenger1', '--first', '='), [qw(no random yes)], 'after "="');
	is_deeply(offered('messenger1', '--first', '=', 'y'), ['yes'], 'and a letter');
	is_deeply(offered('messenger2', '--symbol', ''), [qw(circle cross random)], 'symbols');
	is_deeply(offered('messenger1', '-i', ''), [], 'no words for an interval');
	is_deeply(offered('messenger1', '-h', '-'), [options_of('messenger1')], '-h has no value');

	my $tmp = tempdir(CLEANUP => 1);
	mkdir "$tmp/$_" for 'a table', 'another';
	spew("$tmp/a file", '');
	is_deeply(offered('messenger2', '-w', "$tmp/a"), ["$tmp/a table", "$tmp/another"],
		'folders alone for the workspace');
};

subtest 'completion of the tool in bash' => sub {
	plan skip_all => need_tool() if need_tool();
	is(scalar @COMMANDS, 8, 'there are commands');
	is_deeply(offered('tictactoe', ''), [sort @COMMANDS, options_of('tictactoe')],
		'commands and options');
	is_deeply(offered('tictactoe', 're'), ['replay'], 'a command that begins so');
	is_deeply(offered('tictactoe', $_, '-'), [options_of('tictactoe', $_)],
		"$_: all of its options") for @COMMANDS;
	is_deeply(offered('tictactoe', $_, '--seat', ''), [bot_names()], "$_: seats")
		for qw(play say hear);
	is_deeply(offered('tictactoe', 'play', '--practice', ''), \@STRATEGIES, 'strategies');
	is_deeply(offered('tictactoe', @$_, ''), [], "@$_: no words for a number or an ID")
		for ['audit', '--interval'], ['stats', '--last'], ['export', '--since'],
		['replay', '--at'], ['play', '-n'], ['say', '--game'], ['hear', '--lines'];
	is_deeply(offered('tictactoe', 'hear', '--game', '-'), [options_of('tictactoe', 'hear')],
		'--game of hear has no value');

	my $tmp = tempdir(CLEANUP => 1);
	mkdir "$tmp/a folder";
	spew("$tmp/a file", '');
	is_deeply(offered('tictactoe', @$_, "$tmp/a"), ["$tmp/a file", "$tmp/a folder"],
		"@$_: files") for ['audit'], ['replay'], ['export'], ['stats', '--svg'];
	is_deeply(offered('tictactoe', 'watch', '-w', "$tmp/a"), ["$tmp/a folder"],
		'folders alone for the workspace');
};

# What the function of zsh would let its _arguments offer, as lines.
my $ZSH = <<'END';
_arguments() { print -rl -- "$@"; [[ $1 != -C ]] || { state=command line=($command) } }
complete() { source $1 }
service=$2 command=$3
complete $1
END

sub described (@words) {
	open my $out, '-|', 'zsh', '-fc', $ZSH, 'zsh', "$TOP/common/messengers.zsh", @words
		or die "zsh: $!\n";
	my $text = join '', readline $out;
	close $out or die "zsh: $?\n";
	return $text;
}

subtest 'completion in zsh' => sub {
	plan skip_all => 'zsh is not installed' if system('command -v zsh >/dev/null') != 0;
	for my $words ((map { [$_] } bot_names()), map { ['tictactoe', $_] } @COMMANDS) {
		my $text = described(@$words) =~ s/.*\n(?=-s\n)//sr;
		my @told = $text =~ /^(?:\(.*?\))?(--?[a-z][\w-]*)(?=[\[=+])/mgi;
		is_deeply([sort @told], [options_of(@$words)], "@$words: all of its options");
		is_deeply([grep { $_ ne $STRATEGIES =~ tr{,}{}dr }
			$text =~ /:strategy:\((.*)\)/mg], [], "@$words: all strategies");
	}
	return if need_tool();
	my ($commands) = described('tictactoe', '') =~ /^1:command:\((.*)\)$/m;
	is($commands, "@COMMANDS", 'all commands, in their order');
};

# --- the sources ----------------------------------------------------------------

subtest 'the sources in one file' => sub {
	plan skip_all => 'this is no clone'
		if system("git -C $TOP rev-parse -q --verify HEAD >/dev/null 2>&1") != 0;
	my $file = "$TOP/build/tictactoe-messengers-$VERSION.tar.gz";
	my %sums;
	for my $umask (022, 077) {
		umask $umask;
		unlink $file;
		make_ok(sprintf('make dist, umask %03o', $umask), 'dist');
		$sums{sha256_hex(slurp($file) // '')} = 1;
	}
	umask 022;
	is(keys %sums, 1, 'the same bytes each time');
	my %held = map { s{^\Qtictactoe-messengers-$VERSION\E/}{}r => 1 } `tar -tzf $file`;
	my @missing = grep { !$held{$_} } `git -C $TOP ls-tree -r --name-only HEAD`;
	is_deeply(\@missing, [], 'all that is tracked is in it');
};

done_testing();
