# SPDX-License-Identifier: ISC
# Libraries of the tests' own that are loaded into a bot.
package Messengers::Preload;
use v5.36;
use Exporter 'import';
use File::Basename qw(dirname);
use File::Temp ();

our @EXPORT = qw(need_preload preload);

# The reason why nothing can be loaded into a bot here, or ''.
sub need_preload () {
	return 'sanitizers want to be loaded first' if $ENV{SAN};
	my ($cc) = split ' ', $ENV{CC} // 'cc';
	return system("command -v $cc >/dev/null 2>&1") == 0 ? '' : 'there is no compiler';
}

# The library of a source beside this folder, made once.
sub preload ($name) {
	state $dir = File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1);
	chmod 0755, "$dir";
	my $library = "$dir/$name.so";
	-e $library or system(split(' ', $ENV{CC} // 'cc'), '-std=c17', '-D_GNU_SOURCE',
		'-O1', '-shared', '-fPIC', '-o', $library,
		dirname(__FILE__) . "/../$name.c") == 0
		or die "$name.c cannot be compiled\n";
	return $library;
}

1;
