/* SPDX-License-Identifier: ISC */
#include "publish.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/*
 * A new file under the temporary's name with this text in it. One left over by
 * a crash is unlinked, never opened. Returns its descriptor or -1.
 */
static int
write_temp(int dir, const char *temp, mode_t mode, const struct text *text)
{
	const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(dir, temp, flags, mode);
	size_t done;

	if (fd == -1 && errno == EEXIST && unlinkat(dir, temp, 0) == 0)
		fd = openat(dir, temp, flags, mode);
	if (fd == -1)
		return -1;
	if (file_write(fd, text->buf, text->len, &done) == -1) {
		file_close(&fd);
		file_unlink(dir, temp);
	}
	return fd;
}

/* Close: some filesystems tell of a lost write only here. */
static int
close_temp(int fd, int dir, const char *temp)
{
	if (close(fd) == 0 || errno == EINTR)
		return 0;
	file_unlink(dir, temp);
	return -1;
}

int
publish_sync(int fd)
{
	int result;

	do
		result = fsync(fd);
	while (result == -1 && errno == EINTR);
	return result;
}

int
publish_write(int dir, const char *temp, const struct text *text)
{
	int fd = write_temp(dir, temp, 0444, text);

	if (fd == -1)
		return -1;
	if (publish_sync(fd) == -1) {
		/* what it held may be lost: it is never synced again */
		file_close(&fd);
		file_unlink(dir, temp);
		return -1;
	}
	return close_temp(fd, dir, temp);
}

/*
 * Put a file in the place of another. A bot that has confined itself is refused
 * a folder there with EACCES, which would be the wrong reason to tell.
 */
static int
rename_over(int dir, const char *from, const char *name)
{
	struct stat st;

	if (renameat(dir, from, dir, name) == 0)
		return 0;
	if (errno == EACCES &&
	    fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		errno = S_ISDIR(st.st_mode) ? EISDIR : EACCES;
	return -1;
}

/* Make the temporary the journal. Owns fd; returns it, or -1. */
static int
name_journal(int dir, int fd, bool durable)
{
	if ((durable && publish_sync(fd) == -1) ||
	    rename_over(dir, TEMP_JOURNAL, "journal") == -1) {
		file_close(&fd);
		file_unlink(dir, TEMP_JOURNAL);
		return -1;
	}
	if (durable && publish_sync(dir) == -1)
		file_close(&fd);
	return fd;
}

int
publish_journal(int dir, const struct text *text, bool durable)
{
	int fd = write_temp(dir, TEMP_JOURNAL, 0644, text);

	return fd == -1 ? -1 : name_journal(dir, fd, durable);
}

int
publish_journal_copy(int dir, int fd, off_t len)
{
	char buf[4096];
	struct text part = text_in(buf, sizeof(buf));
	size_t done;
	int copy = write_temp(dir, TEMP_JOURNAL, 0644, &part);

	for (off_t at = 0; copy != -1 && at < len; at += (off_t)part.len) {
		off_t left = len - at;
		ssize_t n = file_read(fd, buf,
		    left < (off_t)sizeof(buf) ? (size_t)left : sizeof(buf), at);

		part.len = n > 0 ? (size_t)n : 0;
		if (n == 0)
			errno = EIO; /* it has become shorter */
		if (n <= 0 || file_write(copy, buf, part.len, &done) == -1) {
			file_close(&copy);
			file_unlink(dir, TEMP_JOURNAL);
		}
	}
	return copy == -1 ? -1 : name_journal(dir, copy, true);
}

/* The errors of a kernel or filesystem that lacks a flag of renameat2. */
static bool
lacks_flag(int error)
{
	return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP;
}

/*
 * Put temp in the place of name and unlink what was there. To exchange it with
 * what is no file is refused, with EACCES, to a bot that has confined itself.
 */
static int
exchange(int dir, const char *temp, const char *name)
{
	if (renameat2(dir, temp, dir, name, RENAME_EXCHANGE) == -1) {
		if (errno == ENOENT || errno == EACCES || lacks_flag(errno))
			return rename_over(dir, temp, name);
		return -1;
	}
	if (unlinkat(dir, temp, 0) == 0)
		return 0;
	if (errno == EISDIR)
		(void)renameat2(dir, temp, dir, name, RENAME_EXCHANGE);
	return -1;
}

int
publish_board(
    int dir, const char *temp, const char *name, const struct text *text)
{
	int fd = write_temp(dir, temp, 0644, text);

	if (fd == -1 || close_temp(fd, dir, temp) == -1)
		return -1;
	if (exchange(dir, temp, name) == 0)
		return 0;
	file_unlink(dir, temp);
	return -1;
}

int
publish_link(int from_dir, const char *from, int dir, const char *name)
{
	return linkat(from_dir, from, dir, name, 0);
}

bool
publish_cannot_link(int error)
{
	return lacks_flag(error) || error == EPERM || error == EXDEV ||
	       error == EMLINK;
}

int
publish_move(int from_dir, const char *from, int dir, const char *name)
{
	if (renameat2(from_dir, from, dir, name, RENAME_NOREPLACE) == 0)
		return 0;
	if (!lacks_flag(errno))
		return -1;
	if (linkat(from_dir, from, dir, name, 0) == -1)
		return -1;
	return unlinkat(from_dir, from, 0);
}

int
publish_copy(int temp_dir, const char *temp, int dir, const char *name,
    const struct text *text)
{
	if (publish_write(temp_dir, temp, text) == -1)
		return -1;
	if (publish_move(temp_dir, temp, dir, name) == 0)
		return 0;
	file_unlink(temp_dir, temp);
	return -1;
}

void
publish_sweep(int root, int state, enum player me)
{
	file_unlink(root, me == MESSENGER1 ? TEMP_BOARD1 : TEMP_BOARD2);
	file_unlink(state, TEMP_JOURNAL);
	if (me == MESSENGER1) {
		file_unlink(root, TEMP_RESULT_COPY);
		file_unlink(state, TEMP_RESULT);
	}
}
