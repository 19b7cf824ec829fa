/* SPDX-License-Identifier: ISC */
/*
 * The results that are there: which of them count.
 *
 * wrap: openat fstatat pread getdents64
 */
#include "io_helpers.h"

#include "results.h"

#define ID "2026-09-03-110200"
#define NAME "ws/game-" ID ".txt"
#define TEXT "Game ID: " ID "\nResult: tie\n"

static const struct gameid id = {ID};
static struct workspace ws;

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

WRAP(int, fstatat, int dir, const char *name, struct stat *st, int flags)
{
	if (fault_hits("fstatat"))
		return -1;
	return __real_fstatat(dir, name, st, flags);
}

WRAP(ssize_t, pread, int fd, void *buf, size_t size, off_t offset)
{
	return fault_hits("pread") ? -1 : __real_pread(fd, buf, size, offset);
}

WRAP(ssize_t, getdents64, int fd, void *buf, size_t size)
{
	return fault_hits("getdents64") ? -1 : __real_getdents64(fd, buf, size);
}

static void
begin(void)
{
	open_workspace(&ws, MESSENGER1);
}

/*
 * What counts
 */
static struct have_row {
	const char *name, *there;
	bool counts;
} haves[] = {
    {"a result", TEXT, true},
    {"its first line alone", "Game ID: " ID "\n", true},
    {"empty", "", false},
    {"no whole line", "Game ID: " ID, false},
    {"another id", "Game ID: 2026-09-03-110201\n", false},
    {"a longer id", "Game ID: " ID "_0002\n", false},
    {"CR", "Game ID: " ID "\r\n", false},
    {"a blank before", " Game ID: " ID "\n", false},
    {"the id in the second line", "Game:\nGame ID: " ID "\n", false},
    {"a drawing", "Game " ID "\n", false},
};

static void
test_have(void **state)
{
	const struct room *room = *state;
	const struct have_row *row = room->row;
	const int len = row->counts ? (int)strlen(row->there) : 0;
	char buf[RESULT_SIZE];

	begin();
	assert_int_equal(results_have(&ws, &id), 0);
	assert_int_equal(results_name_taken(&ws, &id), 0);
	assert_int_equal(results_read(&ws, &id, buf), 0);
	put_text(NAME, row->there);
	assert_int_equal(results_have(&ws, &id), row->counts);
	assert_int_equal(results_name_taken(&ws, &id), 1);
	assert_int_equal(results_read(&ws, &id, buf), len);
	assert_memory_equal(buf, row->there, (size_t)len);
	workspace_close(&ws);
}

/* What cannot be seen now is never taken for absent. */
static struct error_row {
	const char *name, *call;
	int error;
} errors[] = {
    {"open EMFILE", "openat", EMFILE},
    {"open EIO", "openat", EIO},
    {"read EIO", "pread", EIO},
};

static void
test_error(void **state)
{
	const struct room *room = *state;
	const struct error_row *row = room->row;
	struct gameid greatest = {"untouched"};
	char buf[RESULT_SIZE];

	begin();
	put_text(NAME, TEXT);
	fault_always(row->call, row->error);
	assert_int_equal(results_have(&ws, &id), -1);
	assert_int_equal(errno, row->error);
	assert_int_equal(results_read(&ws, &id, buf), -1);
	assert_int_equal(errno, row->error);
	assert_int_equal(results_greatest(&ws, &greatest), -1);
	assert_int_equal(errno, row->error);
	assert_string_equal(greatest.text, "untouched");
	fault_at("fstatat", 1, EIO);
	assert_int_equal(results_name_taken(&ws, &id), -1);
	assert_int_equal(errno, EIO);
	workspace_close(&ws);
}

/* A file that may not be read is none; a folder that is shut says nothing. */
static void
test_shut(void **state)
{
	(void)state;
	begin();
	put_text(NAME, TEXT);
	fault_always("openat", EACCES);
	assert_int_equal(results_have(&ws, &id), 0);
	fault_always(NULL, EACCES);
	assert_int_equal(results_have(&ws, &id), -1);
	assert_int_equal(errno, EACCES);
	workspace_close(&ws);
}

static void
expect_greatest(const char *want)
{
	struct gameid greatest = {"untouched"};

	assert_int_equal(results_greatest(&ws, &greatest), 0);
	assert_string_equal(greatest.text, want);
}

static void
test_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	begin();
	make_object(NAME, row->object, TEXT);
	assert_int_equal(results_have(&ws, &id), 0);
	assert_int_equal(results_name_taken(&ws, &id), 1);
	expect_greatest("");
	workspace_close(&ws);
}

static void
test_longest(void **state)
{
	static char bytes[RESULT_SIZE];

	(void)state;
	begin();
	memset(bytes, 'x', sizeof(bytes));
	append_text(NAME, TEXT);
	append_bytes(NAME, bytes, RESULT_SIZE - 1 - strlen(TEXT));
	assert_int_equal(results_have(&ws, &id), 1);
	append_bytes(NAME, bytes, 1);
	assert_int_equal(results_have(&ws, &id), 0);
	workspace_close(&ws);
}

/* Both bots look for messenger1's file and nobody else's. */
static void
test_owner(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip();
	open_workspace(&ws, MESSENGER2);
	put_text(NAME, TEXT);
	assert_int_equal(results_have(&ws, &id), 1);
	ws.theirs = 65534;
	assert_int_equal(results_have(&ws, &id), 0);
	assert_int_equal(chown(NAME, 65534, 65534), 0);
	assert_int_equal(results_have(&ws, &id), 1);
	ws.me = MESSENGER1;
	assert_int_equal(results_have(&ws, &id), 0);
	workspace_close(&ws);
}

static void
test_greatest(void **state)
{
	static const char *const others[] = {"ws/game-2026-09-03-1106.txt",
	    "ws/game-2026-09-03-110800.txt~", "ws/2026-09-03-110800.txt",
	    "ws/.game-2026-09-03-110800.txt"};
	struct gameid greatest;

	(void)state;
	begin();
	expect_greatest("");
	put_text(NAME, TEXT);
	for (size_t i = 0; i < NITEMS(others); i++)
		put_text(others[i], "Game ID: 2026-09-03-110800\n");
	put_text("ws/game-2026-09-03-110400.txt", TEXT);
	put_text(
	    "ws/game-2026-09-03-110000.txt", "Game ID: 2026-09-03-110000\n");
	expect_greatest(ID);
	put_text("ws/game-" ID "_0002.txt", "Game ID: " ID "_0002\n");
	expect_greatest(ID "_0002");
	fault_at("getdents64", 1, EIO);
	assert_int_equal(results_greatest(&ws, &greatest), -1);
	assert_int_equal(errno, EIO);
	workspace_close(&ws);
}

static struct sha256_row {
	const char *name, *bytes, *sha256;
} sha256s[] = {
    {"SHA-256 of nothing", "",
	"e3b0c44298fc1c149afbf4c8996fb924"
	"27ae41e4649b934ca495991b7852b855"},
    {"SHA-256 of abc", "abc",
	"ba7816bf8f01cfea414140de5dae2223"
	"b00361a396177a9cb410ff61f20015ad"},
    {"SHA-256 of test", "test",
	"9f86d081884c7d659a2feaa0c55ad015"
	"a3bf4f1b2b0b822cd15d6c15b0f00a08"},
};

static void
test_sha256(void **state)
{
	const struct sha256_row *row = *state;
	struct previous previous;

	results_previous(&id, row->bytes, strlen(row->bytes), &previous);
	assert_string_equal(previous.name, "game-" ID ".txt");
	assert_string_equal(previous.sha256, row->sha256);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_have, ROWS(haves));
	room_objects(&suite, test_no_file);
	room_rows(&suite, test_error, ROWS(errors));
	room_test(&suite, "shut", test_shut);
	room_test(&suite, "the longest", test_longest);
	room_test(&suite, "whose it is", test_owner);
	room_test(&suite, "the greatest", test_greatest);
	suite_rows(&suite, test_sha256, ROWS(sha256s));
	return suite_run(&suite, "results");
}
