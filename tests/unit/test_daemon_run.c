/* SPDX-License-Identifier: ISC */
/*
 * The whole of messenger1 in a time of its own: what it waits for, for how
 * long, what it says of that, and how it ends.
 *
 * wrap: log_put log_error log_warn log_info clock_gettime
 * wrap: loop_init loop_wait loop_watch loop_unwatch loop_watches
 * wrap: write mkdir linkat open confine confine_hides
 */
#include "io_play.h"

#include "daemon.h"
#include "initiator.h"

#include <sys/vfs.h>
#include <sysexits.h>

#define START (1000 * SECOND_NS)
#define NEVER 100000

/* Two of the lines that are said; each is said once for each mishap. */
#define WAITS ": waiting, nothing is lost"
#define GIVEN_UP "given up after 30 seconds"
#define LOST "ws was moved, removed, replaced or shut: waiting for it"
#define BACK "ws is back"
#define HIDDEN "we are confined to the folder that contained it: waiting"

#define HEAD(id) "journal 1 " id " 1 7 0 42 none none\n"
#define LAST_SECOND "9999-12-31-235959"
#define WON                                                                    \
	"said 7 Choose your symbol: circle or cross.\nheard 7 circle\n"        \
	"heard 7 Do you want to go first?\nsaid 7 yes\nsaid 7 cross 1\n"       \
	"heard 7 circle 4\nsaid 7 cross 2\nheard 7 circle 5\nsaid 7 cross 3\n"

static struct run_row {
	const char *name;
	const char *journal; /* at the start */
	const char
	    *fails; /* a call, with the error, from one second to another */
	const char *result; /* a result of this id comes after a second */
	const char *told[2];
	int error;
	int from, to;
	int again; /* all of that once more, so many seconds later */
	int games;
	int status, end; /* and the second; EX_OK: it is ended by a signal */
	bool moved;      /* the folder is away from one second to another */
	bool hidden;     /* a new process could use it */
	bool two_users, foreign; /* nobody, or another user, made the folders */
} rows[] = {
    {"nothing", .end = 500},
    {"no timer", .fails = "loop_init", .error = EPERM, .to = NEVER,
	.status = EX_OSERR, .told = {"timer and signals: Operation not"}},
    {"read-only from the next game on", .fails = "write", .error = EROFS,
	.from = 1, .to = NEVER, .status = EX_TEMPFAIL, .end = 150,
	.told = {"journal: Read-only file system" WAITS,
	    "ws: Read-only file system: " GIVEN_UP}},
    {"read-only for 20 seconds", .fails = "write", .error = EROFS, .from = 1,
	.to = 140, .end = 500,
	.told = {"journal: Read-only file system" WAITS, "journal: going on"}},
    {"read-only for a moment, at a tick and at the next", .fails = "write",
	.error = EROFS, .from = 119, .to = 124, .again = 120, .end = 500,
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
    {"no rights to open it for a while", .moved = true, .fails = "open",
	.error = EACCES, .from = 20, .to = 100, .end = 500,
	.told = {LOST, BACK}},
    {"no rights, for we are confined", .moved = true, .fails = "open",
	.error = EACCES, .from = 20, .to = NEVER, .hidden = true,
	.status = EX_TEMPFAIL, .end = 53, .told = {HIDDEN, GIVEN_UP}},
    {"no place for it at the start", .fails = "mkdir", .error = EACCES,
	.to = NEVER, .status = EX_CONFIG,
	.told = {"ws: Permission denied: use another folder with -w"}},
    {"a full disk at the start", .fails = "mkdir", .error = ENOSPC, .to = 50,
	.end = 100, .told = {"ws: No space left on device: waiting", "opened"}},
    {"nobody has made the folders", .two_users = true, .status = EX_CONFIG,
	.told = {"with --peer-user root makes the folders before the start"}},
    {"a journal against the rules", .journal = HEAD(ID) "said 7 yes\n",
	.end = 100,
	.told = {"journal: a record the rules do not allow", "opened"}},
    {"no id is left", .journal = HEAD(LAST_SECOND "_9999") "quit 7\n",
	.end = 100, .told = {"game id: Value too large"}},
    {"no id is left but a taken one",
	.journal = HEAD(LAST_SECOND "_9998") "quit 7\n",
	.result = LAST_SECOND "_9999", .end = 100,
	.told = {"game id: Value too large"}},
    {"no name is left", .journal = HEAD(LAST_SECOND "_9999") WON,
	.result = LAST_SECOND "_9999", .end = 100,
	.told = {"result: Value too large"}},
    {"the last game is over by its result", .result = ID, .from = 20,
	.games = 1, .end = 120,
	.told = {"game-" ID ".txt is there already: the game is over",
	    "opened"}},
    {"a result without its second name", .result = ID, .fails = "linkat",
	.error = EIO, .to = 50, .end = 100,
	.told = {"ws/state/messenger1/results: Input/output error: waiting",
	    "opened"}},
    {"its folder is another user's", .foreign = true, .status = EX_CONFIG,
	.told = {"ws/state/messenger1 belongs to the user with id 65534"}},
};

static const struct run_row *row;

static int
seconds(void)
{
	return (int)((now_boot - START) / SECOND_NS);
}

static bool
is_within(int second)
{
	return second >= row->from && second < row->to;
}

/* What the time brings. */
static void
pass_time(void)
{
	static bool away, there;
	char path[64];
	bool now = row->fails != NULL &&
		   (is_within(seconds()) ||
		       (row->again > 0 && is_within(seconds() - row->again)));

	if (now && !fault.armed)
		fault_always(row->fails, row->error);
	fault.armed = now;
	if (row->result != NULL && !there && seconds() >= row->from) {
		there = true;
		(void)snprintf(
		    path, sizeof(path), "ws/game-%s.txt", row->result);
		put_text(path, "Game ID: " ID "\n");
	}
	if (row->moved && !away && seconds() >= row->from) {
		away = true;
		(void)rename("ws", "moved");
	}
	if (row->moved && away && seconds() >= row->to)
		(void)rename("moved", "ws");
}

/* Nothing happens but that time passes; often nothing at all is due. */
WRAP(unsigned, loop_wait, struct loop *loop, int64_t until)
{
	(void)loop;
	if (until > now_boot + SECOND_NS / 4)
		until = now_boot + SECOND_NS / 4;
	now_boot = until > now_boot ? until : now_boot + MS_NS;
	pass_time();
	if (row->status != EX_OK || row->games > 0)
		return seconds() >= row->end + 60 ? LOOP_STOP : 0;
	return seconds() >= row->end ? LOOP_STOP : 0;
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

/* The test itself moves the folder: it is not to be confined. */
WRAP(int, confine, const struct workspace *ws)
{
	(void)ws;
	return 0;
}

WRAP(bool, confine_hides, const char *path)
{
	(void)path;
	return row->hidden;
}

WRAP(int, open, const char *path, int flags, mode_t mode)
{
	return fault_hits("open") ? -1 : __real_open(path, flags, mode);
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	return fault_hits("write") ? -1 : __real_write(fd, buf, len);
}

WRAP(int, mkdir, const char *path, mode_t mode)
{
	return fault_hits("mkdir") ? -1 : __real_mkdir(path, mode);
}

WRAP(int, linkat, int from_dir, const char *from, int dir, const char *name,
    int flags)
{
	if (fault_hits("linkat"))
		return -1;
	return __real_linkat(from_dir, from, dir, name, flags);
}

static void
prepare(void)
{
	struct workspace ws;

	if (!row->foreign && row->journal == NULL && row->result == NULL)
		return;
	open_workspace(&ws, MESSENGER1);
	workspace_close(&ws);
	if (row->foreign && chown("ws/state/messenger1", 65534, 65534) == -1)
		abort();
	if (row->journal != NULL)
		put_text(JOURNAL1, row->journal);
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
	int status, times = row->again > 0 ? 2 : 1;

	(void)room;
	now_boot = START;
	options.two_users = row->two_users;
	options.games = row->games;
	prepare();
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
		    count_words(logged, row->told[i]) != times) {
			print_error(
			    "not so often: %s\n%s", row->told[i], logged);
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
