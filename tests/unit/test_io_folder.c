/* SPDX-License-Identifier: ISC */
/*
 * The names of a folder, however many and whatever they are.
 *
 * wrap: getdents64
 */
#include "io_helpers.h"

#include "file.h"

/* Through some network filesystems a descriptor gives its names once. */
static int once = -1;

WRAP(ssize_t, getdents64, int fd, void *buf, size_t size)
{
	if (fault_hits("getdents64"))
		return -1;
	return fd == once ? 0 : __real_getdents64(fd, buf, size);
}

static size_t
count_all(struct folder *folder, int fd, bool fresh)
{
	size_t count = 0;

	folder_begin(folder, fd, fresh);
	while (folder_next(folder) != NULL)
		count++;
	return count;
}

/* The whole folder was read. */
static void
expect_count(int fd, size_t count)
{
	struct folder folder;

	for (int fresh = 0; fresh <= 1; fresh++) {
		assert_int_equal(count_all(&folder, fd, fresh), count);
		assert_int_equal(folder_end(&folder), 0);
	}
}

static void
test_folder(void **state)
{
	const struct room *room = *state;
	struct folder folder;

	expect_count(room->fd, 0);
	put_text("one", "");
	expect_count(room->fd, 1);
	folder_begin(&folder, room->fd, false);
	assert_string_equal(folder_next(&folder), "one");
	/* begun anew in the middle, and after a change */
	put_text(".two", "");
	assert_int_equal(mkdir("...", 0755), 0);
	expect_count(room->fd, 3);
}

#define MANY 2000

static void
test_many(void **state)
{
	static bool seen[MANY];
	const struct room *room = *state;
	struct folder folder;
	const char *name;
	char made[16];

	for (int i = 0; i < MANY; i++) {
		(void)snprintf(made, sizeof(made), "%d", i);
		put_text(made, "");
	}
	folder_begin(&folder, room->fd, false);
	while ((name = folder_next(&folder)) != NULL) {
		long i = strtol(name, NULL, 10);

		assert_in_range(i, 0, MANY - 1);
		assert_false(seen[i]);
		seen[i] = true;
		/* a name taken away while it is read loses no other */
		if (i % 2 == 0)
			assert_int_equal(unlink(name), 0);
	}
	for (int i = 0; i < MANY; i++)
		assert_true(seen[i]);
	expect_count(room->fd, MANY / 2);
}

#define X10 "xxxxxxxxxx"
#define X50 X10 X10 X10 X10 X10

static struct name_row {
	const char *name, *file;
} hostile_names[] = {
    {"a blank", " "},
    {"a newline", "\n"},
    {"an escape", "\033[2J"},
    {"no UTF-8", "\xff\xfe"},
    {"three dots", "..."},
    {"an option", "-rf"},
    {"a format", "%s%n"},
    {"almost an id", "2026-09-03-110200.txt\n"},
    {"255 bytes", X50 X50 X50 X50 X50 "12345"},
};

static void
test_name(void **state)
{
	const struct room *room = *state;
	const struct name_row *row = room->row;
	struct folder folder;

	put_text(row->file, "");
	folder_begin(&folder, room->fd, false);
	assert_string_equal(folder_next(&folder), row->file);
	assert_null(folder_next(&folder));
	assert_null(folder_next(&folder));
}

/* A folder that could not be read to its end says so. */
static void
expect_failed(int fd, int error)
{
	struct folder folder;

	for (int fresh = 0; fresh <= 1; fresh++) {
		assert_int_equal(count_all(&folder, fd, fresh), 0);
		errno = 0;
		assert_int_equal(folder_end(&folder), -1);
		assert_int_equal(errno, error);
	}
}

static void
test_unreadable(void **state)
{
	const struct room *room = *state;
	int fd;

	put_text("name", "circle\n");
	fd = open("name", O_RDONLY | O_CLOEXEC);
	expect_failed(fd, ENOTDIR);
	(void)close(fd);
	expect_failed(-1, EBADF);
	fault_always("getdents64", EIO);
	expect_failed(room->fd, EIO);
	(void)fault_off();
	expect_count(room->fd, 1);
	assert_int_equal(mkdir("gone", 0755), 0);
	fd = open("gone", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(rmdir("gone"), 0);
	expect_failed(fd, ENOENT);
	(void)close(fd);
}

/* Read as often as one likes, through descriptors that are closed again. */
static void
test_once(void **state)
{
	const struct room *room = *state;
	struct folder folder;
	int next;

	put_text("name", "circle\n");
	once = room->fd;
	next = dup(room->fd);
	(void)close(next);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(count_all(&folder, room->fd, true), 1);
		assert_int_equal(folder_end(&folder), 0);
	}
	once = dup(room->fd);
	assert_int_equal(once, next);
	(void)close(once);
	once = -1;
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "the names of a folder", test_folder);
	room_test(&suite, "thousands of names", test_many);
	room_rows(&suite, test_name, ROWS(hostile_names));
	room_test(&suite, "what is no folder", test_unreadable);
	room_test(&suite, "a descriptor that can be read once", test_once);
	return suite_run(&suite, "folder");
}
