/* SPDX-License-Identifier: ISC */
#include "file.h"
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void
mouth_init(struct mouth *mouth)
{
	mouth->fd = -1;
	mouth_reset(mouth);
}

void
mouth_reset(struct mouth *mouth)
{
	file_close(&mouth->fd);
	mouth->len = mouth->written = 0;
}

void
mouth_add(struct mouth *mouth, const char *words, size_t len)
{
	memcpy(mouth->said + mouth->len, words, len);
	mouth->said[mouth->len + len] = '\n';
	mouth->len += len + 1;
}

/* Open or make the file; what is in it must begin what we said. */
static enum mouth_did
open_own(struct mouth *mouth, const struct workspace *ws, const char *name)
{
	char there[SESSION_SAID_SIZE];
	struct stat st;
	ssize_t n;

	mouth->fd = file_open(
	    ws->own_spool, name, O_RDWR | O_CREAT | O_APPEND, ws->mine, &st);
	if (mouth->fd == -1)
		return errno == EBADF ? MOUTH_DIFFERS : MOUTH_BLOCKED;
	n = file_read(mouth->fd, there, sizeof(there), 0);
	if (n == -1) {
		file_close(&mouth->fd);
		return MOUTH_BLOCKED;
	}
	if ((size_t)n > mouth->len ||
	    memcmp(there, mouth->said, (size_t)n) != 0) {
		file_close(&mouth->fd); /* and it is compared again next time */
		return MOUTH_DIFFERS;
	}
	mouth->written = (size_t)n;
	return MOUTH_SAID;
}

/*
 * On a network filesystem what was written may stay here, and what became of it
 * be unknown, up to the close.
 */
static int
hand_over(struct mouth *mouth)
{
	int fd = mouth->fd;

	mouth->fd = -1;
	if (close(fd) == 0)
		return 0;
	mouth->written = 0; /* the file tells, when it is opened again */
	return -1;
}

enum mouth_did
mouth_speak(
    struct mouth *mouth, const struct workspace *ws, const struct gameid *id)
{
	char name[GAMEID_NAME_SIZE];
	size_t done;
	int result;

	if (mouth->fd == -1) {
		enum mouth_did did;

		gameid_spool_name(id, name);
		did = open_own(mouth, ws, name);
		if (did != MOUTH_SAID)
			return did;
	}
	if (mouth->written == mouth->len)
		return MOUTH_SAID;
	result = file_write(mouth->fd, mouth->said + mouth->written,
	    mouth->len - mouth->written, &done);
	mouth->written += done;
	if (result == 0 && ws->polled)
		result = hand_over(mouth);
	return result == 0 ? MOUTH_SAID : MOUTH_BLOCKED;
}
