/* SPDX-License-Identifier: ISC */
/*
 * Whole games in which every call fails once, or is the last one before a kill:
 * nothing is lost, nothing is said twice, and the same game goes on.
 *
 * wrap: log_put log_error log_warn log_info
 * wrap: clock_gettime openat write pwrite ftruncate fsync renameat renameat2
 * wrap: unlinkat
 */
#include "io_play.h"
#include "kill.h"

#include <setjmp.h>

/* What happens to the call whose turn it is. */
static enum accident {
	FAILS,    /* the disk is full */
	HALF,     /* a write puts half of its bytes, and the disk is full */
	KILLED,   /* the process ends before it */
	KILLED_IN /* ... or in the middle of a write */
} accident;

static jmp_buf killed;

/* Whether this call fails; where it kills, it does not come back. */
static bool
strikes(const char *call)
{
	if (!fault_hits(call))
		return false;
	if (accident == KILLED || accident == KILLED_IN)
		longjmp(killed, 1);
	return true;
}

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (flags & O_CREAT && strikes("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

static bool full; /* for the rest of a write that was cut short */

static bool
is_full(void)
{
	bool was = full;

	full = false;
	if (was)
		errno = ENOSPC;
	return was;
}

WRAP(ssize_t, pwrite, int fd, const void *buf, size_t len, off_t offset)
{
	if (is_full())
		return -1;
	if (accident == HALF || accident == KILLED_IN) {
		if (!fault_hits("pwrite"))
			return __real_pwrite(fd, buf, len, offset);
		ssize_t n = __real_pwrite(fd, buf, len / 2, offset);

		if (accident == KILLED_IN)
			longjmp(killed, 1);
		full = true;
		return n;
	}
	if (strikes("pwrite"))
		return -1;
	return __real_pwrite(fd, buf, len, offset);
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	if (is_full())
		return -1;
	if (accident == HALF || accident == KILLED_IN) {
		if (!fault_hits("write"))
			return __real_write(fd, buf, len);
		ssize_t n = __real_write(fd, buf, len / 2);

		if (accident == KILLED_IN)
			longjmp(killed, 1);
		full = true;
		return n;
	}
	return strikes("write") ? -1 : __real_write(fd, buf, len);
}

WRAP(int, ftruncate, int fd, off_t len)
{
	return strikes("ftruncate") ? -1 : __real_ftruncate(fd, len);
}

WRAP(int, fsync, int fd)
{
	(void)fd;
	return strikes("fsync") ? -1 : 0; /* it is not what is tested */
}

WRAP(int, renameat, int from_dir, const char *from, int dir, const char *name)
{
	if (strikes("renameat"))
		return -1;
	return __real_renameat(from_dir, from, dir, name);
}

WRAP(int, renameat2, int from_dir, const char *from, int dir, const char *name,
    unsigned flags)
{
	if (strikes("renameat2"))
		return -1;
	return __real_renameat2(from_dir, from, dir, name, flags);
}

WRAP(int, unlinkat, int dir, const char *name, int flags)
{
	return strikes("unlinkat") ? -1 : __real_unlinkat(dir, name, flags);
}

/* One turn of a bot; what must wait says why. */
static void
take_turn(enum player me, uint64_t seed)
{
	bots[me].blocked = NULL;
	if (turn(me, seed))
		return;
	assert_non_null(bots[me].blocked);
	assert_int_equal(bots[me].error, ENOSPC);
}

/* Play to the end, and once more for a drawing that waits. */
static void
play_on(uint64_t seed)
{
	bool done = false;

	for (int turns = 0; turns < 200; turns++) {
		take_turn(MESSENGER1, seed);
		take_turn(MESSENGER2, seed);
		if (done)
			return;
		done = both_are_done();
	}
	fail_msg("the game does not end");
}

/* A new game, in which the accident happens to that call: whether it did. */
static bool
play_with(uint64_t seed, unsigned at)
{
	bool happened;

	remove_tree("ws");
	note_open();
	(void)start(MESSENGER1);
	(void)start(MESSENGER2);
	fault_at(NULL, at, ENOSPC);
	if (setjmp(killed) != 0) {
		(void)fault_off();
		close_others();
		(void)start(MESSENGER1);
		(void)start(MESSENGER2);
	}
	play_on(seed);
	happened = fault_off() >= at;
	return happened && at > 0;
}

static void
end(void)
{
	struct session *one = &bots[MESSENGER1].session;
	struct session *two = &bots[MESSENGER2].session;

	assert_int_not_equal(game_status(&one->game), GAME_IN_PROGRESS);
	assert_memory_equal(&one->game, &two->game, sizeof(one->game));
	assert_int_equal(one->rejections.count, 0);
	assert_int_equal(two->rejections.count, 0);
	stop(MESSENGER1);
	stop(MESSENGER2);
}

static struct accident_row {
	const char *name;
	enum accident accident;
	uint64_t seed;
} accidents[] = {
    {"no space", FAILS, 1},
    {"half a write", HALF, 2},
    {"killed before a call", KILLED, 3},
    {"killed in a write", KILLED_IN, 4},
};

static void
test_accident(void **state)
{
	static struct outcome undisturbed;
	const struct room *room = *state;
	const struct accident_row *row = room->row;
	unsigned at = 1;

	accident = row->accident;
	(void)play_with(row->seed, 0);
	keep_outcome(&undisturbed);
	end();
	while (play_with(row->seed, at)) {
		expect_same_outcome(&undisturbed);
		end();
		at++;
	}
	assert_true(at > 25);
	expect_same_outcome(&undisturbed);
	end();
}

/* A restart is the folds alone: the same session, byte for byte. */
static void
restart(enum player me)
{
	static struct session before;

	memcpy(&before, &bots[me].session, sizeof(before));
	stop(me);
	(void)start(me);
	assert_memory_equal(&bots[me].session, &before, sizeof(before));
}

static void
test_restarted(void **state)
{
	static struct outcome undisturbed;

	(void)state;
	accident = FAILS;
	for (uint64_t seed = 1; seed <= 3; seed++) {
		(void)play_with(seed, 0);
		keep_outcome(&undisturbed);
		end();
		remove_tree("ws");
		(void)start(MESSENGER1);
		(void)start(MESSENGER2);
		for (int turns = 0; turns < 40; turns++) {
			take_turn(MESSENGER1, seed);
			restart(MESSENGER1);
			take_turn(MESSENGER2, seed);
			restart(MESSENGER2);
		}
		play_on(seed);
		expect_same_outcome(&undisturbed);
		end();
	}
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_accident, ROWS(accidents));
	room_test(&suite, "restarted at every turn", test_restarted);
	return suite_run(&suite, "play, restarts");
}
