/* SPDX-License-Identifier: ISC */
/*
 * The names in the other's spool folder: which game is the newest.
 *
 * wrap: openat getdents64
 */
#include "io_spool.h"

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

/*
 * The newest game later than that one must be this, or NULL: none. The greatest
 * id passed over is `passed`.
 */
static void
expect_newest(const char *after, const char *newest, const char *passed)
{
	struct gameid last = {{0}};
	char text[64] = "", name[GAMEID_NAME_SIZE];
	struct newest found;

	if (after[0] != '\0')
		last = id_of(after);
	memset(&found, 'x', sizeof(found));
	assert_int_equal(spool_newest(&ws, &last, &found), newest != NULL);
	assert_string_equal(found.passed.text, passed);
	if (newest == NULL) {
		assert_int_equal(found.fd, -1);
		return;
	}
	assert_string_equal(found.id.text, newest);
	assert_int_equal(fcntl(found.fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(
	    found.st.st_size, read(found.fd, text, sizeof(text) - 1));
	gameid_spool_name(&found.id, name);
	assert_string_equal(text, name);
	(void)close(found.fd);
}

static struct newest_row {
	const char *name, *files, *after, *newest;
} newest[] = {
    {"an empty folder", "", "", NULL},
    {"one game", "2026-09-03-110200.txt", "", "2026-09-03-110200"},
    {"the last one itself", "2026-09-03-110200.txt", "2026-09-03-110200", NULL},
    {"an older one", "2026-09-03-110200.txt", "2026-09-03-110400", NULL},
    {"a newer one", "2026-09-03-110200.txt", "2026-09-03-110159",
	"2026-09-03-110200"},
    {"the greatest of three",
	"2026-09-03-110200.txt 2027-01-01-000000.txt 2026-12-31-235959.txt",
	"2026-09-03-110200", "2027-01-01-000000"},
    {"a suffix", "2026-09-03-110200.txt 2026-09-03-110200_0002.txt",
	"2026-09-03-110200", "2026-09-03-110200_0002"},
    {"the next suffix", "2026-09-03-110200_0003.txt 2026-09-03-110200_0002.txt",
	"2026-09-03-110200_0002", "2026-09-03-110200_0003"},
    {"no ids",
	"2026-09-03-110200 .2026-09-03-110200.txt 2026-09-03-110200.txt~"
	" 2026-02-30-110200.txt 2026-09-03-240000.txt x.txt .txt"
	" 2026-09-03-110200_0001.txt 2026-09-03-110200_2.txt"
	" 2026-09-03-110200.TXT game-2026-09-03-110200.txt 4913",
	"", NULL},
    {"an id among them", "9999-99-99-999999.txt 2026-09-03-110200.txt zzzz.txt",
	"", "2026-09-03-110200"},
};

static void
test_newest(void **state)
{
	const struct room *room = *state;
	const struct newest_row *row = room->row;

	begin();
	put_all(THEIRS, row->files);
	expect_newest(row->after, row->newest, "");
	workspace_close(&ws);
}

/* The greatest name cannot be opened: the one before it is the newest. */
static void
test_newest_is_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	begin();
	put(THEIRS, "2026-09-03-110000.txt");
	put(THEIRS, "2026-09-03-110200.txt");
	make_object(THEIRS "2026-09-03-110400.txt", row->object, "circle\n");
	expect_newest("", "2026-09-03-110200", "2026-09-03-110400");
	expect_newest("2026-09-03-110200", NULL, "2026-09-03-110400");
	expect_newest("2026-09-03-110400", NULL, "");
	workspace_close(&ws);
}

/* Of several that are not the other's, the greatest is told. */
static void
test_foreign(void **state)
{
	char path[64];

	(void)state;
	begin();
	for (int i = 0; i < 20; i++) {
		(void)snprintf(path, sizeof(path),
		    THEIRS "2026-09-03-1102%02d.txt", i * 7 % 20);
		assert_int_equal(mkfifo(path, 0644), 0);
	}
	expect_newest("", NULL, "2026-09-03-110219");
	workspace_close(&ws);
}

static void
test_newest_unreadable(void **state)
{
	const struct gameid last = {{0}};
	struct newest found;

	(void)state;
	begin();
	put(THEIRS, "2026-09-03-110200.txt");
	fault_always("openat", EACCES); /* shut, perhaps for ever */
	expect_newest("", NULL, "2026-09-03-110200");
	fault_always("openat", EMFILE);
	assert_int_equal(spool_newest(&ws, &last, &found), -1);
	assert_int_equal(errno, EMFILE);
	assert_int_equal(found.fd, -1);
	fault_at("getdents64", 2, EIO); /* it is not read to its end */
	assert_int_equal(spool_newest(&ws, &last, &found), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(found.fd, -1);
	(void)fault_off();
	(void)close(ws.peer_spool);
	ws.peer_spool = -1;
	expect_newest("", NULL, "");
	workspace_close(&ws);
}

/* On a network filesystem the folder is opened afresh for each listing. */
static void
test_newest_polled(void **state)
{
	(void)state;
	begin();
	ws.polled = true;
	given = ws.peer_spool;
	put(THEIRS, "2026-09-03-110200.txt");
	expect_newest("", "2026-09-03-110200", "");
	put(THEIRS, "2026-09-03-110400.txt");
	expect_newest("2026-09-03-110200", "2026-09-03-110400", "");
	given = -1;
	workspace_close(&ws);
}

static void
test_many(void **state)
{
	(void)state;
	begin();
	put_many(THEIRS);
	expect_newest("", "2026-09-03-003319", "");
	expect_newest("2026-09-03-003318", "2026-09-03-003319", "");
	expect_newest("2026-09-03-003319", NULL, "");
	workspace_close(&ws);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_newest, ROWS(newest));
	room_objects(&suite, test_newest_is_no_file);
	room_test(&suite, "the greatest foreign one", test_foreign);
	room_test(&suite, "unreadable for now", test_newest_unreadable);
	room_test(&suite, "on a network filesystem", test_newest_polled);
	room_test(&suite, "thousands of names", test_many);
	return suite_run(&suite, "spool, theirs");
}
