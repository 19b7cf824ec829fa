/* SPDX-License-Identifier: ISC */
/*
 * Games of both programs in which every call fails once, or is the last one
 * before a kill: each game is completed and saved, and nothing shows that
 * anything had happened.
 *
 * wrap: log_put log_error log_warn log_info clock_gettime
 * wrap: loop_watch loop_unwatch loop_watches
 * wrap: open openat fstat fstatat faccessat mkdirat mkdir flock lseek
 * wrap: getdents64 pread pwrite write ftruncate fsync linkat renameat
 * wrap: renameat2 unlinkat confine confine_hides
 */
#include "io_play.h"
#include "kill.h"

#include "attach.h"
#include "confine.h"
#include "initiator.h"
#include "responder.h"

#include <setjmp.h>
#include <sys/file.h>

#define FIRST "game-" ID ".txt"
#define GAMES 2 /* that are completed; then the next one is opened */

static void take_name(void);
static void end_elsewhere(void);
static void end_unheard(void);

/* What happens to the call whose turn it is, and how the games go on. */
static struct accident_row {
	const char *name;
	void (*event)(void); /* in the first game */
	int error;           /* it fails with this, or 0: the pair is killed */
	bool interval;       /* else the next game comes at once */
	bool restarted;      /* after each wake-up */
} accidents[] = {
    {"no space", .error = ENOSPC},
    {"no descriptors, and an interval", .error = EMFILE, .interval = true},
    {"killed", .error = 0},
    {"killed, and an interval", .interval = true},
    {"restarted again and again", .error = EIO, .interval = true,
	.restarted = true},
    {"the result's name is taken", take_name, .error = EIO},
    {"killed, the result's name is taken", .event = take_name},
    {"the result is there", end_elsewhere, .error = EIO},
    {"the result is there after a restart", end_elsewhere, .error = EIO,
	.restarted = true},
    {"the result is there at the next tick", end_unheard, .error = EIO,
	.interval = true},
};

static const struct accident_row *accident;
static jmp_buf killed;

/* Whether this call fails; where it kills, it does not come back. */
static bool
strikes(const char *call)
{
	fault.trace[0] = '\0'; /* it would not hold them all */
	if (!fault_hits(call))
		return false;
	if (accident->error == 0)
		longjmp(killed, 1);
	return true;
}

#define CALL(type, name, parameters, arguments)                                \
	type __real_##name parameters;                                         \
	type __wrap_##name parameters;                                         \
	type __wrap_##name parameters                                          \
	{                                                                      \
		return strikes(#name) ? -1 : __real_##name arguments;          \
	}

CALL(int, open, (const char *path, int flags, mode_t mode), (path, flags, mode))

CALL(int, openat, (int dir, const char *name, int flags, mode_t mode),
    (dir, name, flags, mode))

CALL(int, fstat, (int fd, struct stat *st), (fd, st))

CALL(int, fstatat, (int dir, const char *name, struct stat *st, int flags),
    (dir, name, st, flags))

CALL(int, faccessat, (int dir, const char *name, int mode, int flags),
    (dir, name, mode, flags))

CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))

CALL(int, mkdirat, (int dir, const char *name, mode_t mode), (dir, name, mode))

CALL(int, flock, (int fd, int operation), (fd, operation))

CALL(off_t, lseek, (int fd, off_t offset, int from), (fd, offset, from))

CALL(ssize_t, getdents64, (int fd, void *buf, size_t size), (fd, buf, size))

CALL(ssize_t, pread, (int fd, void *buf, size_t len, off_t offset),
    (fd, buf, len, offset))

CALL(ssize_t, pwrite, (int fd, const void *buf, size_t len, off_t offset),
    (fd, buf, len, offset))

CALL(ssize_t, write, (int fd, const void *buf, size_t len), (fd, buf, len))

CALL(int, ftruncate, (int fd, off_t len), (fd, len))

CALL(int, linkat,
    (int from_dir, const char *from, int dir, const char *name, int flags),
    (from_dir, from, dir, name, flags))

CALL(int, renameat, (int from_dir, const char *from, int dir, const char *name),
    (from_dir, from, dir, name))

CALL(int, renameat2,
    (int from_dir, const char *from, int dir, const char *name, unsigned flags),
    (from_dir, from, dir, name, flags))

CALL(int, unlinkat, (int dir, const char *name, int flags), (dir, name, flags))

WRAP(int, fsync, int fd)
{
	(void)fd;
	return strikes("fsync") ? -1 : 0; /* it is not what is tested */
}

/* Nobody waits for events here: the pair is woken by turns. */
WRAP(int, loop_watch, struct loop *loop, int fd)
{
	(void)fd;
	loop->events = 0;
	return 0;
}

WRAP(void, loop_unwatch, struct loop *loop)
{
	loop->events = -1;
}

WRAP(bool, loop_watches, const struct loop *loop)
{
	return loop->events != -1;
}

/* Both bots and the test are one process, which is not to be confined. */
WRAP(int, confine, const struct workspace *ws)
{
	(void)ws;
	return strikes("confine") ? -1 : 0;
}

WRAP(bool, confine_hides, const char *path)
{
	(void)path;
	return false;
}

/*
 * The pair
 */

static struct daemon daemons[PLAYERS];
static int turns;
static bool happened;
static bool asleep; /* messenger2, in the first game */

static void
begin_process(enum player me)
{
	static struct options options[PLAYERS];
	struct daemon *d = &daemons[me];

	options[me] = (struct options){.me = me,
	    .workspace = "ws",
	    .strategy = strategy_find("random"),
	    .peer = geteuid(),
	    .seeded = true,
	    .seed = me,
	    .quiet = true,
	    .interval = accident->interval ? 120 * SECOND_NS : 0};
	memset(d, 0, sizeof(*d));
	d->options = &options[me];
	d->role = me == MESSENGER1 ? &initiator : &responder;
	d->loop.events = -1;
	play_init(&d->play, d->options);
}

static void
end_process(enum player me)
{
	play_unload(&daemons[me].play);
	workspace_close(&daemons[me].play.ws);
}

/* As at each timed look; what must wait says why. */
static void
wake(enum player me)
{
	struct daemon *d = &daemons[me];

	if (!d->attached)
		assert_int_equal(attach_try(d), -1);
	else
		attach_watch(d);
	if (!d->attached || daemon_turn(d, true, EAR_NAMED))
		return;
	assert_non_null(d->play.blocked);
	assert_int_equal(d->play.error, accident->error);
}

/* Somebody else's bytes stand under the name of the first result. */
static void
take_name(void)
{
	put_text("ws/" FIRST, "hello\n");
}

/* The game is over for others, and the next word is to be rejected. */
static void
end_elsewhere(void)
{
	put_text("ws/" FIRST, "Game ID: " ID "\n");
	append_text(SPOOL2, "hello\n");
}

/* The same, and nothing more is said. */
static void
end_unheard(void)
{
	put_text("ws/" FIRST, "Game ID: " ID "\n");
	asleep = true;
}

/* Let that happen as soon as the first game is played; nothing fails in it. */
static void
happen(void)
{
	struct daemon *d = &daemons[MESSENGER1];
	bool armed = fault.armed;

	if (accident->event == NULL || happened || d->number != 1 ||
	    d->play.session.state != SESSION_PLAY)
		return;
	happened = true;
	fault.armed = false;
	accident->event();
	fault.armed = armed;
}

static void
take_turn(void)
{
	wake(MESSENGER1);
	if (!asleep || daemons[MESSENGER1].number > 1)
		wake(MESSENGER2);
	now_boot += accident->interval ? 15 * SECOND_NS : SECOND_NS;
	turns++;
	happen();
	if (!accident->restarted || daemons[MESSENGER1].number > GAMES)
		return;
	for (enum player me = MESSENGER1; me <= MESSENGER2; me++) {
		end_process(me);
		begin_process(me);
	}
}

/* Play the games, with the accident at that call: whether it happened. */
static bool
play_with(unsigned at)
{
	turns = 0;
	happened = asleep = false;
	remove_tree("ws");
	logged[0] = '\0';
	now_boot = 1000 * SECOND_NS;
	note_open();
	begin_process(MESSENGER1);
	begin_process(MESSENGER2);
	fault_at(NULL, at, accident->error);
	if (setjmp(killed) != 0) {
		(void)fault_off();
		fault.calls = at;
		close_others();
		begin_process(MESSENGER1);
		begin_process(MESSENGER2);
	}
	while (daemons[MESSENGER1].number <= GAMES) {
		if (turns == 200)
			fail_msg("at %u: the games do not end\n%s", at, logged);
		take_turn();
	}
	end_process(MESSENGER1);
	end_process(MESSENGER2);
	return fault_off() >= at && at > 0;
}

/*
 * What is left
 */

static const char *const names[] = {
    FIRST, "game-" ID "_0002.txt", "game-" ID "_0003.txt"};

static struct {
	char bytes[NITEMS(names)][4096];
	size_t len[NITEMS(names)]; /* 0: not there */
} undisturbed;

static void
keep_results(void)
{
	char path[64];

	memset(&undisturbed, 0, sizeof(undisturbed));
	for (size_t i = 0; i < NITEMS(names); i++) {
		(void)snprintf(path, sizeof(path), "ws/%s", names[i]);
		if (is_there(path))
			undisturbed.len[i] = get_bytes(path,
			    undisturbed.bytes[i], sizeof(undisturbed.bytes[i]));
	}
}

/* Each result, each one's second name, and nothing else. */
static void
expect_same_results(unsigned at)
{
	size_t taken = accident->event == take_name;
	char path[64];

	if (count_words(logged, "given up: ") != 0)
		fail_msg("at %u:\n%s", at, logged);
	for (size_t i = 0; i < NITEMS(names); i++) {
		if (undisturbed.len[i] == 0)
			continue;
		(void)snprintf(path, sizeof(path), "ws/%s", names[i]);
		expect_bytes(path, undisturbed.bytes[i], undisturbed.len[i]);
		(void)snprintf(path, sizeof(path),
		    "ws/state/messenger1/results/%s", names[i]);
		if (i >= taken)
			expect_bytes(
			    path, undisturbed.bytes[i], undisturbed.len[i]);
	}
	assert_int_equal(count_names("ws/state/messenger1/results"), GAMES);
	assert_int_equal(count_names("ws"), 3 + GAMES + taken);
	assert_int_equal(count_names("ws/state/messenger1"), 3);
	assert_int_equal(count_names("ws/state/messenger2"), 2);
}

static void
test_accident(void **state)
{
	const struct room *room = *state;
	unsigned at = 1;

	accident = room->row;
	(void)play_with(0);
	keep_results();
	expect_same_results(0);
	while (play_with(at)) {
		expect_same_results(at);
		/* so many starts are much alike */
		at += accident->restarted && accident->interval ? 3 : 1;
	}
	assert_true(at > 300);
}

int
main(void)
{
	static struct suite suite;

	/* thousands of games: not on a disk, where that is possible */
	if (access("/dev/shm", W_OK) == 0)
		(void)setenv("TMPDIR", "/dev/shm", 0);
	room_rows(&suite, test_accident, ROWS(accidents));
	return suite_run(&suite, "roles");
}
