/* SPDX-License-Identifier: ISC */
#include "pair.h"

/* The user's protocol, sections 6 to 8, sentence by sentence. */
#define TIE_BUT_ONE                                                            \
	YES "1 cross 5\n2 circle 1\n1 cross 3\n2 circle 7\n1 cross 4\n"        \
	    "2 circle 6\n1 cross 2\n2 circle 8\n"

static void
test_players_alternate(void **state)
{
	static const char *const moves[] = {"1 cross 5\n", "2 circle 1\n",
	    "1 cross 3\n", "2 circle 7\n", "1 cross 4\n", "2 circle 6\n",
	    "1 cross 2\n", "2 circle 8\n"};
	struct pair *pair = *state;

	both(pair, YES);
	for (size_t i = 0; i < NITEMS(moves); i++) {
		bool one = i % 2 == 0;

		assert_int_equal(
		    session_next(one ? &pair->m1 : &pair->m2), LINE_MOVE);
		expect(one ? &pair->m2 : &pair->m1, NULL);
		both(pair, moves[i]);
	}
}

static void
test_empties_are_listed_first(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n2 circle 1\n");
	expect_choices(&pair->m1, "2, 3, 4, 6, 7, 8, 9");
	both(pair, "1 cross 9\n");
	expect_choices(&pair->m2, "2, 3, 4, 6, 7, 8");
}

/* Whatever a brain answers: only what is in the list is ever said. */
static void
test_own_moves_are_verified(void **state)
{
	static const int wrong[] = {-1, 0, 1, 5, 10, 99, 999};
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n2 circle 1\n");
	for (size_t i = 0; i < NITEMS(wrong); i++) {
		struct line choice = {.position = wrong[i]};
		char words[LINE_SIZE];

		(void)session_line(&pair->m1, &choice, words);
		expect_invalid(&pair->m1, RECORD_SAID, words);
	}
}

static void
test_own_symbol_is_never_wrong(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n2 circle 1\n");
	expect_invalid(&pair->m1, RECORD_SAID, "circle 9");
	both(pair, "1 cross 9\n");
	expect_invalid(&pair->m2, RECORD_SAID, "cross 2");
}

static void
test_no_empties_no_move(void **state)
{
	struct pair *pair = *state;
	int cells[BOARD_CELLS];

	both(pair, TIE_BUT_ONE "1 cross 9\n");
	assert_int_equal(session_choices(&pair->m1, cells), 0);
	expect(&pair->m1, NULL);
	expect(&pair->m2, NULL);
	assert_true(session_ended(&pair->m1) && session_ended(&pair->m2));
	expect_status(&pair->m1, "tie");
	expect_status(&pair->m2, "tie");
}

static void
test_valid_move_updates_the_board(void **state)
{
	struct pair *pair = *state;

	both(pair, YES);
	assert_int_equal(hear(&pair->m2, "cross 5"), SESSION_DRAW);
	assert_int_equal(board_at(&pair->m2.game.board, 5), SYMBOL_CROSS);
	assert_int_equal(pair->m2.game.moves[0], 5);
	expect_choices(&pair->m2, "1, 2, 3, 4, 6, 7, 8, 9");
}

static void
test_position_must_have_been_empty(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	expect_rejected(&pair->m1, "circle 5",
	    "Rejected \"circle 5\": position 5 is occupied. "
	    "Choose another position: 1, 2, 3, 4, 6, 7, 8, 9.");
	both(pair, "2 circle 1\n1 cross 9\n");
	expect_rejected(&pair->m1, "circle 1", /* its own cell, too */
	    "Rejected \"circle 1\": position 1 is occupied. "
	    "Choose another position: 2, 3, 4, 6, 7, 8.");
}

static void
test_winning_move_is_seen(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 1\n2 circle 4\n1 cross 2\n2 circle 5\n");
	assert_false(session_ended(&pair->m1));
	both(pair, "1 cross 3\n");
	assert_int_equal(pair->m1.state, SESSION_OVER);
	assert_int_equal(pair->m2.state, SESSION_OVER);
	expect(&pair->m2, NULL); /* no move is chosen any more */
}

static void
test_full_board_is_seen(void **state)
{
	struct pair *pair = *state;

	both(pair, TIE_BUT_ONE);
	assert_false(session_ended(&pair->m2));
	both(pair, "1 cross 9\n");
	assert_int_equal(pair->m2.state, SESSION_OVER);
}

static void
test_never_twice_in_a_row(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	expect_invalid(&pair->m1, RECORD_SAID, "cross 1");
	both(pair, "2 circle 1\n");
	expect_rejected(&pair->m1, "circle 2",
	    "Rejected \"circle 2\": it is not your turn. "
	    "Choose another position after my move.");
	expect_choices(&pair->m1, "2, 3, 4, 6, 7, 8, 9");
}

/* A line that was there before my move is said was said out of turn. */
static void
test_before_my_move_is_out_of_turn(void **state)
{
	struct pair *pair = *state;

	both(pair, YES);
	expect_rejected(&pair->m1, "circle 5",
	    "Rejected \"circle 5\": it is not your turn. "
	    "Choose another position after my move.");
	play(&pair->m1, "1 cross 9\n");
	expect(&pair->m1, NULL); /* it does not count for later, either */
	assert_int_equal(board_at(&pair->m1.game.board, 5), SYMBOL_NONE);
}

static void
test_symbols_never_change(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	expect_rejected(&pair->m1, "cross",
	    "Rejected \"cross\": not a move. "
	    "Choose another position: 1, 2, 3, 4, 6, 7, 8, 9.");
	expect_rejected(&pair->m1, "cross 1",
	    "Rejected \"cross 1\": your symbol is circle. "
	    "Choose another position: 1, 2, 3, 4, 6, 7, 8, 9.");
	assert_int_equal(pair->m1.game.symbol[MESSENGER2], SYMBOL_CIRCLE);
	expect_invalid(&pair->m2, RECORD_SAID, "cross");
}

static void
test_accepted_moves_are_never_modified(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n2 circle 1\n1 cross 9\n");
	/* neither may be taken back once the other has moved on it */
	assert_int_equal(
	    hear(&pair->m1, "Rejected \"cross 5\": no."), SESSION_SAME);
	assert_int_equal(
	    hear(&pair->m2, "Rejected \"circle 1\": no."), SESSION_SAME);
	assert_memory_equal(
	    &pair->m1.game, &pair->m2.game, sizeof(struct game));
	assert_int_equal(pair->m1.game.move_count, 3);
}

/* The eight combinations of section 7, each by either player. */
static struct line_row {
	const char *name;
	int cells[3], others[2];
} lines[] = {
    {"section 7: 1, 2, 3", {1, 2, 3}, {4, 5}},
    {"section 7: 4, 5, 6", {4, 5, 6}, {1, 2}},
    {"section 7: 7, 8, 9", {7, 8, 9}, {1, 2}},
    {"section 7: 1, 4, 7", {1, 4, 7}, {2, 3}},
    {"section 7: 2, 5, 8", {2, 5, 8}, {1, 3}},
    {"section 7: 3, 6, 9", {3, 6, 9}, {1, 2}},
    {"section 7: 1, 5, 9", {1, 5, 9}, {2, 3}},
    {"section 7: 3, 5, 7", {3, 5, 7}, {1, 2}},
};

static void
play_combination(struct pair *pair, const struct line_row *row, int winner)
{
	const char *mine = winner == 1 ? "cross" : "circle";
	const char *theirs = winner == 1 ? "circle" : "cross";
	char move[32];

	both_anew(pair, winner == 1 ? YES : NO);
	for (int i = 0; i < 3; i++) {
		assert_false(session_ended(&pair->m1));
		(void)snprintf(move, sizeof(move), "%d %s %d\n", winner, mine,
		    row->cells[i]);
		both(pair, move);
		if (i == 2)
			break;
		(void)snprintf(move, sizeof(move), "%d %s %d\n", 3 - winner,
		    theirs, row->others[i]);
		both(pair, move);
	}
}

static void
test_combination(void **state)
{
	static struct pair pair;
	const struct line_row *row = *state;

	for (int winner = 1; winner <= 2; winner++) {
		const char *status =
		    winner == 1 ? "messenger1 win" : "messenger2 win";

		play_combination(&pair, row, winner);
		assert_int_equal(pair.m1.state, SESSION_OVER);
		assert_int_equal(pair.m2.state, SESSION_OVER);
		expect_status(&pair.m1, status);
		expect_status(&pair.m2, status);
	}
}

static void
test_tie_is_a_full_board_without_a_line(void **state)
{
	struct pair *pair = *state;

	both(pair, TIE_BUT_ONE);
	expect_status(&pair->m1, "in progress");
	both(pair, "1 cross 9\n");
	expect_status(&pair->m1, "tie");
	/* a full board with a combination is none */
	both_anew(pair,
	    NO "2 circle 1\n1 cross 2\n2 circle 3\n1 cross 4\n2 circle 6\n"
	       "1 cross 5\n2 circle 8\n1 cross 7\n2 circle 9\n");
	expect_status(&pair->m1, "messenger2 win");
	assert_true(board_full(&pair->m1.game.board));
}

static void
test_no_move_after_the_end(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 1\n2 circle 4\n1 cross 2\n2 circle 5\n"
		       "1 cross 3\n");
	for (int position = 0; position <= 10; position++) {
		char words[LINE_SIZE];

		(void)snprintf(words, sizeof(words), "circle %d", position);
		expect_invalid(&pair->m2, RECORD_SAID, words);
		expect_invalid(&pair->m1, RECORD_HEARD, words);
		(void)snprintf(words, sizeof(words), "cross %d", position);
		expect_invalid(&pair->m1, RECORD_SAID, words);
		expect_invalid(&pair->m2, RECORD_HEARD, words);
	}
}

int
main(void)
{
	static struct suite suite;

	suite_pair(
	    &suite, "section 6: players alternate", test_players_alternate);
	suite_pair(&suite, "section 6: the empties are listed first",
	    test_empties_are_listed_first);
	suite_pair(&suite, "section 6: only a listed position is said",
	    test_own_moves_are_verified);
	suite_pair(&suite, "section 6: never the wrong symbol",
	    test_own_symbol_is_never_wrong);
	suite_pair(
	    &suite, "section 6: no empties, no move", test_no_empties_no_move);
	suite_pair(&suite, "section 6: a valid move updates the board",
	    test_valid_move_updates_the_board);
	suite_pair(&suite, "section 6: the position must have been empty",
	    test_position_must_have_been_empty);
	suite_pair(&suite, "section 6: a winning move is seen",
	    test_winning_move_is_seen);
	suite_pair(
	    &suite, "section 6: a full board is seen", test_full_board_is_seen);
	suite_pair(&suite, "section 6: never twice in a row",
	    test_never_twice_in_a_row);
	suite_pair(&suite, "section 6: a move before mine is out of turn",
	    test_before_my_move_is_out_of_turn);
	suite_pair(&suite, "section 6: symbols never change",
	    test_symbols_never_change);
	suite_pair(&suite, "section 6: accepted moves are never modified",
	    test_accepted_moves_are_never_modified);
	suite_rows(&suite, test_combination, ROWS(lines));
	suite_pair(&suite, "section 8: a tie is full and without a line",
	    test_tie_is_a_full_board_without_a_line);
	suite_pair(&suite, "section 8: no move after the end",
	    test_no_move_after_the_end);
	return suite_run(&suite, "protocol_play");
}
