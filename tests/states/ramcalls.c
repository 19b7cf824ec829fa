/* SPDX-License-Identifier: ISC */
/* The system calls of the io floor, on the folder in memory. */
#include "ramfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define FD_FIRST 1000
#define FDS 32

void (*ram_killed)(void);

static struct {
	size_t at;
	int inode; /* 0: free */
	bool append;
} fds[FDS];

/* The wrapped calls, as the linker names them. */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
int __wrap_open(const char *path, int flags, ...);
int __wrap_openat(int dir, const char *name, int flags, ...);
int __wrap_close(int fd);
int __wrap_fstat(int fd, struct stat *st);
int __wrap_fstatat(int dir, const char *name, struct stat *st, int flags);
ssize_t __wrap_pread(int fd, void *buf, size_t size, off_t at);
ssize_t __wrap_pwrite(int fd, const void *buf, size_t size, off_t at);
ssize_t __wrap_write(int fd, const void *buf, size_t size);
int __wrap_ftruncate(int fd, off_t len);
int __wrap_fsync(int fd);
int __wrap_unlinkat(int dir, const char *name, int flags);
int __wrap_renameat(int from, const char *a, int to, const char *b);
int __wrap_renameat2(
    int from, const char *a, int to, const char *b, unsigned flags);
int __wrap_linkat(int from, const char *a, int to, const char *b, int flags);
int __wrap_mkdirat(int dir, const char *name, mode_t mode);
int __wrap_faccessat(int dir, const char *name, int mode, int flags);
int __wrap_flock(int fd, int how);
int __wrap_fchmod(int fd, mode_t mode);
int __wrap_fstatfs(int fd, struct statfs *fs);
off_t __wrap_lseek(int fd, off_t at, int whence);
ssize_t __wrap_getdents64(int fd, void *buf, size_t size);
uid_t __wrap_geteuid(void);

static int
fail(int error)
{
	errno = error;
	return -1;
}

static void
change(void)
{
	if (ram_killed != NULL)
		ram_killed();
}

static void
let_go(int n)
{
	int inode = fds[n].inode;

	fds[n].inode = 0;
	if (inode == 0)
		return;
	ram_opened[inode]--;
	ram_release(inode);
}

void
ram_close_all(void)
{
	for (int n = 0; n < FDS; n++)
		let_go(n);
}

static int
inode_of(int fd)
{
	if (fd == AT_FDCWD)
		return RAM_ROOT;
	if (fd < FD_FIRST || fd >= FD_FIRST + FDS)
		return 0;
	return fds[fd - FD_FIRST].inode;
}

static int
new_fd(int inode, bool append)
{
	for (int i = 0; i < FDS; i++) {
		if (fds[i].inode != 0)
			continue;
		fds[i].inode = inode;
		ram_opened[inode]++;
		fds[i].at = 0;
		fds[i].append = append;
		return FD_FIRST + i;
	}
	ram_full("descriptors");
}

int
__wrap_open(const char *path, int flags, ...)
{
	(void)path; /* the shared folder is the only one */
	(void)flags;
	return new_fd(RAM_ROOT, false);
}

int
__wrap_openat(int dir, const char *name, int flags, ...)
{
	const struct ram_entry *entry = ram_entry_in(inode_of(dir), name);
	va_list more;
	mode_t mode;
	int inode;

	if (entry != NULL) {
		if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
			return fail(EEXIST);
		return new_fd(entry->inode, flags & O_APPEND);
	}
	if (!(flags & O_CREAT))
		return fail(ENOENT);
	va_start(more, flags);
	mode = va_arg(more, mode_t);
	va_end(more);
	change();
	inode = ram_new(RAM_FILE, mode);
	ram_add(inode_of(dir), name, inode);
	return new_fd(inode, flags & O_APPEND);
}

int
__wrap_close(int fd)
{
	let_go(fd - FD_FIRST);
	return 0;
}

static void
fill(int inode, struct stat *st)
{
	const struct ram_inode *i = &ram.inodes[inode];

	memset(st, 0, sizeof(*st));
	st->st_ino = (ino_t)inode;
	st->st_nlink = i->type == RAM_FOLDER ? 2 : i->links;
	st->st_mode = i->mode | (i->type == RAM_FOLDER ? S_IFDIR : S_IFREG);
	st->st_uid = RAM_UID;
	st->st_size = (off_t)i->len;
}

int
__wrap_fstat(int fd, struct stat *st)
{
	fill(inode_of(fd), st);
	return 0;
}

int
__wrap_fstatat(int dir, const char *name, struct stat *st, int flags)
{
	const struct ram_entry *entry = ram_entry_in(inode_of(dir), name);

	(void)flags;
	if (entry == NULL)
		return fail(ENOENT);
	fill(entry->inode, st);
	return 0;
}

ssize_t
__wrap_pread(int fd, void *buf, size_t size, off_t at)
{
	const struct ram_inode *i = &ram.inodes[inode_of(fd)];
	size_t left = (size_t)at < i->len ? i->len - (size_t)at : 0;

	if (size > left)
		size = left;
	memcpy(buf, i->data + at, size);
	return (ssize_t)size;
}

static void
put(struct ram_inode *to, size_t at, const void *bytes, size_t size)
{
	memcpy(to->data + at, bytes, size);
	if (at + size > to->len)
		to->len = at + size;
}

ssize_t
__wrap_pwrite(int fd, const void *buf, size_t size, off_t at)
{
	if ((size_t)at + size > RAM_DATA)
		ram_full("room in a file");
	change();
	put(&ram.inodes[inode_of(fd)], (size_t)at, buf, size / 2);
	if (size > 1)
		change();
	put(&ram.inodes[inode_of(fd)], (size_t)at, buf, size);
	return (ssize_t)size;
}

ssize_t
__wrap_write(int fd, const void *buf, size_t size)
{
	int n = fd - FD_FIRST;
	size_t at = fds[n].append ? ram.inodes[inode_of(fd)].len : fds[n].at;

	fds[n].at = at + size;
	return __wrap_pwrite(fd, buf, size, (off_t)at);
}

int
__wrap_ftruncate(int fd, off_t len)
{
	change();
	ram.inodes[inode_of(fd)].len = (size_t)len;
	return 0;
}

int
__wrap_fsync(int fd)
{
	(void)fd;
	change();
	return 0;
}

int
__wrap_unlinkat(int dir, const char *name, int flags)
{
	struct ram_entry *entry = ram_entry_in(inode_of(dir), name);

	(void)flags;
	if (entry == NULL)
		return fail(ENOENT);
	change();
	ram_drop(entry);
	return 0;
}

int
__wrap_renameat2(int from, const char *a, int to, const char *b, unsigned flags)
{
	struct ram_entry *source = ram_entry_in(inode_of(from), a);
	struct ram_entry *target = ram_entry_in(inode_of(to), b);
	int inode;

	if (source == NULL)
		return fail(ENOENT);
	if (flags & RENAME_NOREPLACE && target != NULL)
		return fail(EEXIST);
	if (flags & RENAME_EXCHANGE && target == NULL)
		return fail(ENOENT);
	change();
	inode = source->inode;
	if (flags & RENAME_EXCHANGE) {
		source->inode = target->inode;
		target->inode = inode;
		return 0;
	}
	if (target != NULL && target->inode == inode)
		return 0; /* two names of one file: nothing happens */
	if (target != NULL)
		ram_drop(target);
	source->folder = inode_of(to);
	ram_name(source, b);
	return 0;
}

int
__wrap_renameat(int from, const char *a, int to, const char *b)
{
	return __wrap_renameat2(from, a, to, b, 0);
}

int
__wrap_linkat(int from, const char *a, int to, const char *b, int flags)
{
	const struct ram_entry *source = ram_entry_in(inode_of(from), a);

	(void)flags;
	if (source == NULL)
		return fail(ENOENT);
	if (ram_entry_in(inode_of(to), b) != NULL)
		return fail(EEXIST);
	change();
	ram_add(inode_of(to), b, source->inode);
	return 0;
}

int
__wrap_mkdirat(int dir, const char *name, mode_t mode)
{
	if (ram_entry_in(inode_of(dir), name) != NULL)
		return fail(EEXIST);
	change();
	ram_add(inode_of(dir), name, ram_new(RAM_FOLDER, mode));
	return 0;
}

int
__wrap_faccessat(int dir, const char *name, int mode, int flags)
{
	(void)dir;
	(void)name;
	(void)mode;
	(void)flags;
	return 0;
}

int
__wrap_flock(int fd, int how)
{
	(void)fd;
	(void)how;
	return 0;
}

int
__wrap_fchmod(int fd, mode_t mode)
{
	ram.inodes[inode_of(fd)].mode = mode;
	return 0;
}

int
__wrap_fstatfs(int fd, struct statfs *fs)
{
	(void)fd;
	memset(fs, 0, sizeof(*fs));
	fs->f_type = TMPFS_MAGIC;
	return 0;
}

off_t
__wrap_lseek(int fd, off_t at, int whence)
{
	(void)whence;
	fds[fd - FD_FIRST].at = (size_t)at;
	return at;
}

/* One name a call is enough; the position is the entry to look at next. */
ssize_t
__wrap_getdents64(int fd, void *buf, size_t size)
{
	struct dirent64 *out = buf;
	int n = fd - FD_FIRST;

	(void)size;
	while (fds[n].at < RAM_ENTRIES) {
		const struct ram_entry *entry = &ram.entries[fds[n].at++];

		if (entry->folder != fds[n].inode)
			continue;
		memset(out, 0, sizeof(*out));
		out->d_ino = (ino_t)entry->inode;
		out->d_reclen = sizeof(*out);
		(void)snprintf(
		    out->d_name, sizeof(out->d_name), "%s", entry->name);
		return (ssize_t)sizeof(*out);
	}
	return 0;
}

uid_t
__wrap_geteuid(void)
{
	return RAM_UID;
}

/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
