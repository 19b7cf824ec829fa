/* SPDX-License-Identifier: ISC */
/*
 * race one|two|any PROGRAM [ARG]... [-- PROGRAM [ARG]...]... - run programs at
 * once, all on one CPU, on a CPU each, or where the scheduler puts them, and
 * print when all have ended: nanoseconds from the start to the end of the last,
 * nanoseconds of CPU of all, voluntary context switches. Standard error of
 * theirs is lost. Fails if one of them fails.
 */
#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

static int64_t
now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Stay on the n-th of the CPUs that we may use. */
static void
pin(int n)
{
	cpu_set_t may, set;

	if (sched_getaffinity(0, sizeof(may), &may) == -1)
		err(EX_OSERR, "sched_getaffinity");
	n %= CPU_COUNT(&may);
	CPU_ZERO(&set);
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &may) && n-- == 0)
			CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) == -1)
		err(EX_OSERR, "sched_setaffinity");
}

static void
start(const char *cpus, int n, char **argv)
{
	int fd;

	switch (fork()) {
	case -1:
		err(EX_OSERR, "fork");
	case 0:
		break;
	default:
		return;
	}
	if (strcmp(cpus, "any") != 0)
		pin(strcmp(cpus, "two") == 0 ? n : 0);
	fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	(void)dup2(fd, STDERR_FILENO);
	if (argv[0] != NULL)
		(void)execvp(argv[0], argv);
	_exit(127);
}

static int64_t
nanoseconds(struct timeval t)
{
	return (t.tv_sec * INT64_C(1000000) + t.tv_usec) * 1000;
}

int
main(int argc, char **argv)
{
	struct rusage use;
	int64_t from = now(), to;
	int first = 2, n = 0, status, failed = 0;

	if (argc < 3)
		errx(EX_USAGE, "usage: race one|two|any PROGRAM... [--]...");
	for (int i = 2; i <= argc; i++) {
		if (i < argc && strcmp(argv[i], "--") != 0)
			continue;
		argv[i] = NULL;
		start(argv[1], n++, argv + first);
		first = i + 1;
	}
	while (wait(&status) != -1)
		failed |= status != 0;
	to = now();
	if (failed || getrusage(RUSAGE_CHILDREN, &use) == -1)
		errx(EX_SOFTWARE, "a program has failed");
	(void)printf("%" PRId64 " %" PRId64 " %ld\n", to - from,
	    nanoseconds(use.ru_utime) + nanoseconds(use.ru_stime),
	    use.ru_nvcsw);
	return EX_OK;
}
