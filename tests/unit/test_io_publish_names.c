/* SPDX-License-Identifier: ISC */
/*
 * A second name, or another one, which must be free; and forcing to the disk.
 *
 * wrap: fsync renameat2 linkat unlinkat
 */
#include "io_publish.h"

WRAP(int, linkat, int from_dir, const char *from, int dir, const char *name,
    int flags)
{
	if (fault_hits("linkat"))
		return -1;
	return __real_linkat(from_dir, from, dir, name, flags);
}

/* Filesystems and kernels without RENAME_NOREPLACE. */
static void
test_move_without_flag(void **state)
{
	const struct room *room = *state;
	const struct flag_row *row = room->row;

	put_text(".temp", "new\n");
	put_text("taken", "old\n");
	fault_always("renameat2", row->error);
	if (row->lacks) {
		assert_int_equal(
		    publish_move(room->fd, ".temp", room->fd, "taken"), -1);
		assert_int_equal(errno, EEXIST);
		expect_text("taken", "old\n");
		expect_text(".temp", "new\n");
		assert_int_equal(
		    publish_move(room->fd, ".temp", room->fd, "name"), 0);
		expect_text("name", "new\n");
		assert_int_equal(look_at("name").st_nlink, 1);
	} else {
		assert_int_equal(
		    publish_move(room->fd, ".temp", room->fd, "name"), -1);
		assert_int_equal(errno, row->error);
		expect_text(".temp", "new\n");
	}
	assert_int_equal(count_names("."), 2);
}

static void
test_move(void **state)
{
	const struct room *room = *state;

	put_text(".temp", "new\n");
	assert_int_equal(publish_move(room->fd, ".temp", room->fd, "name"), 0);
	expect_text("name", "new\n");
	assert_int_equal(count_names("."), 1);
	assert_int_equal(publish_move(room->fd, ".temp", room->fd, "name"), -1);
	assert_int_equal(errno, ENOENT);
}

/* A name that is taken stays, whatever it is, by a move or by a link. */
static void
test_taken(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;
	struct stat before;

	make_object("name", row->object, "old\n");
	before = look_at("name");
	put_text(".temp", "new\n");
	assert_int_equal(publish_move(room->fd, ".temp", room->fd, "name"), -1);
	assert_int_equal(errno, EEXIST);
	assert_int_equal(publish_link(room->fd, ".temp", room->fd, "name"), -1);
	assert_int_equal(errno, EEXIST);
	assert_true(look_at("name").st_ino == before.st_ino);
	assert_true(look_at("name").st_ctim.tv_nsec == before.st_ctim.tv_nsec);
	expect_text(".temp", "new\n");
}

static void
test_link(void **state)
{
	const struct room *room = *state;

	put_text(".temp", "new\n");
	assert_int_equal(publish_link(room->fd, ".temp", room->fd, "name"), 0);
	assert_true(look_at("name").st_ino == look_at(".temp").st_ino);
	assert_int_equal(look_at("name").st_nlink, 2);
	fault_at("linkat", 1, EXDEV);
	assert_int_equal(publish_link(room->fd, ".temp", room->fd, "two"), -1);
	assert_int_equal(errno, EXDEV);
	assert_false(is_there("two"));
}

static void
test_cannot_link(void **state)
{
	static const int cannot[] = {
	    EPERM, EXDEV, EMLINK, EINVAL, ENOSYS, EOPNOTSUPP};
	static const int other[] = {
	    EEXIST, EIO, ENOSPC, EDQUOT, EROFS, EACCES, ENOENT};

	(void)state;
	for (size_t i = 0; i < NITEMS(cannot); i++)
		assert_true(publish_cannot_link(cannot[i]));
	for (size_t i = 0; i < NITEMS(other); i++)
		assert_false(publish_cannot_link(other[i]));
}

static void
test_sync(void **state)
{
	const struct room *room = *state;

	fault_at("fsync", 1, EINTR);
	assert_int_equal(publish_sync(room->fd), 0);
	assert_int_equal(fault_off(), 2);
	fault_at("fsync", 1, EIO);
	assert_int_equal(publish_sync(room->fd), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(fault_off(), 1); /* never tried again */
	errno = 0;
	assert_int_equal(publish_sync(-1), -1);
	assert_int_equal(errno, EBADF);
}

/* Without the flag, these calls and no other. */
static void
test_move_calls(void **state)
{
	const struct room *room = *state;

	put_text(".temp", "new\n");
	fault_at(NULL, 1, EINVAL);
	assert_int_equal(publish_move(room->fd, ".temp", room->fd, "name"), 0);
	assert_string_equal(fault.trace, "renameat2 linkat unlinkat");
	expect_text("name", "new\n");
}

/* A copy of a text under a name that must be free. */
static void
test_copy(void **state)
{
	const struct text text = {.buf = (char[]){"new\n"}, .len = 4};
	const struct room *room = *state;

	put_text("taken", "old\n");
	fault_at(NULL, 0, 0);
	assert_int_equal(
	    publish_copy(room->fd, ".temp", room->fd, "name", &text), 0);
	(void)fault_off();
	assert_string_equal(fault.trace, "fsync renameat2");
	expect_text("name", "new\n");
	assert_int_equal(mode_of("name"), 0444);
	assert_int_equal(
	    publish_copy(room->fd, ".temp", room->fd, "taken", &text), -1);
	assert_int_equal(errno, EEXIST);
	expect_text("taken", "old\n");
	assert_false(is_there(".temp"));
	for (unsigned at = 1; at <= 2; at++) {
		fault_at(NULL, at, EIO);
		assert_int_equal(
		    publish_copy(room->fd, ".temp", room->fd, "two", &text),
		    -1);
		assert_int_equal(errno, EIO);
	}
	assert_int_equal(count_names("."), 2);
}

/* What a crash left of one bot is unlinked, and nothing else. */
static struct sweep_row {
	const char *name;
	enum player me;
	const char *stays[3];
} sweeps[] = {
    {"sweep messenger1's", MESSENGER1, {TEMP_BOARD2, "journal"}},
    {"sweep messenger2's", MESSENGER2, {TEMP_BOARD1, TEMP_RESULT, "journal"}},
};

static void
test_sweep(void **state)
{
	static const char *const names[] = {
	    TEMP_JOURNAL, TEMP_BOARD2, TEMP_BOARD1, TEMP_RESULT, "journal"};
	const struct room *room = *state;
	const struct sweep_row *row = room->row;
	size_t count = 0;

	for (size_t i = 0; i < NITEMS(names); i++)
		put_text(names[i], "x\n");
	if (row->me == MESSENGER1)
		put_text(TEMP_RESULT_COPY, "x\n");
	errno = ENOTTY;
	publish_sweep(room->fd, room->fd, row->me);
	assert_int_equal(errno, ENOTTY);
	for (; count < 3 && row->stays[count] != NULL; count++)
		expect_text(row->stays[count], "x\n");
	assert_int_equal(count_names("."), count);
	publish_sweep(room->fd, room->fd, row->me); /* nothing is there */
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_move_without_flag, ROWS(flag_errors));
	room_test(&suite, "move", test_move);
	room_test(&suite, "move by link and unlink", test_move_calls);
	room_objects(&suite, test_taken);
	room_test(&suite, "link", test_link);
	room_test(&suite, "errors of a link", test_cannot_link);
	room_test(&suite, "sync", test_sync);
	room_test(&suite, "copy", test_copy);
	room_rows(&suite, test_sweep, ROWS(sweeps));
	return suite_run(&suite, "publish, names");
}
