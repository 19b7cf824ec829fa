/* SPDX-License-Identifier: ISC */
#include "archive.h"

#include "file.h"
#include "tool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sysexits.h>
#include <unistd.h>

#define SUFFIX_BITS 14
#define PLAIN_LEN 17 /* 2026-09-03-110200 */

/* The digits of an id as a number, its suffix (1 where it has none) below. */
uint64_t
archive_key(const struct gameid *id)
{
	uint64_t digits = 0, suffix = 0;
	size_t i = 0;

	for (; i < PLAIN_LEN; i++)
		if (id->text[i] != '-')
			digits = digits * 10 + (uint64_t)(id->text[i] - '0');
	if (id->text[i] == '_')
		for (i++; id->text[i] != '\0'; i++)
			suffix = suffix * 10 + (uint64_t)(id->text[i] - '0');
	return digits << SUFFIX_BITS | (suffix == 0 ? 1 : suffix);
}

struct gameid
archive_id(const struct archive *a, size_t index)
{
	struct gameid id = {{0}};
	struct text t = text_in(id.text, sizeof(id.text));
	uint64_t key = a->list[index].key;
	uint64_t digits = key >> SUFFIX_BITS;
	uint64_t suffix = key & ((1U << SUFFIX_BITS) - 1);

	text_number(&t, digits / 10000000000, 4);
	text_char(&t, '-');
	text_number(&t, digits / 100000000 % 100, 2);
	text_char(&t, '-');
	text_number(&t, digits / 1000000 % 100, 2);
	text_char(&t, '-');
	text_number(&t, digits % 1000000, 6);
	if (suffix > 1) {
		text_char(&t, '_');
		text_number(&t, suffix, 4);
	}
	return id;
}

/* Whose the results should be. */
static uid_t
owner_of(int dir)
{
	struct stat st;

	if (fstatat(dir, "spool/messenger1", &st, AT_SYMLINK_NOFOLLOW) == 0 ||
	    fstat(dir, &st) == 0)
		return st.st_uid;
	return geteuid();
}

int
archive_open(struct archive *a, const char *path)
{
	*a = (struct archive){.path = path};
	a->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (a->dir == -1) {
		complain("%s: %s: name the bots' shared folder with -w", path,
		    strerror(errno));
		return errno == EACCES ? EX_NOPERM : EX_NOINPUT;
	}
	a->owner = owner_of(a->dir);
	return EX_OK;
}

void
archive_close(struct archive *a)
{
	file_close(&a->dir);
	if (a->size > 0)
		(void)munmap(a->list, a->size * sizeof(struct listed));
	a->list = NULL;
	a->count = a->size = 0;
}

int
archive_names(int dir, entry_fn *each, void *arg)
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *names = fd == -1 ? NULL : fdopendir(fd);
	struct dirent *entry;
	int error;

	if (names == NULL) {
		file_close(&fd);
		return -1;
	}
	errno = 0;
	while ((entry = readdir(names)) != NULL) {
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			each(arg, entry->d_name, entry->d_type, entry->d_ino);
		errno = 0;
	}
	error = errno;
	(void)closedir(names);
	errno = error;
	return error == 0 ? 0 : -1;
}

struct listing {
	struct archive *a;
	name_fn *other;
	void *arg;
	bool full; /* there is no memory for more */
};

/*
 * Room for more names. Pages are moved and not copied, and those not yet used
 * are none, so a list never takes more memory than its names.
 */
static bool
grow(struct archive *a)
{
	size_t size = a->size == 0 ? 4096 : 2 * a->size;
	size_t bytes = size * sizeof(struct listed);
	void *list;

	if (a->size == 0)
		list = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	else
		list = mremap(a->list, a->size * sizeof(struct listed), bytes,
		    MREMAP_MAYMOVE);
	if (list == MAP_FAILED)
		return false;
	a->list = list;
	a->size = size;
	return true;
}

static void
add_name(void *arg, const char *name, unsigned char type, ino_t ino)
{
	struct listing *l = arg;
	struct archive *a = l->a;
	struct gameid id;

	if (gameid_of_result_name(name, &id) == -1 ||
	    (type != DT_REG && type != DT_UNKNOWN)) {
		if (l->other != NULL)
			l->other(l->arg, name, type);
		return;
	}
	if (a->count == a->size && !grow(a)) {
		l->full = true;
		return;
	}
	a->list[a->count++] = (struct listed){archive_key(&id), ino};
}

static int
compare(const void *a, const void *b)
{
	const struct listed *one = a, *two = b;

	return (one->key > two->key) - (one->key < two->key);
}

int
archive_list(struct archive *a, name_fn *other, void *arg)
{
	struct listing l = {.a = a, .other = other, .arg = arg};

	a->count = 0;
	if (archive_names(a->dir, add_name, &l) == -1) {
		complain("%s: %s", a->path, strerror(errno));
		return EX_IOERR;
	}
	if (l.full) {
		complain("%s: there is no memory for the names", a->path);
		return EX_OSERR;
	}
	/* in place: qsort would take as much memory again */
	if (a->count > 1)
		(void)heapsort(a->list, a->count, sizeof(*a->list), compare);
	return EX_OK;
}

size_t
archive_at(const struct archive *a, uint64_t key)
{
	size_t low = 0, high = a->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (a->list[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
archive_has(const struct archive *a, uint64_t key)
{
	size_t at = archive_at(a, key);

	return at < a->count && a->list[at].key == key;
}

int
archive_read(int dir, const char *name, struct item *ret)
{
	int fd = openat(dir, name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	ssize_t n = -1;

	ret->len = 0;
	if (fd == -1) {
		if (errno == ELOOP || errno == ENXIO || errno == ENODEV)
			errno = EBADF;
		return -1;
	}
	if (fstat(fd, &ret->st) == 0 && !S_ISREG(ret->st.st_mode))
		errno = EBADF;
	else
		n = file_read(fd, ret->bytes, sizeof(ret->bytes), 0);
	file_close(&fd);
	if (n == -1)
		return -1;
	ret->len = (size_t)n;
	return 0;
}

int
archive_read_result(
    const struct archive *a, const struct gameid *id, struct item *ret)
{
	char name[GAMEID_NAME_SIZE];

	gameid_result_name(id, name);
	return archive_read(a->dir, name, ret);
}
