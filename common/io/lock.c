/* SPDX-License-Identifier: ISC */
#include "file.h"
#include "text.h"
#include "workspace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/*
 * One instance: the lock goes with the process, however it dies, so what
 * stands in the file is only for the message of a second one.
 */

/* Nobody else may ever open it: who can open a file can lock it. */
static int
open_lock(const struct workspace *ws)
{
	struct stat st;
	int fd = openat(ws->own_state, LOCK_NAME,
	    O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
	    0600);

	fd = file_accept(fd, ws->mine, &st);
	if (fd != -1 && (st.st_mode & 07777) != 0600 && fchmod(fd, 0600) == -1)
		file_close(&fd);
	return fd;
}

/* Who holds the lock, by what stands in it; 0 where that is no pid. */
static long
lock_holder(int fd)
{
	const struct timespec moment = {.tv_nsec = 1000000};
	char buf[16] = "";

	/* it may have the lock and not yet have said so */
	for (int i = 0; i < 200 && file_read(fd, buf, sizeof(buf) - 1, 0) <= 0;
	     i++)
		(void)nanosleep(&moment, NULL);
	return strtol(buf, NULL, 10);
}

int
workspace_lock(struct workspace *ws, struct trouble *trouble)
{
	const char *name = ws->me == MESSENGER1 ? "state/messenger1/lock"
						: "state/messenger2/lock";
	char pid[16];
	struct text t = text_in(pid, sizeof(pid));
	size_t done;

	ws->lock = open_lock(ws);
	if (ws->lock == -1)
		return workspace_fail(trouble, name, errno);
	if (flock(ws->lock, LOCK_EX | LOCK_NB) == -1) {
		if (errno != EWOULDBLOCK)
			return workspace_fail(trouble, name, errno);
		trouble->owner = lock_holder(ws->lock);
		return workspace_fail(trouble, name, WORKSPACE_LOCKED);
	}
	text_number(&t, (uint64_t)getpid(), 1);
	text_char(&t, '\n');
	/* the block it has is kept: a full disk may have no other */
	if (file_write(ws->lock, pid, t.len, &done) == -1 ||
	    ftruncate(ws->lock, (off_t)t.len) == -1)
		return workspace_fail(trouble, name, errno);
	return 0;
}
