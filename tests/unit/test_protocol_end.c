/* SPDX-License-Identifier: ISC */
#include "pair.h"

/* The user's protocol, sections 10 to 14, sentence by sentence. */
#define M1_WINS YES "1 cross 1\n2 circle 4\n1 cross 2\n2 circle 5\n1 cross 3\n"
#define M2_WINS NO "2 circle 1\n1 cross 4\n2 circle 2\n1 cross 5\n2 circle 3\n"
#define TIE                                                                    \
	YES "1 cross 5\n2 circle 1\n1 cross 3\n2 circle 7\n1 cross 4\n"        \
	    "2 circle 6\n1 cross 2\n2 circle 8\n1 cross 9\n"

static void
test_contents_of_the_result(void **state)
{
	static const char *const fields[] = {"Game ID: 2026-09-03-110200\n",
	    "\nPlayers: messenger1, messenger2\n",
	    "\nSymbols: messenger1 = cross, messenger2 = circle\n",
	    "\nFirst player: messenger1\n",
	    "\nMoves: 5\n1. messenger1: cross 1\n",
	    "\nBoard:\nX | X | X\n---------\nO | O |  \n---------\n",
	    "\nResult: messenger1 win\n"};
	struct pair *pair = *state;
	char text[RESULT_SIZE];

	both(pair, M1_WINS);
	(void)session_result(&pair->m1, text);
	for (size_t i = 0; i < NITEMS(fields); i++)
		assert_non_null(strstr(text, fields[i]));
}

static void
test_result_is_exactly_one_of_three(void **state)
{
	static const struct {
		const char *conversation, *line;
	} games[] = {
	    {M1_WINS, "\nResult: messenger1 win\n"},
	    {M2_WINS, "\nResult: messenger2 win\n"},
	    {TIE, "\nResult: tie\n"},
	};
	struct pair *pair = *state;

	for (size_t i = 0; i < NITEMS(games); i++) {
		char text[RESULT_SIZE];

		both_anew(pair, games[i].conversation);
		(void)session_result(&pair->m1, text);
		assert_non_null(strstr(text, games[i].line));
	}
}

/* Everything that could make a bot speak, and some more. */
static void
expect_silence(struct session *s)
{
	static const char *const lines[] = {OPENING, QUESTION, "circle",
	    "cross", "yes", "no", "circle 9", "cross 9", "circle 1", "cross 12",
	    "hello", "", "Rejected \"cross 3\": no.",
	    "Rejected \"circle 3\": no.", "The game has ended."};

	assert_true(session_ended(s));
	expect(s, NULL);
	for (size_t i = 0; i < NITEMS(lines); i++) {
		assert_int_equal(session_judge(s, lines[i], strlen(lines[i])),
		    SESSION_IGNORES);
		expect_invalid(s, RECORD_HEARD, lines[i]);
		expect_invalid(s, RECORD_SAID, lines[i]);
		expect(s, NULL);
	}
}

static void
test_hard_stop_after_a_win(void **state)
{
	struct pair *pair = *state;

	both(pair, M1_WINS);
	expect_silence(&pair->m1);
	expect_silence(&pair->m2);
	both_anew(pair, M2_WINS);
	expect_silence(&pair->m1);
	expect_silence(&pair->m2);
}

static void
test_hard_stop_after_a_tie(void **state)
{
	struct pair *pair = *state;

	both(pair, TIE);
	expect_silence(&pair->m1);
	expect_silence(&pair->m2);
}

static void
test_hard_stop_by_the_result_file(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	play(&pair->m1, "over\n");
	play(&pair->m2, "over\n"); /* a move was due: it is dropped */
	expect_silence(&pair->m1);
	expect_silence(&pair->m2);
}

/* A rejection that was due when the result file was found is not said. */
static void
test_no_rejection_after_the_result_file(void **state)
{
	struct pair *pair = *state;

	both(pair, YES "1 cross 5\n");
	assert_int_equal(hear(&pair->m1, "circle 5"), SESSION_SAME);
	assert_int_equal(session_next(&pair->m1), LINE_REJECTION);
	play(&pair->m1, "over\n");
	expect_silence(&pair->m1);
}

static void
test_a_new_game_is_completely_new(void **state)
{
	struct pair *pair = *state;
	struct session fresh;

	begin(&fresh, MESSENGER1);
	both(pair, M1_WINS);
	begin(&pair->m1, MESSENGER1);
	expect_same(&pair->m1, &fresh);
	expect(&pair->m1, OPENING);
}

static void
test_every_game_begins_empty(void **state)
{
	struct pair *pair = *state;
	struct game *games[] = {&pair->m1.game, &pair->m2.game};

	for (size_t i = 0; i < NITEMS(games); i++) {
		assert_int_equal(games[i]->board.circles, 0);
		assert_int_equal(games[i]->board.crosses, 0);
		assert_int_equal(game_status(games[i]), GAME_IN_PROGRESS);
		assert_int_equal(board_winner(&games[i]->board), SYMBOL_NONE);
		assert_int_equal(games[i]->move_count, 0);
		assert_int_equal(games[i]->first, PLAYER_NONE);
		assert_int_equal(games[i]->symbol[MESSENGER1], SYMBOL_NONE);
	}
}

/* Words of another game, in whatever state, are no moves of this one. */
static void
test_moves_before_the_game_do_not_count(void **state)
{
	struct pair *pair = *state;

	assert_int_equal(hear(&pair->m2, "cross 5"), SESSION_SAME);
	play(&pair->m2, "1 " OPENING "\n2 circle\n2 " QUESTION "\n1 yes\n");
	assert_int_equal(pair->m2.game.move_count, 0);
	/* messenger1 cannot keep a game in which someone spoke before it */
	assert_int_equal(hear(&pair->m1, "circle"), SESSION_SAME);
	assert_int_equal(pair->m1.state, SESSION_QUIT);
	expect_silence(&pair->m1);
}

static void
test_ids_are_unique(void **state)
{
	struct gameid last = {{0}}, next;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		/* a clock that stands still, and then goes back */
		assert_int_equal(gameid_for(STARTED - i / 10, &last, &next), 0);
		assert_true(gameid_compare(&next, &last) > 0);
		last = next;
	}
}

/* The words of section 13, and after each what is due from whom. */
static void
test_the_normal_sequence(void **state)
{
	static const char *const lines[] = {
	    "1 Choose your symbol: circle or cross.\n", "2 circle\n",
	    "2 Do you want to go first?\n", "1 yes\n", "1 cross 5\n",
	    "2 circle 1\n", "1 cross 3\n", "2 circle 7\n", "1 cross 4\n",
	    "2 circle 6\n", "1 cross 2\n", "2 circle 8\n", "1 cross 9\n"};
	struct pair *pair = *state;
	char words[LINE_SIZE];

	for (size_t i = 0; i < NITEMS(lines); i++) {
		bool one = lines[i][0] == '1';
		size_t len = strlen(lines[i]) - 3;

		memcpy(words, lines[i] + 2, len);
		words[len] = '\0';
		expect(one ? &pair->m1 : &pair->m2, words);
		expect(one ? &pair->m2 : &pair->m1, NULL);
		both(pair, lines[i]);
	}
	expect_status(&pair->m1, "tie");
	expect(&pair->m1, NULL);
	expect(&pair->m2, NULL);
}

/* Section 14's examples of invalid moves, in its order. */
static struct row {
	const char *name;
	enum player me;
	const char *conversation, *heard, *rejection;
} invalid[] = {
    {"section 14: position is outside 1-9", MESSENGER1, YES "1 cross 5\n",
	"circle 10",
	"Rejected \"circle 10\": position 10 is outside 1-9. "
	"Choose another position: 1, 2, 3, 4, 6, 7, 8, 9."},
    {"section 14: position 0", MESSENGER2, NO "2 circle 5\n", "cross 0",
	"Rejected \"cross 0\": position 0 is outside 1-9. "
	"Choose another position: 1, 2, 3, 4, 6, 7, 8, 9."},
    {"section 14: position is already occupied", MESSENGER1, YES "1 cross 5\n",
	"circle 5",
	"Rejected \"circle 5\": position 5 is occupied. "
	"Choose another position: 1, 2, 3, 4, 6, 7, 8, 9."},
    {"section 14: wrong symbol is used", MESSENGER2, NO "2 circle 5\n",
	"circle 1",
	"Rejected \"circle 1\": your symbol is cross. "
	"Choose another position: 1, 2, 3, 4, 6, 7, 8, 9."},
    {"section 14: two consecutive moves", MESSENGER2, YES "1 cross 5\n",
	"cross 6",
	"Rejected \"cross 6\": it is not your turn. "
	"Choose another position after my move."},
    {"section 14: asking first before circle or cross", MESSENGER1,
	"1 " OPENING "\n", QUESTION,
	"Rejected \"Do you want to go first?\": "
	"answer circle or cross first."},
};

static void
test_invalid_move(void **state)
{
	const struct row *row = *state;
	struct session s;

	begin_and_play(&s, row->me, row->conversation);
	expect_rejected(&s, row->heard, row->rejection);
}

/* Whoever did not know of the end yet does not reply: it was the last word. */
static void
test_late_moves_are_not_replied_to(void **state)
{
	struct pair *pair = *state;

	both(pair, M2_WINS);
	expect_invalid(&pair->m2, RECORD_HEARD, "cross 9");
	expect(&pair->m2, NULL);
	assert_int_equal(pair->m2.game.move_count, 5);
}

int
main(void)
{
	static struct suite suite;

	suite_pair(&suite, "section 10: the contents of the result",
	    test_contents_of_the_result);
	suite_pair(&suite, "section 10: Result is exactly one of three",
	    test_result_is_exactly_one_of_three);
	suite_pair(&suite, "section 11: hard stop after a win",
	    test_hard_stop_after_a_win);
	suite_pair(&suite, "section 11: hard stop after a tie",
	    test_hard_stop_after_a_tie);
	suite_pair(&suite, "section 11: hard stop by the result file",
	    test_hard_stop_by_the_result_file);
	suite_pair(&suite, "section 11: no rejection after the result file",
	    test_no_rejection_after_the_result_file);
	suite_pair(&suite, "section 11: a new game is completely new",
	    test_a_new_game_is_completely_new);
	suite_pair(&suite, "section 12: every game begins empty",
	    test_every_game_begins_empty);
	suite_pair(&suite, "section 12: moves of before do not count",
	    test_moves_before_the_game_do_not_count);
	suite_test(&suite, "section 12: ids are unique", test_ids_are_unique);
	suite_pair(&suite, "section 13: the normal sequence",
	    test_the_normal_sequence);
	suite_rows(&suite, test_invalid_move, ROWS(invalid));
	suite_pair(&suite, "section 14: a late move gets no reply",
	    test_late_moves_are_not_replied_to);
	return suite_run(&suite, "protocol_end");
}
