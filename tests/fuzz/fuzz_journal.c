/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as a journal, folded by either bot: as bytes in memory, and as the
 * file of a state folder.
 */
#include "fuzz.h"
#include "journal.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define FILE_MAX 65536 /* no journal here is longer */

/* What a record that begins at `at` must be if it is one: its size, or 0. */
static size_t
check_record(struct scan all, struct record *ret)
{
	static char written[RECORD_SIZE];
	struct record cut;
	size_t size = record_read(all.at, all.len, ret);

	if (size == 0)
		return 0;
	must(size <= RECORD_SIZE && size <= all.len &&
		 memchr(all.at, '\n', all.len) == all.at + size - 1,
	    "a record is one whole line");
	must(record_write(ret, written) == size &&
		 memcmp(written, all.at, size) == 0,
	    "a record is written as it was read");
	must(record_read(all.at, size, &cut) == size, "one is enough");
	for (size_t len = 0; len < size; len += 1 + (size - len) / 2)
		must(record_read(all.at, len, &cut) == 0,
		    "a part of a record is none");
	return size;
}

static size_t
check_head(struct scan all, struct head *ret)
{
	char written[HEAD_SIZE];
	struct head cut;
	size_t size = head_read(all.at, all.len, ret);

	if (size == 0)
		return 0;
	must(size <= HEAD_SIZE && size <= all.len && all.at[size - 1] == '\n',
	    "a head is one whole line");
	must(head_write(ret, written) == size &&
		 memcmp(written, all.at, size) == 0,
	    "a head is written as it was read");
	for (size_t len = 0; len < size; len++)
		must(head_read(all.at, len, &cut) == 0,
		    "a part of a head is none");
	return size;
}

/* Fold one more record, unless the rules were broken already. */
static void
fold(struct session *s, bool *allowed, const struct record *record)
{
	static struct session before;
	enum session_change change;

	if (!*allowed)
		return;
	memcpy(&before, s, sizeof(before));
	change = session_fold(s, record);
	must_be_right(&before, s, record, change);
	must_be_sound(s);
	*allowed = change != SESSION_INVALID;
}

/* Where the whole records of the bytes end, folded by both bots on the way. */
static size_t
check_bytes(struct scan all)
{
	static struct session one, two;
	bool allowed1 = true, allowed2 = true;
	struct scan rest = all;
	struct record record;
	struct head head;
	size_t size = check_head(all, &head);

	if (size == 0)
		return 0;
	session_begin(&one, MESSENGER1, &head);
	session_begin(&two, MESSENGER2, &head);
	rest.at += size;
	rest.len -= size;
	while ((size = check_record(rest, &record)) > 0) {
		fold(&one, &allowed1, &record);
		fold(&two, &allowed2, &record);
		rest.at += size;
		rest.len -= size;
	}
	return all.len - rest.len;
}

static void
put(int fd, struct scan all)
{
	must(ftruncate(fd, 0) == 0 &&
		 pwrite(fd, all.at, all.len, 0) == (ssize_t)all.len,
	    "the journal can be put there");
}

/* The file: read to the same end, and cut there before it is appended to. */
static void
check_file(struct scan all, size_t end)
{
	static char buf[RECORD_SIZE], now[FILE_MAX + 7];
	const struct workspace ws = {.own_state = room(), .mine = geteuid()};
	const struct record quit = {.kind = RECORD_QUIT, .second = 9};
	struct journal j;
	struct record record;
	struct head head;
	int fd = openat(room(), "journal", O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	must(fd != -1, "the journal can be made");
	put(fd, all);
	must(journal_open(&j, &ws, &head) == (end > 0),
	    "a journal has a head, or it is none");
	if (end > 0) {
		while (journal_next(&j, buf, &record) == 1)
			;
		must(j.end == (off_t)end, "the file ends where its bytes do");
		must(journal_append(&j, &quit) == 0, "it can be appended to");
		must(pread(fd, now, sizeof(now), 0) == (ssize_t)end + 7 &&
			 memcmp(now, all.at, end) == 0 &&
			 memcmp(now + end, "quit 9\n", 7) == 0,
		    "what was no whole record is gone, all else is there");
	}
	journal_close(&j);
	(void)close(fd);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scan all = {(const char *)data, size};

	if (size > FILE_MAX)
		return 0;
	check_file(all, check_bytes(all));
	return 0;
}
