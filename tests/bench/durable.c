/* SPDX-License-Identifier: ISC */
/*
 * durable DIR TIMES - save results as messenger1 does and with the bare calls
 * only, in turn, and begin a journal for each. Prints for each time three
 * numbers of nanoseconds: messenger1's result, the bare one, the journal.
 */
#include "journal.h"
#include "results.h"
#include "words.h"

#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

static int64_t
now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static struct gameid
next_id(void)
{
	static struct gameid last;
	struct gameid id = last;

	if (gameid_for(time(NULL), &last, &id) == -1)
		errx(EX_SOFTWARE, "no more ids");
	last = id;
	return id;
}

static int64_t
save(const struct workspace *ws, const struct text *text)
{
	struct gameid id = next_id();
	int64_t from = now();

	if (results_save(ws, &id, text) != RESULTS_SAVED ||
	    results_file(ws, &id) == -1)
		err(EX_OSERR, "result");
	return now() - from;
}

static int64_t
save_bare(const struct workspace *ws, const struct text *text)
{
	char name[GAMEID_NAME_SIZE];
	struct gameid id = next_id();
	int64_t from;
	int fd;

	gameid_result_name(&id, name);
	from = now();
	fd = openat(ws->own_state, ".bare",
	    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
	if (fd == -1 || write(fd, text->buf, text->len) == -1 ||
	    fsync(fd) == -1 || close(fd) == -1 ||
	    linkat(ws->own_state, ".bare", ws->root, name, 0) == -1 ||
	    fsync(ws->root) == -1 ||
	    renameat(ws->own_state, ".bare", ws->results, name) == -1)
		err(EX_OSERR, "bare result");
	return now() - from;
}

static int64_t
begin_journal(struct journal *journal, const struct workspace *ws)
{
	struct head head = {.id = next_id(),
	    .number = 1,
	    .started = time(NULL),
	    .previous = {.name = "none"}};
	int64_t from = now();

	if (journal_begin(journal, ws, &head, NULL) == -1)
		err(EX_OSERR, "journal");
	return now() - from;
}

int
main(int argc, char **argv)
{
	struct journal journal = {.fd = -1};
	struct text text = {.size = RESULT_SIZE};
	char buf[RESULT_SIZE];
	struct trouble trouble;
	struct workspace ws;

	if (argc != 3)
		errx(EX_USAGE, "usage: durable DIR TIMES");
	text.len = strlen(words_result);
	memcpy(buf, words_result, text.len);
	text.buf = buf;
	workspace_init(&ws, argv[1], MESSENGER1, geteuid(), true);
	if (workspace_open(&ws, &trouble) == -1)
		errx(EX_NOINPUT, "%s: %s", argv[1], strerror(trouble.error));
	for (long i = words_number(argv[2]); i > 0; i--) {
		int64_t real, bare;

		/* each goes first in turn: it may pay for what the other left */
		real = i % 2 == 0 ? save(&ws, &text) : 0;
		bare = save_bare(&ws, &text);
		real = i % 2 == 0 ? real : save(&ws, &text);
		(void)printf("%" PRId64 " %" PRId64 " %" PRId64 "\n", real,
		    bare, begin_journal(&journal, &ws));
	}
	journal_close(&journal);
	workspace_close(&ws);
	return EX_OK;
}
