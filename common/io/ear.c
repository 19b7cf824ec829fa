/* SPDX-License-Identifier: ISC */
#include "file.h"
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

void
ear_init(struct ear *ear)
{
	ear->fd = -1;
	ear_reset(ear);
}

void
ear_reset(struct ear *ear)
{
	file_close(&ear->fd);
	ear->heard = ear->len = 0;
}

int
ear_replay(struct ear *ear, const char *bytes, size_t len)
{
	if (len + 1 > HEARD_SIZE - ear->heard)
		return -1;
	memcpy(ear->past + ear->heard, bytes, len);
	ear->past[ear->heard + len] = '\n';
	ear->heard += len + 1;
	ear->len = ear->heard;
	return 0;
}

void
ear_attach(struct ear *ear, int fd, const struct stat *st)
{
	file_close(&ear->fd);
	ear->fd = fd;
	ear->dev = st->st_dev;
	ear->ino = st->st_ino;
}

/* Whether the name leads to the file that is held, or to nothing. */
static bool
is_held(const struct ear *ear, int dir, const char *name)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return errno == ENOENT;
	return st.st_dev == ear->dev && st.st_ino == ear->ino;
}

/* Hold the file under the name: EAR_READ, or why not. */
static enum ear_saw
open_name(struct ear *ear, int dir, const char *name, uid_t owner)
{
	struct stat st;
	int fd = file_open(dir, name, O_RDONLY, owner, &st);

	if (fd != -1) {
		ear_attach(ear, fd, &st);
		return EAR_READ;
	}
	if (errno == ENOENT)
		return EAR_MISSING;
	if (errno != EBADF)
		return EAR_FAILED;
	file_close(&ear->fd); /* the name is not its any more */
	return EAR_FOREIGN;
}

/* See that the right file is held. */
static enum ear_saw
hold(struct ear *ear, const struct workspace *ws, const struct gameid *id,
    enum ear_how how)
{
	char name[GAMEID_NAME_SIZE];

	if (ear->fd != -1 && how == EAR_HELD)
		return EAR_READ;
	if (ws->peer_spool == -1)
		return ear->fd == -1 ? EAR_MISSING : EAR_READ;
	gameid_spool_name(id, name);
	if (ear->fd != -1 && how == EAR_NAMED &&
	    is_held(ear, ws->peer_spool, name))
		return EAR_READ;
	return open_name(ear, ws->peer_spool, name, ws->theirs);
}

enum ear_saw
ear_look(struct ear *ear, const struct workspace *ws, const struct gameid *id,
    enum ear_how how)
{
	enum ear_saw saw = hold(ear, ws, id, how);
	ssize_t n;

	ear->len = ear->heard;
	if (saw != EAR_READ)
		return saw;
	n = file_read(ear->fd, ear->now, HEARD_SIZE, 0);
	if (n == -1)
		return EAR_FAILED;
	if ((size_t)n < ear->heard ||
	    memcmp(ear->now, ear->past, ear->heard) != 0)
		return EAR_REWRITTEN;
	ear->len = (size_t)n;
	return EAR_READ;
}

bool
ear_line(const struct ear *ear, const char **bytes, size_t *len)
{
	const char *start = ear->now + ear->heard;
	const char *end = memchr(start, '\n', ear->len - ear->heard);

	if (end == NULL)
		return false;
	*bytes = start;
	*len = (size_t)(end - start);
	return true;
}

void
ear_take(struct ear *ear, size_t len)
{
	memcpy(ear->past + ear->heard, ear->now + ear->heard, len + 1);
	ear->heard += len + 1;
}
