# SPDX-License-Identifier: ISC
# Disks in files that lose their power: a filesystem in an image, and copies of
# the image made while it is mounted and written to.
#
#	my $disk = Messengers::Image->new($folder, 'xfs', 'forgets');
#	$disk->on('live');              # mounted at $folder/disk
#	$disk->cut('live', '1');        # what a power cut now would leave
#	$disk->off;
#	$disk->on('1');                 # the journal is replayed
#
# A copy has one instant: FICLONE shuts the image file to writers, so each write
# that the loop device has completed is in it as a whole, and no later one is.
# It makes no difference for this whether the loop device writes through the page
# cache or past it: the reflink waits for what goes past and flushes the rest.
#
# "keeps": the copy has all writes that were completed, as of a drive whose cache
# survives. This is the weaker cut: a flush that was never asked for is not
# missed where its writes went out by themselves.
# "forgets": the copy has what was flushed, and of the rest what the drive had
# written by chance. The drive is a file on a filesystem of its own; this one's
# page cache is the cache of the drive, a flush is an fsync of that file, and it
# is this lower filesystem that loses its power.
package Messengers::Image;
use v5.36;
use File::Temp ();
use Messengers::Bot;
use Messengers::Wait;

use constant FICLONE => 0x40049409;
use constant MEGABYTES => {ext4 => 64, btrfs => 110, xfs => 300};
use constant {
	DRIVE => 360,	# holds the largest of them
	BASE => 6144,	# sparse: takes what the copies have not in common
};

my @mounted;

sub run (@command) {
	my $said = '';
	open my $out, '-|', 'sh', '-c', 'exec "$@" 2>&1', @command[0, 0 .. $#command]
		or die "$command[0]: $!\n";
	$said .= $_ while readline $out;
	close $out or die "@command: $said\n";
	return;
}

sub format_image ($path, $type, $megabytes) {
	open my $out, '>', $path or die "$path: $!\n";
	truncate $out, $megabytes << 20 or die "$path: $!\n";
	close $out or die "$path: $!\n";
	run("mkfs.$type", '-q', $type eq 'ext4' ? '-F' : '-f', $path);
	return;
}

# umount also detaches the loop device that mount made.
sub mount_image ($path, $where, $type, @options) {
	mkdir $where;
	run('mount', '-t', $type, '-o', join(',', 'loop', @options), $path, $where);
	push @mounted, $where;
	return;
}

# It is off when the kernel says so, whatever umount has said.
sub unmount_last () {
	my $where = $mounted[-1];
	my $problem = '';
	eval {
		wait_for(sub {
			eval { run('umount', $where); 1 } or $problem = $@;
			return slurp('/proc/self/mounts') !~ / \Q$where\E /;
		}, "$where to be unmounted");
		1;
	} or die "$@$problem";
	pop @mounted;
	return;
}

# A test that dies in the middle leaves bots: they end before their disk.
sub all_off () {
	local ($?, $@, $!);
	Messengers::Bot::end_all() if @mounted;
	while (@mounted) {
		eval { unmount_last(); 1 } and next;
		warn $@;
		system 'umount', '-l', pop @mounted;
	}
	return;
}

sub DESTROY ($self) {
	all_off();
	return;
}

END {
	all_off();
}

# The reason why there can be no such disks here, or ''.
sub need_images () {
	return 'only root can mount' if $> != 0;
	my $folder = File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1);
	for my $type (sort keys %{+MEGABYTES}) {
		eval {
			format_image("$folder/$type", $type, MEGABYTES->{$type});
			mount_image("$folder/$type", "$folder/disk", $type);
			unmount_last();
			1;
		} or return "no image of $type can be used here: " . $@ =~ s/\n.*//sr;
	}
	return '';
}

# $cache: keeps or forgets.
sub new ($class, $folder, $type, $cache) {
	my $self = bless {folder => $folder, type => $type, cache => $cache}, $class;
	format_image("$folder/base.img", 'xfs', BASE);
	mount_image("$folder/base.img", "$folder/base", 'xfs');
	my $live = $self->image('live');
	if ($cache eq 'keeps') {
		format_image($live, $type, MEGABYTES->{$type});
		return $self;
	}
	format_image($live, 'ext4', DRIVE);
	$self->drive_on('live');
	format_image("$folder/drive/disk.img", $type, MEGABYTES->{$type});
	unmount_last();
	return $self;
}

sub image ($self, $name) {
	return "$self->{folder}/base/$name.img";
}

# What the drive has written is safe: no flush of it has to go further down.
sub drive_on ($self, $name) {
	mount_image($self->image($name), "$self->{folder}/drive", 'ext4', 'barrier=0');
	return;
}

# Two filesystems that are copies of each other have one UUID: never both on.
sub on ($self, $name) {
	my $folder = $self->{folder};
	my $image = $self->image($name);
	if ($self->{cache} eq 'forgets') {
		$self->drive_on($name);
		$image = "$folder/drive/disk.img";
	}
	mount_image($image, "$folder/disk", $self->{type},
		$self->{type} eq 'xfs' ? 'nouuid' : ());
	return;
}

sub off ($self) {
	unmount_last() while @mounted > 1;
	return;
}

sub cut ($self, $running, $name) {
	open my $from, '<', $self->image($running) or die "$running: $!\n";
	open my $to, '>', $self->image($name) or die "$name: $!\n";
	ioctl $to, FICLONE, fileno $from or die "FICLONE: $!\n";
	return;
}

sub remove ($self, $name) {
	unlink $self->image($name);
	return;
}

# The base as well: nothing of it is left.
sub close ($self) {
	unmount_last() while @mounted;
	unlink "$self->{folder}/base.img";
	return;
}

1;
