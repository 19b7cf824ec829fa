/* SPDX-License-Identifier: ISC */
#ifndef IO_FILE_H
#define IO_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

/*
 * Files named in a folder that others may write to: never followed, never
 * waited for, never trusted before they were looked at.
 */

/*
 * Open a name in the folder dir with flags (O_RDONLY, O_RDWR | O_CREAT ...; a
 * new one is 0644). It must be a regular file of owner. Returns a descriptor,
 * with what fstat said of it in *st, or -1: errno is EBADF where it is
 * something else (a link, a FIFO, a folder, somebody else's), and else what the
 * system said.
 */
int file_open(
    int dir, const char *name, int flags, uid_t owner, struct stat *st);

/* The same of what open() returned: it, or -1 with it closed. */
int file_accept(int fd, uid_t owner, struct stat *st);

/* One read of at most size bytes at an offset: how many, or -1. */
ssize_t file_read(int fd, char *buf, size_t size, off_t offset);

/* Write all of it: 0, or -1 with *done bytes written. */
int file_write(int fd, const char *buf, size_t len, size_t *done);

/* The same at an offset: 0, or -1 with some of it written, perhaps. */
int file_write_at(int fd, const char *buf, size_t len, off_t offset);

/* Close it unless it is -1, and make it -1. Leaves errno alone. */
void file_close(int *fd);

/* Unlink a name, if it is there. Leaves errno alone. */
void file_unlink(int dir, const char *name);

/*
 * The names in a folder, one after the other, without "." and "..". The folder
 * is read anew from its beginning.
 *
 *	struct folder f;
 *
 *	folder_begin(&f, dirfd, fresh);
 *	while ((name = folder_next(&f)) != NULL)
 *		...
 *	if (folder_end(&f) == -1)
 *		...
 */
struct folder {
	int fd;
	bool fresh; /* it is ours */
	size_t at, len;
	int error; /* an errno ends it */
	_Alignas(8) char buf[4096];
};

/*
 * A fresh descriptor serves where one that is held may give its names only
 * once, as through sshfs.
 */
void folder_begin(struct folder *f, int dir, bool fresh);

/* The next name, good until the next call; NULL at the end or on an error. */
const char *folder_next(struct folder *f);

/* Done with it: 0, or -1 with errno where an error ended it. */
int folder_end(struct folder *f);

#endif
