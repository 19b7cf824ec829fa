/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_EAR_H
#define UNIT_IO_EAR_H

#include "io_helpers.h"

#include "spool.h"

/* What the tests of the ear share: messenger2, who hears messenger1. */
#define FOLDER "ws/spool/messenger1"
#define FILE_NAME FOLDER "/2026-09-03-110200.txt"

static const struct gameid id = {"2026-09-03-110200"};
static struct workspace ws;
static struct ear ear;

/* messenger2 in a workspace in which messenger1 has its folder. */
static inline void
begin(void)
{
	struct trouble trouble;

	workspace_init(&ws, "ws", MESSENGER2, geteuid(), true);
	assert_int_equal(mkdir("ws", 0755), 0);
	assert_int_equal(mkdir("ws/spool", 0755), 0);
	assert_int_equal(mkdir(FOLDER, 0755), 0);
	assert_int_equal(workspace_open(&ws, &trouble), 0);
	assert_int_not_equal(ws.peer_spool, -1);
	ear_init(&ear);
}

static inline void
end(void)
{
	ear_reset(&ear);
	assert_int_equal(ear.fd, -1);
	workspace_close(&ws);
}

static inline void
expect_look(enum ear_how how, enum ear_saw saw)
{
	assert_int_equal(ear_look(&ear, &ws, &id, how), saw);
}

/* Take all lines there are; they must be these, each with its LF. */
static inline void
expect_lines(const char *lines)
{
	const char *bytes;
	size_t len;

	while (ear_line(&ear, &bytes, &len)) {
		assert_true(len < strlen(lines));
		assert_memory_equal(bytes, lines, len);
		assert_int_equal(lines[len], '\n');
		ear_take(&ear, len);
		lines += len + 1;
	}
	assert_string_equal(lines, "");
}

static inline void
hear(enum ear_how how, const char *lines)
{
	expect_look(how, EAR_READ);
	expect_lines(lines);
}

#endif
