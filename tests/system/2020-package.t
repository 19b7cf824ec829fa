#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# The Debian package builds, lintian has nothing against it, and it holds what
# it should, with the version that the programs print.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp qw(tempdir);
use Test::More;
use Messengers;

my $TOP = "$FindBin::Bin/../..";
my $BIN = $ENV{BUILDDIR} || 'build';
my $MAKE = $ENV{MAKE} || 'make';
my @PROGRAMS = (bot_names(), 'tictactoe');
my $PACKAGE = 'tictactoe-messengers';

for my $tool (qw(dh lintian dpkg-buildpackage)) {
	plan skip_all => "$tool is not installed"
		if system("command -v $tool >/dev/null") != 0;
}
plan skip_all => 'what the package needs to build is not installed'
	if system("cd $TOP && dpkg-checkbuilddeps 2>/dev/null") != 0;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DESTDIR)};
$ENV{DEB_BUILD_OPTIONS} = 'parallel=2';

# What git sees of changed and new files.
sub changes () {
	return scalar `git -C $TOP status --porcelain 2>&1`;
}

my $tmp = tempdir(CLEANUP => 1);
my $before = changes();
my $said = `cd $TOP && $MAKE deb-package deb-lint DEB=$tmp/deb 2>&1`;
is($?, 0, 'make deb') or diag $said;
is_deeply([$said =~ /^([EW]: .*)/mg], [], 'lintian finds no error and no warning');
is(changes(), $before, 'the sources are as they were');

chomp(my $version = `$TOP/$BIN/messenger1 -V`);
$version =~ s/^messenger1 //;
my ($deb) = glob("$tmp/deb/${PACKAGE}_*.deb") or BAIL_OUT('there is no package');
is_deeply([names_in("$tmp/deb")], [map { "${PACKAGE}_${version}_$_" }
	map { ("$_.buildinfo", "$_.changes", "$_.deb") } $deb =~ /_([^_]*)\.deb$/],
	'there is the package, and its papers');
chomp(my $says = `dpkg-deb -f $deb Version`);
is($says, $version, 'its version is that of the programs');

my $doc = "usr/share/doc/$PACKAGE";
my @holds = map { m{^(\S+) (\S+) .* \./(\S+)$} ? "$3 $1 $2" : () }
	grep { !/^d/ } `dpkg-deb -c $deb`;
is_deeply([sort @holds], [sort(
	(map { "$_ -rw-r--r-- root/root" } 'etc/default/tictactoe',
		(map { "lib/systemd/system/$_" } qw(messenger1.service messenger1@.service
			messenger2.service messenger2@.service tictactoe.target
			tictactoe@.target tictactoe-audit.service tictactoe-audit.timer)),
		(map { "usr/lib/$_.d/tictactoe.conf" } qw(sysusers tmpfiles)),
		(map { "usr/share/bash-completion/completions/$_" } @PROGRAMS),
		'usr/share/zsh/vendor-completions/_messengers',
		(map { "usr/share/man/$_.gz" } qw(man1/tictactoe.1 man5/tictactoe-workspace.5
			man7/tictactoe-protocol.7 man8/messenger1.8 man8/messenger2.8)),
		(map { "$doc/$_" } qw(README.md.gz changelog.gz copyright
			workspace-template/README.txt))),
	(map { "usr/bin/$_ -rwxr-xr-x root/root" } @PROGRAMS))],
	'it holds just these files');

system('dpkg-deb', '-R', $deb, "$tmp/all") == 0 or die "dpkg-deb: $?\n";
is(slurp("$tmp/all/DEBIAN/conffiles"), "/etc/default/tictactoe\n",
	'only the options are for the user to change');
is(`$tmp/all/usr/bin/$_ -V`, "$_ $version\n", "$_ runs") for @PROGRAMS;
my $postinst = slurp("$tmp/all/DEBIAN/postinst");
like($postinst, qr/systemd-sysusers .*tictactoe\.conf.*systemd-tmpfiles .*tictactoe\.conf.*
	deb-systemd-helper\ enable.*deb-systemd-invoke/xs,
	'first the users, then the folder, then the services');
is_deeply([sort $postinst =~ /deb-systemd-helper enable (\S+)/g],
	["'tictactoe-audit.timer'", "'tictactoe.target'"], 'it enables the target and the timer');
my $scripts = join '', map { slurp("$tmp/all/DEBIAN/$_") } qw(postinst prerm);
unlike($scripts, qr/tictactoe-audit\.service/, 'it does not start an audit itself');
unlike(join('', map { slurp("$tmp/all/DEBIAN/$_") } qw(prerm postrm)),
	qr/rm |\bdeluser|workspace/, 'no script removes what was played');

done_testing();
