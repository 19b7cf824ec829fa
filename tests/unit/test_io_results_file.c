/* SPDX-License-Identifier: ISC */
/*
 * The second name of a result, and forcing a result to the disk.
 *
 * wrap: fstatat linkat renameat renameat2 fsync
 */
#include "io_results.h"

WRAP(int, fstatat, int dir, const char *name, struct stat *st, int flags)
{
	return fault_hits("fstatat") ? -1
				     : __real_fstatat(dir, name, st, flags);
}

WRAP(int, linkat, int from_dir, const char *from, int dir, const char *name,
    int flags)
{
	if (fault_hits("linkat"))
		return -1;
	return __real_linkat(from_dir, from, dir, name, flags);
}

WRAP(int, renameat2, int from_dir, const char *from, int dir, const char *name,
    unsigned flags)
{
	assert_int_equal(flags, RENAME_NOREPLACE);
	if (fault_hits("renameat2"))
		return -1;
	return __real_renameat2(from_dir, from, dir, name, flags);
}

static void
begin(void)
{
	open_workspace(&ws, MESSENGER1);
}

static void
save(void)
{
	begin();
	assert_int_equal(results_save(&ws, &id, &text), RESULTS_SAVED);
}

static void
expect_filed(void)
{
	expect_text(NAME, TEXT);
	expect_text(SECOND, TEXT);
	assert_false(is_there(TEMP));
	assert_int_equal(count_names("ws/state/messenger1/results"), 1);
}

static void
test_file(void **state)
{
	(void)state;
	save();
	assert_true(look_at(TEMP).st_ino == look_at(NAME).st_ino);
	fault_at(NULL, 0, 0);
	assert_int_equal(results_file(&ws, &id), 0);
	(void)fault_off();
	assert_string_equal(fault.trace, "renameat2");
	expect_filed();
	assert_true(look_at(SECOND).st_ino == look_at(NAME).st_ino);
	assert_int_equal(look_at(NAME).st_nlink, 2);
	assert_int_equal(mode_of(SECOND), 0444);
	/* once more is no harm, and no temporary stays */
	put_text(TEMP, TEXT);
	assert_int_equal(results_file(&ws, &id), 0);
	expect_filed();
	workspace_close(&ws);
}

static void
test_file_without_temp(void **state)
{
	(void)state;
	save();
	assert_int_equal(unlink(TEMP), 0);
	fault_at("linkat", 1, ENOSPC);
	assert_int_equal(results_file(&ws, &id), -1);
	assert_int_equal(errno, ENOSPC);
	(void)fault_off();
	assert_false(is_there(SECOND));
	assert_int_equal(results_file(&ws, &id), 0);
	expect_filed();
	assert_true(look_at(SECOND).st_ino == look_at(NAME).st_ino);
	workspace_close(&ws);
}

/* A crash before the second name, where links cannot be made: a copy. */
static struct link_row {
	const char *name;
	int error;
} links[] = {
    {"no links, EXDEV", EXDEV},
    {"no links, EPERM", EPERM},
    {"no links, EINVAL", EINVAL},
    {"no links, EMLINK", EMLINK},
};

static void
test_file_without_links(void **state)
{
	const struct room *room = *state;
	const struct link_row *row = room->row;

	begin();
	fault_always("linkat", row->error);
	assert_int_equal(results_save(&ws, &id, &text), RESULTS_SAVED);
	assert_int_equal(unlink(TEMP), 0);
	assert_int_equal(results_file(&ws, &id), 0);
	expect_filed();
	assert_int_equal(mode_of(SECOND), 0444);
	/* it is read and copied, or not yet */
	assert_int_equal(unlink(SECOND), 0);
	(void)fault_off();
	assert_int_equal(rename(NAME, "away"), 0);
	fault_always("linkat", row->error);
	assert_int_equal(results_file(&ws, &id), 0);
	assert_false(is_there(SECOND));
	workspace_close(&ws);
}

static void
test_file_fails(void **state)
{
	(void)state;
	save();
	fault_at("renameat2", 1, EIO);
	assert_int_equal(results_file(&ws, &id), -1);
	assert_int_equal(errno, EIO);
	(void)fault_off();
	assert_false(is_there(SECOND));
	fault_always("renameat2", EINVAL);
	assert_int_equal(results_file(&ws, &id), 0);
	expect_filed();
	workspace_close(&ws);
}

/* It cannot be seen now whether the second name is there: not another error. */
static void
test_file_unseen(void **state)
{
	(void)state;
	save();
	assert_int_equal(unlink(TEMP), 0);
	for (int i = 0; i < 2; i++) {
		fault_at("fstatat", 1, EIO);
		assert_int_equal(results_file(&ws, &id), -1);
		assert_int_equal(errno, EIO);
		(void)fault_off();
		assert_int_equal(results_file(&ws, &id), 0);
		expect_filed();
	}
	workspace_close(&ws);
}

static void
test_sync(void **state)
{
	(void)state;
	begin();
	assert_int_equal(results_sync(&ws, &id), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(results_file(&ws, &id), 0); /* none to name */
	assert_false(is_there(SECOND));
	put_text(NAME, "hello\n"); /* what is no result gets none */
	assert_int_equal(results_file(&ws, &id), 0);
	assert_false(is_there(SECOND));
	put_text(NAME, TEXT);
	fault_at(NULL, 0, 0);
	assert_int_equal(results_sync(&ws, &id), 0);
	(void)fault_off();
	assert_string_equal(fault.trace, "fsync fsync_folder");
	for (unsigned at = 1; at <= 2; at++) {
		fault_at(NULL, at, EIO);
		assert_int_equal(results_sync(&ws, &id), -1);
		assert_int_equal(errno, EIO);
		assert_int_equal(fault_off(), at);
	}
	expect_text(NAME, TEXT);
	workspace_close(&ws);
}

/* A crash before the second name: the next start makes it from the first. */
static void
test_crash(void **state)
{
	(void)state;
	save();
	workspace_close(&ws);
	begin();
	assert_false(is_there(TEMP));
	assert_int_equal(results_file(&ws, &id), 0);
	expect_filed();
	assert_true(look_at(SECOND).st_ino == look_at(NAME).st_ino);
	workspace_close(&ws);
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "filed", test_file);
	room_test(
	    &suite, "filed without the temporary", test_file_without_temp);
	room_rows(&suite, test_file_without_links, ROWS(links));
	room_test(&suite, "filing fails", test_file_fails);
	room_test(&suite, "it cannot be seen if it is filed", test_file_unseen);
	room_test(&suite, "synced", test_sync);
	room_test(&suite, "a crash before the second name", test_crash);
	return suite_run(&suite, "results, second names");
}
