/* SPDX-License-Identifier: ISC */
/*
 * What one bot tells its user: drawings, and a log line for each change.
 *
 * wrap: log_put log_error log_warn log_info
 * wrap: clock_gettime openat pwrite renameat2
 */
#include "io_play.h"

#define NOT_YET "Rejected \"hello\": answer circle or cross first.\n"

static int looks; /* at the board file */

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	looks += strcmp(name, "current-board.txt") == 0;
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

WRAP(ssize_t, pwrite, int fd, const void *buf, size_t len, off_t offset)
{
	return fault_hits("pwrite") ? -1 : __real_pwrite(fd, buf, len, offset);
}

WRAP(int, renameat2, int from_dir, const char *from, int dir, const char *name,
    unsigned flags)
{
	if (fault_hits("renameat2"))
		return -1;
	return __real_renameat2(from_dir, from, dir, name, flags);
}

/*
 * What is logged of the other's file, once
 */

static void
test_rewritten(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	solo_step(p);
	put_text(SPOOL2, "hello\n");
	solo_step(p);
	expect_text(SPOOL1, OPENING NOT_YET);
	for (int i = 0; i < 3; i++) {
		put_text(SPOOL2, "circle\n" QUESTION);
		solo_step(p);
		put_text(SPOOL2, "hello\n");
		solo_step(p);
	}
	expect_text(SPOOL1, OPENING NOT_YET);
	assert_int_equal(count_words(logged, "rewrote"), 1);
	put_text(SPOOL2, "hello\ncircle\n");
	solo_step(p);
	expect_state(p, SESSION_AWAITS_QUESTION);
	solo_end();
}

static void
test_foreign(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;
	struct play *p = solo_begin();

	make_object(SPOOL2, row->object, "circle\n");
	for (int i = 0; i < 3; i++)
		solo_step(p);
	expect_text(SPOOL1, OPENING);
	assert_int_equal(count_words(logged, "no regular file"), 1);
	assert_int_equal(rename(SPOOL2, "away"), 0);
	put_text(SPOOL2, "circle\n");
	solo_step(p);
	expect_state(p, SESSION_AWAITS_QUESTION);
	/* once a game, whatever comes and goes */
	assert_int_equal(rename(SPOOL2, "file"), 0);
	assert_int_equal(rename("away", SPOOL2), 0);
	solo_step(p);
	assert_int_equal(count_words(logged, "no regular file"), 1);
	solo_end();
}

static void
test_unreadable(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	/* nothing is opened before it is known what stands there */
	fault_at("openat", 1, EACCES);
	solo_step(p);
	(void)fault_off();
	assert_false(is_there(SPOOL1));
	solo_step(p);
	expect_text(SPOOL1, OPENING);
	put_text(SPOOL2, "circle\n");
	for (int i = 0; i < 3; i++) {
		fault_at("openat", 1, EACCES);
		solo_step(p);
		(void)fault_off();
	}
	expect_state(p, SESSION_AWAITS_SYMBOL);
	assert_int_equal(count_words(logged, "Permission denied"), 1);
	solo_step(p);
	expect_state(p, SESSION_AWAITS_QUESTION);
	solo_end();
}

/* Whether the game is over cannot be seen now: nothing is said until it can. */
static void
test_result_unreadable(void **state)
{
	struct play *p;

	(void)state;
	(void)solo_begin();
	p = solo_again();
	fault_at("openat", 2, EMFILE); /* the other's file, the result */
	assert_false(play_hear(p, EAR_NAMED));
	assert_string_equal(p->blocked, "result");
	assert_int_equal(p->error, EMFILE);
	(void)fault_off();
	assert_false(is_there(SPOOL1));
	put_text(SPOOL2, "");
	solo_step(p);
	expect_text(SPOOL1, OPENING);
	append_text(SPOOL2, "hello\n");
	fault_at("openat", 1, EIO);
	assert_false(play_hear(p, EAR_HELD));
	assert_string_equal(p->blocked, "result");
	(void)fault_off();
	expect_text(SPOOL1, OPENING);
	solo_step(p);
	expect_text(SPOOL1, OPENING NOT_YET);
	solo_end();
}

/* After 20 rejections the rest is logged once and otherwise ignored. */
static void
test_guard(void **state)
{
	struct play *p = solo_begin();
	char there[4096] = "";

	(void)state;
	solo_step(p);
	for (int i = 0; i < 30; i++) {
		append_text(SPOOL2, "hello\n");
		if (i % 2)
			solo_step(p);
	}
	(void)get_bytes(SPOOL1, there, sizeof(there) - 1);
	assert_int_equal(count_words(there, "Rejected"), 20);
	assert_int_equal(count_words(logged, "further wrong ones"), 1);
	append_text(SPOOL2, "circle\n");
	solo_step(p);
	expect_state(p, SESSION_AWAITS_QUESTION);
	solo_end();
}

/*
 * Drawings
 */

/* How often the board file was put while this was done. */
static unsigned
puts_of_step(struct play *p)
{
	fault_at("renameat2", 0, 0);
	solo_step(p);
	return fault_off();
}

static void
test_drawn(void **state)
{
	struct play *p = solo_begin();
	char board[DRAWING_SIZE] = "";

	(void)state;
	bot_options[MESSENGER1].quiet = false;
	assert_int_equal(puts_of_step(p), 0); /* the opening draws nothing */
	put_text(SPOOL2, "circle\n");
	assert_int_equal(puts_of_step(p), 1);
	assert_int_equal(count_words(shown, "Game " ID "\n"), 1);
	/* the board is the same after a rejection: shown, but not put */
	append_text(SPOOL2, "hello\n");
	assert_int_equal(puts_of_step(p), 0);
	assert_int_equal(count_words(shown, "Game " ID "\n"), 2);
	append_text(SPOOL2, QUESTION); /* the answer, and a move */
	assert_int_equal(puts_of_step(p), 1);
	assert_int_equal(count_words(shown, "Game " ID "\n"), 4);
	(void)get_bytes(BOARD, board, sizeof(board) - 1);
	assert_non_null(strstr(shown, board));
	assert_non_null(strstr(board, "Last: cross "));
	/* a restart draws, whether anything is new or not */
	shown[0] = '\0';
	p = solo_again();
	assert_int_equal(puts_of_step(p), 0);
	assert_string_equal(shown, board);
	/* and hears everything first */
	shown[0] = '\0';
	assert_int_equal(unlink(BOARD), 0);
	append_text(SPOOL2, "hello\n");
	p = solo_again();
	assert_int_equal(puts_of_step(p), 1);
	expect_text(BOARD, board);
	assert_string_equal(shown + strlen(shown) - strlen(board), board);
	shown[0] = '\0';
	solo_step(p);
	assert_string_equal(shown, "");
	bot_options[MESSENGER1].quiet = true;
	append_text(SPOOL2, "hello again\n");
	solo_step(p);
	assert_string_equal(shown, "");
	solo_end();
}

/* The other moves to the first empty position. */
static void
let_move(const struct play *p)
{
	int cells[BOARD_CELLS];
	char words[16];

	assert_true(board_empties(&p->session.game.board, cells) > 0);
	(void)snprintf(words, sizeof(words), "circle %d\n", cells[0]);
	append_text(SPOOL2, words);
}

/* A move answered at once is shown; the board file gets the answer alone. */
static void
test_drawn_with_the_answer(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	bot_options[MESSENGER1].quiet = false;
	put_text(SPOOL2, "");
	solo_step(p);
	append_text(SPOOL2, "circle\n" QUESTION);
	solo_step(p);
	let_move(p);
	shown[0] = '\0';
	looks = 0;
	assert_int_equal(puts_of_step(p), 1);
	assert_int_equal(looks, 0);
	assert_int_equal(count_words(shown, "Game "), 2);
	/* while we think it gets what was heard */
	bot_options[MESSENGER1].pace = SECOND_NS;
	let_move(p);
	assert_int_equal(puts_of_step(p), 1);
	assert_int_equal(looks, 1);
	assert_int_equal(count_words(shown, "Game "), 3);
	bot_options[MESSENGER1].pace = 0;
	bot_options[MESSENGER1].quiet = true;
	solo_end();
}

/* A board file that cannot be put holds up nothing, and is put later. */
static void
test_not_drawn(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	solo_step(p);
	fault_always("renameat2", ENOSPC);
	put_text(SPOOL2, "circle\n");
	solo_step(p);
	append_text(SPOOL2, QUESTION);
	solo_step(p);
	play_redraw(p);
	assert_true(p->session.game.move_count == 1);
	assert_false(is_there(BOARD));
	assert_int_equal(count_words(logged, "not drawn for now"), 1);
	(void)fault_off();
	play_redraw(p);
	assert_true(is_there(BOARD));
	assert_int_equal(count_words(logged, "is drawn again"), 1);
	fault_at("renameat2", 0, 0);
	play_redraw(p);
	assert_int_equal(fault_off(), 0);
	solo_end();
}

/*
 * Time to think
 */

static void
test_pace(void **state)
{
	struct play *p = solo_begin();
	char said[256] = "";

	(void)state;
	bot_options[MESSENGER1].pace = SECOND_NS;
	put_text(SPOOL2, "");
	solo_step(p);
	append_text(SPOOL2, "circle\n" QUESTION);
	solo_step(p);
	expect_text(SPOOL1, OPENING "yes\n");
	assert_true(p->think_until == now_boot + SECOND_NS);
	now_boot += SECOND_NS - 1;
	/* what is said meanwhile is said out of turn */
	append_text(SPOOL2, "circle 1\n");
	solo_step(p);
	(void)get_bytes(SPOOL1, said, sizeof(said) - 1);
	assert_non_null(strstr(said, "yes\nRejected \"circle 1\": it is not "
				     "your turn."));
	assert_null(strstr(said, "\ncross"));
	now_boot++;
	solo_step(p);
	(void)get_bytes(SPOOL1, said, sizeof(said) - 1);
	assert_non_null(strstr(said, "\ncross"));
	assert_true(p->think_until == 0);
	bot_options[MESSENGER1].pace = 0;
	solo_end();
}

/*
 * A game that is dropped is heard to its end, silently
 */
static struct drain_row {
	const char *name, *words;
	enum session_state state;
	int moves, shown;
} drains[] = {
    {"nothing more", "", SESSION_AWAITS_SYMBOL, 0, 0},
    {"an answer", "circle\n", SESSION_AWAITS_QUESTION, 0, 0},
    {"wrong words", "hello\ncircle\nyes\n", SESSION_AWAITS_QUESTION, 0, 0},
};

static void
test_drain(void **state)
{
	const struct room *room = *state;
	const struct drain_row *row = room->row;
	struct play *p = solo_begin();
	struct stat journal;

	bot_options[MESSENGER1].quiet = false;
	put_text(SPOOL2, "");
	solo_step(p);
	journal = look_at(JOURNAL1);
	append_text(SPOOL2, row->words);
	play_drain(p);
	assert_int_equal(p->session.state, row->state);
	assert_int_equal(p->session.game.move_count, row->moves);
	assert_int_equal(count_words(shown, "Game "), row->shown);
	expect_text(SPOOL1, OPENING);
	assert_int_equal(look_at(JOURNAL1).st_size, journal.st_size);
	/* nothing is held any more, and there is no such name */
	ear_reset(&p->ear);
	assert_int_equal(unlink(SPOOL2), 0);
	play_drain(p);
	bot_options[MESSENGER1].quiet = true;
	solo_end();
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "the other rewrites", test_rewritten);
	room_objects(&suite, test_foreign);
	room_test(&suite, "unreadable for now", test_unreadable);
	room_test(
	    &suite, "the result is unreadable for now", test_result_unreadable);
	room_test(&suite, "too many rejections", test_guard);
	room_test(&suite, "drawn", test_drawn);
	room_test(&suite, "drawn with the answer", test_drawn_with_the_answer);
	room_test(&suite, "not drawn", test_not_drawn);
	room_test(&suite, "time to think", test_pace);
	room_rows(&suite, test_drain, ROWS(drains));
	return suite_run(&suite, "play, told");
}
