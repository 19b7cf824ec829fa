/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_FILES_H
#define UNIT_IO_FILES_H

#include "suite.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/*
 * Files by their paths: made, looked at, compared. For what may stand where a
 * file is expected see enum object.
 */

/* How many names a folder has, without "." and "..". */
static inline size_t
count_names(const char *path)
{
	DIR *folder = opendir(path);
	size_t count = 0;

	assert_non_null(folder);
	while (readdir(folder) != NULL)
		count++;
	(void)closedir(folder);
	return count - 2;
}

static inline int
remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline void
remove_tree(const char *path)
{
	(void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void
append_bytes(const char *path, const char *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	assert_int_not_equal(fd, -1);
	assert_int_equal(write(fd, bytes, len), len);
	(void)close(fd);
}

static inline void
append_text(const char *path, const char *text)
{
	append_bytes(path, text, strlen(text));
}

/* A file with exactly this text, the old inode where there is one. */
static inline void
put_text(const char *path, const char *text)
{
	if (truncate(path, 0) == -1)
		assert_int_equal(errno, ENOENT);
	append_text(path, text);
}

/* Up to size bytes of a file: how many. */
static inline size_t
get_bytes(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	assert_int_not_equal(fd, -1);
	n = read(fd, buf, size);
	(void)close(fd);
	assert_true(n >= 0);
	return (size_t)n;
}

static inline void
expect_bytes(const char *path, const char *bytes, size_t len)
{
	static char there[65536];

	assert_true(len < sizeof(there));
	assert_int_equal(get_bytes(path, there, len + 1), len);
	assert_memory_equal(there, bytes, len);
}

static inline void
expect_text(const char *path, const char *text)
{
	expect_bytes(path, text, strlen(text));
}

/* What lstat says; the name must be there. */
static inline struct stat
look_at(const char *path)
{
	struct stat st = {0};

	assert_int_equal(lstat(path, &st), 0);
	return st;
}

static inline unsigned
mode_of(const char *path)
{
	return look_at(path).st_mode & 07777;
}

static inline bool
is_there(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

/* What may stand where a file is expected. */
enum object {
	OBJECT_NOTHING,
	OBJECT_SYMLINK, /* to a good file, "target" */
	OBJECT_DANGLING,
	OBJECT_FIFO,
	OBJECT_FOLDER,
	OBJECT_SOCKET,
	OBJECT_FOREIGN /* somebody else's file: only root can make one */
};

static inline void
make_socket(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	assert_int_not_equal(fd, -1);
	(void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	assert_int_equal(
	    bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	(void)close(fd);
}

/* Put an object there, in which the words are where it can hold any. */
static inline void
make_object(const char *path, enum object object, const char *words)
{
	char target[PATH_MAX];

	switch (object) {
	case OBJECT_NOTHING:
		break;
	case OBJECT_SYMLINK:
	case OBJECT_DANGLING:
		assert_non_null(getcwd(target, sizeof(target) - 8));
		strcat(target, "/target");
		if (object == OBJECT_SYMLINK)
			put_text(target, words);
		assert_int_equal(symlink(target, path), 0);
		break;
	case OBJECT_FIFO:
		assert_int_equal(mkfifo(path, 0644), 0);
		break;
	case OBJECT_FOLDER:
		assert_int_equal(mkdir(path, 0755), 0);
		break;
	case OBJECT_SOCKET:
		make_socket(path);
		break;
	case OBJECT_FOREIGN:
		put_text(path, words);
		assert_int_equal(chown(path, 65534, 65534), 0);
		break;
	}
}

#endif
