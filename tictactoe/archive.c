/* SPDX-License-Identifier: ISC */
#include "archive.h"

#include "file.h"
#include "saved_near.h"
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

/* The digits of an id as a number, its suffix (1 where it has none) below. */
uint64_t
archive_key(const struct gameid *id)
{
	uint64_t digits = 0, suffix = 0;
	size_t i = 0;

	for (; i < ID_LEN; i++)
		if (id->text[i] != '-')
			digits = digits * 10 + (uint64_t)(id->text[i] - '0');
	if (id->text[i] == '_')
		for (i++; id->text[i] != '\0'; i++)
			suffix = suffix * 10 + (uint64_t)(id->text[i] - '0');
	return digits << SUFFIX_BITS | (suffix == 0 ? 1 : suffix);
}

static void
put_digits(char *at, uint64_t value, int count)
{
	while (count-- > 0) {
		at[count] = (char)('0' + value % 10);
		value /= 10;
	}
}

struct gameid
archive_id_of(uint64_t key)
{
	struct gameid id = {"0000-00-00-000000"};
	uint64_t digits = key >> SUFFIX_BITS;
	uint64_t suffix = key & ((1U << SUFFIX_BITS) - 1);

	put_digits(id.text, digits / 10000000000, 4);
	put_digits(id.text + 5, digits / 100000000, 2);
	put_digits(id.text + 8, digits / 1000000, 2);
	put_digits(id.text + 11, digits, 6);
	if (suffix > 1) {
		id.text[ID_LEN] = '_';
		put_digits(id.text + ID_LEN + 1, suffix, 4);
	}
	return id;
}

struct gameid
archive_id(const struct archive *a, size_t index)
{
	return archive_id_of(a->list[index].key);
}

void
archive_name(uint64_t key, char ret[GAMEID_NAME_SIZE])
{
	struct gameid id = archive_id_of(key);

	gameid_result_name(&id, ret);
}

void
archive_second_path(const char *name, char ret[SECOND_PATH_SIZE])
{
	(void)snprintf(ret, SECOND_PATH_SIZE, SECOND_NAMES "/%s", name);
}

bool
archive_is_there(int dir, uint64_t key)
{
	char name[GAMEID_NAME_SIZE];
	struct stat st;

	archive_name(key, name);
	return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

int
archive_key_of(const char *name, uint64_t *ret)
{
	static struct gameid last; /* the next is nearly always of its day */
	struct scan id = {name, strlen(name)};

	if (!scan_skip(&id, "game-") || id.len < 4 ||
	    memcmp(id.at + id.len - 4, ".txt", 4) != 0)
		return -1;
	id.len -= 4;
	if (near_id(&last, id, &last) == -1)
		return -1;
	*ret = archive_key(&last);
	return 0;
}

int
archive_openat(int dir, const char *path, int flags)
{
	const char *slash = strchr(path, '/');
	char folder[NAME_MAX + 1];
	struct text t = text_in(folder, sizeof(folder));
	int in, fd;

	flags |= O_NOFOLLOW | O_CLOEXEC;
	if (slash == NULL)
		return openat(dir, path, flags);
	text_bytes(&t, path, (size_t)(slash - path));
	in = openat(dir, folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (in == -1)
		return -1;
	fd = archive_openat(in, slash + 1, flags);
	file_close(&in);
	return fd;
}

int
archive_stat(int dir, const char *path, struct stat *st)
{
	int fd = archive_openat(dir, path, O_PATH);
	int status = fd == -1 ? -1 : fstat(fd, st);

	file_close(&fd);
	return status;
}

/* Whose the results should be. */
static uid_t
owner_of(int dir)
{
	struct stat st;

	if (archive_stat(dir, "spool/messenger1", &st) == 0 ||
	    fstat(dir, &st) == 0)
		return st.st_uid;
	return geteuid();
}

int
archive_open(struct archive *a, const char *path)
{
	*a = (struct archive){.path = path, .seconds = -1};
	a->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (a->dir == -1)
		return no_folder(path);
	a->owner = owner_of(a->dir);
	a->seconds =
	    archive_openat(a->dir, SECOND_NAMES, O_RDONLY | O_DIRECTORY);
	a->why_none = errno;
	return EX_OK;
}

int
archive_check(int dir, const char *path, bool may_be_empty)
{
	bool empty = true, found = false;
	const char *name;
	struct folder names;
	struct gameid id;
	struct stat st;

	if (fstatat(dir, "spool", &st, 0) == 0 ||
	    fstatat(dir, "state", &st, 0) == 0)
		return EX_OK;
	folder_begin(&names, dir, true);
	while (!found && (name = folder_next(&names)) != NULL) {
		/* a bot may be making its folders just now */
		found = gameid_of_result_name(name, &id) == 0 ||
			strcmp(name, "spool") == 0 ||
			strcmp(name, "state") == 0;
		empty = false;
	}
	if (folder_end(&names) == -1)
		return no_folder(path);
	if (found || (empty && may_be_empty))
		return EX_OK;
	complain("%s: no workspace: neither a result nor spool/ nor state/ is"
		 " in it; choose another folder with -w",
	    path);
	return EX_NOINPUT;
}

void
archive_unlist(struct archive *a)
{
	if (a->size > 0)
		(void)munmap(a->list, a->size * sizeof(struct listed));
	a->list = NULL;
	a->count = a->size = 0;
}

void
archive_close(struct archive *a)
{
	file_close(&a->dir);
	file_close(&a->seconds);
	archive_unlist(a);
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
	uint64_t key;

	if (archive_key_of(name, &key) == -1 ||
	    (type != DT_REG && type != DT_UNKNOWN)) {
		if (l->other != NULL)
			l->other(l->arg, name, type);
		return;
	}
	if (a->count == a->size && !grow(a)) {
		l->full = true;
		return;
	}
	a->list[a->count++] = (struct listed){key, ino};
}

/*
 * By one bit of the key after the other, in place: memory for a list more is
 * what qsort would take.
 */
static void
sort(struct listed *list, size_t count, unsigned bit)
{
	while (count > 1) {
		size_t low = 0, high = count;

		while (low < high) {
			struct listed one = list[low];

			if ((one.key >> bit & 1) == 0) {
				low++;
			} else {
				list[low] = list[--high];
				list[high] = one;
			}
		}
		if (bit-- == 0)
			return;
		sort(list, low, bit);
		list += low;
		count -= low;
	}
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
	sort(a->list, a->count, 63);
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

ssize_t
archive_take(int dir, const char *name, char *buf, size_t size, struct stat *st)
{
	int fd = archive_openat(dir, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	ssize_t n = -1;

	if (fd == -1) {
		if (errno == ELOOP || errno == ENXIO || errno == ENODEV)
			errno = EBADF;
		return -1;
	}
	if (fstat(fd, st) == 0) {
		if (S_ISREG(st->st_mode))
			n = file_read(fd, buf, size, 0);
		else
			errno = EBADF;
	}
	file_close(&fd);
	return n;
}

int
archive_read(int dir, const char *name, struct item *ret)
{
	ssize_t n =
	    archive_take(dir, name, ret->bytes, sizeof(ret->bytes), &ret->st);

	ret->len = n == -1 ? 0 : (size_t)n;
	return n == -1 ? -1 : 0;
}

int
archive_read_result(
    const struct archive *a, const struct gameid *id, struct item *ret)
{
	char name[GAMEID_NAME_SIZE];

	gameid_result_name(id, name);
	return archive_read(a->dir, name, ret);
}
