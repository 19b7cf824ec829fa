/* SPDX-License-Identifier: ISC */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* What open says of a link, a folder, a socket or a device without a driver. */
static bool
says_no_file(int error)
{
	return error == ELOOP || error == EISDIR || error == ENXIO ||
	       error == ENODEV;
}

int
file_open(int dir, const char *name, int flags, uid_t owner, struct stat *st)
{
	int fd = openat(dir, name,
	    flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0644);

	return file_accept(fd, owner, st);
}

int
file_accept(int fd, uid_t owner, struct stat *st)
{
	if (fd == -1 && says_no_file(errno))
		errno = EBADF;
	if (fd == -1 || fstat(fd, st) == -1) {
		file_close(&fd);
		return -1;
	}
	if (!S_ISREG(st->st_mode) || st->st_uid != owner) {
		file_close(&fd);
		errno = EBADF;
	}
	return fd;
}

ssize_t
file_read(int fd, char *buf, size_t size, off_t offset)
{
	ssize_t n;

	do
		n = pread(fd, buf, size, offset);
	while (n == -1 && errno == EINTR);
	return n;
}

/* Write at an offset, or at -1 where the file stands. */
static int
write_all(int fd, const char *buf, size_t len, off_t offset, size_t *done)
{
	*done = 0;
	while (*done < len) {
		const char *rest = buf + *done;
		size_t left = len - *done;
		ssize_t n = offset == -1
				? write(fd, rest, left)
				: pwrite(fd, rest, left, offset + (off_t)*done);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == 0)
			errno = ENOSPC; /* no write of ours is empty */
		if (n <= 0)
			return -1;
		*done += (size_t)n;
	}
	return 0;
}

int
file_write(int fd, const char *buf, size_t len, size_t *done)
{
	return write_all(fd, buf, len, -1, done);
}

int
file_write_at(int fd, const char *buf, size_t len, off_t offset)
{
	size_t done;

	return write_all(fd, buf, len, offset, &done);
}

void
file_close(int *fd)
{
	int error = errno;

	if (*fd != -1)
		(void)close(*fd);
	*fd = -1;
	errno = error;
}

void
file_unlink(int dir, const char *name)
{
	int error = errno;

	(void)unlinkat(dir, name, 0);
	errno = error;
}

void
folder_begin(struct folder *f, int dir, bool fresh)
{
	f->fd = dir;
	f->fresh = fresh;
	f->at = f->len = 0;
	f->error = 0;
	if (fresh)
		f->fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if ((fresh && f->fd == -1) || lseek(f->fd, 0, SEEK_SET) == -1)
		f->error = errno;
}

int
folder_end(struct folder *f)
{
	if (f->fresh)
		file_close(&f->fd);
	errno = f->error;
	return f->error == 0 ? 0 : -1;
}

const char *
folder_next(struct folder *f)
{
	const struct dirent64 *entry;

	if (f->error != 0)
		return NULL;
	do {
		if (f->at == f->len) {
			ssize_t n = getdents64(f->fd, f->buf, sizeof(f->buf));

			if (n == -1)
				f->error = errno;
			if (n <= 0)
				return NULL;
			f->at = 0;
			f->len = (size_t)n;
		}
		entry = (const struct dirent64 *)(const void *)(f->buf + f->at);
		f->at += entry->d_reclen;
	} while (strcmp(entry->d_name, ".") == 0 ||
		 strcmp(entry->d_name, "..") == 0);
	return entry->d_name;
}
