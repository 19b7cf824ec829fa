/* SPDX-License-Identifier: ISC */
/*
 * The shared folder: made where it is missing, refused where it is not ours,
 * held while it is the same.
 *
 * wrap: fstatfs
 */
#include "io_helpers.h"

#include <linux/magic.h>
#include <sys/vfs.h>

static struct workspace ws;
static struct trouble trouble;
static long fs_type; /* of every filesystem; 0: what it is */

WRAP(int, fstatfs, int fd, struct statfs *fs)
{
	if (fault_hits("fstatfs"))
		return -1;
	if (__real_fstatfs(fd, fs) == -1)
		return -1;
	if (fs_type != 0)
		fs->f_type = fs_type;
	return 0;
}

static int
try_open(const char *path, enum player me, bool create)
{
	workspace_init(&ws, path, me, geteuid(), create);
	memset(&trouble, 'x', sizeof(trouble));
	return workspace_open(&ws, &trouble);
}

/* It fails with that, and everything is closed. */
static void
expect_trouble(enum player me, bool create, const char *name, int error)
{
	assert_int_equal(try_open("ws", me, create), -1);
	assert_string_equal(trouble.name, name);
	assert_int_equal(trouble.error, error);
	assert_int_equal(ws.root, -1);
	assert_int_equal(ws.spool, -1);
	assert_int_equal(ws.state, -1);
	assert_int_equal(ws.own_spool, -1);
	assert_int_equal(ws.own_state, -1);
	assert_int_equal(ws.results, -1);
	assert_int_equal(ws.peer_spool, -1);
	assert_int_equal(ws.lock, -1);
}

static void
expect_folder(int fd, const char *path)
{
	struct stat held, named = look_at(path);

	assert_int_equal(fstat(fd, &held), 0);
	assert_true(S_ISDIR(named.st_mode) && held.st_ino == named.st_ino);
	assert_int_equal(mode_of(path), 0755);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

static void
test_made(void **state)
{
	char pid[32];

	(void)state;
	open_workspace(&ws, MESSENGER1);
	expect_folder(ws.root, "ws");
	expect_folder(ws.spool, "ws/spool");
	expect_folder(ws.state, "ws/state");
	expect_folder(ws.own_spool, "ws/spool/messenger1");
	expect_folder(ws.own_state, "ws/state/messenger1");
	expect_folder(ws.results, "ws/state/messenger1/results");
	assert_int_equal(ws.peer_spool, -1);
	assert_int_equal(mode_of("ws/state/messenger1/lock"), 0600);
	(void)snprintf(pid, sizeof(pid), "%d\n", (int)getpid());
	expect_text("ws/state/messenger1/lock", pid);
	assert_int_equal(fcntl(ws.lock, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(count_names("ws"), 2);
	assert_int_equal(count_names("ws/spool"), 1);
	assert_int_equal(count_names("ws/state"), 1);
	assert_int_equal(count_names("ws/state/messenger1"), 2);
	assert_true(workspace_intact(&ws));
	workspace_close(&ws);
	assert_true(is_there("ws/state/messenger1/lock"));
}

static void
test_second(void **state)
{
	struct workspace first;

	(void)state;
	open_workspace(&first, MESSENGER1);
	open_workspace(&ws, MESSENGER2);
	expect_folder(ws.own_spool, "ws/spool/messenger2");
	expect_folder(ws.own_state, "ws/state/messenger2");
	assert_int_equal(ws.results, -1);
	expect_folder(ws.peer_spool, "ws/spool/messenger1");
	assert_int_equal(count_names("ws/state/messenger2"), 1);
	workspace_find_peer(&first);
	expect_folder(first.peer_spool, "ws/spool/messenger2");
	workspace_close(&ws);
	workspace_close(&first);
}

static void
test_who_is_messenger1(void **state)
{
	(void)state;
	workspace_init(&ws, "ws", MESSENGER1, 4711, true);
	assert_int_equal(workspace_messenger1(&ws), geteuid());
	workspace_init(&ws, "ws", MESSENGER2, 4711, true);
	assert_int_equal(workspace_messenger1(&ws), 4711);
}

/* Paths that are made, whatever slashes they have. */
static struct path_row {
	const char *name, *path, *made;
} paths[] = {
    {"one folder", "ws", "ws"},
    {"a slash behind", "ws/", "ws"},
    {"three folders", "a/b/ws", "a/b/ws"},
    {"many slashes", "a//b///ws//", "a/b/ws"},
    {"dots", "./a/../ws", "ws"},
};

static void
test_path(void **state)
{
	const struct room *room = *state;
	const struct path_row *row = room->row;

	assert_int_equal(try_open(row->path, MESSENGER1, true), 0);
	expect_folder(ws.root, row->made);
	assert_true(workspace_intact(&ws));
	workspace_close(&ws);
	/* and once more, now that it is there */
	assert_int_equal(try_open(row->path, MESSENGER1, false), 0);
	workspace_close(&ws);
}

static void
test_long_path(void **state)
{
	static char path[PATH_MAX + 8];

	(void)state;
	memset(path, '/', sizeof(path) - 1);
	path[0] = path[1] = 'w';
	assert_int_equal(try_open(path, MESSENGER1, true), -1);
	assert_int_equal(trouble.error, ENAMETOOLONG);
	assert_int_equal(count_names("."), 0);
}

/* Each of the folders, in the order in which they are opened. */
static struct folder_row {
	const char *name;
	const char *told; /* how a trouble names it */
	const char *path;
	bool own;
} folders[] = {
    {"ws", "", "ws", false},
    {"spool", "spool", "ws/spool", false},
    {"state", "state", "ws/state", false},
    {"spool/messenger1", "spool/messenger1", "ws/spool/messenger1", true},
    {"state/messenger1", "state/messenger1", "ws/state/messenger1", true},
    {"results", "state/messenger1/results", "ws/state/messenger1/results",
	true},
};

/* Make those before this one. */
static void
make_before(const struct folder_row *row)
{
	for (const struct folder_row *before = folders; before < row; before++)
		assert_int_equal(mkdir(before->path, 0755), 0);
}

static void
test_missing(void **state)
{
	const struct room *room = *state;
	const struct folder_row *row = room->row;

	make_before(row);
	if (strcmp(row->name, "results") == 0) {
		/* it is ours to make, whoever made the rest */
		assert_int_equal(try_open("ws", MESSENGER1, false), 0);
	} else {
		expect_trouble(MESSENGER1, false, row->told, ENOENT);
		assert_false(trouble.missing);
		assert_false(is_there(row->path));
		assert_int_equal(try_open("ws", MESSENGER1, true), 0);
	}
	workspace_close(&ws);
	assert_int_equal(mode_of(row->path), 0755);
}

/* Something else has the folder's name: it stays, and nothing was made. */
static void
test_no_folder(void **state)
{
	const struct room *room = *state;
	const struct folder_row *row = room->row;

	make_before(row);
	put_text("target", "hello\n");
	for (int what = 0; what < 4; what++) {
		int error = ENOTDIR;

		if (what == 0)
			put_text(row->path, "hello\n");
		else if (what == 1)
			make_object(row->path, OBJECT_FIFO, "");
		else if (what == 2)
			make_object(row->path, OBJECT_SYMLINK, "hello\n");
		else if (row->told[0] != '\0') /* the root may be a link */
			assert_int_equal(symlink("/tmp", row->path), 0);
		else
			continue;
		expect_trouble(MESSENGER1, true, row->told, error);
		expect_trouble(MESSENGER1, false, row->told, error);
		assert_int_equal(unlink(row->path), 0);
	}
	if (row > folders)
		assert_int_equal(count_names("ws"),
		    row - folders > 2 ? 2 : row - folders - 1);
	expect_text("target", "hello\n");
}

/* In a folder of somebody else's, that user could speak for us. */
static void
test_foreign(void **state)
{
	const struct room *room = *state;
	const struct folder_row *row = room->row;

	if (geteuid() != 0)
		skip();
	make_before(row + 1);
	assert_int_equal(chown(row->path, 65534, 65534), 0);
	if (row->own) {
		expect_trouble(MESSENGER1, true, row->told, WORKSPACE_FOREIGN);
		assert_int_equal(trouble.owner, 65534);
	} else {
		assert_int_equal(try_open("ws", MESSENGER1, true), 0);
		workspace_close(&ws);
	}
}

static void
test_root_is_a_link(void **state)
{
	(void)state;
	assert_int_equal(mkdir("real", 0755), 0);
	assert_int_equal(symlink("real", "ws"), 0);
	assert_int_equal(try_open("ws", MESSENGER1, true), 0);
	assert_true(workspace_intact(&ws));
	assert_true(is_there("real/state/messenger1/lock"));
	workspace_close(&ws);
}

/* What a crash left is unlinked; what is the other's is left alone. */
static void
test_swept(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	open_workspace(&ws, MESSENGER2);
	workspace_close(&ws);
	make_object("ws/.board-messenger2", row->object, "left over\n");
	put_text("ws/state/messenger2/.journal", "left over\n");
	put_text("ws/.board-messenger1", "left over\n");
	open_workspace(&ws, MESSENGER1);
	workspace_close(&ws);
	assert_true(is_there("ws/.board-messenger2"));
	assert_true(is_there("ws/state/messenger2/.journal"));
	assert_false(is_there("ws/.board-messenger1"));
	open_workspace(&ws, MESSENGER2);
	workspace_close(&ws);
	assert_int_equal(
	    is_there("ws/.board-messenger2"), row->object == OBJECT_FOLDER);
	assert_false(is_there("ws/state/messenger2/.journal"));
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", "left over\n");
}

/* Filesystems on which changes of others may come without an event. */
static struct polled_row {
	const char *name;
	long type;
	bool polled;
} polleds[] = {
    {"ext4", EXT4_SUPER_MAGIC, false},
    {"tmpfs", TMPFS_MAGIC, false},
    {"btrfs", BTRFS_SUPER_MAGIC, false},
    {"xfs", XFS_SUPER_MAGIC, false},
    {"overlayfs", OVERLAYFS_SUPER_MAGIC, false},
    {"NFS", NFS_SUPER_MAGIC, true},
    {"SMB", SMB_SUPER_MAGIC, true},
    {"SMB 2", SMB2_SUPER_MAGIC, true},
    {"CIFS", CIFS_SUPER_MAGIC, true},
    {"FUSE", FUSE_SUPER_MAGIC, true},
    {"9p", V9FS_MAGIC, true},
};

static void
test_polled(void **state)
{
	const struct room *room = *state;
	const struct polled_row *row = room->row;

	fs_type = row->type;
	open_workspace(&ws, MESSENGER1);
	assert_int_equal(ws.polled, row->polled);
	workspace_close(&ws);
	fs_type = 0;
	fault_at("fstatfs", 1, EIO);
	open_workspace(&ws, MESSENGER1);
	assert_true(ws.polled);
	workspace_close(&ws);
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "made", test_made);
	room_test(&suite, "the second bot", test_second);
	room_test(&suite, "who is messenger1", test_who_is_messenger1);
	room_rows(&suite, test_path, ROWS(paths));
	room_test(&suite, "a long path", test_long_path);
	room_rows(&suite, test_missing, ROWS(folders));
	room_rows(&suite, test_no_folder, ROWS(folders));
	room_rows(&suite, test_foreign, ROWS(folders));
	room_test(&suite, "the root is a link", test_root_is_a_link);
	room_objects(&suite, test_swept);
	room_rows(&suite, test_polled, ROWS(polleds));
	return suite_run(&suite, "workspace");
}
