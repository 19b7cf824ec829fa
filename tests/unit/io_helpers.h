/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_HELPERS_H
#define UNIT_IO_HELPERS_H

#include "gameid.h"
#include "io_files.h"
#include "workspace.h"

#include <sys/wait.h>

/*
 * What the tests of the io and daemon floors share.
 *
 * Each test has a room: a fresh folder on the disk, which is the current one
 * while the test runs, and the row that the test is about; it is in *state.
 * The room is removed afterwards, and no descriptor may be left open by then.
 *
 *	room_rows(&suite, test_word, ROWS(words));
 *	room_test(&suite, "never past the end", test_end);
 */
struct room {
	const void *row;
	int fd; /* the folder */
	char path[PATH_MAX];
	size_t descriptors;
};

/*
 * The calls that a program wraps (its line "wrap:"). While armed each is traced
 * and counted, and one of them fails with `error`: the call number `at` of
 * those named `only`, or of all where that is NULL. `at` 0 only counts, and
 * `always` fails each from there on.
 */
static struct {
	bool armed, always;
	const char *only;
	unsigned at, calls;
	int error;
	char trace[4096];
} fault;

/* WRAP(int, fsync, int fd) { ... __real_fsync(fd) ... } */
#define WRAP(type, name, ...)                                                  \
	type __real_##name(__VA_ARGS__);                                       \
	type __wrap_##name(__VA_ARGS__);                                       \
	type __wrap_##name(__VA_ARGS__)

static inline void
fault_at(const char *only, unsigned at, int error)
{
	memset(&fault, 0, sizeof(fault));
	fault.armed = true;
	fault.only = only;
	fault.at = at;
	fault.error = error;
}

static inline void
fault_always(const char *only, int error)
{
	fault_at(only, 1, error);
	fault.always = true;
}

/* Whether this call is to fail, with errno set. */
static inline bool
fault_hits(const char *call)
{
	size_t len = strlen(fault.trace);

	if (!fault.armed)
		return false;
	(void)snprintf(fault.trace + len, sizeof(fault.trace) - len, "%s%s",
	    len > 0 ? " " : "", call);
	if (fault.only != NULL && strcmp(fault.only, call) != 0)
		return false;
	fault.calls++;
	if (fault.at == 0 || fault.calls < fault.at ||
	    (fault.calls > fault.at && !fault.always))
		return false;
	errno = fault.error;
	return true;
}

/* Nothing fails any more: how many of the calls that count were there? */
static inline unsigned
fault_off(void)
{
	fault.armed = false;
	return fault.calls;
}

static inline int
room_setup(void **state)
{
	static struct room room;
	const char *dir = getenv("TMPDIR");

	memset(&fault, 0, sizeof(fault));
	(void)umask(022); /* as the daemon does */
	room.row = *state;
	room.descriptors = count_names("/proc/self/fd");
	(void)snprintf(room.path, sizeof(room.path), "%s/messengers-XXXXXX",
	    dir != NULL ? dir : "/tmp");
	*state = &room;
	if (mkdtemp(room.path) == NULL || chdir(room.path) == -1)
		return -1;
	room.fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return room.fd == -1 ? -1 : 0;
}

static inline int
room_teardown(void **state)
{
	struct room *room = *state;

	fault.armed = false;
	(void)close(room->fd);
	if (chdir("/") == -1)
		return -1;
	remove_tree(room->path);
	if (count_names("/proc/self/fd") == room->descriptors)
		return 0;
	print_error("a descriptor was left open\n");
	return -1;
}

static inline void
room_rows(struct suite *suite, CMUnitTestFunction test, void *rows,
    size_t count, size_t size)
{
	size_t before = suite->count;

	suite_rows(suite, test, rows, count, size);
	for (size_t i = before; i < suite->count; i++) {
		suite->tests[i].setup_func = room_setup;
		suite->tests[i].teardown_func = room_teardown;
	}
}

static inline void
room_test(struct suite *suite, const char *name, CMUnitTestFunction test)
{
	suite_add(suite, (struct CMUnitTest){.name = name,
			     .test_func = test,
			     .setup_func = room_setup,
			     .teardown_func = room_teardown});
}

/* A test for each of them. */
struct object_row {
	const char *name;
	enum object object;
};

static inline void
room_objects(struct suite *suite, CMUnitTestFunction test)
{
	static struct object_row objects[] = {
	    {"a symlink to a file", OBJECT_SYMLINK},
	    {"a dangling symlink", OBJECT_DANGLING},
	    {"a FIFO", OBJECT_FIFO},
	    {"a folder", OBJECT_FOLDER},
	    {"a socket", OBJECT_SOCKET},
	    {"somebody else's file", OBJECT_FOREIGN},
	};

	/* but for root nobody can make the last one */
	room_rows(suite, test, objects, NITEMS(objects) - (geteuid() != 0),
	    sizeof(objects[0]));
}

/*
 * Run it in a child: whether everything there was as it should be. It ends as a
 * process does that is counted for coverage.
 */
static inline void
in_child(bool (*all_is_well)(const struct room *room), const struct room *room)
{
	int status;
	bool well;
	pid_t child;

	(void)fflush(NULL);
	child = fork();
	assert_int_not_equal(child, -1);
	if (child == 0) {
		well = all_is_well(room);
		fault.armed = false;
		exit(well ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/*
 * Standard output and error, into the files "out" and "err" of the room
 *
 *	capture_begin();
 *	...			no assertion in between: its words would be lost
 *	capture_end();
 */
static int captured[2];

static inline void
capture_begin(void)
{
	static const char *const names[] = {"out", "err"};

	for (int i = 0; i < 2; i++) {
		int fd = open(names[i],
		    O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);

		(void)fflush(i == 0 ? stdout : stderr);
		captured[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
		(void)dup2(fd, i + 1);
		(void)close(fd);
	}
}

static inline void
capture_end(void)
{
	for (int i = 0; i < 2; i++) {
		(void)fflush(i == 0 ? stdout : stderr);
		(void)dup2(captured[i], i + 1);
		(void)close(captured[i]);
	}
}

/*
 * A workspace
 */

/* Open the workspace "ws" of the room for one of the bots. */
static inline void
open_workspace(struct workspace *ws, enum player me)
{
	struct trouble trouble;

	workspace_init(ws, "ws", me, geteuid(), true);
	assert_int_equal(workspace_open(ws, &trouble), 0);
}

static inline struct gameid
id_of(const char *text)
{
	struct gameid id = {{0}};

	assert_int_equal(gameid_parse(text, strlen(text), &id), 0);
	return id;
}

#endif
