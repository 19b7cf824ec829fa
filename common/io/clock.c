/* SPDX-License-Identifier: ISC */
#include "clock.h"

#include <time.h>

int64_t
clock_wall(void)
{
	struct timespec now = {0};

	(void)clock_gettime(
	    CLOCK_REALTIME, &now); /* cannot fail: the clock exists */
	return now.tv_sec;
}

int64_t
clock_boot(void)
{
	struct timespec now = {0};

	(void)clock_gettime(CLOCK_BOOTTIME, &now);
	return now.tv_sec * SECOND_NS + now.tv_nsec;
}
