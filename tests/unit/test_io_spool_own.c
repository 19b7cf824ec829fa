/* SPDX-License-Identifier: ISC */
/*
 * The names in our own spool folder: which is the greatest, and which files go.
 *
 * wrap: fstatat getdents64
 */
#include "io_spool.h"

#define MINE "ws/spool/messenger2/"

WRAP(int, fstatat, int dir, const char *name, struct stat *st, int flags)
{
	if (fault_hits("fstatat"))
		return -1;
	return __real_fstatat(dir, name, st, flags);
}

/* As at a start without a journal: all but the greatest. */
static void
clean(const char *greatest)
{
	struct gameid keep = {{0}};

	assert_int_equal(spool_greatest(ws.own_spool, ws.polled, &keep), 0);
	assert_string_equal(keep.text, greatest);
	spool_clean(&ws, &keep);
}

static void
test_many(void **state)
{
	(void)state;
	begin();
	put_many(MINE);
	clean("2026-09-03-003319");
	assert_int_equal(count_names(MINE), 1);
	assert_true(is_there(MINE "2026-09-03-003319.txt"));
	workspace_close(&ws);
}

/* What stays of the files. */
static struct clean_row {
	const char *name, *files, *keep;
	const char *stays[3];
} cleans[] = {
    {"nothing to keep there", "", "2026-09-03-110200", {NULL}},
    {"only the kept one", "2026-09-03-110200.txt", "2026-09-03-110200",
	{"2026-09-03-110200.txt"}},
    {"older and newer ones go",
	"2026-09-03-110000.txt 2026-09-03-110200.txt 2026-09-03-110400.txt",
	"2026-09-03-110200", {"2026-09-03-110200.txt"}},
    {"all but the kept one, which is missing",
	"2026-09-03-110000.txt 2026-09-03-110400.txt", "2026-09-03-110200",
	{NULL}},
    {"all but a suffixed one",
	"2026-09-03-110200_0002.txt 2026-09-03-110200.txt"
	" 2026-09-03-110000.txt",
	"2026-09-03-110200_0002", {"2026-09-03-110200_0002.txt"}},
    {"other names stay", "notes.txt 2026-09-03-110200.txt 2026-09-03.txt",
	"2026-09-03-110400", {"notes.txt", "2026-09-03.txt"}},
};

static void
test_clean(void **state)
{
	const struct room *room = *state;
	const struct clean_row *row = room->row;
	const struct gameid keep = id_of(row->keep);
	char path[128];
	size_t count = 0;

	begin();
	put_all(MINE, row->files);
	put_all(THEIRS, row->files);
	spool_clean(&ws, &keep);
	for (; count < 3 && row->stays[count] != NULL; count++) {
		(void)snprintf(
		    path, sizeof(path), "%s%s", MINE, row->stays[count]);
		expect_text(path, row->stays[count]);
	}
	assert_int_equal(count_names(MINE), count);
	assert_true(count_names(THEIRS) >= count);
	workspace_close(&ws);
}

/* What is no file of ours is no reason to touch what it leads to. */
static void
test_clean_object(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;
	const struct gameid keep = {"2026-09-03-110400"};

	begin();
	make_object(MINE "2026-09-03-110200.txt", row->object, "circle\n");
	spool_clean(&ws, &keep);
	assert_int_equal(is_there(MINE "2026-09-03-110200.txt"),
	    row->object == OBJECT_FOLDER);
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", "circle\n");
	workspace_close(&ws);
}

static void
test_greatest(void **state)
{
	struct gameid greatest = {{0}};

	(void)state;
	begin();
	assert_int_equal(spool_greatest(ws.own_spool, ws.polled, &greatest), 0);
	assert_string_equal(greatest.text, "");
	put_all(MINE, "2026-09-03-110200.txt x 2026-09-03-110400.txt");
	assert_int_equal(spool_greatest(ws.own_spool, ws.polled, &greatest), 0);
	assert_string_equal(greatest.text, "2026-09-03-110400");
	put_all(THEIRS, "2026-09-03-110300.txt");
	/* it is only raised */
	assert_int_equal(
	    spool_greatest(ws.peer_spool, ws.polled, &greatest), 0);
	assert_string_equal(greatest.text, "2026-09-03-110400");
	put_all(THEIRS, "2026-09-03-110400_0002.txt");
	assert_int_equal(
	    spool_greatest(ws.peer_spool, ws.polled, &greatest), 0);
	assert_string_equal(greatest.text, "2026-09-03-110400_0002");
	/* what cannot be listed to its end is not taken for empty */
	for (unsigned at = 1; at <= 2; at++) {
		fault_at("getdents64", at, EIO);
		assert_int_equal(
		    spool_greatest(ws.own_spool, ws.polled, &greatest), -1);
		assert_int_equal(errno, EIO);
	}
	workspace_close(&ws);
}

/* On a network filesystem the folder is opened afresh for each listing. */
static void
test_polled(void **state)
{
	(void)state;
	begin();
	ws.polled = true;
	given = ws.own_spool;
	put_all(MINE, "2026-09-03-110200.txt 2026-09-03-110400.txt");
	clean("2026-09-03-110400");
	assert_int_equal(access(MINE "2026-09-03-110200.txt", F_OK), -1);
	clean("2026-09-03-110400");
	given = -1;
	workspace_close(&ws);
}

/* The size of our file of that game; -1: there is none. */
static void
expect_size(const struct gameid *id, off_t want)
{
	off_t size = -1;

	assert_int_equal(spool_own_size(&ws, id, &size), want != -1);
	assert_true(size == want);
}

static void
test_own(void **state)
{
	const struct gameid id = {"2026-09-03-110200"};
	off_t size;

	(void)state;
	begin();
	put(THEIRS, "2026-09-03-110200.txt");
	expect_size(&id, -1);
	put_text(MINE "2026-09-03-110200.txt", "");
	expect_size(&id, 0);
	put_text(MINE "2026-09-03-110200.txt", "circle\n");
	expect_size(&id, 7);
	fault_at("fstatat", 1, EIO);
	assert_int_equal(spool_own_size(&ws, &id, &size), -1);
	assert_int_equal(errno, EIO);
	(void)fault_off();
	put(MINE, "2026-09-03-110400.txt");
	spool_remove(&ws, &id);
	expect_size(&id, -1);
	spool_remove(&ws, &id);
	assert_int_equal(count_names(MINE), 1);
	assert_int_equal(count_names(THEIRS), 1);
	assert_int_equal(symlink("nowhere", MINE "2026-09-03-110200.txt"), 0);
	expect_size(&id, 7); /* of the link itself */
	workspace_close(&ws);
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "thousands of names", test_many);
	room_rows(&suite, test_clean, ROWS(cleans));
	room_objects(&suite, test_clean_object);
	room_test(&suite, "the greatest name", test_greatest);
	room_test(&suite, "on a network filesystem", test_polled);
	room_test(&suite, "our own file", test_own);
	return suite_run(&suite, "spool, ours");
}
