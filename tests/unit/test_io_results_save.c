/* SPDX-License-Identifier: ISC */
/*
 * A result is saved in steps, never over anything, and is not called saved
 * before it is.
 *
 * wrap: openat write close fsync linkat rename renameat renameat2 unlinkat
 * wrap: pread
 */
#include "io_results.h"

static int link_error;   /* this filesystem knows no links */
static int rename_error; /* nor renames to a name that must be free */
static bool garbled;     /* what is read is not what was written */

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	return fault_hits("write") ? -1 : __real_write(fd, buf, len);
}

WRAP(int, close, int fd)
{
	int result = __real_close(fd); /* it is closed whatever it says */

	return fault_hits("close") ? -1 : result;
}

WRAP(int, linkat, int from_dir, const char *from, int dir, const char *name,
    int flags)
{
	if (fault_hits("linkat"))
		return -1;
	errno = link_error;
	if (link_error != 0)
		return -1;
	return __real_linkat(from_dir, from, dir, name, flags);
}

WRAP(int, rename, const char *from, const char *name)
{
	fail_msg("plain rename of %s to %s", from, name);
	return -1;
}

WRAP(int, renameat2, int from_dir, const char *from, int dir, const char *name,
    unsigned flags)
{
	assert_int_equal(flags, RENAME_NOREPLACE);
	if (fault_hits("renameat2"))
		return -1;
	errno = rename_error;
	if (rename_error != 0)
		return -1;
	return __real_renameat2(from_dir, from, dir, name, flags);
}

WRAP(int, unlinkat, int dir, const char *name, int flags)
{
	return fault_hits("unlinkat") ? -1 : __real_unlinkat(dir, name, flags);
}

WRAP(ssize_t, pread, int fd, void *buf, size_t size, off_t offset)
{
	ssize_t n;

	if (fault_hits("pread"))
		return -1;
	n = __real_pread(fd, buf, size, offset);
	if (garbled && n > 0)
		((char *)buf)[n - 1] ^= 1;
	return n;
}

static void
begin(void)
{
	link_error = rename_error = 0;
	open_workspace(&ws, MESSENGER1);
}

static void
save(enum results_saved saved)
{
	assert_int_equal(results_save(&ws, &id, &text), saved);
}

/* Nothing is left of a try that failed. */
static void
expect_nothing(void)
{
	assert_int_equal(count_names("ws"), 2); /* spool, state */
	assert_false(is_there(TEMP));
}

/* It is saved and filed, and nothing else is there. */
static void
expect_saved(void)
{
	expect_text(NAME, TEXT);
	assert_int_equal(mode_of(NAME), 0444);
	assert_int_equal(count_names("ws"), 3);
	assert_int_equal(results_file(&ws, &id), 0);
	expect_text(SECOND, TEXT);
	assert_int_equal(mode_of(SECOND), 0444);
	assert_false(is_there(TEMP));
	assert_int_equal(count_names("ws/state/messenger1/results"), 1);
}

/* The two ways to save, in their steps. */
static struct steps_row {
	const char *name;
	int link_error;
	const char *trace;
} steps[] = {
    {"by a link", 0,
	"openat write fsync close linkat fsync_folder openat pread close"},
    {"by a copy", EXDEV,
	"openat write fsync close linkat openat write fsync close renameat2"
	" fsync_folder openat pread close"},
};

static void
test_steps(void **state)
{
	const struct room *room = *state;
	const struct steps_row *row = room->row;

	begin();
	link_error = row->link_error;
	fault_at(NULL, 0, 0);
	save(RESULTS_SAVED);
	(void)fault_off();
	assert_string_equal(fault.trace, row->trace);
	expect_saved();
	workspace_close(&ws);
}

/* Each step fails in turn, and the next try succeeds. */
static void
test_step_fails(void **state)
{
	const struct room *room = *state;
	const struct steps_row *row = room->row;
	const char *read_back = strstr(row->trace, "fsync_folder ");
	unsigned named = 1, at = 1;

	for (const char *c = row->trace; c < read_back; c++)
		named += *c == ' ';
	for (;; at++) {
		begin();
		link_error = row->link_error;
		fault_at(NULL, at, EIO);
		if (results_save(&ws, &id, &text) == RESULTS_SAVED)
			break;
		assert_int_equal(errno, EIO);
		(void)fault_off();
		if (at <= named)
			expect_nothing();
		save(RESULTS_SAVED);
		expect_saved();
		workspace_close(&ws);
		remove_tree("ws");
	}
	/* all but the last close, which tells of nothing that was written */
	assert_int_equal(at, named + 3);
	assert_string_equal(fault.trace, row->trace);
	workspace_close(&ws);
}

/* What no link can be made for says so in these ways. */
static struct link_row {
	const char *name;
	int error;
	enum results_saved saved;
} links[] = {
    {"EXDEV", EXDEV, RESULTS_SAVED},
    {"EPERM", EPERM, RESULTS_SAVED},
    {"EMLINK", EMLINK, RESULTS_SAVED},
    {"EINVAL", EINVAL, RESULTS_SAVED},
    {"ENOSYS", ENOSYS, RESULTS_SAVED},
    {"EOPNOTSUPP", EOPNOTSUPP, RESULTS_SAVED},
    {"EIO", EIO, RESULTS_BLOCKED},
    {"ENOSPC", ENOSPC, RESULTS_BLOCKED},
    {"EROFS", EROFS, RESULTS_BLOCKED},
};

static void
test_no_links(void **state)
{
	const struct room *room = *state;
	const struct link_row *row = room->row;

	begin();
	link_error = row->error;
	if (row->saved == RESULTS_SAVED) {
		save(RESULTS_SAVED);
		expect_saved();
	} else {
		save(RESULTS_BLOCKED);
		assert_int_equal(errno, row->error);
		expect_nothing();
	}
	workspace_close(&ws);
}

/* Neither links nor such renames: it waits, and nothing is overwritten. */
static void
test_neither(void **state)
{
	(void)state;
	begin();
	link_error = EPERM;
	rename_error = EINVAL;
	save(RESULTS_BLOCKED);
	expect_nothing();
	put_text(NAME, "other\n");
	(void)results_save(&ws, &id, &text);
	expect_text(NAME, "other\n");
	assert_int_equal(unlink(NAME), 0);
	link_error = 0;
	save(RESULTS_SAVED);
	expect_text(NAME, TEXT);
	workspace_close(&ws);
}

/*
 * The name is taken
 */

/* By these very bytes: ours, and forced to the disk once more. */
static void
test_taken_by_ours(void **state)
{
	ino_t old;

	(void)state;
	begin();
	save(RESULTS_SAVED);
	old = look_at(NAME).st_ino;
	fault_at(NULL, 0, 0);
	save(RESULTS_SAVED);
	(void)fault_off();
	assert_non_null(strstr(fault.trace, "fsync close fsync_folder"));
	assert_true(look_at(NAME).st_ino == old);
	expect_saved();
	for (unsigned at = 2; at <= 3; at++) {
		fault_at(
		    at == 2 ? "fsync" : "fsync_folder", at == 2 ? 2 : 1, EIO);
		save(RESULTS_BLOCKED);
		assert_int_equal(errno, EIO);
		(void)fault_off();
		save(RESULTS_SAVED);
		expect_saved();
	}
	workspace_close(&ws);
}

static struct taken_row {
	const char *name, *there;
} takens[] = {
    {"empty", ""},
    {"a byte less", "Game ID: " ID "\nResult: tie"},
    {"a byte more", TEXT "\n"},
    {"another result of this id", "Game ID: " ID "\nResult: messenger1 win\n"},
    {"anything", "hello\n"},
};

static void
test_taken(void **state)
{
	const struct room *room = *state;
	const struct taken_row *row = room->row;

	begin();
	for (link_error = 0; link_error <= EPERM; link_error += EPERM) {
		put_text(NAME, row->there);
		save(RESULTS_TAKEN);
		expect_text(NAME, row->there);
		assert_int_equal(look_at(NAME).st_nlink, 1);
		assert_int_equal(count_names("ws"), 3);
		assert_false(is_there(TEMP));
	}
	workspace_close(&ws);
}

/* By what is no file of ours, even if these bytes can be read there. */
static void
test_taken_by_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;
	struct stat before;

	begin();
	make_object(NAME, row->object, TEXT);
	before = look_at(NAME);
	for (link_error = 0; link_error <= EPERM; link_error += EPERM) {
		save(RESULTS_TAKEN);
		assert_true(look_at(NAME).st_ino == before.st_ino);
		assert_int_equal(look_at(NAME).st_mode, before.st_mode);
		assert_int_equal(count_names("ws"), 3);
		assert_false(is_there(TEMP));
	}
	assert_int_equal(is_there("target"), row->object == OBJECT_SYMLINK);
	workspace_close(&ws);
}

static struct unreadable_row {
	const char *name, *call;
	unsigned at;
	int error;
} unreadable[] = {
    {"taken by ours, open EMFILE", "openat", 3, EMFILE},
    {"taken by ours, read EIO", "pread", 1, EIO},
};

/* What cannot be read now may be ours: no other name is taken for it. */
static void
test_taken_unreadable(void **state)
{
	const struct room *room = *state;

	const struct unreadable_row *row = room->row;

	begin();
	save(RESULTS_SAVED);
	fault_at(row->call, row->at, row->error);
	save(RESULTS_BLOCKED);
	assert_int_equal(errno, row->error);
	(void)fault_off();
	save(RESULTS_SAVED);
	expect_saved();
	workspace_close(&ws);
}

/* It is saved when it has been read again. */
static void
test_garbled(void **state)
{
	(void)state;
	begin();
	garbled = true;
	save(RESULTS_BLOCKED);
	assert_int_equal(errno, EIO);
	assert_false(is_there(TEMP));
	garbled = false;
	save(RESULTS_SAVED);
	expect_saved();
	workspace_close(&ws);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_steps, ROWS(steps));
	room_rows(&suite, test_step_fails, ROWS(steps));
	room_rows(&suite, test_no_links, ROWS(links));
	room_test(&suite, "neither links nor renames", test_neither);
	room_test(&suite, "taken by these very bytes", test_taken_by_ours);
	room_test(&suite, "read again as other bytes", test_garbled);
	room_rows(&suite, test_taken, ROWS(takens));
	room_objects(&suite, test_taken_by_no_file);
	room_rows(&suite, test_taken_unreadable, ROWS(unreadable));
	return suite_run(&suite, "results, saving");
}
