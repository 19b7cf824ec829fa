/* SPDX-License-Identifier: ISC */
#ifndef UNIT_DAEMON_LOOP_H
#define UNIT_DAEMON_LOOP_H

#include "io_helpers.h"

#include "loop.h"

/* A loop, the folder that it can watch, and what it woke for. */
static struct loop loop;
static int folder; /* the watched one, "in" */

static inline void
begin(void)
{
	assert_int_equal(mkdir("in", 0755), 0);
	folder = open("in", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_not_equal(folder, -1);
	assert_int_equal(loop_init(&loop), 0);
	assert_false(loop_watches(&loop));
}

static inline void
end(void)
{
	loop_unwatch(&loop);
	assert_false(loop_watches(&loop));
	(void)close(folder);
	(void)close(loop.timer);
	(void)close(loop.signals);
}

/* What is there already: all events up to a time that has passed. */
static inline unsigned
woken(void)
{
	unsigned woke = 0, more;

	do {
		more = loop_wait(&loop, 1);
		woke |= more;
	} while (more != 0);
	return woke;
}

static inline void
expect_woken(unsigned want)
{
	assert_int_equal(woken(), want);
	assert_int_equal(woken(), 0);
}

#endif
