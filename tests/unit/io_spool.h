/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_SPOOL_H
#define UNIT_IO_SPOOL_H

#include "io_helpers.h"

#include "spool.h"

/*
 * The spool folders as messenger2 has them, and files in them. Who includes
 * this wraps getdents64.
 */
#define THEIRS "ws/spool/messenger1/"
#define MANY 2000

static struct workspace ws;

/* Some filesystems give the names of a folder once for each opening. */
static int given = -1;

WRAP(ssize_t, getdents64, int fd, void *buf, size_t size)
{
	if (fault_hits("getdents64"))
		return -1;
	return fd == given ? 0 : __real_getdents64(fd, buf, size);
}

static inline void
begin(void)
{
	assert_int_equal(mkdir("ws", 0755), 0);
	assert_int_equal(mkdir("ws/spool", 0755), 0);
	assert_int_equal(mkdir("ws/spool/messenger1", 0755), 0);
	open_workspace(&ws, MESSENGER2);
}

/* A file in the folder, which holds its own name. */
static inline void
put(const char *folder, const char *name)
{
	char path[512];

	(void)snprintf(path, sizeof(path), "%s%s", folder, name);
	put_text(path, name);
}

/* A file for each of the names, which have blanks between them. */
static inline void
put_all(const char *folder, const char *names)
{
	char name[64];

	while (*names != '\0') {
		size_t len = strcspn(names, " ");

		(void)snprintf(name, sizeof(name), "%.*s", (int)len, names);
		put(folder, name);
		names += len + (names[len] == ' ');
	}
}

static inline void
put_many(const char *folder)
{
	char name[40];

	for (int i = 0; i < MANY; i++) {
		/* in no order */
		int at = i * 7 % MANY;

		(void)snprintf(name, sizeof(name),
		    "2026-09-03-%02d%02d%02d.txt", at / 3600, at / 60 % 60,
		    at % 60);
		put(folder, name);
	}
}

#endif
