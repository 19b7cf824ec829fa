/* SPDX-License-Identifier: ISC */
/*
 * The folders are moved, removed and replaced while they are held.
 */
#include "io_helpers.h"

static struct workspace ws;

static bool
finds_peer(void)
{
	workspace_find_peer(&ws);
	return ws.peer_spool != -1;
}

/* Everything that is held, and its folder. */
static struct held_row {
	const char *name;
	bool folder;
} helds[] = {
    {"ws", true},
    {"ws/spool", true},
    {"ws/state", true},
    {"ws/spool/messenger1", true},
    {"ws/state/messenger1", true},
    {"ws/state/messenger1/results", true},
    {"ws/state/messenger1/lock", false},
};

static void
test_moved(void **state)
{
	const struct room *room = *state;
	const struct held_row *row = room->row;

	open_workspace(&ws, MESSENGER1);
	assert_true(workspace_intact(&ws));
	assert_int_equal(rename(row->name, "away"), 0);
	assert_false(workspace_intact(&ws));
	/* a link to it is not it, but for the root */
	if (strcmp(row->name, "ws") != 0) {
		assert_int_equal(symlink("/proc/self/cwd/away", row->name), 0);
		assert_false(workspace_intact(&ws));
		assert_int_equal(unlink(row->name), 0);
	}
	assert_int_equal(rename("away", row->name), 0);
	assert_true(workspace_intact(&ws));
	workspace_close(&ws);
}

static void
test_replaced(void **state)
{
	const struct room *room = *state;
	const struct held_row *row = room->row;

	open_workspace(&ws, MESSENGER1);
	assert_int_equal(rename(row->name, "away"), 0);
	if (row->folder)
		assert_int_equal(mkdir(row->name, 0755), 0);
	else
		put_text(row->name, "");
	assert_false(workspace_intact(&ws));
	/* let go and open again: what is missing is made in the new one */
	workspace_close(&ws);
	open_workspace(&ws, MESSENGER1);
	assert_true(workspace_intact(&ws));
	workspace_close(&ws);
}

static void
test_removed(void **state)
{
	const struct room *room = *state;
	const struct held_row *row = room->row;

	open_workspace(&ws, MESSENGER1);
	remove_tree(row->name);
	assert_false(is_there(row->name));
	assert_false(workspace_intact(&ws));
	workspace_close(&ws);
	open_workspace(&ws, MESSENGER1);
	assert_true(workspace_intact(&ws));
	workspace_close(&ws);
}

/* The other's folder comes and goes: that loses nothing. */
static void
test_peer(void **state)
{
	struct stat held;

	(void)state;
	open_workspace(&ws, MESSENGER1);
	assert_false(finds_peer());
	assert_true(workspace_intact(&ws));
	assert_int_equal(mkdir("ws/spool/messenger2", 0755), 0);
	assert_true(finds_peer());
	assert_true(workspace_intact(&ws));
	assert_int_not_equal(ws.peer_spool, -1);
	assert_int_equal(rmdir("ws/spool/messenger2"), 0);
	assert_true(workspace_intact(&ws));
	assert_int_equal(ws.peer_spool, -1);
	assert_false(finds_peer());
	assert_int_equal(mkdir("ws/spool/messenger2", 0755), 0);
	assert_true(finds_peer());
	/* another one under the name */
	assert_int_equal(rename("ws/spool/messenger2", "away"), 0);
	assert_int_equal(mkdir("ws/spool/messenger2", 0755), 0);
	assert_true(workspace_intact(&ws));
	assert_int_equal(ws.peer_spool, -1);
	assert_true(finds_peer());
	assert_int_equal(fstat(ws.peer_spool, &held), 0);
	assert_true(held.st_ino == look_at("ws/spool/messenger2").st_ino);
	workspace_close(&ws);
}

/* What is no folder is not the other's. */
static void
test_peer_is_no_folder(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	open_workspace(&ws, MESSENGER1);
	make_object("ws/spool/messenger2", row->object, "hello\n");
	assert_int_equal(finds_peer(), row->object == OBJECT_FOLDER);
	assert_true(workspace_intact(&ws));
	workspace_close(&ws);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_moved, ROWS(helds));
	room_rows(&suite, test_replaced, ROWS(helds));
	room_rows(&suite, test_removed, ROWS(helds));
	room_test(&suite, "the other's folder", test_peer);
	room_objects(&suite, test_peer_is_no_folder);
	return suite_run(&suite, "workspace, lost");
}
