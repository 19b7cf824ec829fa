/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "board.h"

#define BOARDS 19683 /* 3^9 ways to fill nine cells */

/* The combinations of section 7, as they stand there. */
static struct row {
	const char *name;
	int cells[3];
} lines[] = {
    {"section 7: 1, 2, 3 wins", {1, 2, 3}},
    {"section 7: 4, 5, 6 wins", {4, 5, 6}},
    {"section 7: 7, 8, 9 wins", {7, 8, 9}},
    {"section 7: 1, 4, 7 wins", {1, 4, 7}},
    {"section 7: 2, 5, 8 wins", {2, 5, 8}},
    {"section 7: 3, 6, 9 wins", {3, 6, 9}},
    {"section 7: 1, 5, 9 wins", {1, 5, 9}},
    {"section 7: 3, 5, 7 wins", {3, 5, 7}},
};

/* Board number n of all, each cell a digit to the base 3. */
static struct board
board_number(int n)
{
	struct board board = {0};

	for (int position = 1; position <= BOARD_CELLS; position++, n /= 3)
		if (n % 3 != 0)
			board_put(&board, (enum symbol)(n % 3), position);
	return board;
}

/* Whether symbol holds a combination, cell by cell. */
static bool
holds_line(const struct board *board, enum symbol symbol)
{
	for (size_t i = 0; i < NITEMS(lines); i++)
		if (board_at(board, lines[i].cells[0]) == symbol &&
		    board_at(board, lines[i].cells[1]) == symbol &&
		    board_at(board, lines[i].cells[2]) == symbol)
			return true;
	return false;
}

static void
test_line(void **state)
{
	const struct row *row = *state;

	enum symbol symbols[] = {SYMBOL_CIRCLE, SYMBOL_CROSS};

	for (size_t i = 0; i < NITEMS(symbols); i++) {
		struct board board = {0};

		for (int k = 0; k < 3; k++) {
			assert_int_equal(board_winner(&board), SYMBOL_NONE);
			board_put(&board, symbols[i], row->cells[k]);
		}
		assert_int_equal(board_winner(&board), symbols[i]);
		for (int k = 0; k < 3; k++) {
			struct board less = board;

			board_take(&less, row->cells[k]);
			assert_int_equal(board_winner(&less), SYMBOL_NONE);
			board_put(
			    &less, symbol_other(symbols[i]), row->cells[k]);
			assert_int_equal(board_winner(&less), SYMBOL_NONE);
		}
	}
}

static void
test_names(void **state)
{
	(void)state;
	assert_string_equal(symbol_name(SYMBOL_NONE), "none");
	assert_string_equal(symbol_name(SYMBOL_CIRCLE), "circle");
	assert_string_equal(symbol_name(SYMBOL_CROSS), "cross");
	assert_int_equal(symbol_other(SYMBOL_CIRCLE), SYMBOL_CROSS);
	assert_int_equal(symbol_other(SYMBOL_CROSS), SYMBOL_CIRCLE);
	assert_int_equal(symbol_other(SYMBOL_NONE), SYMBOL_NONE);
}

static void
test_cells(void **state)
{
	(void)state;
	for (int position = 1; position <= BOARD_CELLS; position++) {
		struct board board = {0};

		assert_int_equal(board_bit(position), 1 << (position - 1));
		assert_int_equal(board_at(&board, position), SYMBOL_NONE);
		board_put(&board, SYMBOL_CIRCLE, position);
		assert_int_equal(board_at(&board, position), SYMBOL_CIRCLE);
		assert_int_equal(board.circles, board_bit(position));
		assert_int_equal(board.crosses, 0);
		board_take(&board, position);
		assert_int_equal(board_at(&board, position), SYMBOL_NONE);
		board_put(&board, SYMBOL_CROSS, position);
		assert_int_equal(board_at(&board, position), SYMBOL_CROSS);
		assert_int_equal(board.circles, 0);
		assert_int_equal(board.crosses, board_bit(position));
		board_take(&board, position);
		assert_int_equal(board.crosses, 0);
	}
}

static void
test_put_and_take_touch_one_cell(void **state)
{
	(void)state;
	for (int n = 0; n < BOARDS; n++) {
		struct board board = board_number(n);

		for (int position = 1; position <= BOARD_CELLS; position++) {
			enum symbol was = board_at(&board, position);
			struct board other = board;

			if (was == SYMBOL_NONE)
				continue;
			board_take(&other, position);
			assert_int_equal(
			    board_at(&other, position), SYMBOL_NONE);
			board_put(&other, was, position);
			assert_memory_equal(&other, &board, sizeof(board));
		}
	}
}

static void
test_empties(void **state)
{
	(void)state;
	for (int n = 0; n < BOARDS; n++) {
		struct board board = board_number(n);
		int empties[BOARD_CELLS];
		size_t count = board_empties(&board, empties), at = 0;

		for (int position = 1; position <= BOARD_CELLS; position++)
			if (board_at(&board, position) == SYMBOL_NONE) {
				assert_true(at < count);
				assert_int_equal(empties[at++], position);
			}
		assert_int_equal(at, count);
		assert_int_equal(board_full(&board), count == 0);
	}
}

static void
test_winner_of_every_board(void **state)
{
	(void)state;
	for (int n = 0; n < BOARDS; n++) {
		struct board board = board_number(n);
		bool circle = holds_line(&board, SYMBOL_CIRCLE);
		bool cross = holds_line(&board, SYMBOL_CROSS);
		enum symbol winner = board_winner(&board);

		assert_int_equal(board_line(board.circles), circle);
		assert_int_equal(board_line(board.crosses), cross);
		if (!circle || !cross) /* no game has two winners */
			assert_int_equal(winner, circle  ? SYMBOL_CIRCLE
						 : cross ? SYMBOL_CROSS
							 : SYMBOL_NONE);
	}
}

/* Whether symbol would hold a combination through an empty position. */
static bool
completes(const struct board *board, enum symbol symbol, int position)
{
	for (size_t i = 0; i < NITEMS(lines); i++) {
		int mine = 0;
		bool through = false;

		for (int k = 0; k < 3; k++) {
			int cell = lines[i].cells[k];

			mine += board_at(board, cell) == symbol;
			through = through || cell == position;
		}
		if (through && mine == 2)
			return true;
	}
	return false;
}

static void
test_completing(void **state)
{
	(void)state;
	for (int n = 0; n < BOARDS; n++) {
		struct board board = board_number(n);
		unsigned cells = 0;
		int empties[BOARD_CELLS];
		size_t count = board_empties(&board, empties);

		for (size_t i = 0; i < count; i++)
			if (completes(&board, SYMBOL_CIRCLE, empties[i]))
				cells |= board_bit(empties[i]);
		assert_int_equal(
		    board_completing(board.circles, board.crosses), cells);
	}
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "names and other symbols", test_names);
	suite_test(&suite, "section 4: the nine cells", test_cells);
	suite_test(&suite, "put and take touch one cell",
	    test_put_and_take_touch_one_cell);
	suite_test(
	    &suite, "section 6: the empties of every board", test_empties);
	suite_rows(&suite, test_line, ROWS(lines));
	suite_test(
	    &suite, "the winner of every board", test_winner_of_every_board);
	suite_test(&suite, "the cells that complete a line, every board",
	    test_completing);
	return suite_run(&suite, "board");
}
