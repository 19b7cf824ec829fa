/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "file.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define FOLDER "state/messenger1"
#define JOURNAL FOLDER "/journal"

/* No record more is not whole: the end of a journal may be lost. */
static int
fold_all(int fd, off_t at, struct session *session)
{
	char buf[RECORD_SIZE];
	struct record record;
	ssize_t n;
	size_t size;

	for (; (n = file_read(fd, buf, sizeof(buf), at)) > 0;
	     at += (off_t)size) {
		size = record_read(buf, (size_t)n, &record);
		if (size == 0)
			return 0;
		(void)session_fold(session, &record);
	}
	return n == -1 ? -1 : 0;
}

/* Read what is open: 0, or -1 with errno. Without a head it is not usable. */
static int
read_open(int fd, struct end *ret)
{
	char buf[HEAD_SIZE];
	struct head head;
	struct gameid id;
	ssize_t n = file_read(fd, buf, sizeof(buf), 0);
	size_t size = n > 0 ? head_read(buf, (size_t)n, &head) : 0;

	if (n == -1)
		return -1;
	if (size == 0) {
		ret->unusable = "no game can be read in it";
		return 0;
	}
	ret->there = true;
	session_begin(&ret->session, MESSENGER1, &head);
	if (gameid_of_result_name(head.previous.name, &id) == 0)
		ret->previous = archive_key(&id);
	return fold_all(fd, (off_t)size, &ret->session);
}

int
audit_journal(const struct archive *a, struct end *ret)
{
	struct stat st;
	int own, fd = -1, status = 0;

	memset(ret, 0, sizeof(*ret));
	own = archive_openat(a->dir, FOLDER, O_PATH | O_DIRECTORY);
	if (own != -1)
		fd = file_open(own, "journal", O_RDONLY, a->owner, &st);
	file_close(&own);
	if (fd != -1)
		status = read_open(fd, ret);
	else if (errno == EBADF || errno == ENOTDIR)
		ret->unusable = "not a regular file of messenger1's";
	else if (errno != ENOENT)
		status = -1;
	file_close(&fd);
	if (status == 0)
		return 0;
	complain("%s/%s: %s", a->path, JOURNAL, strerror(errno));
	return COULD_NOT_LOOK;
}

void
audit_journal_tell(struct audit *audit)
{
	if (audit->end.unusable != NULL)
		sink_tell(&audit->out, &(struct finding){.kind = "journal",
					   .file = JOURNAL,
					   .message = audit->end.unusable});
}
