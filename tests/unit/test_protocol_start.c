/* SPDX-License-Identifier: ISC */
#include "pair.h"

/* The user's protocol, sections 1 to 5, sentence by sentence. */

static void
test_only_messenger1_starts(void **state)
{
	static const char *const lines[] = {"circle", "cross", QUESTION, "yes",
	    "no", "circle 5", "hello", "",
	    "choose your symbol: circle or cross."};
	struct pair *pair = *state;

	expect(&pair->m1, OPENING);
	expect(&pair->m2, NULL);
	for (size_t i = 0; i < NITEMS(lines); i++) {
		assert_int_equal(hear(&pair->m2, lines[i]), SESSION_SAME);
		expect(&pair->m2, NULL);
		expect_invalid(&pair->m2, RECORD_SAID, lines[i]);
	}
	expect_invalid(&pair->m2, RECORD_SAID, OPENING);
	assert_int_equal(hear(&pair->m2, OPENING), SESSION_SAME);
	assert_int_equal(session_next(&pair->m2), LINE_SYMBOL);
}

static void
test_opening_is_exact(void **state)
{
	struct pair *pair = *state;

	expect(&pair->m1, "Choose your symbol: circle or cross.");
	expect_invalid(&pair->m1, RECORD_SAID, "Choose your symbol");
	expect_invalid(
	    &pair->m1, RECORD_SAID, "Choose your symbol: circle or cross");
	assert_int_equal(say(&pair->m1, OPENING), SESSION_SAME);
	expect(&pair->m1, NULL);
}

static void
test_symbol_is_exactly_one_of_two(void **state)
{
	static const char *const wrong[] = {"Circle", "circle.", "circle 1",
	    "cross ", "", "square", QUESTION, "yes"};
	struct pair *pair = *state;

	both(pair, "1 " OPENING "\n");
	for (size_t i = 0; i < NITEMS(wrong); i++)
		expect_invalid(&pair->m2, RECORD_SAID, wrong[i]);
	assert_int_equal(say(&pair->m2, "cross"), SESSION_DRAW);
}

static void
test_no_question_before_the_symbol(void **state)
{
	struct pair *pair = *state;

	expect_invalid(&pair->m2, RECORD_SAID, QUESTION);
	both(pair, "1 " OPENING "\n");
	assert_int_equal(session_next(&pair->m2), LINE_SYMBOL);
	expect_invalid(&pair->m2, RECORD_SAID, QUESTION);
}

static void
test_the_other_symbol_is_messenger1s(void **state)
{
	struct pair *pair = *state;

	both(pair, SYMBOLS);
	assert_int_equal(pair->m1.game.symbol[MESSENGER2], SYMBOL_CIRCLE);
	assert_int_equal(pair->m1.game.symbol[MESSENGER1], SYMBOL_CROSS);
	both_anew(pair, "1 " OPENING "\n2 cross\n");
	assert_int_equal(pair->m1.game.symbol[MESSENGER2], SYMBOL_CROSS);
	assert_int_equal(pair->m1.game.symbol[MESSENGER1], SYMBOL_CIRCLE);
	assert_int_equal(pair->m2.game.symbol[MESSENGER1], SYMBOL_CIRCLE);
}

static void
test_question_before_the_symbol_is_rejected(void **state)
{
	struct pair *pair = *state;

	play(&pair->m1, "1 " OPENING "\n");
	expect_rejected(&pair->m1, QUESTION,
	    "Rejected \"Do you want to go first?\": "
	    "answer circle or cross first.");
	expect(&pair->m1, NULL); /* the symbol is still required */
	expect_rejected(&pair->m1, QUESTION,
	    "Rejected \"Do you want to go first?\": "
	    "answer circle or cross first.");
	assert_int_equal(hear(&pair->m1, "circle"), SESSION_DRAW);
	expect(&pair->m1, NULL);
	/* what was refused is not remembered: it must be asked now */
	assert_int_equal(hear(&pair->m1, QUESTION), SESSION_SAME);
	assert_int_equal(session_next(&pair->m1), LINE_ANSWER);
}

static void
test_question_only_after_the_symbol(void **state)
{
	struct pair *pair = *state;

	both(pair, SYMBOLS);
	expect(&pair->m2, "Do you want to go first?");
	both(pair, "2 " QUESTION "\n");
	expect(&pair->m2, NULL);
}

static void
test_answer_is_yes_or_no(void **state)
{
	static const char *const wrong[] = {
	    "Yes", "no.", "", "maybe", "cross 5", "yes "};
	struct pair *pair = *state;

	expect_invalid(&pair->m1, RECORD_SAID, "yes");
	both(pair, SYMBOLS);
	expect_invalid(&pair->m1, RECORD_SAID, "yes"); /* nobody asked */
	both(pair, "2 " QUESTION "\n");
	for (size_t i = 0; i < NITEMS(wrong); i++)
		expect_invalid(&pair->m1, RECORD_SAID, wrong[i]);
	expect(&pair->m1, "yes");
	expect(&pair->m1, "no");
	for (size_t i = 0; i < NITEMS(wrong); i++) {
		char rejection[LINE_SIZE];

		(void)snprintf(rejection, sizeof(rejection),
		    "Rejected \"%s\": answer yes or no.", wrong[i]);
		expect_rejected(&pair->m2, wrong[i], rejection);
	}
}

static void
test_yes_messenger1_makes_the_first_move(void **state)
{
	struct pair *pair = *state;

	both(pair, YES);
	assert_int_equal(pair->m2.game.first, MESSENGER1);
	expect_choices(&pair->m1, "1, 2, 3, 4, 5, 6, 7, 8, 9");
	expect(&pair->m2, NULL);
}

static void
test_no_messenger2_makes_the_first_move(void **state)
{
	struct pair *pair = *state;

	both(pair, NO);
	assert_int_equal(pair->m1.game.first, MESSENGER2);
	expect(&pair->m1, NULL);
	expect_choices(&pair->m2, "1, 2, 3, 4, 5, 6, 7, 8, 9");
}

/* Whichever symbol it has, it is the answer that decides. */
static void
test_symbol_and_first_move_are_apart(void **state)
{
	struct pair *pair = *state;

	both(pair, "1 " OPENING "\n2 cross\n2 " QUESTION "\n1 yes\n");
	expect(&pair->m1, "circle 5");
	both_anew(pair, "1 " OPENING "\n2 cross\n2 " QUESTION "\n1 no\n");
	expect(&pair->m2, "cross 5");
}

static void
test_positions_are_numbered_from_top_left(void **state)
{
	static const char *const boards[] = {
	    "X |   |  \n", "  | X |  \n", "  |   | X\n"};
	struct pair *pair = *state;

	for (int position = 1; position <= BOARD_CELLS; position++) {
		char move[32], drawing[DRAWING_SIZE];
		const char *line;
		ptrdiff_t row = (position - 1) / 3;

		(void)snprintf(move, sizeof(move), "1 cross %d\n", position);
		both_anew(pair, YES);
		both(pair, move);
		(void)drawing_write(&pair->m2.head.id, &pair->m2.game, drawing);
		line = strchr(drawing, '\n') + 1 + row * 20;
		assert_memory_equal(line, boards[(position - 1) % 3], 10);
	}
}

static void
test_empty_cells_are_blank(void **state)
{
	struct pair *pair = *state;
	char drawing[DRAWING_SIZE];

	both(pair, YES);
	(void)drawing_write(&pair->m1.head.id, &pair->m1.game, drawing);
	assert_non_null(strstr(drawing,
	    "\n  |   |  \n---------\n  |   |  \n---------\n  |   |  \n"));
}

static void
test_moves_have_the_compact_format(void **state)
{
	struct pair *pair = *state;

	both(pair, YES);
	expect(&pair->m1, "cross 5");
	expect(&pair->m1, "cross 1");
	expect_invalid(&pair->m1, RECORD_SAID, "cross  5");
	expect_invalid(&pair->m1, RECORD_SAID, "Cross 5");
	expect_invalid(&pair->m1, RECORD_SAID, "cross 5.");
	expect_invalid(&pair->m1, RECORD_SAID, "5");
	assert_int_equal(hear(&pair->m2, "cross 5"), SESSION_DRAW);
}

int
main(void)
{
	static struct suite suite;

	suite_pair(&suite, "section 1: only messenger1 starts a game",
	    test_only_messenger1_starts);
	suite_pair(
	    &suite, "section 2: the opening is exact", test_opening_is_exact);
	suite_pair(&suite, "section 2: the symbol is exactly one of two",
	    test_symbol_is_exactly_one_of_two);
	suite_pair(&suite, "section 2: no question before the symbol",
	    test_no_question_before_the_symbol);
	suite_pair(&suite, "section 2: the symbol left is messenger1's",
	    test_the_other_symbol_is_messenger1s);
	suite_pair(&suite, "section 2: an early question is rejected",
	    test_question_before_the_symbol_is_rejected);
	suite_pair(&suite, "section 3: the question only after the symbol",
	    test_question_only_after_the_symbol);
	suite_pair(&suite, "section 3: the answer is yes or no",
	    test_answer_is_yes_or_no);
	suite_pair(&suite, "section 3: yes, messenger1 moves first",
	    test_yes_messenger1_makes_the_first_move);
	suite_pair(&suite, "section 3: no, messenger2 moves first",
	    test_no_messenger2_makes_the_first_move);
	suite_pair(&suite, "section 3: symbol and first move are apart",
	    test_symbol_and_first_move_are_apart);
	suite_pair(&suite, "section 4: positions count from top-left",
	    test_positions_are_numbered_from_top_left);
	suite_pair(&suite, "section 4: empty cells are blank",
	    test_empty_cells_are_blank);
	suite_pair(&suite, "section 5: moves have the compact format",
	    test_moves_have_the_compact_format);
	return suite_run(&suite, "protocol_start");
}
