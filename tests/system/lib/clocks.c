/* SPDX-License-Identifier: ISC */
/*
 * Loaded before libc: moves the wall clock and the boot clock of one process by
 * the seconds that stand, as two int64_t, in the file named by TEST_CLOCKS. Read
 * anew at each look at a clock; the machine's clocks stay as they are.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { WALL, BOOT, CLOCKS };

static int64_t
moved_by(int which)
{
	const char *path = getenv("TEST_CLOCKS");
	int64_t seconds[CLOCKS] = {0, 0};
	int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);

	if (fd == -1)
		return 0;
	if (read(fd, seconds, sizeof(seconds)) != sizeof(seconds))
		seconds[which] = 0;
	(void)close(fd);
	return seconds[which];
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
int
clock_gettime(clockid_t id, struct timespec *now)
{
	int result = (int)syscall(SYS_clock_gettime, id, now);

	if (id == CLOCK_REALTIME)
		now->tv_sec += moved_by(WALL);
	if (id == CLOCK_BOOTTIME)
		now->tv_sec += moved_by(BOOT);
	return result;
}

/* Timers of the boot clock, which are set to its moments. */
int
timerfd_settime(
    int fd, int flags, const struct itimerspec *at, struct itimerspec *old)
{
	struct itimerspec real = *at;

	if (flags & TFD_TIMER_ABSTIME && real.it_value.tv_sec != 0) {
		real.it_value.tv_sec -= moved_by(BOOT);
		if (real.it_value.tv_sec < 0)
			real.it_value = (struct timespec){.tv_nsec = 1};
	}
	return (int)syscall(SYS_timerfd_settime, fd, flags, &real, old);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
