/* SPDX-License-Identifier: ISC */
#include "played.h"
#include "suite.h"

#include "drawing.h"

/*
 * A game of messenger2's circles and messenger1's crosses. The bytes are those
 * of section 15 and of tictactoe-workspace(5), THE BOARD.
 */
static struct row {
	const char *name, *id;
	enum player first;
	const char *moves, *drawing;
} drawings[] = {
    {"the example of the manual pages", "2026-09-03-110200", MESSENGER2,
	"13579",
	"Game 2026-09-03-110200\n"
	"O |   | X\n"
	"---------\n"
	"  | O |  \n"
	"---------\n"
	"X |   | O\n"
	"Last: circle 9\n"
	"Empty: 2, 4, 6, 8\n"
	"Status: messenger2 win\n"},
    {"an empty board: Last: none", "2026-09-03-110200", PLAYER_NONE, "",
	"Game 2026-09-03-110200\n"
	"  |   |  \n"
	"---------\n"
	"  |   |  \n"
	"---------\n"
	"  |   |  \n"
	"Last: none\n"
	"Empty: 1, 2, 3, 4, 5, 6, 7, 8, 9\n"
	"Status: in progress\n"},
    {"in progress", "2026-09-03-110200_0002", MESSENGER1, "5",
	"Game 2026-09-03-110200_0002\n"
	"  |   |  \n"
	"---------\n"
	"  | X |  \n"
	"---------\n"
	"  |   |  \n"
	"Last: cross 5\n"
	"Empty: 1, 2, 3, 4, 6, 7, 8, 9\n"
	"Status: in progress\n"},
    {"one cell is empty", "2026-09-03-110200", MESSENGER1, "51374628",
	"Game 2026-09-03-110200\n"
	"O | X | X\n"
	"---------\n"
	"X | X | O\n"
	"---------\n"
	"O | O |  \n"
	"Last: circle 8\n"
	"Empty: 9\n"
	"Status: in progress\n"},
    {"a tie: Empty: none", "2026-09-03-110200", MESSENGER1, "513746289",
	"Game 2026-09-03-110200\n"
	"O | X | X\n"
	"---------\n"
	"X | X | O\n"
	"---------\n"
	"O | O | X\n"
	"Last: cross 9\n"
	"Empty: none\n"
	"Status: tie\n"},
    {"messenger1 wins", "2026-09-03-110200", MESSENGER1, "14253",
	"Game 2026-09-03-110200\n"
	"X | X | X\n"
	"---------\n"
	"O | O |  \n"
	"---------\n"
	"  |   |  \n"
	"Last: cross 3\n"
	"Empty: 6, 7, 8, 9\n"
	"Status: messenger1 win\n"},
    {"a win with the ninth cell is no tie", "2026-09-03-110200", MESSENGER2,
	"123465879",
	"Game 2026-09-03-110200\n"
	"O | X | O\n"
	"---------\n"
	"X | X | O\n"
	"---------\n"
	"X | O | O\n"
	"Last: circle 9\n"
	"Empty: none\n"
	"Status: messenger2 win\n"},
};

static struct gameid
id(const char *text)
{
	struct gameid ret = {{0}};

	assert_int_equal(gameid_parse(text, strlen(text), &ret), 0);
	return ret;
}

static void
test_drawing(void **state)
{
	const struct row *row = *state;
	struct gameid of = id(row->id), read;
	struct game game = played(row->first, row->moves);
	char bytes[DRAWING_SIZE];
	size_t len = drawing_write(&of, &game, bytes);

	assert_string_equal(bytes, row->drawing);
	assert_int_equal(len, strlen(row->drawing));
	assert_int_equal(drawing_gameid(bytes, len, &read), 0);
	assert_memory_equal(&read, &of, sizeof(of));
}

/* Before the symbols and the first player are known, there is a board, too. */
static void
test_nothing_decided(void **state)
{
	struct gameid of = id("2026-09-03-110200");
	struct game game = {0};
	char bytes[DRAWING_SIZE];

	(void)state;
	(void)drawing_write(&of, &game, bytes);
	assert_string_equal(bytes, drawings[1].drawing);
}

/* Section 4: 1 is top-left, 9 is bottom-right. */
static void
test_each_cell_has_its_place(void **state)
{
	(void)state;
	for (int position = 1; position <= BOARD_CELLS; position++) {
		struct board board = {0};
		char want[] = "  |   |  \n---------\n"
			      "  |   |  \n---------\n  |   |  \n";
		char bytes[DRAWING_SIZE];
		struct text t = text_in(bytes, sizeof(bytes));

		want[(position - 1) / 3 * 20 + (position - 1) % 3 * 4] = 'O';
		board_put(&board, SYMBOL_CIRCLE, position);
		drawing_board(&t, &board);
		assert_string_equal(bytes, want);
	}
}

static void
check_shape(const char *bytes)
{
	int line = 0;

	for (; *bytes != '\0'; line++) {
		size_t width = strcspn(bytes, "\n");

		assert_int_equal(bytes[width], '\n');
		if (line >= 1 && line <= 5)
			assert_int_equal(width, 9);
		bytes += width + 1;
	}
	assert_int_equal(line, 9);
}

static void
walk(struct game *game)
{
	static const struct gameid of = {"9999-12-31-235959_9999"};
	char bytes[DRAWING_SIZE];
	size_t len = drawing_write(&of, game, bytes);
	enum player mover = game_turn(game);

	assert_int_equal(len, strlen(bytes));
	assert_true(len < DRAWING_SIZE - 1);
	check_shape(bytes);
	if (game->move_count >= 5 || mover == PLAYER_NONE)
		return;
	for (int position = 1; position <= BOARD_CELLS; position++)
		if (game_move(game, mover, game->symbol[mover], position) ==
		    GAME_OK) {
			walk(game);
			game_undo(game);
		}
}

static void
test_nine_lines_always(void **state)
{
	struct game game = played(MESSENGER2, "");

	(void)state;
	walk(&game);
}

static void
test_positions(void **state)
{
	static const int positions[] = {1, 3, 7};
	char bytes[64];
	struct text t = text_in(bytes, sizeof(bytes));

	(void)state;
	drawing_positions(&t, positions, 3);
	text_char(&t, ';');
	drawing_positions(&t, positions, 1);
	text_char(&t, ';');
	drawing_positions(&t, positions, 0);
	assert_string_equal(bytes, "1, 3, 7;1;none");
}

/* No drawing; `len` 0 stands for all of it. */
static struct hostile {
	const char *name, *bytes;
	size_t len;
} hostile[] = {
    {"empty file", "", 0},
    {"only LF", "\n", 0},
    {"no LF", "Game 2026-09-03-110200", 0},
    {"no id", "Game \n", 0},
    {"no blank", "Game\n", 0},
    {"Game alone", "Game", 0},
    {"LF in the word", "Ga\nme 2026-09-03-110200\n", 0},
    {"other case", "game 2026-09-03-110200\n", 0},
    {"two blanks", "Game  2026-09-03-110200\n", 0},
    {"a blank behind", "Game 2026-09-03-110200 \n", 0},
    {"CR", "Game 2026-09-03-110200\r\n", 0},
    {"a BOM", "\xef\xbb\xbfGame 2026-09-03-110200\n", 0},
    {"an impossible day", "Game 2026-02-29-110200\n", 0},
    {"NUL bytes", "\0\0\0\0\0\0\0\n", 8},
    {"NUL behind the id", "Game 2026-09-03-110200\0\n", 24},
    {"a result's first line", "Game ID: 2026-09-03-110200\n", 0},
};

static void
test_hostile(void **state)
{
	const struct hostile *row = *state;
	size_t len = row->len > 0 ? row->len : strlen(row->bytes);
	char *bytes = suite_copy(row->bytes, len);
	struct gameid ret;

	assert_int_equal(drawing_gameid(bytes, len, &ret), -1);
	free(bytes);
}

static void
test_every_truncation(void **state)
{
	const char *drawing = drawings[0].drawing;
	size_t first_line = strcspn(drawing, "\n") + 1;

	(void)state;
	for (size_t len = 0; len <= strlen(drawing); len++) {
		char *bytes = suite_copy(drawing, len);
		struct gameid ret;

		assert_int_equal(drawing_gameid(bytes, len, &ret),
		    len < first_line ? -1 : 0);
		free(bytes);
	}
}

static void
test_every_damaged_byte(void **state)
{
	const char *drawing = drawings[0].drawing;
	size_t len = strlen(drawing);

	(void)state;
	for (size_t at = 0; at < len; at++)
		for (int byte = 0; byte < 256; byte++) {
			char *bytes = suite_copy(drawing, len);
			struct gameid ret;

			bytes[at] = (char)byte;
			if (drawing_gameid(bytes, len, &ret) == 0)
				assert_memory_equal(
				    bytes + 5, ret.text, strlen(ret.text));
			free(bytes);
		}
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "drawn: ");
	suite_rows(&suite, test_drawing, ROWS(drawings));
	suite_test(&suite, "nothing is decided yet", test_nothing_decided);
	suite_test(&suite, "section 4: each cell has its place",
	    test_each_cell_has_its_place);
	suite_test(&suite, "nine lines, rows of nine characters, always",
	    test_nine_lines_always);
	suite_test(&suite, "positions", test_positions);
	suite_prefix(&suite, "no drawing: ");
	suite_rows(&suite, test_hostile, ROWS(hostile));
	suite_test(&suite, "the id of every truncation", test_every_truncation);
	suite_test(
	    &suite, "the id with every byte damaged", test_every_damaged_byte);
	return suite_run(&suite, "drawing");
}
