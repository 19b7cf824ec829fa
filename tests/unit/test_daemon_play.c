/* SPDX-License-Identifier: ISC */
/*
 * One bot, to which the other's words are written by hand.
 *
 * wrap: log_put log_error log_warn log_info
 * wrap: clock_gettime pwrite write
 */
#include "io_play.h"

#define RESULT "ws/game-" ID ".txt"
#define RESULT_TEXT "Game ID: " ID "\n"
#define YES OPENING "yes\ncross "

WRAP(ssize_t, pwrite, int fd, const void *buf, size_t len, off_t offset)
{
	return fault_hits("pwrite") ? -1 : __real_pwrite(fd, buf, len, offset);
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	return fault_hits("write") ? -1 : __real_write(fd, buf, len);
}

/* What was said begins with this and goes on with one position. */
static int
position_behind(const char *said)
{
	char there[2048] = "";
	size_t len = strlen(said);

	(void)get_bytes(SPOOL1, there, sizeof(there) - 1);
	assert_memory_equal(there, said, len);
	assert_string_equal(there + len + 1, "\n");
	assert_in_range(there[len], '1', '9');
	return there[len] - '0';
}

static void
test_conversation(void **state)
{
	struct play *p = solo_begin();
	char said[256], theirs[32];
	int mine;

	(void)state;
	assert_false(is_there(SPOOL1));
	solo_step(p);
	expect_text(SPOOL1, OPENING);
	put_text(SPOOL2, "circ");
	solo_step(p);
	expect_text(SPOOL1, OPENING);
	append_text(SPOOL2, "le\n" QUESTION);
	solo_step(p);
	mine = position_behind(YES);
	(void)snprintf(theirs, sizeof(theirs), "circle %d\n", mine % 9 + 1);
	append_text(SPOOL2, theirs);
	solo_step(p);
	(void)snprintf(said, sizeof(said), YES "%d\ncross ", mine);
	assert_int_not_equal(position_behind(said), mine % 9 + 1);
	assert_true(play_said(p));
	solo_step(p);
	(void)position_behind(said);
	assert_string_equal(logged, "");
	solo_end();
}

/* Nobody answers what was not asked yet: that game is given up. */
static void
test_word_before_the_opening(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	put_text(SPOOL2, "circle\n");
	solo_step(p);
	expect_state(p, SESSION_QUIT);
	assert_false(is_there(SPOOL1));
	p = solo_again();
	expect_state(p, SESSION_QUIT);
	solo_step(p);
	assert_false(is_there(SPOOL1));
	solo_end();
}

static void
test_over_long_line(void **state)
{
	struct play *p = solo_begin();
	char line[301], said[256];

	(void)state;
	solo_step(p);
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	put_text(SPOOL2, line);
	solo_step(p);
	expect_text(SPOOL1, OPENING);
	append_text(SPOOL2, "\n");
	solo_step(p);
	solo_step(p);
	(void)snprintf(said, sizeof(said),
	    OPENING "Rejected \"%.40s\": answer circle or cross first.\n",
	    line);
	expect_text(SPOOL1, said);
	solo_end();
}

/*
 * The game is over by its result file
 */

/* What would be said next, and is not, when the result is there. */
static struct over_row {
	const char *name, *heard;
} overs[] = {
    {"before a rejection", "hello\n"},
    {"before a take-back", "circle\n" QUESTION},
};

static void
test_over(void **state)
{
	const struct room *room = *state;
	const struct over_row *row = room->row;
	struct play *p = solo_begin();
	char said[512] = "";

	solo_step(p);
	put_text(SPOOL2, row->heard);
	if (row->heard[0] == 'c') {
		int mine;

		solo_step(p);
		mine = position_behind(YES);
		(void)snprintf(
		    said, sizeof(said), "Rejected \"cross %d\": no.\n", mine);
		append_text(SPOOL2, said);
	}
	memset(said, 0, sizeof(said));
	(void)get_bytes(SPOOL1, said, sizeof(said) - 1);
	put_text(RESULT, RESULT_TEXT);
	solo_step(p);
	expect_state(p, SESSION_FOUND_OVER);
	expect_text(SPOOL1, said);
	/* and so it is after a restart, wherever the result has gone */
	assert_int_equal(unlink(RESULT), 0);
	p = solo_again();
	expect_state(p, SESSION_FOUND_OVER);
	solo_step(p);
	expect_text(SPOOL1, said);
	solo_end();
}

/* After a start it is looked for before the first word. */
static void
test_over_at_start(void **state)
{
	struct play *p;

	(void)state;
	(void)solo_begin();
	p = solo_again();
	put_text(RESULT, RESULT_TEXT);
	fault_at("pwrite", 1, ENOSPC);
	assert_false(play_hear(p, EAR_NAMED));
	assert_string_equal(p->blocked, "journal");
	(void)fault_off();
	solo_step(p);
	expect_state(p, SESSION_FOUND_OVER);
	assert_false(is_there(SPOOL1));
	solo_end();
}

/* Words that are journalled but not said stay unsaid. */
static void
test_over_half_said(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	fault_always("write", ENOSPC);
	assert_false(play_hear(p, EAR_NAMED));
	assert_string_equal(p->blocked, "spool");
	(void)fault_off();
	assert_false(play_said(p));
	p = solo_again();
	put_text(RESULT, RESULT_TEXT);
	solo_step(p);
	expect_state(p, SESSION_FOUND_OVER);
	expect_text(SPOOL1, "");
	solo_end();
}

/*
 * Our own spool file against the journal
 */
static struct own_row {
	const char *name, *there;
	bool blocked; /* the journal cannot take it at first */
} owns[] = {
    {"our file is longer", OPENING "yes\n", false},
    {"our file is different", "yes\n", false},
    {"our file is different, no space", "yes\n", true},
};

static void
test_own_file(void **state)
{
	const struct room *room = *state;
	const struct own_row *row = room->row;
	struct play *p = solo_begin();

	solo_step(p);
	p = solo_again();
	put_text(SPOOL1, row->there);
	put_text(SPOOL2, "hello\n");
	if (row->blocked) {
		fault_at("pwrite", 1, ENOSPC);
		assert_false(play_hear(p, EAR_NAMED));
		assert_string_equal(p->blocked, "journal");
		(void)fault_off();
	}
	solo_step(p);
	expect_state(p, SESSION_QUIT);
	expect_text(SPOOL1, row->there);
	assert_int_equal(count_words(logged, "our spool file"), 1);
	p = solo_again();
	expect_state(p, SESSION_QUIT);
	solo_step(p);
	expect_text(SPOOL1, row->there);
	solo_end();
}

static void
test_own_file_completed(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	solo_step(p);
	for (off_t len = 0; len < (off_t)strlen(OPENING); len += 5) {
		assert_int_equal(truncate(SPOOL1, len), 0);
		p = solo_again();
		solo_step(p);
		expect_text(SPOOL1, OPENING);
	}
	assert_int_equal(unlink(SPOOL1), 0);
	p = solo_again();
	solo_step(p);
	expect_text(SPOOL1, OPENING);
	solo_end();
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "a conversation", test_conversation);
	room_test(
	    &suite, "a word before the opening", test_word_before_the_opening);
	room_test(&suite, "an over-long line", test_over_long_line);
	room_rows(&suite, test_over, ROWS(overs));
	room_test(&suite, "over at the start", test_over_at_start);
	room_test(&suite, "over and half said", test_over_half_said);
	room_rows(&suite, test_own_file, ROWS(owns));
	room_test(&suite, "our file is completed", test_own_file_completed);
	return suite_run(&suite, "play");
}
