/* SPDX-License-Identifier: ISC */
/*
 * reader DIR - open, read and close each result of a folder once, on as many
 * threads as there are CPUs for it: the least that an audit can do.
 */
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#define THREADS_MAX 64

static int folder;
static char **names;
static size_t count;
static atomic_size_t next;

static void
list(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	size_t room = 0;

	if (dir == NULL)
		err(EX_NOINPUT, "%s", path);
	while ((entry = readdir(dir)) != NULL) {
		if (strncmp(entry->d_name, "game-", 5) != 0)
			continue;
		if (count == room) {
			room = room == 0 ? 1024 : 2 * room;
			names = reallocarray(names, room, sizeof(*names));
			if (names == NULL)
				err(EX_OSERR, "names");
		}
		names[count] = strdup(entry->d_name);
		if (names[count++] == NULL)
			err(EX_OSERR, "names");
	}
	folder = dirfd(dir);
}

static void *
read_all(void *unused)
{
	char buf[16384];
	size_t i;

	(void)unused;
	while ((i = atomic_fetch_add(&next, 1)) < count) {
		int fd = openat(folder, names[i], O_RDONLY | O_CLOEXEC);

		if (fd == -1 || read(fd, buf, sizeof(buf)) == -1)
			err(EX_NOINPUT, "%s", names[i]);
		(void)close(fd);
	}
	return NULL;
}

int
main(int argc, char **argv)
{
	pthread_t threads[THREADS_MAX];
	cpu_set_t may;
	int started = 0, want = 1;

	if (argc != 2)
		errx(EX_USAGE, "usage: reader DIR");
	list(argv[1]);
	if (sched_getaffinity(0, sizeof(may), &may) == 0)
		want = CPU_COUNT(&may);
	for (; started < want - 1 && started < THREADS_MAX; started++)
		if (pthread_create(&threads[started], NULL, read_all, NULL) !=
		    0)
			errx(EX_OSERR, "no thread");
	(void)read_all(NULL);
	while (started > 0)
		(void)pthread_join(threads[--started], NULL);
	return EX_OK;
}
