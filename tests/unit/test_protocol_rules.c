/* SPDX-License-Identifier: ISC */
#include "pair.h"

/* The user's protocol, sections 15 and 16, sentence by sentence. */

/*
 * A conversation, and which of its lines are a change of state that each bot
 * shows: `d` where it draws, `-` where it does not.
 */
static struct row {
	const char *name, *lines[16], *one, *two;
} drawn[] = {
    {"section 15: symbols are chosen",
	{"1 " OPENING, "2 circle", "2 " QUESTION}, "-d-", "-d-"},
    {"section 15: the first player is decided",
	{"1 " OPENING, "2 circle", "2 " QUESTION, "1 yes"}, "-d-d", "-d-d"},
    {"section 15: every accepted move",
	{"1 " OPENING, "2 circle", "2 " QUESTION, "1 yes", "1 cross 1",
	    "2 circle 5"},
	"-d-ddd", "-d-ddd"},
    {"section 15: the final board",
	{"1 " OPENING, "2 circle", "2 " QUESTION, "1 yes", "1 cross 1",
	    "2 circle 4", "1 cross 2", "2 circle 5", "1 cross 3"},
	"-d-dddddd", "-d-dddddd"},
};

static void
test_drawn(void **state)
{
	const struct row *row = *state;
	struct session one, two;

	begin(&one, MESSENGER1);
	begin(&two, MESSENGER2);
	for (size_t i = 0; row->lines[i] != NULL; i++) {
		size_t len = strlen(row->lines[i]);

		assert_int_equal(play_line(&one, row->lines[i], len),
		    row->one[i] == 'd' ? SESSION_DRAW : SESSION_SAME);
		assert_int_equal(play_line(&two, row->lines[i], len),
		    row->two[i] == 'd' ? SESSION_DRAW : SESSION_SAME);
	}
	assert_int_equal(strlen(row->one), strlen(row->two));
}

/* Every rejected move of an active game is drawn, the board unchanged. */
static void
test_rejections_are_drawn(void **state)
{
	struct pair *pair = *state;
	struct game before;

	both(pair, YES "1 cross 5\n");
	before = pair->m1.game;
	assert_int_equal(hear(&pair->m1, "circle 5"), SESSION_SAME);
	assert_int_equal(
	    say(&pair->m1, "Rejected \"circle 5\": position 5 is occupied. "
			   "Choose another position: 1, 2, 3, 4, 6, 7, 8, 9."),
	    SESSION_DRAW);
	assert_memory_equal(&pair->m1.game, &before, sizeof(before));
}

/* Choosing anew is a change as well: the move is gone from the board. */
static void
test_taking_back_is_drawn(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	assert_int_equal(
	    hear(&pair->m1, "Rejected \"cross 5\": no."), SESSION_DRAW);
	assert_int_equal(say(&pair->m1, "cross 1"), SESSION_DRAW);
}

static void
test_layout(void **state)
{
	struct pair *pair = *state;
	char drawing[DRAWING_SIZE];

	both(pair, NO "2 circle 1\n1 cross 3\n2 circle 9\n1 cross 7\n"
		      "2 circle 5\n");
	(void)drawing_write(&pair->m2.head.id, &pair->m2.game, drawing);
	assert_string_equal(drawing, "Game 2026-09-03-110200\n"
				     "O |   | X\n"
				     "---------\n"
				     "  | O |  \n"
				     "---------\n"
				     "X |   | O\n"
				     "Last: circle 5\n"
				     "Empty: 2, 4, 6, 8\n"
				     "Status: messenger2 win\n");
}

static void
test_both_draw_the_same(void **state)
{
	static const char *const lines[] = {"1 " OPENING "\n", "2 circle\n",
	    "2 " QUESTION "\n", "1 no\n", "2 circle 5\n", "1 cross 1\n",
	    "2 circle 2\n", "1 cross 8\n"};
	struct pair *pair = *state;

	for (size_t i = 0; i < NITEMS(lines); i++) {
		char one[DRAWING_SIZE], two[DRAWING_SIZE];

		both(pair, lines[i]);
		(void)drawing_write(&pair->m1.head.id, &pair->m1.game, one);
		(void)drawing_write(&pair->m2.head.id, &pair->m2.game, two);
		assert_string_equal(one, two);
	}
}

/* "Communicate rather than simulate": nothing happens before it was heard. */
static void
test_the_others_words_are_waited_for(void **state)
{
	struct pair *pair = *state;

	play(&pair->m1, "1 " OPENING "\n");
	assert_true(session_waits(&pair->m1));
	play(&pair->m1, "2 circle\n");
	assert_true(session_waits(&pair->m1));
	play(&pair->m1, "2 " QUESTION "\n1 no\n");
	assert_true(session_waits(&pair->m1));
	play(&pair->m1, "2 circle 5\n1 cross 1\n");
	assert_true(session_waits(&pair->m1));
	assert_true(session_waits(&pair->m2)); /* it has heard nothing yet */
	play(&pair->m2, ASKED);
	assert_true(session_waits(&pair->m2));
}

static void
test_never_a_move_on_behalf_of_the_other(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	assert_int_equal(session_next(&pair->m1), LINE_NONE);
	expect_invalid(&pair->m1, RECORD_SAID, "circle 1");
	expect_invalid(&pair->m1, RECORD_SAID, "cross 1");
	expect_invalid(&pair->m2, RECORD_SAID, "cross 1");
}

static void
test_same_board_throughout(void **state)
{
	struct pair *pair = *state;

	/* `both` compares the two games after each of these */
	both(pair, YES "1 cross 5\n");
	/* messenger2, played by hand, tries everything else first */
	play(&pair->m1,
	    "2 cross 1\n1 Rejected \"cross 1\": your symbol is circle. "
	    "Choose another position: 1, 2, 3, 4, 6, 7, 8, 9.\n"
	    "2 circle 12\n1 Rejected \"circle 12\": "
	    "position 12 is outside 1-9. "
	    "Choose another position: 1, 2, 3, 4, 6, 7, 8, 9.\n");
	both(pair, "2 circle 1\n");
	both(pair, "1 cross 9\n");
}

static void
test_only_positions_1_to_9(void **state)
{
	struct pair *pair = *state;

	both(pair, YES);
	expect_invalid(&pair->m1, RECORD_SAID, "cross 0");
	expect_invalid(&pair->m1, RECORD_SAID, "cross 10");
	both(pair, "1 cross 1\n");
	expect_rejected(&pair->m1, "circle 100",
	    "Rejected \"circle 100\": position 100 is outside 1-9. "
	    "Choose another position: 2, 3, 4, 5, 6, 7, 8, 9.");
}

static void
test_only_circle_and_cross(void **state)
{
	static const char *const lines[] = {
	    "square 1", "O 1", "X 1", "nought 1", "none 1"};
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	for (size_t i = 0; i < NITEMS(lines); i++) {
		assert_int_equal(
		    session_judge(&pair->m1, lines[i], strlen(lines[i])),
		    SESSION_REJECTS);
		expect_invalid(&pair->m2, RECORD_SAID, lines[i]);
	}
}

/* A bot that is restarted at any point is the bot that it was. */
static void
test_restart_at_every_point(void **state)
{
	static const char conversation[] =
	    "1 " OPENING "\n2 " QUESTION "\n"
	    "1 Rejected \"" QUESTION "\": answer circle or cross first.\n"
	    "2 circle\n2 " QUESTION "\n1 yes\n1 cross 5\n"
	    "2 Rejected \"cross 5\": no.\n1 cross 1\n2 circle 5\n"
	    "1 cross 2\n2 circle 4\n1 cross 3\n";
	struct pair *pair = *state;

	for (const char *at = conversation; *at != '\0';) {
		size_t len = strcspn(at, "\n");
		struct session again;
		char before[sizeof(conversation)];

		(void)play_line(&pair->m1, at, len);
		at += len + 1;
		memcpy(before, conversation, (size_t)(at - conversation));
		before[at - conversation] = '\0';
		begin_and_play(&again, MESSENGER1, before);
		expect_same(&again, &pair->m1);
	}
	assert_int_equal(pair->m1.state, SESSION_OVER);
}

int
main(void)
{
	static struct suite suite;

	suite_rows(&suite, test_drawn, ROWS(drawn));
	suite_pair(
	    &suite, "section 15: every rejection", test_rejections_are_drawn);
	suite_pair(
	    &suite, "section 15: a move taken back", test_taking_back_is_drawn);
	suite_pair(&suite, "section 15: the layout", test_layout);
	suite_pair(
	    &suite, "section 15: both draw the same", test_both_draw_the_same);
	suite_pair(&suite, "section 16: the other's words are waited for",
	    test_the_others_words_are_waited_for);
	suite_pair(&suite, "section 16: no move on behalf of the other",
	    test_never_a_move_on_behalf_of_the_other);
	suite_pair(&suite, "section 16: the same board throughout",
	    test_same_board_throughout);
	suite_pair(&suite, "section 16: only positions 1-9",
	    test_only_positions_1_to_9);
	suite_pair(&suite, "section 16: only circle and cross",
	    test_only_circle_and_cross);
	suite_pair(&suite, "restarted at every point, the same bot",
	    test_restart_at_every_point);
	return suite_run(&suite, "protocol_rules");
}
