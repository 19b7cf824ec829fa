/* SPDX-License-Identifier: ISC */
/*
 * A game begins, is taken up after a restart, and is dropped for another.
 *
 * wrap: log_put log_error log_warn log_info
 * wrap: clock_gettime pread renameat fsync
 */
#include "io_play.h"

#define NEXT_SPOOL1 "ws/spool/messenger1/" NEXT_ID ".txt"

WRAP(ssize_t, pread, int fd, void *buf, size_t size, off_t offset)
{
	return fault_hits("pread") ? -1 : __real_pread(fd, buf, size, offset);
}

WRAP(int, renameat, int from_dir, const char *from, int dir, const char *name)
{
	if (fault_hits("renameat"))
		return -1;
	return __real_renameat(from_dir, from, dir, name);
}

WRAP(int, fsync, int fd)
{
	return fault_hits("fsync") ? -1 : __real_fsync(fd);
}

static void
test_nothing_to_load(void **state)
{
	struct play *p = start(MESSENGER1);

	(void)state;
	assert_int_equal(play_load(p), 0);
	assert_string_equal(p->session.head.id.text, "");
	assert_int_equal(p->session.state, SESSION_QUIT);
	solo_step(p);
	assert_int_equal(count_names("ws/spool/messenger1"), 0);
	assert_false(is_there(JOURNAL1));
	solo_end();
}

static void
test_loaded(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	assert_int_equal(play_load(p), 1);
	assert_string_equal(p->session.head.id.text, ID);
	assert_int_equal(p->session.state, SESSION_OPENING_DUE);
	solo_step(p);
	for (unsigned at = 1; at <= 2; at++) {
		fault_at("pread", at, EIO);
		assert_int_equal(play_load(p), -1);
		assert_int_equal(errno, EIO);
		(void)fault_off();
	}
	assert_int_equal(play_load(p), 1);
	assert_int_equal(p->session.state, SESSION_AWAITS_SYMBOL);
	solo_end();
}

/* Whole records that the rules do not allow: the game is given up. */
static struct record_row {
	const char *name, *records;
	bool given_up;
} records[] = {
    {"said by nobody", "said 1788433320 yes\n", true},
    {"the opening twice", "said 1788433320 " OPENING "said 1788433320 " OPENING,
	true},
    {"an id without an end", "id 1788433320 " NEXT_ID "\n", true},
    {"quit and more", "quit 1788433320\nheard 1788433320 circle\n", true},
    {"no record", "hello\n", false},
    {"half a record", "said 1788433320 Choose", false},
};

static void
test_records(void **state)
{
	const struct room *room = *state;
	const struct record_row *row = room->row;
	struct play *p;

	(void)solo_begin();
	append_text(JOURNAL1, row->records);
	for (int i = 0; i < 2; i++) {
		p = solo_again();
		assert_int_equal(
		    p->session.state == SESSION_QUIT, row->given_up);
		assert_int_equal(p->broke_rules, row->given_up);
		solo_step(p);
	}
	if (row->given_up)
		assert_false(is_there(SPOOL1));
	else
		expect_text(SPOOL1, OPENING);
	solo_end();
}

/* A new journal that cannot be begun leaves the old game as it is. */
static void
test_begin_blocked(void **state)
{
	static struct session before;
	struct play *p = solo_begin();
	struct head next = head_of(NEXT_ID, 7);

	(void)state;
	solo_step(p);
	memcpy(&before, &p->session, sizeof(before));
	fault_at("fsync", 1, EIO);
	assert_false(play_begin(p, &next, false));
	assert_string_equal(p->blocked, "journal");
	assert_int_equal(p->error, EIO);
	fault_at("renameat", 1, ENOSPC);
	assert_false(play_begin(p, &next, false));
	assert_int_equal(p->error, ENOSPC);
	(void)fault_off();
	assert_memory_equal(&p->session, &before, sizeof(before));
	put_text(SPOOL2, "circle\n");
	solo_step(p);
	assert_int_equal(p->session.state, SESSION_AWAITS_QUESTION);
	p = solo_again();
	assert_string_equal(p->session.head.id.text, ID);
	assert_true(play_begin(p, &next, false));
	assert_string_equal(p->session.head.id.text, NEXT_ID);
	solo_end();
}

/* The old spool file goes with the first word of the new game. */
static void
test_old_spool(void **state)
{
	struct play *p = solo_begin();
	struct head next = head_of(NEXT_ID, 7);

	(void)state;
	solo_step(p);
	assert_true(play_begin(p, &next, false));
	ear_reset(&p->ear);
	expect_text(SPOOL1, OPENING);
	assert_false(is_there(NEXT_SPOOL1));
	solo_step(p);
	assert_false(is_there(SPOOL1));
	expect_text(NEXT_SPOOL1, OPENING);
	/* what the other says of the old game is not heard */
	put_text(SPOOL2, "circle\n");
	solo_step(p);
	assert_int_equal(p->session.state, SESSION_AWAITS_SYMBOL);
	solo_end();
}

/* In a silent game nothing is said, now or after a restart. */
static void
test_silent(void **state)
{
	struct play *p = solo_begin();
	struct head next = head_of(NEXT_ID, 7);

	(void)state;
	solo_step(p);
	assert_true(play_begin(p, &next, true));
	assert_int_equal(p->session.state, SESSION_QUIT);
	put_text("ws/spool/messenger2/" NEXT_ID ".txt", "circle\n" QUESTION);
	solo_step(p);
	p = solo_again();
	assert_string_equal(p->session.head.id.text, NEXT_ID);
	assert_int_equal(p->session.state, SESSION_QUIT);
	solo_step(p);
	assert_false(is_there(NEXT_SPOOL1));
	solo_end();
}

/*
 * messenger2 reads a dropped game, which messenger1 has ended, to its end:
 * nothing is journalled or said, the ending is shown.
 */
static bool
drains_the_end(uint64_t seed)
{
	struct session *one = &bots[MESSENGER1].session;
	struct play *two = &bots[MESSENGER2];
	static struct outcome before, after;

	for (int turns = 0; turns < 40; turns++) {
		assert_true(turn(MESSENGER1, seed));
		if (one->state == SESSION_OVER)
			break;
		assert_true(turn(MESSENGER2, seed));
	}
	assert_int_equal(one->state, SESSION_OVER);
	if (two->session.state == SESSION_OVER)
		return false; /* it was messenger2 who ended this one */
	keep_outcome(&before);
	shown[0] = '\0';
	bot_options[MESSENGER2].quiet = false;
	play_drain(two);
	bot_options[MESSENGER2].quiet = true;
	assert_int_equal(two->session.state, SESSION_OVER);
	assert_memory_equal(&two->session.game, &one->game, sizeof(one->game));
	assert_int_equal(count_words(shown, "Game " ID), 1);
	assert_int_equal(count_words(shown, "Status: in progress"), 0);
	keep_outcome(&after);
	assert_int_equal(after.len, before.len);
	return true;
}

/* The last word of an ended game: completed, but not after its result. */
static void
expect_completed(const char *whole, bool result)
{
	static const char text[] = "Game ID: " ID "\n";
	size_t cut = strlen(whole) - 4;
	struct play *p;

	assert_int_equal(truncate(SPOOL1, (off_t)cut), 0);
	if (result)
		put_text("ws/game-" ID ".txt", text);
	p = start(MESSENGER1);
	solo_step(p);
	assert_true(play_said(p));
	expect_bytes(SPOOL1, whole, result ? cut : strlen(whole));
	stop(MESSENGER1);
}

static void
test_last_word(void **state)
{
	char whole[1024] = "";

	(void)state;
	(void)start(MESSENGER1);
	(void)start(MESSENGER2);
	for (int turns = 0; turns < 40; turns++) {
		assert_true(turn(MESSENGER1, 3));
		assert_true(turn(MESSENGER2, 3));
	}
	assert_true(both_are_done());
	stop(MESSENGER1);
	stop(MESSENGER2);
	(void)get_bytes(SPOOL1, whole, sizeof(whole) - 1);
	expect_completed(whole, false);
	expect_completed(whole, true);
}

static void
test_drain_the_end(void **state)
{
	bool found = false;

	(void)state;
	for (uint64_t seed = 1; seed < 20 && !found; seed++) {
		(void)start(MESSENGER1);
		(void)start(MESSENGER2);
		found = drains_the_end(seed);
		stop(MESSENGER1);
		stop(MESSENGER2);
		remove_tree("ws");
	}
	assert_true(found);
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "nothing to load", test_nothing_to_load);
	room_test(&suite, "loaded", test_loaded);
	room_rows(&suite, test_records, ROWS(records));
	room_test(&suite, "a new game must wait", test_begin_blocked);
	room_test(&suite, "the old spool file", test_old_spool);
	room_test(&suite, "a silent game", test_silent);
	room_test(&suite, "the last word of an ended game", test_last_word);
	room_test(&suite, "the end of a dropped game", test_drain_the_end);
	return suite_run(&suite, "play, games");
}
