# SPDX-License-Identifier: ISC
# Filesystems of a test's own, in a mount namespace of its own: they are small,
# read-only, or say nothing of what changes; nobody else sees them.
package Messengers::Mounts;
use v5.36;
use Exporter 'import';
use POSIX ();
use Messengers::Wait;

our @EXPORT = qw(need_mounts mounted unmount fill);

# Begins the test anew where its mounts are nobody else's; the reason why that
# cannot be, or ''. To be called before anything else.
sub need_mounts () {
	return '' if ($ENV{OWN_MOUNTS} // '') eq $$;
	return 'only root can mount' if $> != 0;
	return 'no mounts can be made here'
		if system(qw(unshare -m sh -c), 'mount -t tmpfs none /mnt 2>/dev/null') != 0;
	$ENV{OWN_MOUNTS} = $$;	# exec keeps the number
	exec 'unshare', '-m', $^X, $0 or die "unshare: $!\n";
}

# Mounts something in a room, until the room goes: @how are words for mount(8).
sub mounted ($room, $path, @how) {
	system('mount', @how, $path) == 0 or die "mount @how $path: $?\n";
	push @{$room->{mounts}}, $path;
	return $path;
}

# Whoever still holds something in it keeps what was held.
sub unmount ($path) {
	system('umount', '-l', $path) == 0 or die "umount $path: $?\n";
	return;
}

# Takes all the space that is left in a folder, or all the inodes, but $left
# pages or inodes. Returns the code that gives them back.
sub fill ($folder, $kind, $left = 0) {
	my (@files, $n);
	mkdir "$folder/ballast";
	while (1) {
		my $path = "$folder/ballast/" . ++$n;
		open my $out, '>', $path or last;
		push @files, $path;
		next if $kind eq 'inodes';
		defined syswrite $out, 'x' x 4096 or last;
	}
	die "$folder: $!\n" if !$!{ENOSPC};
	unlink pop @files for 1 .. $left + ($kind eq 'inodes' ? 0 : 1);
	return sub { unlink @files };
}

1;
