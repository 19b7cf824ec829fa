/* SPDX-License-Identifier: ISC */
/*
 * What the loop says that the watched folder's events mean: look again.
 *
 * wrap: inotify_init1 inotify_add_watch
 */
#include "daemon_loop.h"

WRAP(int, inotify_init1, int flags)
{
	return fault_hits("inotify_init1") ? -1 : __real_inotify_init1(flags);
}

WRAP(int, inotify_add_watch, int fd, const char *path, uint32_t mask)
{
	if (fault_hits("inotify_add_watch"))
		return -1;
	return __real_inotify_add_watch(fd, path, mask);
}

/* What happens in the folder, and what that means. */
enum happens {
	WRITTEN,
	CREATED,
	CREATED_AND_WRITTEN,
	MOVED_IN,
	LINKED_IN,
	MOVED_OVER,
	MODE_CHANGED,
	FOLDER_MODE,
	SUBFOLDER,
	READ_ONLY,
	LISTED,
	UNLINKED,
	MOVED_OUT,
	ELSEWHERE,
	SELF_MOVED,
	SELF_REMOVED
};

static struct event_row {
	const char *name;
	enum happens happens;
	unsigned woke;
} events[] = {
    {"written", WRITTEN, LOOP_WORDS},
    {"created", CREATED, LOOP_NAMES},
    {"created and written", CREATED_AND_WRITTEN, LOOP_NAMES | LOOP_WORDS},
    {"moved in", MOVED_IN, LOOP_NAMES},
    {"linked in", LINKED_IN, LOOP_NAMES},
    {"moved over the old one", MOVED_OVER, LOOP_NAMES},
    {"its mode changed", MODE_CHANGED, LOOP_NAMES},
    {"the folder's mode changed", FOLDER_MODE, LOOP_NAMES},
    {"a folder made", SUBFOLDER, LOOP_NAMES},
    {"read", READ_ONLY, 0},
    {"listed", LISTED, 0},
    {"unlinked", UNLINKED, 0},
    {"moved out", MOVED_OUT, 0},
    {"elsewhere", ELSEWHERE, 0},
    {"the folder moved", SELF_MOVED, LOOP_SELF},
};

static void
make_happen(enum happens what)
{
	switch (what) {
	case WRITTEN:
		append_text("in/name", "x");
		break;
	case CREATED:
		put_text("in/new", "");
		break;
	case CREATED_AND_WRITTEN:
		put_text("in/new", "x");
		break;
	case MOVED_IN:
		assert_int_equal(rename("out", "in/new"), 0);
		break;
	case LINKED_IN:
		assert_int_equal(link("out", "in/new"), 0);
		break;
	case MOVED_OVER:
		assert_int_equal(rename("out", "in/name"), 0);
		break;
	case MODE_CHANGED:
		assert_int_equal(chmod("in/name", 0600), 0);
		break;
	case FOLDER_MODE:
		assert_int_equal(chmod("in", 0700), 0);
		break;
	case SUBFOLDER:
		assert_int_equal(mkdir("in/new", 0755), 0);
		break;
	case READ_ONLY:
		expect_text("in/name", "x");
		break;
	case LISTED:
		assert_int_equal(count_names("in"), 1);
		break;
	case UNLINKED:
		assert_int_equal(unlink("in/name"), 0);
		break;
	case MOVED_OUT:
		assert_int_equal(rename("in/name", "new"), 0);
		break;
	case ELSEWHERE:
		append_text("out", "x");
		break;
	case SELF_MOVED:
		assert_int_equal(rename("in", "away"), 0);
		break;
	case SELF_REMOVED:
		remove_tree("in");
		break;
	}
}

static void
test_event(void **state)
{
	const struct room *room = *state;
	const struct event_row *row = room->row;

	begin();
	put_text("in/name", "x");
	put_text("out", "x");
	assert_int_equal(loop_watch(&loop, folder), 0);
	assert_true(loop_watches(&loop));
	expect_woken(0);
	make_happen(row->happens);
	expect_woken(row->woke);
	loop_unwatch(&loop);
	append_text("out", "x");
	expect_woken(0);
	end();
}

/* The descriptor held keeps a removed folder silent; without it, it says so. */
static void
test_removed(void **state)
{
	(void)state;
	begin();
	assert_int_equal(loop_watch(&loop, folder), 0);
	(void)close(folder);
	folder = -1;
	make_happen(SELF_REMOVED);
	assert_int_equal(woken() & LOOP_SELF, LOOP_SELF);
	end();
}

/* Another folder is watched instead, and by its descriptor, not its name. */
static void
test_watch_another(void **state)
{
	int other;

	(void)state;
	begin();
	assert_int_equal(loop_watch(&loop, folder), 0);
	assert_int_equal(mkdir("other", 0755), 0);
	other = open("other", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(rename("other", "away"), 0);
	assert_int_equal(mkdir("other", 0755), 0);
	assert_int_equal(loop_watch(&loop, other), 0);
	(void)close(other);
	put_text("in/new", "");
	put_text("other/new", "");
	expect_woken(0);
	put_text("away/new", "");
	expect_woken(LOOP_NAMES);
	end();
}

static void
test_watch_fails(void **state)
{
	(void)state;
	begin();
	fault_at("inotify_init1", 1, EMFILE);
	assert_int_equal(loop_watch(&loop, folder), -1);
	assert_int_equal(errno, EMFILE);
	assert_false(loop_watches(&loop));
	fault_at("inotify_add_watch", 1, ENOSPC);
	assert_int_equal(loop_watch(&loop, folder), -1);
	assert_int_equal(errno, ENOSPC);
	assert_false(loop_watches(&loop));
	(void)fault_off();
	assert_int_equal(loop_watch(&loop, loop.timer), -1); /* no folder */
	assert_int_equal(loop_watch(&loop, -1), -1);
	assert_false(loop_watches(&loop));
	assert_int_equal(loop_wait(&loop, 1), 0);
	assert_int_equal(loop_watch(&loop, folder), 0);
	end();
}

/* More than one read takes: nothing is lost, and each wake-up is bounded. */
static void
test_many_events(void **state)
{
	unsigned waits = 0;
	int fds[2];

	(void)state;
	begin();
	fds[0] = open("in/a", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	fds[1] = open("in/b", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	assert_int_equal(loop_watch(&loop, folder), 0);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(write(fds[i % 2], "x", 1), 1);
	while (loop_wait(&loop, 1) == LOOP_WORDS)
		waits++;
	assert_true(waits > 2);
	expect_woken(0);
	(void)close(fds[0]);
	(void)close(fds[1]);
	end();
}

/* The queue overflows: what was lost may have been a name. */
static void
test_overflow(void **state)
{
	char max[32] = "";
	long events_max;
	int fds[2];

	(void)state;
	(void)get_bytes(
	    "/proc/sys/fs/inotify/max_queued_events", max, sizeof(max) - 1);
	events_max = strtol(max, NULL, 10);
	if (events_max > 20000)
		skip();
	begin();
	fds[0] = open("in/a", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	fds[1] = open("in/b", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	assert_int_equal(loop_watch(&loop, folder), 0);
	for (long i = 0; i <= events_max; i++)
		assert_int_equal(write(fds[i % 2], "x", 1), 1);
	expect_woken(LOOP_WORDS | LOOP_NAMES);
	(void)close(fds[0]);
	(void)close(fds[1]);
	end();
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_event, ROWS(events));
	room_test(&suite, "the folder removed", test_removed);
	room_test(&suite, "another folder", test_watch_another);
	room_test(&suite, "no inotify", test_watch_fails);
	room_test(&suite, "many events", test_many_events);
	room_test(&suite, "too many events", test_overflow);
	return suite_run(&suite, "loop, events");
}
