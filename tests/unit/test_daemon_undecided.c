/* SPDX-License-Identifier: ISC */
/*
 * A brain that takes time, as a person's does: until it has chosen, nothing is
 * said, nothing waits for a timer, and what may be heard is heard.
 *
 * wrap: log_put log_error log_warn log_info
 * wrap: clock_gettime brain_decided
 */
#include "io_play.h"

#include "brain.h"

static bool decided;
static int asked;

WRAP(bool, brain_decided, const struct session *s)
{
	(void)s;
	asked++;
	return decided;
}

static void
step(struct play *p, bool then)
{
	decided = then;
	asked = 0;
	solo_step(p);
}

/* An answer that is due holds up what stands behind it, and nothing else. */
static void
test_answer(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	step(p, true);
	expect_text(SPOOL1, OPENING);
	put_text(SPOOL2, "circle\n" QUESTION "circle 5\n");
	step(p, false);
	step(p, false);
	expect_text(SPOOL1, OPENING);
	expect_state(p, SESSION_ANSWER_DUE);
	assert_int_equal(asked, 1);
	assert_true(p->think_until == 0);
	step(p, true);
	expect_state(p, SESSION_PLAY);
	assert_int_equal(p->session.rejections_said, 1); /* "not your turn" */
	assert_int_equal(p->session.game.move_count, 1);
	solo_end();
}

/* While a move is due the other is heard. */
static void
test_move(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	step(p, true);
	put_text(SPOOL2, "circle\n" QUESTION);
	decided = true;
	assert_true(play_hear(p, EAR_NAMED));
	step(p, false);
	expect_text(SPOOL1, OPENING "yes\n");
	assert_int_equal(asked, 1);
	append_text(SPOOL2, "circle 5\n");
	/* the rejection is no matter of choice, but is asked for as well */
	step(p, true);
	assert_int_equal(p->session.rejections_said, 1);
	append_text(SPOOL2, "circle 5\n");
	assert_true(p->think_until == 0);
	step(p, false);
	assert_true(p->think_until == 0);
	solo_end();
}

/* The same answers, when they come at last, make the same game. */
static void
test_restart(void **state)
{
	struct play *p = solo_begin();

	(void)state;
	step(p, true);
	put_text(SPOOL2, "circle\n" QUESTION);
	step(p, false);
	p = solo_again();
	workspace_find_peer(&p->ws);
	step(p, false);
	expect_text(SPOOL1, OPENING);
	expect_state(p, SESSION_ANSWER_DUE);
	step(p, true);
	expect_state(p, SESSION_PLAY);
	solo_end();
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "an answer", test_answer);
	room_test(&suite, "a move", test_move);
	room_test(&suite, "a restart", test_restart);
	return suite_run(&suite, "undecided");
}
