/* SPDX-License-Identifier: ISC */
/*
 * Stands in a bot's place, with all that a service manager forbids it, and tries
 * what PROBE_LIST says: on each line a verb and up to two words. Each try is made
 * by a child; standard output gets the line, ": " and "done" or why not.
 */
#include "confine.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROBE_LIST "/etc/probe.list"
#define FOLDER "/workspace/tictactoe"

/* For writing, made if it is missing. */
static bool
try_write(const char *path, const char *unused)
{
	(void)unused;
	return open(path, O_WRONLY | O_APPEND | O_CREAT, 0755) != -1;
}

static bool
try_read(const char *path, const char *unused)
{
	(void)unused;
	return open(path, O_RDONLY) != -1;
}

static bool
try_mkdir(const char *path, const char *unused)
{
	(void)unused;
	return mkdir(path, 0755) == 0;
}

static bool
try_chmod(const char *path, const char *mode)
{
	return chmod(path, (mode_t)strtol(mode, NULL, 8)) == 0;
}

static bool
try_unlink(const char *path, const char *unused)
{
	(void)unused;
	return unlink(path) == 0;
}

static bool
try_rename(const char *from, const char *to)
{
	return rename(from, to) == 0;
}

/* As a bot is once it has confined itself. */
static bool
try_confined_rename(const char *from, const char *to)
{
	const struct workspace ws = {
	    .path = FOLDER, .root = open(FOLDER, O_PATH)};

	confine_privileges();
	return confine(&ws) == 0 && rename(from, to) == 0;
}

static bool
try_link(const char *from, const char *to)
{
	return link(from, to) == 0;
}

static bool
try_socket(const char *family, const char *type)
{
	return socket((int)strtol(family, NULL, 10),
		   (int)strtol(type, NULL, 10), 0) != -1;
}

static bool
try_exec(const char *path, const char *word)
{
	(void)execl(path, path, word, (char *)NULL);
	return false;
}

static bool
try_ptrace(const char *unused, const char *either)
{
	(void)unused;
	(void)either;
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

static bool
try_mount(const char *path, const char *unused)
{
	(void)unused;
	return mount("none", path, "tmpfs", 0, NULL) == 0;
}

static bool
try_unshare(const char *unused, const char *either)
{
	(void)unused;
	(void)either;
	return unshare(CLONE_NEWUSER) == 0;
}

/* Memory that can be written to and executed. */
static bool
try_code(const char *unused, const char *either)
{
	(void)unused;
	(void)either;
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static const struct verb {
	const char *name;
	bool (*attempt)(const char *, const char *);
} verbs[] = {
    {"write", try_write},
    {"read", try_read},
    {"mkdir", try_mkdir},
    {"chmod", try_chmod},
    {"unlink", try_unlink},
    {"rename", try_rename},
    {"confined-rename", try_confined_rename},
    {"link", try_link},
    {"socket", try_socket},
    {"exec", try_exec},
    {"ptrace", try_ptrace},
    {"mount", try_mount},
    {"unshare", try_unshare},
    {"code", try_code},
};

/* The error with which a line fails, 0 if it can be done. */
static int
attempt(const char *line)
{
	char verb[32] = "", one[256] = "", two[256] = "";

	(void)sscanf(line, "%31s %255s %255s", verb, one, two);
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(verb, verbs[i].name) == 0)
			return verbs[i].attempt(one, two) ? 0 : errno;
	return ENOTSUP;
}

/* The child says through a pipe why it failed; what it becomes cannot. */
static void
report(const char *line)
{
	int ends[2], error = 0, status = 0;
	pid_t child = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;

	if (child == 0) {
		error = attempt(line);
		_exit(error != 0 && write(ends[1], &error, sizeof(error)) > 0);
	}
	if (child == -1 || waitpid(child, &status, 0) == -1)
		err(EXIT_FAILURE, "%s", line);
	(void)close(ends[1]);
	if (read(ends[0], &error, sizeof(error)) > 0)
		(void)printf("%s: %s\n", line, strerror(error));
	else if (status != 0)
		(void)printf("%s: status %d\n", line, status);
	else
		(void)printf("%s: done\n", line);
	(void)close(ends[0]);
}

int
main(void)
{
	char line[600];
	FILE *list = fopen(PROBE_LIST, "re");

	if (list == NULL)
		err(EXIT_FAILURE, PROBE_LIST);
	(void)setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), list) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		report(line);
	}
	return EXIT_SUCCESS;
}
