/* SPDX-License-Identifier: ISC */
/*
 * ready TIMES PROGRAM [ARG]... - start a program so many times, each time wait
 * for its READY=1 as a service manager would, and kill it. Prints the
 * nanoseconds that each start took, a line each.
 */
#include "words.h"

#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
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

/* A socket in the abstract namespace, and its name in the environment. */
static int
listen_as_manager(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct timeval patience = {.tv_sec = 30};
	char name[64];
	int len = snprintf(name, sizeof(name), "@bench-%d", (int)getpid());
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	memcpy(address.sun_path, name, (size_t)len);
	address.sun_path[0] = '\0';
	if (fd == -1 ||
	    bind(fd, (const struct sockaddr *)&address,
		(socklen_t)offsetof(struct sockaddr_un, sun_path) +
		    (socklen_t)len) == -1 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience,
		sizeof(patience)) == -1 ||
	    setenv("NOTIFY_SOCKET", name, 1) == -1)
		err(EX_OSERR, "socket");
	return fd;
}

/* What our copy takes is in the time of both programs that are compared. */
static pid_t
start(char **argv)
{
	pid_t pid = fork();

	if (pid == -1)
		err(EX_OSERR, "fork");
	if (pid == 0) {
		(void)execv(argv[0], argv);
		_exit(127);
	}
	return pid;
}

static void
wait_until_ready(int fd, const char *name)
{
	char message[512];
	ssize_t n;

	do {
		n = recv(fd, message, sizeof(message) - 1, 0);
		if (n == -1)
			err(EX_SOFTWARE, "%s does not say READY=1", name);
		message[n] = '\0';
	} while (strcmp(message, "READY=1") != 0);
}

/* What it has still said is not of the next one. */
static void
end(int fd, pid_t pid)
{
	char message[512];

	(void)kill(pid, SIGKILL);
	(void)waitpid(pid, NULL, 0);
	while (recv(fd, message, sizeof(message), MSG_DONTWAIT) != -1)
		;
}

int
main(int argc, char **argv)
{
	int null, fd;

	if (argc < 3)
		errx(EX_USAGE, "usage: ready TIMES PROGRAM [ARG]...");
	fd = listen_as_manager();
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	(void)dup2(null, STDERR_FILENO);
	for (long i = words_number(argv[1]); i > 0; i--) {
		int64_t from = now();
		pid_t pid = start(argv + 2);

		wait_until_ready(fd, argv[2]);
		(void)printf("%" PRId64 "\n", now() - from);
		end(fd, pid);
	}
	return EX_OK;
}
