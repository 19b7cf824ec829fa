#!/bin/bash
# SPDX-License-Identifier: ISC
# with-systemd.sh FOLDER - a machine for a test, on which a real systemd is PID 1:
# namespaces of its own over a copy of / whose changes are kept in memory, at an
# empty FOLDER. It does what its standard input says and answers with a line each:
#   boot  "up PID": systemd has booted and has this pid, seen from outside
#   off   "down": systemd was told to power off, and has
#   cut   "down": everything in there was killed
# Before that it says "ready", or "cannot ..." if there can be no machine here.
# Changes outlive off and cut. At the end of the input all is gone, so also when
# the test is killed; when this is, all but an empty control group, which the next
# one removes.
#
# with-systemd.sh FOLDER run PID COMMAND... - runs a command as root in there.
set -eu

# What acts on the whole kernel is taken from all in there, its root as well.
DROP=-sys_time,-sys_module,-sys_rawio,-sys_boot,-syslog,-audit_control
DROP+=,-audit_read,-wake_alarm,-block_suspend,-mac_admin,-mac_override,-mknod
SELF=$(realpath "$0")

# --- in the new namespaces, as PID 1 -------------------------------------------

# The same device nodes as outside; no disk, no kernel log.
make_dev() {
	mount -t tmpfs -o mode=0755,nosuid tmpfs dev
	for node in null zero full random urandom tty; do
		: >"dev/$node"
		mount --bind "/dev/$node" "dev/$node"
	done
	mkdir dev/pts dev/shm
	mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts dev/pts
	mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs dev/shm
	ln -s pts/ptmx dev/ptmx
	ln -s /proc/self/fd dev/fd
	ln -s fd/0 dev/stdin
	ln -s fd/1 dev/stdout
	ln -s fd/2 dev/stderr
}

# The kernel's settings can only be read. Each boot has an id, for journalctl -b.
make_proc() {
	mount -t proc -o nosuid,nodev,noexec proc proc
	for name in sys sysrq-trigger bus fs irq acpi scsi; do
		[ -e "proc/$name" ] || continue
		mount --bind "proc/$name" "proc/$name"
		mount -o remount,bind,ro "proc/$name"
	done
	cat /proc/sys/kernel/random/uuid >"$FOLDER/boot_id"
	mount --bind "$FOLDER/boot_id" proc/sys/kernel/random/boot_id
	mount -t sysfs -o ro,nosuid,nodev,noexec sysfs sys
	mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 sys/fs/cgroup
}

# What this system has enabled, logged and forbidden is its own affair.
begin() {
	mkdir -p etc/systemd/system var/log/journal
	find etc/systemd/system var/log/journal -mindepth 1 -delete
	rm -f usr/sbin/policy-rc.d
	: >"$FOLDER/begun"
}

lay_over() {
	mount -t overlay -o "lowerdir=/,upperdir=$FOLDER/changes,workdir=$FOLDER/work" \
		overlay "$FOLDER/root"
}

be_systemd() {
	lay_over
	cd "$FOLDER/root"
	make_proc
	make_dev
	mount -t tmpfs -o mode=0755,nosuid,nodev tmpfs run
	mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs tmp
	[ -e "$FOLDER/begun" ] || begin
	pivot_root . mnt
	umount -l /mnt
	mount --make-rshared /
	# in a container, as it calls that, systemd leaves the kernel alone
	exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		setpriv --bounding-set "$DROP" \
		/lib/systemd/systemd --system --unit=multi-user.target \
		</dev/null >/dev/null 2>&1
}

# Somebody in there who was not started by its systemd.
run() {
	timeout -k 1 60 nsenter --target "$1" --all --wdns=/ \
		setpriv --bounding-set "$DROP" env -i \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		"${@:2}" </dev/null 2>&1
}

# --- outside, but for the mounts -----------------------------------------------

is_alive() {
	kill -0 "$starter" 2>/dev/null
}

boot() {
	mkdir "$GROUP"
	setpriv --pdeathsig KILL unshare --pid --fork --kill-child --uts --ipc --net \
		"$SELF" "$FOLDER" enter </dev/null >&2 &
	starter=$!
	until init=$(pgrep -P "$starter") &&
		[ "$(cat "/proc/$init/comm" 2>/dev/null)" = systemd ]; do
		is_alive || return
		sleep 0.02
	done
	# in its first moments it cannot be asked
	until state=$(run "$init" systemctl is-system-running --wait) ||
		[ "$state" = degraded ]; do
		is_alive && [ "$SECONDS" -lt 60 ] || return
		sleep 0.02
	done
	echo "up $init"
}

# Everything in there ends with the starter, even that which nobody waits for.
cut() {
	[ -z "$starter" ] || kill -s KILL "$starter" 2>/dev/null || true
	wait "$starter" 2>/dev/null || true
	starter=
	remove "$GROUP"
}

off() {
	kill -s RTMIN+4 "$init"
	for _ in $(seq 200); do
		is_alive || break
		sleep 0.05
	done
	cut
}

# A group can be removed a moment after its last process has gone.
remove() {
	for _ in $(seq 200); do
		[ -d "$1" ] || break
		find "$1" -depth -type d -exec rmdir {} + 2>/dev/null && break
		sleep 0.05
	done
}

cannot() {
	echo "cannot $*: $(head -n 1 "$FOLDER/why")"
	exit
}

try() {
	mkdir "$FOLDER/groups" "$FOLDER/root" "$FOLDER/changes" "$FOLDER/work"
	mount -t cgroup2 cgroup2 "$FOLDER/groups" || cannot 'mount cgroup2'
	cd "$FOLDER/groups" # a place to stay when FOLDER is removed
	mkdir "$GROUP" || cannot 'make a control group'
	"$SELF" "$FOLDER" in-group true || cannot 'move into a control group'
	remove "$GROUP"
	unshare --mount --pid --fork --uts --ipc --net --cgroup \
		"$SELF" "$FOLDER" lay-over || cannot 'lay a folder over / in namespaces'
}

keep() {
	trap '' HUP INT TERM PIPE	# what counts is the end of the input
	trap cut EXIT
	starter=''
	export GROUP=messengers-$$
	mount -t tmpfs -o mode=0755 tmpfs "$FOLDER" 2>"$FOLDER/why" || cannot 'mount'
	try 2>"$FOLDER/why"
	for old in messengers-*; do
		[ -d "/proc/${old##*-}" ] ||
			! grep -q 'populated 0' "$old/cgroup.events" 2>/dev/null ||
			remove "$old"
	done
	echo ready
	while read -r word; do
		case $word in
		boot) SECONDS=0; boot || echo failed ;;
		off) off; echo down ;;
		cut) cut; echo down ;;
		esac
	done
}

FOLDER=$1
case ${2-} in
'')
	unshare --mount true 2>"$FOLDER/why" || cannot 'have a mount namespace'
	rm "$FOLDER/why"
	exec unshare --mount --propagation private "$SELF" "$FOLDER" keep
	;;
keep) keep ;;
in-group) echo 0 >"$GROUP/cgroup.procs"; "$3" ;;
lay-over) lay_over ;;
enter)
	echo 0 >"$GROUP/cgroup.procs"
	exec unshare --cgroup --mount --propagation private \
		"$SELF" "$FOLDER" be-systemd
	;;
be-systemd) be_systemd ;;
run) run "${@:3}" ;;
esac
