/* SPDX-License-Identifier: ISC */
#include "bench.h"

static int
setup(void **state)
{
	*state = suite_alloc(sizeof(struct session));
	return 0;
}

static int
teardown(void **state)
{
	free(*state);
	return 0;
}

/* A `Rejected "` that changes nothing but the count of the steps. */
static void
hear_in_vain(struct session *s, const char *words)
{
	struct session before;

	memcpy(&before, s, sizeof(before));
	assert_int_equal(
	    session_judge(s, words, strlen(words)), SESSION_IGNORES);
	assert_int_equal(hear(s, words), SESSION_SAME);
	before.steps++;
	expect_same(s, &before);
}

/* Draw, choose among the empties without those refused this turn, draw, say. */
static void
test_taken_back(void **state)
{
	struct session *s = *state;
	struct game before;

	begin_and_play(s, MESSENGER1, YES);
	before = s->game;
	assert_int_equal(say(s, "cross 5"), SESSION_DRAW);
	expect(s, NULL);
	assert_int_equal(hear(s, "Rejected \"cross 5\": no."), SESSION_DRAW);
	assert_memory_equal(&s->game, &before, sizeof(before));
	expect_choices(s, "1, 2, 3, 4, 6, 7, 8, 9");
	expect_invalid(s, RECORD_SAID, "cross 5");
	assert_int_equal(say(s, "cross 1"), SESSION_DRAW);
	expect(s, NULL);
}

static void
test_taken_back_by_messenger2(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER2, NO "2 circle 5\n");
	assert_int_equal(
	    hear(s, "Rejected \"circle 5\": position 5 is occupied. "
		    "Choose another position: 1."),
	    SESSION_DRAW);
	expect_choices(s, "1, 2, 3, 4, 6, 7, 8, 9");
}

static void
test_any_reason_will_do(void **state)
{
	static const char *const lines[] = {"Rejected \"cross 5\"",
	    "Rejected \"cross 5\": ", "Rejected \"cross 5\" why?",
	    "Rejected \"cross 5\"\"\"\xff\x01"};
	struct session *s = *state;

	for (size_t i = 0; i < NITEMS(lines); i++) {
		begin_and_play(s, MESSENGER1, YES "1 cross 5\n");
		assert_int_equal(hear(s, lines[i]), SESSION_DRAW);
		expect_choices(s, "1, 2, 3, 4, 6, 7, 8, 9");
	}
}

static void
test_over_long_rejection_takes_back(void **state)
{
	struct session *s = *state;
	char words[2048];

	memset(words, 'a', sizeof(words));
	words[sizeof(words) - 1] = '\0';
	memcpy(words, "Rejected \"cross 5\": ", 20);
	begin_and_play(s, MESSENGER1, YES "1 cross 5\n");
	assert_int_equal(hear(s, words), SESSION_DRAW);
	assert_int_equal(strlen(s->rejections.list[0].reason), REASON_MAX);
}

static void
test_twice(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER1, YES "1 cross 5\n");
	assert_int_equal(hear(s, "Rejected \"cross 5\": no."), SESSION_DRAW);
	hear_in_vain(s, "Rejected \"cross 5\": no.");
	expect_choices(s, "1, 2, 3, 4, 6, 7, 8, 9");
	play(s, "1 cross 1\n");
	hear_in_vain(s, "Rejected \"cross 5\": no.");
	assert_int_equal(hear(s, "Rejected \"cross 1\": no."), SESSION_DRAW);
	expect_choices(s, "2, 3, 4, 6, 7, 8, 9");
}

/* Not my last line; the words are my move's, but I have said more since. */
static void
test_not_my_last_line(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER1, YES "1 cross 5\n2 hello\n");
	play(s, "1 Rejected \"hello\": not a move. "
		"Choose another position: 1, 2, 3, 4, 6, 7, 8, 9.\n");
	hear_in_vain(s, "Rejected \"cross 5\": no.");
	expect(s, NULL);
}

static void
test_the_other_has_moved_since(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER1, YES "1 cross 5\n2 circle 1\n");
	hear_in_vain(s, "Rejected \"cross 5\": no.");
	expect_choices(s, "2, 3, 4, 6, 7, 8, 9");
	play(s, "1 cross 9\n");
	hear_in_vain(s, "Rejected \"cross 5\": no.");
}

static void
test_not_the_ending_move(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER1,
	    YES "1 cross 1\n2 circle 4\n1 cross 2\n2 circle 5\n1 cross 3\n");
	expect_invalid(s, RECORD_HEARD, "Rejected \"cross 3\": no.");
	expect(s, NULL);
	begin_and_play(s, MESSENGER1,
	    YES "1 cross 5\n2 circle 1\n1 cross 3\n2 circle 7\n1 cross 4\n"
		"2 circle 6\n1 cross 2\n2 circle 8\n1 cross 9\n");
	expect_invalid(s, RECORD_HEARD, "Rejected \"cross 9\": no.");
	expect(s, NULL);
}

static struct row {
	const char *name, *words;
} wrong[] = {
    {"another position", "Rejected \"cross 6\": no."},
    {"the other's symbol", "Rejected \"circle 5\": no."},
    {"only the symbol", "Rejected \"cross\": no."},
    {"other case", "Rejected \"Cross 5\": no."},
    {"two blanks", "Rejected \"cross  5\": no."},
    {"a leading zero", "Rejected \"cross 05\": no."},
    {"a blank behind", "Rejected \"cross 5 \": no."},
    {"more digits", "Rejected \"cross 55\": no."},
    {"no closing quote", "Rejected \"cross 5"},
    {"no quotes closed in time", "Rejected \"cross 5: no.\""},
    {"nothing quoted", "Rejected \"\": no."},
    {"an earlier line of mine", "Rejected \"yes\": no."},
    {"the opening", "Rejected \"" OPENING "\": no."},
    {"a rejection in a rejection", "Rejected \"Rejected \"cross 5\""},
};

static void
test_wrong_words(void **state)
{
	const struct row *row = *state;
	struct session s;

	begin_and_play(&s, MESSENGER1, YES "1 cross 5\n");
	hear_in_vain(&s, row->words);
	expect(&s, NULL);
}

static void
test_until_none_is_left(void **state)
{
	struct session *s = *state;
	char words[LINE_SIZE], rejection[LINE_SIZE];

	begin_and_play(s, MESSENGER1, YES);
	for (int position = 1; position <= BOARD_CELLS; position++) {
		(void)snprintf(words, sizeof(words), "cross %d", position);
		(void)snprintf(rejection, sizeof(rejection),
		    "Rejected \"cross %d\": no.", position);
		assert_int_equal(say(s, words), SESSION_DRAW);
		assert_int_equal(hear(s, rejection), SESSION_DRAW);
		assert_int_equal(s->game.move_count, 0);
	}
	expect(s, NULL);
	assert_true(session_waits(s));
	assert_false(session_ended(s));
	assert_string_equal(session_state_name(s), "my turn");
	for (int position = 1; position <= BOARD_CELLS; position++) {
		(void)snprintf(words, sizeof(words), "cross %d", position);
		expect_invalid(s, RECORD_SAID, words);
	}
	hear_in_vain(s, "Rejected \"cross 9\": no.");
}

static void
test_refused_cells_come_back_next_turn(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER1, YES "1 cross 5\n");
	assert_int_equal(hear(s, "Rejected \"cross 5\": no."), SESSION_DRAW);
	play(s, "1 cross 1\n");
	assert_int_equal(hear(s, "Rejected \"cross 1\": no."), SESSION_DRAW);
	expect_choices(s, "2, 3, 4, 6, 7, 8, 9");
	play(s, "1 cross 9\n2 circle 2\n");
	expect_choices(s, "1, 3, 4, 5, 6, 7, 8");
	play(s, "1 cross 5\n");
}

static void
test_the_other_may_take_a_refused_cell(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER1, YES "1 cross 5\n");
	assert_int_equal(hear(s, "Rejected \"cross 5\": no."), SESSION_DRAW);
	play(s, "1 cross 1\n2 circle 5\n");
	expect_choices(s, "2, 3, 4, 6, 7, 8, 9");
}

/* My turn is open again: a move of the other is out of turn. */
static void
test_out_of_turn_after_a_take_back(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER1, YES "1 cross 5\n");
	assert_int_equal(hear(s, "Rejected \"cross 5\": no."), SESSION_DRAW);
	assert_int_equal(hear(s, "circle 1"), SESSION_SAME);
	expect(s, "Rejected \"circle 1\": it is not your turn. "
		  "Choose another position after my move.");
}

/* A refused move is no part of what my symbol, or the first player, was. */
static void
test_nothing_else_is_taken_back(void **state)
{
	struct session *s = *state;

	begin_and_play(s, MESSENGER2, NO "2 circle 5\n1 cross 1\n2 circle 9\n");
	assert_int_equal(hear(s, "Rejected \"circle 9\": no."), SESSION_DRAW);
	assert_int_equal(s->game.move_count, 2);
	assert_int_equal(s->game.moves[0], 5);
	assert_int_equal(s->game.moves[1], 1);
	assert_int_equal(s->game.moves[2], 0);
	assert_int_equal(s->game.first, MESSENGER2);
	assert_int_equal(s->game.symbol[MESSENGER2], SYMBOL_CIRCLE);
}

#define WITH_SESSION(f)                                                        \
	(struct CMUnitTest) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	static struct suite suite;

	suite_add(&suite, WITH_SESSION(test_taken_back));
	suite_add(&suite, WITH_SESSION(test_taken_back_by_messenger2));
	suite_add(&suite, WITH_SESSION(test_any_reason_will_do));
	suite_add(&suite, WITH_SESSION(test_over_long_rejection_takes_back));
	suite_add(&suite, WITH_SESSION(test_twice));
	suite_add(&suite, WITH_SESSION(test_not_my_last_line));
	suite_add(&suite, WITH_SESSION(test_the_other_has_moved_since));
	suite_add(&suite, WITH_SESSION(test_not_the_ending_move));
	suite_prefix(&suite, "wrong words: ");
	suite_rows(&suite, test_wrong_words, ROWS(wrong));
	suite_add(&suite, WITH_SESSION(test_until_none_is_left));
	suite_add(&suite, WITH_SESSION(test_refused_cells_come_back_next_turn));
	suite_add(&suite, WITH_SESSION(test_the_other_may_take_a_refused_cell));
	suite_add(&suite, WITH_SESSION(test_out_of_turn_after_a_take_back));
	suite_add(&suite, WITH_SESSION(test_nothing_else_is_taken_back));
	return suite_run(&suite, "session_takeback");
}
