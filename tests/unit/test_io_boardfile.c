/* SPDX-License-Identifier: ISC */
/*
 * current-board.txt: put for a word of our own; after hearing it is looked at
 * first.
 *
 * wrap: renameat2 pread
 */
#include "io_helpers.h"

#include "boardfile.h"

#define BOARD "ws/current-board.txt"
#define REST                                                                   \
	"  |   |  \n---------\n  | O |  \n---------\n  |   |  \n"              \
	"Last: circle 5\nEmpty: 1, 2, 3, 4, 6, 7, 8, 9\nStatus: in progress\n"
#define DRAWING "Game 2026-09-03-110200\n" REST
#define EARLIER "Game 2026-09-03-110000\n" REST
#define LATER "Game 2026-09-03-110200_0002\n" REST

static const struct gameid id = {"2026-09-03-110200"};
static const struct text drawing = {
    .buf = (char[]){DRAWING}, .len = sizeof(DRAWING) - 1};
static struct workspace ws;

WRAP(int, renameat2, int from_dir, const char *from, int dir, const char *name,
    unsigned flags)
{
	if (fault_hits("renameat2"))
		return -1;
	return __real_renameat2(from_dir, from, dir, name, flags);
}

WRAP(ssize_t, pread, int fd, void *buf, size_t size, off_t offset)
{
	return fault_hits("pread") ? -1 : __real_pread(fd, buf, size, offset);
}

/* Draw: whether the file was put there anew. */
static bool
draws(enum boardfile_how how)
{
	ino_t old = 0;
	struct stat st;
	int put;

	if (lstat(BOARD, &st) == 0)
		old = st.st_ino;
	fault_at("renameat2", 0, 0);
	put = boardfile_draw(&ws, &id, &drawing, how);
	assert_int_equal(count_names("ws"), 3);
	assert_int_equal(put, fault_off() > 0);
	if (put == 0) {
		assert_true(look_at(BOARD).st_ino == old);
		return false;
	}
	assert_true(look_at(BOARD).st_ino != old);
	expect_text(BOARD, DRAWING);
	assert_int_equal(mode_of(BOARD), 0644);
	return true;
}

/* What is there, and whether a drawing is put over it after hearing. */
static struct there_row {
	const char *name, *there;
	bool put;
} theres[] = {
    {"the same drawing", DRAWING, false},
    {"an earlier game's", EARLIER, true},
    {"a later game's", LATER, false},
    {"another of this game", "Game 2026-09-03-110200\nO |   |  \n", true},
    {"a byte more", DRAWING "\n", true},
    {"a byte less", "Game 2026-09-03-110200\n", true},
    {"empty", "", true},
    {"anything", "hello\n", true},
    {"no id", "Game 2026-99-99-999999\n" REST, true},
    {"a later game's first line", "Game 2026-09-03-110400\n", false},
};

static void
test_look(void **state)
{
	const struct room *room = *state;
	const struct there_row *row = room->row;

	for (enum player me = MESSENGER1; me <= MESSENGER2; me++) {
		open_workspace(&ws, me);
		put_text(BOARD, row->there);
		assert_int_equal(draws(BOARDFILE_LOOK), row->put);
		if (!row->put)
			expect_text(BOARD, row->there);
		workspace_close(&ws);
	}
}

static void
test_put(void **state)
{
	const struct room *room = *state;
	const struct there_row *row = room->row;

	for (enum player me = MESSENGER1; me <= MESSENGER2; me++) {
		open_workspace(&ws, me);
		put_text(BOARD, row->there);
		assert_true(draws(BOARDFILE_PUT));
		workspace_close(&ws);
	}
}

static void
test_first(void **state)
{
	(void)state;
	open_workspace(&ws, MESSENGER1);
	assert_true(draws(BOARDFILE_LOOK));
	assert_false(draws(BOARDFILE_LOOK));
	assert_true(draws(BOARDFILE_PUT));
	workspace_close(&ws);
}

/* What has the name is replaced and never followed; a folder stays. */
static void
test_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	open_workspace(&ws, MESSENGER1);
	make_object(BOARD, row->object, LATER);
	if (row->object == OBJECT_FOLDER) {
		assert_int_equal(
		    boardfile_draw(&ws, &id, &drawing, BOARDFILE_LOOK), -1);
		assert_int_equal(errno, EISDIR);
		assert_int_equal(
		    boardfile_draw(&ws, &id, &drawing, BOARDFILE_PUT), -1);
		assert_int_equal(errno, EISDIR);
		assert_int_equal(count_names("ws"), 3);
	} else {
		assert_true(draws(BOARDFILE_LOOK));
	}
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", LATER);
	workspace_close(&ws);
}

/* With two users a drawing of either counts, and one of a third does not. */
static void
test_owners(void **state)
{
	static const struct {
		uid_t owner;
		bool put;
	} owners[] = {{0, false}, {65534, false}, {65533, true}};

	(void)state;
	if (geteuid() != 0)
		skip();
	open_workspace(&ws, MESSENGER2);
	ws.theirs = 65534;
	for (size_t i = 0; i < NITEMS(owners); i++) {
		put_text(BOARD, LATER);
		assert_int_equal(chown(BOARD, owners[i].owner, 0), 0);
		assert_int_equal(draws(BOARDFILE_LOOK), owners[i].put);
	}
	workspace_close(&ws);
}

/* What cannot be looked at is drawn over. */
static void
test_unreadable(void **state)
{
	(void)state;
	open_workspace(&ws, MESSENGER1);
	put_text(BOARD, DRAWING);
	fault_at("pread", 1, EIO);
	assert_int_equal(boardfile_draw(&ws, &id, &drawing, BOARDFILE_LOOK), 1);
	(void)fault_off();
	assert_non_null(strstr(fault.trace, "renameat2"));
	expect_text(BOARD, DRAWING);
	fault_at("renameat2", 1, ENOSPC);
	assert_int_equal(boardfile_draw(&ws, &id, &drawing, BOARDFILE_PUT), -1);
	assert_int_equal(errno, ENOSPC);
	expect_text(BOARD, DRAWING);
	assert_int_equal(count_names("ws"), 3);
	workspace_close(&ws);
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "the first one", test_first);
	room_rows(&suite, test_look, ROWS(theres));
	room_rows(&suite, test_put, ROWS(theres));
	room_objects(&suite, test_no_file);
	room_test(&suite, "whose it is", test_owners);
	room_test(&suite, "unreadable, unwritable", test_unreadable);
	return suite_run(&suite, "board file");
}
