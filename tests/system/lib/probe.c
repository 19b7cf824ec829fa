/* SPDX-License-Identifier: ISC */
/*
 * Loaded before libc: does in a bot's place what a bot has no business to do,
 * once before main() and once when the bot waits in its loop. What came of each
 * deed stands in the file named by TEST_PROBE; the folder named by TEST_OUTSIDE
 * is one in which everybody may do everything.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

static void
report(int to, const char *moment, const char *deed, int why)
{
	(void)dprintf(to, "%s, %s: %s\n", moment, deed,
	    why == 0 ? "done" : strerrorname_np(why));
}

static int
open_there(int outside, const char *name, int flags)
{
	int fd = openat(outside, name, flags | O_CLOEXEC, 0644);

	if (fd == -1)
		return errno;
	(void)close(fd);
	return 0;
}

static int
run_program(void)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		(void)unsetenv("LD_PRELOAD"); /* it would do the same */
		(void)execl("/bin/true", "true", (char *)NULL);
		_exit(errno);
	}
	(void)waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}

/* What the test has told. */
static const char *
told(const char *name)
{
	const char *value = getenv(name);

	return value == NULL ? "" : value;
}

static void
try_all(const char *moment)
{
	const char *path = told("TEST_OUTSIDE");
	char old[16];
	int to = open(told("TEST_PROBE"),
	    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	int outside = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);

	(void)snprintf(old, sizeof(old), "old-%s", moment);
	report(to, moment, "make a file",
	    open_there(outside, moment, O_WRONLY | O_CREAT));
	report(
	    to, moment, "read a file", open_there(outside, "there", O_RDONLY));
	report(
	    to, moment, "write a file", open_there(outside, "there", O_WRONLY));
	report(to, moment, "remove a file",
	    unlinkat(outside, old, 0) == 0 ? 0 : errno);
	report(to, moment, "run a program", run_program());
	(void)close(outside);
	(void)close(to);
}

__attribute__((constructor)) static void
before_main(void)
{
	try_all("before");
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
int
timerfd_settime(
    int fd, int flags, const struct itimerspec *at, struct itimerspec *old)
{
	static int done;

	if (!done)
		try_all("after");
	done = 1;
	return (int)syscall(SYS_timerfd_settime, fd, flags, at, old);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
