/* SPDX-License-Identifier: ISC */
#include "journal.h"

#include "file.h"
#include "publish.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int
journal_open(struct journal *j, const struct workspace *ws, struct head *ret)
{
	char buf[HEAD_SIZE];
	struct stat st;
	ssize_t n;

	*j = (struct journal){.fd = -1};
	j->fd = file_open(ws->own_state, "journal", O_RDWR, ws->mine, &st);
	if (j->fd == -1)
		return errno == ENOENT || errno == EBADF ? 0 : -1;
	n = file_read(j->fd, buf, sizeof(buf), 0);
	if (n == -1) {
		journal_close(j);
		return -1;
	}
	j->end = (off_t)head_read(buf, (size_t)n, ret);
	j->torn = true;
	if (j->end > 0)
		return 1;
	journal_close(j);
	return 0;
}

int
journal_next(struct journal *j, char buf[RECORD_SIZE], struct record *ret)
{
	size_t size = record_read(buf + j->at, j->len - j->at, ret);
	ssize_t n;

	if (size == 0) { /* of what was read none is left that is whole */
		n = file_read(j->fd, buf, RECORD_SIZE, j->end);
		if (n == -1)
			return -1;
		j->at = 0;
		j->len = (size_t)n;
		size = record_read(buf, j->len, ret);
	}
	j->at += size;
	j->end += (off_t)size;
	return size > 0;
}

int
journal_begin(struct journal *j, const struct workspace *ws,
    const struct head *head, const struct record *first)
{
	char buf[HEAD_SIZE + RECORD_SIZE];
	struct text text = {.buf = buf, .size = sizeof(buf)};
	int fd;

	text.len = head_write(head, buf);
	if (first != NULL)
		text.len += record_write(first, buf + text.len);
	fd = publish_journal(ws->own_state, &text, ws->me == MESSENGER1);
	if (fd == -1)
		return -1;
	journal_close(j);
	*j = (struct journal){.fd = fd, .end = (off_t)text.len};
	return 0;
}

/* Cut off what stands behind the last whole record. */
static int
cut(struct journal *j)
{
	if (j->torn && ftruncate(j->fd, j->end) == -1)
		return -1;
	j->torn = false;
	return 0;
}

int
journal_append(struct journal *j, const struct record *record)
{
	char buf[RECORD_SIZE];
	size_t len = record_write(record, buf);

	if (cut(j) == -1)
		return -1;
	if (file_write_at(j->fd, buf, len, j->end) == -1) {
		j->torn = true;
		return -1;
	}
	j->end += (off_t)len;
	return 0;
}

int
journal_sync(struct journal *j, const struct workspace *ws)
{
	int fd;

	if (!j->suspect && publish_sync(j->fd) == 0)
		return 0;
	if (!j->suspect) {
		j->suspect = true;
		return -1;
	}
	fd = publish_journal_copy(ws->own_state, j->fd, j->end);
	if (fd == -1)
		return -1;
	journal_close(j);
	*j = (struct journal){.fd = fd, .end = j->end};
	return 0;
}

void
journal_close(struct journal *j)
{
	file_close(&j->fd);
}
