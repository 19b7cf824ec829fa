/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_JOURNAL_H
#define UNIT_IO_JOURNAL_H

#include "io_helpers.h"

#include "journal.h"

/*
 * A journal of messenger1's, its head and records; it is begun, appended to and
 * read again.
 */
#define JOURNAL "ws/state/messenger1/journal"
#define HEAD                                                                   \
	"journal 1 2026-09-03-110200 7 1788433320 -5 42 "                      \
	"game-2026-09-03-110000.txt "                                          \
	"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n"

static const struct head head = {.id = {"2026-09-03-110200"},
    .number = 7,
    .started = 1788433320,
    .phase = -5,
    .seed = 42,
    .previous = {"game-2026-09-03-110000.txt",
	"9f86d081884c7d659a2feaa0c55ad015"
	"a3bf4f1b2b0b822cd15d6c15b0f00a08"}};

static const struct record circle = {RECORD_HEARD, 1788433321, "circle", 6};
static const struct record yes = {RECORD_SAID, 1788433322, "yes", 3};
static const struct record quit = {RECORD_QUIT, 1788433323, NULL, 0};

static struct workspace ws;
static struct journal j;
static char record_buf[RECORD_SIZE];

/* A journal of messenger1's just begun. */
static inline void
begin(const struct record *first)
{
	open_workspace(&ws, MESSENGER1);
	j = (struct journal){.fd = -1};
	assert_int_equal(journal_begin(&j, &ws, &head, first), 0);
}

static inline void
end(void)
{
	journal_close(&j);
	workspace_close(&ws);
}

static inline void
append(const struct record *record)
{
	assert_int_equal(journal_append(&j, record), 0);
}

/* Open it again: its head must be that one. */
static inline void
reopen(const struct head *want)
{
	char text[HEAD_SIZE], there[HEAD_SIZE];
	struct head got = {0};

	journal_close(&j);
	assert_int_equal(journal_open(&j, &ws, &got), 1);
	assert_int_equal(head_write(want, text), head_write(&got, there));
	assert_string_equal(there, text);
}

static inline void
expect_next(const struct record *want)
{
	struct record got;

	assert_int_equal(journal_next(&j, record_buf, &got), 1);
	assert_int_equal(got.kind, want->kind);
	assert_true(got.second == want->second);
	assert_int_equal(got.len, want->len);
	if (want->bytes != NULL)
		assert_memory_equal(got.bytes, want->bytes, want->len);
}

static inline void
expect_end(void)
{
	struct record got;

	assert_int_equal(journal_next(&j, record_buf, &got), 0);
	assert_int_equal(journal_next(&j, record_buf, &got), 0);
}

#endif
