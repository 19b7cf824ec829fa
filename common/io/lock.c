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

/* Over the old one, then cut: a full disk may have no other block than its. */
static int
write_pid(int fd)
{
	char pid[16];
	struct text t = text_in(pid, sizeof(pid));
	size_t done;

	text_number(&t, (uint64_t)getpid(), 1);
	text_char(&t, '\n');
	if (lseek(fd, 0, SEEK_SET) == -1 ||
	    file_write(fd, pid, t.len, &done) == -1)
		return -1;
	return ftruncate(fd, (off_t)t.len);
}

bool
workspace_is_read_only(const struct workspace *ws)
{
	return write_pid(ws->lock) == -1 && errno == EROFS;
}

int
workspace_lock(struct workspace *ws, struct trouble *trouble)
{
	const char *name = ws->me == MESSENGER1 ? "state/messenger1/lock"
						: "state/messenger2/lock";

	ws->lock = open_lock(ws);
	if (ws->lock == -1)
		return workspace_fail(trouble, name, errno);
	if (flock(ws->lock, LOCK_EX | LOCK_NB) == -1) {
		if (errno != EWOULDBLOCK)
			return workspace_fail(trouble, name, errno);
		trouble->owner = lock_holder(ws->lock);
		return workspace_fail(trouble, name, WORKSPACE_LOCKED);
	}
	if (write_pid(ws->lock) == -1)
		return workspace_fail(trouble, name, errno);
	return 0;
}
