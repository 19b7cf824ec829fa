/* SPDX-License-Identifier: ISC */
/*
 * Parts are taken in their order, are not made far ahead of that, and how far
 * all is is shown in numbers that can be.
 *
 * wrap: clock_boot isatty ioctl
 */
#include "clock.h"
#include "io_helpers.h"
#include "progress.h"
#include "suite.h"
#include "sweep.h"
#include "tool.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#define PARTS ((size_t)600) /* more than 64 threads have on their way */

static int64_t now;
static int terminal = 1; /* standard error is one */

WRAP(int64_t, clock_boot, void)
{
	return now;
}

WRAP(int, isatty, int fd)
{
	(void)fd;
	return terminal;
}

static unsigned short columns = 80; /* that it has */

WRAP(int, ioctl, int fd, unsigned long request, struct winsize *size)
{
	(void)fd;
	(void)request;
	size->ws_col = columns;
	return columns == 0 ? -1 : 0;
}

struct part {
	size_t from, to;
};

static atomic_size_t made;
static size_t taken, limit;

static void
work(const struct sweep *s, size_t from, size_t to, void *part)
{
	(void)s;
	*(struct part *)part = (struct part){from, to};
	made++;
}

static void
work_slowly(const struct sweep *s, size_t from, size_t to, void *part)
{
	const struct timespec pause = {.tv_nsec = 1000000};

	(void)nanosleep(&pause, NULL);
	work(s, from, to, part);
}

static void
take_in_order(const struct sweep *s, void *part)
{
	struct part *p = part;
	size_t from = s->from + taken * SWEEP_PART;

	assert_int_equal(p->from, from);
	assert_int_equal(
	    p->to, from + SWEEP_PART < s->to ? from + SWEEP_PART : s->to);
	taken++;
}

static void
take_slowly(const struct sweep *s, void *part)
{
	const struct timespec pause = {.tv_nsec = 1000000};
	size_t most = taken + limit < PARTS ? taken + limit : PARTS;

	/* all are made that may be, and then no more */
	for (int i = 0; i < 20000 && made < most; i++)
		(void)nanosleep(&pause, NULL);
	assert_int_equal(made, most);
	if (taken % 64 == 0)
		for (int i = 0; i < 20; i++)
			(void)nanosleep(&pause, NULL);
	assert_int_equal(made, most);
	take_in_order(s, part);
}

static void
run(const struct sweep *s)
{
	made = taken = 0;
	assert_int_equal(sweep_run(s), 0);
	assert_int_equal(
	    taken, (s->to - s->from + SWEEP_PART - 1) / SWEEP_PART);
	assert_int_equal(made, taken);
}

static void
parts_are_taken_in_order(void **state)
{
	static const size_t ends[] = {7, 8, 7 + SWEEP_PART, 8 + SWEEP_PART,
	    6 + 3 * SWEEP_PART, 7 + PARTS * SWEEP_PART};
	struct sweep s = {.from = 7,
	    .part_size = sizeof(struct part),
	    .work = work,
	    .take = take_in_order};

	(void)state;
	for (size_t i = 0; i < NITEMS(ends); i++) {
		s.to = ends[i];
		run(&s);
	}
}

static void
a_slow_part_is_waited_for(void **state)
{
	struct sweep s = {.to = (size_t)64 * SWEEP_PART,
	    .part_size = sizeof(struct part),
	    .work = work_slowly,
	    .take = take_in_order};

	(void)state;
	run(&s);
}

static void
a_slow_take_is_waited_for(void **state)
{
	struct sweep s = {.to = PARTS * SWEEP_PART,
	    .part_size = sizeof(struct part),
	    .work = work,
	    .take = take_slowly};
	cpu_set_t set;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	limit = CPU_COUNT(&set) < 64 ? 4 * (size_t)CPU_COUNT(&set) : 256;
	if (limit == 4)
		limit = 1; /* one core does one after the other */
	run(&s);
}

/* What is shown of `done` of 40 after ten seconds. */
static char *
shown(size_t done)
{
	FILE *kept = stderr;
	char *text = NULL;
	size_t len;

	now = 0;
	progress_begin(40);
	now = 10 * SECOND_NS;
	stderr = open_memstream(&text, &len);
	assert_non_null(stderr);
	progress_show(done);
	(void)fclose(stderr);
	stderr = kept;
	return text;
}

static void
what_is_left_is_never_less_than_nothing(void **state)
{
	static const struct {
		size_t done;
		const char *text;
	} table[] = {{0, ""},
	    {10, "\rtictactoe audit: 10 of 40, 30 s left\033[K"},
	    {40, "\rtictactoe audit: 40 of 40, 0 s left\033[K"},
	    {SWEEP_PART, "\rtictactoe audit: 40 of 40, 0 s left\033[K"}};

	(void)state;
	command = "audit";
	for (size_t i = 0; i < NITEMS(table); i++) {
		char *text = shown(table[i].done);

		assert_string_equal(text, table[i].text);
		free(text);
	}
}

/* It is written over, which more than a line cannot be. */
static void
what_is_shown_is_no_wider_than_the_terminal(void **state)
{
	static const struct {
		unsigned short columns;
		const char *text;
	} table[] = {{20, "\rtictactoe audit: 10\033[K"},
	    {39, "\rtictactoe audit: 10 of 40, 30 s left\033[K"},
	    {1, "\r\033[K"},
	    {0, "\rtictactoe audit: 10 of 40, 30 s left\033[K"}};

	(void)state;
	command = "audit";
	for (size_t i = 0; i < NITEMS(table); i++) {
		char *text;

		columns = table[i].columns;
		text = shown(10);
		assert_string_equal(text, table[i].text);
		free(text);
	}
	columns = 80;
}

static void
only_a_terminal_is_shown_it_and_only_meanwhile(void **state)
{
	static const char *const texts[] = {
	    "", "\rtictactoe audit: 10 of 40, 3 s left\033[K\r\033[K"};
	FILE *kept = stderr;

	(void)state;
	command = "audit";
	for (int i = 0; i <= 1; i++) {
		char *text = NULL;
		size_t len;

		terminal = i;
		now = 0;
		progress_begin(40);
		stderr = open_memstream(&text, &len);
		assert_non_null(stderr);
		now = SECOND_NS - 1;
		progress_show(5);
		now = SECOND_NS;
		progress_show(10);
		progress_end();
		(void)fclose(stderr);
		stderr = kept;
		assert_string_equal(text, texts[i]);
		free(text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(parts_are_taken_in_order),
	    cmocka_unit_test(a_slow_part_is_waited_for),
	    cmocka_unit_test(a_slow_take_is_waited_for),
	    cmocka_unit_test(what_is_left_is_never_less_than_nothing),
	    cmocka_unit_test(what_is_shown_is_no_wider_than_the_terminal),
	    cmocka_unit_test(only_a_terminal_is_shown_it_and_only_meanwhile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
