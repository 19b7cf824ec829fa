/* SPDX-License-Identifier: ISC */
/*
 * A workspace that cannot be opened: the lock is taken, or a call fails; then
 * nothing half made is left.
 *
 * wrap: mkdir mkdirat openat open fstat faccessat fchmod flock ftruncate
 * wrap: write nanosleep
 */
#include "io_helpers.h"

#include <sys/file.h>
#include <time.h>

#define LOCK "ws/state/messenger1/lock"

static struct workspace ws;
static struct trouble trouble;
static unsigned naps; /* how often a pid was waited for */

WRAP(int, mkdir, const char *path, mode_t mode)
{
	return fault_hits("mkdir") ? -1 : __real_mkdir(path, mode);
}

WRAP(int, mkdirat, int dir, const char *name, mode_t mode)
{
	return fault_hits("mkdirat") ? -1 : __real_mkdirat(dir, name, mode);
}

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

WRAP(int, open, const char *path, int flags, mode_t mode)
{
	return fault_hits("open") ? -1 : __real_open(path, flags, mode);
}

WRAP(int, fstat, int fd, struct stat *st)
{
	return fault_hits("fstat") ? -1 : __real_fstat(fd, st);
}

WRAP(int, faccessat, int dir, const char *name, int mode, int flags)
{
	if (fault_hits("faccessat"))
		return -1;
	return __real_faccessat(dir, name, mode, flags);
}

WRAP(int, fchmod, int fd, mode_t mode)
{
	return fault_hits("fchmod") ? -1 : __real_fchmod(fd, mode);
}

WRAP(int, flock, int fd, int how)
{
	return fault_hits("flock") ? -1 : __real_flock(fd, how);
}

WRAP(int, ftruncate, int fd, off_t len)
{
	return fault_hits("ftruncate") ? -1 : __real_ftruncate(fd, len);
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	return fault_hits("write") ? -1 : __real_write(fd, buf, len);
}

/* The holder of the lock says who it is while it is waited for. */
WRAP(int, nanosleep, const struct timespec *time, struct timespec *rest)
{
	(void)rest;
	assert_true(time->tv_sec == 0);
	if (++naps == 3)
		put_text(LOCK, "4711\n");
	return 0;
}

static int
try_open(const char *path, enum player me)
{
	workspace_init(&ws, path, me, geteuid(), true);
	return workspace_open(&ws, &trouble);
}

/*
 * Each call fails in turn, in a room where nothing is there yet. What was made
 * is removed again, unless the lock is in it already: that is never removed.
 */
static struct path_row {
	const char *name, *path;
} paths[] = {
    {"one folder", "ws"},
    {"three folders", "a/b/ws"},
    {"three folders, slashes", "a//b///ws"},
    {"three folders, a slash behind", "a/b/ws/"},
};

static void
test_call_fails(void **state)
{
	const struct room *room = *state;
	const struct path_row *row = room->row;

	for (unsigned at = 1;; at++) {
		int result;

		fault_at(NULL, at, EROFS);
		result = try_open(row->path, MESSENGER1);
		if (fault_off() < at)
			break; /* all of them have failed once */
		if (result == -1) {
			assert_int_equal(trouble.error, EROFS);
			if (!is_there(LOCK) && !is_there("a/b/" LOCK))
				assert_int_equal(count_names("."), 0);
		}
		workspace_close(&ws);
		remove_tree("ws");
		remove_tree("a");
	}
	assert_string_not_equal(fault.trace, "");
	assert_true(workspace_intact(&ws));
	workspace_close(&ws);
}

/* What passes by itself: the next try goes on where this one stopped. */
static void
test_heals(void **state)
{
	static const int healing[] = {
	    ENOSPC, EDQUOT, EMFILE, ENFILE, EIO, ENOMEM};
	static const int others[] = {EACCES, EROFS, ENOENT, ENOTDIR, EBADF,
	    WORKSPACE_FOREIGN, WORKSPACE_LOCKED};

	(void)state;
	for (size_t i = 0; i < NITEMS(others); i++) {
		trouble.error = others[i];
		assert_false(workspace_heals(&trouble));
	}
	for (size_t i = 0; i < NITEMS(healing); i++) {
		trouble.error = healing[i];
		assert_true(workspace_heals(&trouble));
		fault_at("mkdirat", 4, healing[i]);
		assert_int_equal(try_open("ws", MESSENGER1), -1);
		(void)fault_off();
		assert_int_equal(trouble.error, healing[i]);
		assert_true(trouble.missing);
		assert_true(is_there("ws/spool/messenger1"));
		assert_int_equal(try_open("ws", MESSENGER1), 0);
		workspace_close(&ws);
		remove_tree("ws");
	}
}

/* What was there before is not removed with what was made. */
static void
test_rest_stays(void **state)
{
	(void)state;
	assert_int_equal(mkdir("ws", 0755), 0);
	assert_int_equal(mkdir("ws/state", 0755), 0);
	fault_at("mkdirat", 2, EROFS); /* spool, spool/messenger1 */
	assert_int_equal(try_open("ws", MESSENGER1), -1);
	(void)fault_off();
	assert_string_equal(trouble.name, "spool/messenger1");
	assert_int_equal(trouble.error, EROFS);
	assert_false(is_there("ws/spool"));
	assert_true(is_there("ws/state"));
	put_text("ws/notes", "");
	fault_at("mkdirat", 4, EROFS); /* results */
	assert_int_equal(try_open("ws", MESSENGER1), -1);
	(void)fault_off();
	assert_string_equal(trouble.name, "state/messenger1/results");
	assert_int_equal(count_names("ws"), 2);
	assert_int_equal(count_names("ws/state"), 0);
}

static struct write_row {
	const char *name, *told;
	unsigned at;
} writes[] = {
    {"ws is not writable", "", 1},
    {"spool/messenger1 is not writable", "spool/messenger1", 2},
    {"state/messenger1 is not writable", "state/messenger1", 3},
    {"results is not writable", "state/messenger1/results", 4},
};

static void
test_not_writable(void **state)
{
	const struct room *room = *state;
	const struct write_row *row = room->row;

	fault_at("faccessat", row->at, EACCES);
	assert_int_equal(try_open("ws", MESSENGER1), -1);
	(void)fault_off();
	assert_string_equal(trouble.name, row->told);
	assert_int_equal(trouble.error, EACCES);
}

/*
 * The lock
 */

static void
test_locked(void **state)
{
	struct workspace first;
	char pid[32];

	(void)state;
	open_workspace(&first, MESSENGER1);
	(void)snprintf(pid, sizeof(pid), "%d\n", (int)getpid());
	for (int i = 0; i < 3; i++) {
		assert_int_equal(try_open("ws", MESSENGER1), -1);
		assert_int_equal(trouble.error, WORKSPACE_LOCKED);
		assert_int_equal(trouble.owner, getpid());
		assert_string_equal(trouble.name, "state/messenger1/lock");
		assert_int_equal(ws.lock, -1);
		expect_text(LOCK, pid);
	}
	assert_true(workspace_intact(&first));
	/* the other bot has its own */
	assert_int_equal(try_open("ws", MESSENGER2), 0);
	workspace_close(&ws);
	workspace_close(&first);
	assert_int_equal(naps, 0);
	assert_int_equal(try_open("ws", MESSENGER1), 0);
	workspace_close(&ws);
}

/* What stands in the lock of a process that holds it, and the pid told. */
static struct holder_row {
	const char *name, *text;
	int pid;
} holders[] = {
    {"a pid", "4711\n", 4711},
    {"a pid without LF", "4711", 4711},
    {"nothing for a while", "", 4711},
    {"no pid", "hello\n", 0},
};

static void
test_holder(void **state)
{
	const struct room *room = *state;
	const struct holder_row *row = room->row;
	int fd;

	open_workspace(&ws, MESSENGER1);
	workspace_close(&ws);
	put_text(LOCK, row->text);
	fd = open(LOCK, O_RDWR | O_CLOEXEC, 0);
	assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
	naps = 0;
	assert_int_equal(try_open("ws", MESSENGER1), -1);
	assert_int_equal(trouble.error, WORKSPACE_LOCKED);
	assert_int_equal(trouble.owner, row->pid);
	assert_int_equal(naps, row->text[0] == '\0' ? 3 : 0);
	(void)close(fd);
}

/* Who could open it could lock it: at no time can anyone else. */
static void
test_new_lock(void **state)
{
	(void)state;
	(void)umask(0);
	fault_at("fchmod", 0, 0);
	open_workspace(&ws, MESSENGER1);
	assert_int_equal(fault_off(), 0);
	assert_int_equal(mode_of(LOCK), 0600);
	workspace_close(&ws);
}

/* The number in an unlocked file means nothing, nor does its mode. */
static void
test_stale_lock(void **state)
{
	char pid[32];

	(void)state;
	open_workspace(&ws, MESSENGER1);
	workspace_close(&ws);
	put_text(LOCK, "1\nand much more than a process number\n");
	assert_int_equal(chmod(LOCK, 0666), 0);
	fault_at("fchmod", 1, EIO); /* others could hold it still */
	assert_int_equal(try_open("ws", MESSENGER1), -1);
	(void)fault_off();
	assert_string_equal(trouble.name, "state/messenger1/lock");
	assert_int_equal(trouble.error, EIO);
	open_workspace(&ws, MESSENGER1);
	(void)snprintf(pid, sizeof(pid), "%d\n", (int)getpid());
	expect_text(LOCK, pid);
	assert_int_equal(mode_of(LOCK), 0600);
	workspace_close(&ws);
}

static void
test_lock_is_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	open_workspace(&ws, MESSENGER1);
	workspace_close(&ws);
	assert_int_equal(unlink(LOCK), 0);
	make_object(LOCK, row->object, "hello\n");
	assert_int_equal(try_open("ws", MESSENGER1), -1);
	assert_string_equal(trouble.name, "state/messenger1/lock");
	assert_true(trouble.error > 0);
	assert_true(is_there(LOCK));
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", "hello\n");
	else
		assert_false(is_there("target"));
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_call_fails, ROWS(paths));
	room_test(&suite, "the rest stays", test_rest_stays);
	room_test(&suite, "what passes by itself", test_heals);
	room_rows(&suite, test_not_writable, ROWS(writes));
	room_test(&suite, "locked", test_locked);
	room_rows(&suite, test_holder, ROWS(holders));
	room_test(&suite, "a new lock", test_new_lock);
	room_test(&suite, "a stale lock", test_stale_lock);
	room_objects(&suite, test_lock_is_no_file);
	return suite_run(&suite, "workspace, failures");
}
