/* SPDX-License-Identifier: ISC */
/*
 * How a file gets its name: the order of the calls, and what each of them
 * leaves when it fails.
 *
 * wrap: openat write close fsync renameat renameat2 unlinkat
 */
#include "io_publish.h"

#include <sys/mman.h>

static size_t most; /* bytes that one write takes; 0: all */

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	if (fault_hits("write"))
		return -1;
	return __real_write(fd, buf, most > 0 && len > most ? most : len);
}

WRAP(int, close, int fd)
{
	int result = __real_close(fd); /* it is closed whatever it says */

	return fault_hits("close") ? -1 : result;
}

WRAP(int, renameat, int from_dir, const char *from, int dir, const char *name)
{
	if (fault_hits("renameat"))
		return -1;
	return __real_renameat(from_dir, from, dir, name);
}

/* The ways to publish a text, as one call each. */
static const struct text new_text = {.buf = (char[]){"new\n"}, .len = 4};

enum way { WRITE, JOURNAL, JOURNAL_FAST, JOURNAL_COPY, BOARD };

static int source; /* of a copy: what it reads */

/* Returns 0 or -1; a journal's descriptor goes into *fd. */
static int
publish(const struct room *room, enum way way, int *fd)
{
	*fd = -1;
	switch (way) {
	case WRITE:
		return publish_write(room->fd, ".journal", &new_text);
	case JOURNAL:
	case JOURNAL_FAST:
		*fd = publish_journal(room->fd, &new_text, way == JOURNAL);
		return *fd == -1 ? -1 : 0;
	case JOURNAL_COPY:
		*fd =
		    publish_journal_copy(room->fd, source, (off_t)new_text.len);
		return *fd == -1 ? -1 : 0;
	case BOARD:
		return publish_board(
		    room->fd, ".journal", "journal", &new_text);
	}
	return -1;
}

static void
publish_well(const struct room *room, enum way way)
{
	int fd;

	assert_int_equal(publish(room, way, &fd), 0);
	(void)fault_off();
	expect_text(way == WRITE ? ".journal" : "journal", "new\n");
	if (fd == -1)
		return;
	/* a journal's descriptor reads and writes the file of that name */
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(pwrite(fd, "NEW", 3, 0), 3);
	expect_text("journal", "NEW\n");
	assert_int_equal(pwrite(fd, "new", 3, 0), 3);
	assert_int_equal(close(fd), 0);
}

static void
publish_in_vain(const struct room *room, enum way way, int error)
{
	int fd;

	assert_int_equal(publish(room, way, &fd), -1);
	assert_int_equal(errno, error);
	assert_int_equal(fd, -1);
	(void)fault_off();
}

/* What makes each of them new, and the calls in their order. */
static struct way_row {
	const char *name;
	enum way way;
	unsigned mode;
	const char *old; /* NULL: nothing there */
	const char *trace;
	const char *published;
} ways[] = {
    {"write", WRITE, 0444, NULL, "openat write fsync close", ".journal"},
    {"journal, first", JOURNAL, 0644, NULL, "openat write fsync renameat fsync",
	"journal"},
    {"journal, replaced", JOURNAL, 0644, "old\n",
	"openat write fsync renameat fsync", "journal"},
    {"journal without sync", JOURNAL_FAST, 0644, "old\n",
	"openat write renameat", "journal"},
    {"journal, copied", JOURNAL_COPY, 0644, "old\n",
	"openat write fsync renameat fsync", "journal"},
    {"board, first", BOARD, 0644, NULL, "openat write close renameat2 renameat",
	"journal"},
    {"board, exchanged", BOARD, 0644, "old\n",
	"openat write close renameat2 unlinkat", "journal"},
};

static void
test_way(void **state)
{
	const struct room *room = *state;
	const struct way_row *row = room->row;

	if (row->old != NULL)
		put_text("journal", row->old);
	fault_at(NULL, 0, 0);
	publish_well(room, row->way);
	assert_string_equal(fault.trace, row->trace);
	assert_int_equal(mode_of(row->published), row->mode);
	assert_int_equal(look_at(row->published).st_nlink, 1);
	assert_int_equal(count_names("."), 1);
}

/* How many of the calls in a trace there are up to that one, the last. */
static unsigned
count_up_to(const char *trace, const char *call)
{
	const char *last = NULL, *at = trace;
	unsigned count = 1;

	while ((at = strstr(at, call)) != NULL)
		last = at++;
	for (; trace < last; trace++)
		count += *trace == ' ';
	return last == NULL ? UINT_MAX : count;
}

/* Each call fails in turn: nothing is left, and what was there stays. */
static void
test_way_fails(void **state)
{
	const struct room *room = *state;
	const struct way_row *row = room->row;
	unsigned named = count_up_to(row->trace, "rename");
	unsigned calls = 1;

	for (const char *c = row->trace; *c != '\0'; c++)
		calls += *c == ' ';
	for (unsigned at = 1; at <= calls; at++) {
		(void)unlink("journal");
		(void)unlink(".journal");
		if (row->old != NULL)
			put_text("journal", row->old);
		fault_at(NULL, at, EIO);
		publish_in_vain(room, row->way, EIO);
		assert_false(is_there(".journal"));
		if (at > named && row->way != WRITE)
			expect_text("journal", "new\n");
		else if (row->old != NULL)
			expect_text("journal", row->old);
		else
			assert_false(is_there("journal"));
	}
}

static void
test_short_writes(void **state)
{
	const struct room *room = *state;
	const struct way_row *row = room->row;

	most = 1;
	publish_well(room, row->way);
	/* a part, then no space */
	(void)unlink(row->published);
	fault_at("write", 3, ENOSPC);
	publish_in_vain(room, row->way, ENOSPC);
	most = 0;
	assert_int_equal(count_names("."), 0);
}

/* What a crash or somebody left under the temporary's name. */
static void
test_left_over(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	for (enum way way = WRITE; way <= BOARD; way++) {
		const char *published = way == WRITE ? ".journal" : "journal";

		make_object(".journal", row->object, "left over\n");
		if (row->object == OBJECT_FOLDER) {
			publish_in_vain(room, way, EISDIR);
			assert_int_equal(rmdir(".journal"), 0);
			continue;
		}
		publish_well(room, way);
		assert_true(S_ISREG(look_at(published).st_mode));
		if (row->object == OBJECT_SYMLINK)
			expect_text("target", "left over\n");
		else
			assert_false(is_there("target"));
		assert_int_equal(unlink(published), 0);
		(void)unlink("target");
	}
}

/* A left-over regular file that somebody else still has open. */
static void
test_left_over_file(void **state)
{
	const struct room *room = *state;

	put_text(".journal", "left over, and longer than the new one\n");
	assert_int_equal(link(".journal", "other"), 0);
	publish_well(room, JOURNAL);
	assert_true(look_at("journal").st_ino != look_at("other").st_ino);
	expect_text("other", "left over, and longer than the new one\n");
}

/* The board: what may stand under its name. */
static void
test_board_name(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	make_object("journal", row->object, "old\n");
	if (row->object == OBJECT_FOLDER) {
		put_text("journal/kept", "kept\n");
		publish_in_vain(room, BOARD, EISDIR);
		expect_text("journal/kept", "kept\n");
	} else {
		publish_well(room, BOARD);
		assert_true(S_ISREG(look_at("journal").st_mode));
		expect_text("journal", "new\n");
	}
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", "old\n");
	assert_false(is_there(".journal"));
}

/* Filesystems and kernels without RENAME_EXCHANGE, or that refuse it. */
static void
test_board_without_exchange(void **state)
{
	const struct room *room = *state;
	const struct flag_row *row = room->row;

	put_text("journal", "old\n");
	fault_always("renameat2", row->error);
	if (!row->lacks && row->error != EACCES) {
		publish_in_vain(room, BOARD, row->error);
		expect_text("journal", "old\n");
	} else {
		publish_well(room, BOARD);
		assert_int_equal(unlink("journal"), 0);
		assert_int_equal(mkdir("journal", 0755), 0);
		fault_always("renameat2", row->error);
		publish_in_vain(room, BOARD, EISDIR);
	}
	assert_int_equal(count_names("."), 1);
}

/* What a failed fsync leaves is not trusted: it is unlinked, once synced. */
static void
test_failed_sync(void **state)
{
	const struct room *room = *state;

	fault_at("fsync", 1, EIO);
	publish_in_vain(room, WRITE, EIO);
	assert_string_equal(fault.trace, "openat write fsync close unlinkat");
	fault_at("fsync", 1, EIO);
	publish_in_vain(room, JOURNAL, EIO);
	assert_string_equal(fault.trace, "openat write fsync close unlinkat");
	assert_int_equal(count_names("."), 0);
}

/* A long journal is copied whole, and one that has shrunk is not. */
static void
test_long_copy(void **state)
{
	static char bytes[10000];
	const struct room *room = *state;
	int long_source = memfd_create("source", MFD_CLOEXEC), fd;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 7);
	assert_int_equal(
	    write(long_source, bytes, sizeof(bytes)), sizeof(bytes));
	/* what stands behind the length is left out */
	for (off_t len = 4095; len < (off_t)sizeof(bytes); len += 1951) {
		fd = publish_journal_copy(room->fd, long_source, len);
		assert_int_not_equal(fd, -1);
		(void)close(fd);
		expect_bytes("journal", bytes, (size_t)len);
	}
	errno = 0;
	assert_int_equal(
	    publish_journal_copy(room->fd, long_source, sizeof(bytes) + 1), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(count_names("."), 1);
	(void)close(long_source);
}

int
main(void)
{
	static struct suite suite;

	source = memfd_create("source", MFD_CLOEXEC);
	if (write(source, new_text.buf, new_text.len) == -1)
		return 1;
	room_rows(&suite, test_way, ROWS(ways));
	room_rows(&suite, test_way_fails, ROWS(ways));
	room_rows(&suite, test_short_writes, ROWS(ways));
	room_objects(&suite, test_left_over);
	room_test(&suite, "a left-over file", test_left_over_file);
	room_objects(&suite, test_board_name);
	room_rows(&suite, test_board_without_exchange, ROWS(flag_errors));
	room_test(&suite, "a failed sync", test_failed_sync);
	room_test(&suite, "a long copy", test_long_copy);
	return suite_run(&suite, "publish");
}
