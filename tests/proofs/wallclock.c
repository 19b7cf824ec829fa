/* SPDX-License-Identifier: ISC */
/*
 * To be preloaded: the wall clock is behind by the seconds in CLOCK_BEHIND, as
 * that of a machine without a clock of its own is after a power cut.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
int
clock_gettime(clockid_t id, struct timespec *now)
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
{
	const char *behind = getenv("CLOCK_BEHIND");
	int result = (int)syscall(SYS_clock_gettime, id, now);

	if (result == 0 && id == CLOCK_REALTIME && behind != NULL)
		now->tv_sec -= strtol(behind, NULL, 10);
	return result;
}
