/* SPDX-License-Identifier: ISC */
/*
 * The whole of messenger1 in a time of its own: what it waits for, for how
 * long, what it says of that, and how it ends.
 *
 * wrap: log_put log_error log_warn log_info clock_gettime
 * wrap: loop_init loop_wait loop_watch loop_unwatch loop_watches
 * wrap: write mkdir
 */
#include "io_play.h"

#include "daemon.h"
#include "initiator.h"

#include <sysexits.h>

#define START (1000 * SECOND_NS)
#define NEVER 100000

/* Two of the lines that are said; each is said once. */
#define WAITS ": waiting, nothing is lost"
#define GIVEN_UP "given up after 30 seconds"
#define LOST "ws was moved, removed, replaced or shut: waiting for it"
#define BACK "ws is back"

enum before {
	BEFORE_NOTHING,
	BEFORE_FOREIGN,   /* its own folder is another user's */
	BEFORE_TWO_USERS, /* nobody has made the folders */
	BEFORE_BAD_RULES  /* the journal holds what nobody may say */
};

static struct run_row {
	const char *name;
	enum before before;
	const char
	    *fails; /* a call, with the error, from one second to another */
	int error;
	bool moved; /* the folder is away from one second to another */
	int from, to;
	int status, end; /* and the second; EX_OK: it is ended by a signal */
	const char *told[2];
} rows[] = {
    {"nothing", .end = 500},
    {"no timer", .fails = "loop_init", .error = EPERM, .to = NEVER,
	.status = EX_OSERR, .told = {"timer and signals: Operation not"}},
    {"read-only from the next game on", .fails = "write", .error = EROFS,
	.from = 1, .to = NEVER, .status = EX_TEMPFAIL,
	.end = 240 /* the tick after that of 120 */,
	.told = {"journal: Read-only file system" WAITS,
	    "ws: Read-only file system: " GIVEN_UP}},
    {"read-only for 20 seconds", .fails = "write", .error = EROFS, .from = 1,
	.to = 140, .end = 500,
	.told = {"journal: Read-only file system" WAITS, "journal: going on"}},
    {"full for an hour", .fails = "write", .error = ENOSPC, .from = 1,
	.to = 3600, .end = 4000,
	.told = {"journal: No space left on device" WAITS,
	    "journal: going on"}},
    {"no watches for a while", .fails = "loop_watch", .error = ENOSPC, .to = 50,
	.end = 500,
	.told = {"see /proc/sys/fs/inotify/max_user_watches",
	    "inotify: events are back"}},
    {"no instances for a while", .fails = "loop_watch", .error = EMFILE,
	.to = 50, .end = 500,
	.told = {"see /proc/sys/fs/inotify/max_user_instances",
	    "inotify: events are back"}},
    {"the folder away for 6 seconds", .moved = true, .from = 20, .to = 26,
	.end = 500, .told = {LOST, BACK}},
    {"the folder gone", .moved = true, .from = 20, .to = NEVER, .end = 500,
	.told = {LOST, BACK}},
    {"nowhere to make it anew", .moved = true, .fails = "mkdir", .error = EROFS,
	.from = 20, .to = NEVER, .status = EX_TEMPFAIL, .end = 53,
	.told = {LOST, GIVEN_UP}},
    {"no rights to make it anew", .moved = true, .fails = "mkdir",
	.error = EACCES, .from = 20, .to = NEVER, .status = EX_TEMPFAIL,
	.end = 53, .told = {LOST, GIVEN_UP}},
    {"no place for it at the start", .fails = "mkdir", .error = EACCES,
	.to = NEVER, .status = EX_CONFIG,
	.told = {"ws: Permission denied: use another folder with -w"}},
    {"a full disk at the start", .fails = "mkdir", .error = ENOSPC, .to = 50,
	.end = 100, .told = {"ws: No space left on device: waiting", "opened"}},
    {"nobody has made the folders", .before = BEFORE_TWO_USERS,
	.status = EX_CONFIG,
	.told = {"with --peer-user root makes the folders before the start"}},
    {"a journal against the rules", .before = BEFORE_BAD_RULES, .end = 100,
	.told = {"journal: a record the rules do not allow", "opened"}},
    {"its folder is another user's", .before = BEFORE_FOREIGN,
	.status = EX_CONFIG,
	.told = {"ws/state/messenger1 belongs to the user with id 65534"}},
};

static const struct run_row *row;

static int
seconds(void)
{
	return (int)((now_boot - START) / SECOND_NS);
}

/* What the time brings. */
static void
pass_time(void)
{
	static bool away;
	bool now =
	    row->fails != NULL && seconds() >= row->from && seconds() < row->to;

	if (now && !fault.armed)
		fault_always(row->fails, row->error);
	fault.armed = now;
	if (row->moved && !away && seconds() >= row->from) {
		away = true;
		(void)rename("ws", "moved");
	}
	if (row->moved && away && seconds() >= row->to)
		(void)rename("moved", "ws");
}

/* Nothing happens but that time passes. */
WRAP(unsigned, loop_wait, struct loop *loop, int64_t until)
{
	(void)loop;
	now_boot = until > now_boot ? until : now_boot + MS_NS;
	pass_time();
	return seconds() >= row->end + (row->status == EX_OK ? 0 : 60)
		   ? LOOP_STOP
		   : 0;
}

WRAP(int, loop_init, struct loop *loop)
{
	loop->events = -1;
	return fault_hits("loop_init") ? -1 : 0;
}

WRAP(int, loop_watch, struct loop *loop, int fd)
{
	(void)fd;
	loop->events = fault_hits("loop_watch") ? -1 : 0;
	return loop->events;
}

WRAP(void, loop_unwatch, struct loop *loop)
{
	loop->events = -1;
}

WRAP(bool, loop_watches, const struct loop *loop)
{
	return loop->events != -1;
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	return fault_hits("write") ? -1 : __real_write(fd, buf, len);
}

WRAP(int, mkdir, const char *path, mode_t mode)
{
	return fault_hits("mkdir") ? -1 : __real_mkdir(path, mode);
}

static void
prepare(enum before before)
{
	struct workspace ws;

	if (before == BEFORE_NOTHING || before == BEFORE_TWO_USERS)
		return;
	open_workspace(&ws, MESSENGER1);
	workspace_close(&ws);
	if (before == BEFORE_FOREIGN &&
	    chown("ws/state/messenger1", 65534, 65534) == -1)
		abort();
	if (before == BEFORE_BAD_RULES)
		put_text(JOURNAL1,
		    "journal 1 " ID " 1 7 0 42 none none\nsaid 7 yes\n");
}

static bool
runs(const struct room *room)
{
	struct options options = {.me = MESSENGER1,
	    .workspace = "ws",
	    .strategy = strategy_find("random"),
	    .peer = geteuid(),
	    .quiet = true,
	    .interval = 120 * SECOND_NS};
	int status;

	(void)room;
	now_boot = START;
	options.two_users = row->before == BEFORE_TWO_USERS;
	prepare(row->before);
	logged[0] = '\0';
	pass_time();
	status = daemon_run(&options, &initiator);
	fault.armed = false;
	if (status != row->status || abs(seconds() - row->end) > 3) {
		print_error(
		    "%d after %d seconds\n%s", status, seconds(), logged);
		return false;
	}
	for (size_t i = 0; i < NITEMS(row->told); i++)
		if (row->told[i] != NULL &&
		    count_words(logged, row->told[i]) != 1) {
			print_error("not once: %s\n%s", row->told[i], logged);
			return false;
		}
	return true;
}

static void
test_run(void **state)
{
	const struct room *room = *state;

	row = room->row;
	in_child(runs, room);
}

int
main(void)
{
	static struct suite suite;

	/* but for root nobody can make the last one */
	room_rows(&suite, test_run, rows, NITEMS(rows) - (geteuid() != 0),
	    sizeof(rows[0]));
	return suite_run(&suite, "run");
}
