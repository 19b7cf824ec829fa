/* SPDX-License-Identifier: ISC */
/*
 * The two clocks, each with its own unit.
 *
 * wrap: clock_gettime
 */
#include "io_helpers.h"

#include "clock.h"

#include <time.h>

WRAP(int, clock_gettime, clockid_t clock, struct timespec *ret)
{
	assert_true(clock == CLOCK_REALTIME || clock == CLOCK_BOOTTIME);
	ret->tv_sec = clock == CLOCK_REALTIME ? 1788433320 : 5;
	ret->tv_nsec = 999999999;
	return 0;
}

static void
test_clocks(void **state)
{
	(void)state;
	assert_true(clock_wall() == 1788433320);
	assert_true(clock_boot() == 5999999999);
	assert_true(SECOND_NS == 1000 * MS_NS);
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "clocks", test_clocks);
	return suite_run(&suite, "clock");
}
