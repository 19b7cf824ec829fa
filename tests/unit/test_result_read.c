/* SPDX-License-Identifier: ISC */
#include "played.h"
#include "suite.h"

#include "result.h"

static const struct gameid game_id = {"2026-09-03-110200_0002"};

static size_t
write_text(const struct game *game, char text[RESULT_SIZE])
{
	static const struct rejections rejections = {
	    2, {{MESSENGER1, 0, "circle 10", "position 10 is outside 1-9"},
		   {MESSENGER2, 1, "cross 5", "none"}}};
	static const struct previous previous = {.name = "none"};
	struct result result = {.id = game_id,
	    .started = 1788433320,
	    .finished = 1788433329,
	    .game = game,
	    .rejections = &rejections,
	    .previous = &previous};

	return result_write(&result, text);
}

static void
check_round_trip(const struct game *game)
{
	char text[RESULT_SIZE];
	size_t len = write_text(game, text);
	struct game read;
	struct gameid id;

	assert_int_equal(result_game(text, len, &read), 0);
	assert_memory_equal(&read, game, sizeof(read));
	assert_int_equal(result_gameid(text, len, &id), 0);
	assert_memory_equal(&id, &game_id, sizeof(id));
}

static void
walk(struct game *game)
{
	enum player mover = game_turn(game);

	if (mover == PLAYER_NONE)
		check_round_trip(game);
	for (int position = 1; position <= BOARD_CELLS; position++)
		if (game_move(game, mover, game->symbol[mover], position) ==
		    GAME_OK) {
			walk(game);
			game_undo(game);
		}
}

static void
test_round_trip_of_all_games(void **state)
{
	struct game game = {.first = MESSENGER1};

	(void)state;
	game_symbols(&game, SYMBOL_CIRCLE);
	walk(&game);
}

static void
test_round_trip_of_every_seat(void **state)
{
	static const char *const moves[] = {
	    "14253", "142596", "513746289", "123465879"};

	(void)state;
	for (size_t i = 0; i < NITEMS(moves); i++)
		for (int seat = 0; seat < 4; seat++) {
			struct game game = played_as(
			    seat & 1 ? MESSENGER1 : MESSENGER2,
			    seat & 2 ? SYMBOL_CIRCLE : SYMBOL_CROSS, moves[i]);

			check_round_trip(&game);
		}
}

/* What was read must be an ended game that the rules allow, or nothing. */
static void
check_any(const char *text, size_t len)
{
	char *bytes = suite_copy(text, len);
	struct gameid id;
	struct game game, again;

	(void)result_gameid(bytes, len, &id);
	if (result_game(bytes, len, &game) == 0) {
		assert_int_not_equal(game_status(&game), GAME_IN_PROGRESS);
		again = (struct game){.first = game.first};
		game_symbols(&again, game.symbol[MESSENGER2]);
		for (int n = 0; n < game.move_count; n++) {
			enum player mover = game_turn(&again);

			assert_int_equal(
			    game_move(&again, mover, again.symbol[mover],
				game.moves[n]),
			    GAME_OK);
		}
		assert_memory_equal(&again, &game, sizeof(game));
	}
	free(bytes);
}

static void
test_every_truncation(void **state)
{
	struct game game = played(MESSENGER2, "513746289");
	char text[RESULT_SIZE];
	size_t whole = write_text(&game, text);
	const char *moves_end = strstr(text, "Rejected: ");
	const char *id_end = strchr(text, '\n') + 1;

	(void)state;
	for (size_t len = 0; len <= whole; len++) {
		char *bytes = suite_copy(text, len);
		struct game read;
		struct gameid id;

		assert_int_equal(result_gameid(bytes, len, &id),
		    len < (size_t)(id_end - text) ? -1 : 0);
		/* what follows the moves tells nothing about the game */
		assert_int_equal(result_game(bytes, len, &read),
		    len < (size_t)(moves_end - text) ? -1 : 0);
		free(bytes);
	}
}

static void
test_every_damaged_byte(void **state)
{
	struct game game = played(MESSENGER2, "13579");
	char text[RESULT_SIZE];
	size_t len = write_text(&game, text);

	(void)state;
	for (size_t at = 0; at < len; at++) {
		char was = text[at];

		for (int byte = 0; byte < 256; byte++) {
			text[at] = (char)byte;
			check_any(text, len);
		}
		text[at] = was;
	}
}

static void
test_every_byte_left_out(void **state)
{
	struct game game = played(MESSENGER1, "123465879");
	char text[RESULT_SIZE], shorter[RESULT_SIZE];
	size_t len = write_text(&game, text);

	(void)state;
	for (size_t at = 0; at < len; at++) {
		memcpy(shorter, text, at);
		memcpy(shorter + at, text + at + 1, len - at - 1);
		check_any(shorter, len - 1);
	}
}

#define TOP                                                                    \
	"Game ID: 2026-09-03-110200\n"                                         \
	"Started: 2026-09-03T11:02:00Z\n"                                      \
	"Finished: 2026-09-03T11:02:09Z\n"                                     \
	"Players: messenger1, messenger2\n"
#define SYMBOLS TOP "Symbols: messenger1 = cross, messenger2 = circle\n"
#define FIRST SYMBOLS "First player: messenger1\n"
#define FOUR                                                                   \
	"1. messenger1: cross 1\n"                                             \
	"2. messenger2: circle 4\n"                                            \
	"3. messenger1: cross 2\n"                                             \
	"4. messenger2: circle 5\n"
#define FIVE FOUR "5. messenger1: cross 3\n"

static struct row {
	const char *name, *text;
	int ret;
} texts[] = {
    {"a game", FIRST "Moves: 5\n" FIVE, 0},
    {"the wrong first player",
	SYMBOLS "First player: messenger2\nMoves: 5\n" FIVE, -1},
    {"first player none", SYMBOLS "First player: none\nMoves: 5\n" FIVE, -1},
    {"both with circles",
	TOP "Symbols: messenger1 = circle, messenger2 = circle\n"
	    "First player: messenger1\nMoves: 5\n" FIVE,
	-1},
    {"symbols the other way round",
	TOP "Symbols: messenger1 = circle, messenger2 = cross\n"
	    "First player: messenger1\nMoves: 5\n" FIVE,
	-1},
    {"a line is missing", FIRST FIVE, -1},
    {"Moves: 0", FIRST "Moves: 0\n" FIVE, -1},
    {"Moves: none", FIRST "Moves: none\n" FIVE, -1},
    {"Moves: 10", FIRST "Moves: 10\n" FIVE, -1},
    {"Moves: 05", FIRST "Moves: 05\n" FIVE, -1},
    {"more moves counted than made", FIRST "Moves: 6\n" FIVE, -1},
    {"more moves made than the game has",
	FIRST "Moves: 6\n" FIVE "6. messenger2: circle 6\n", -1},
    {"a move of nobody after the end",
	FIRST "Moves: 6\n" FIVE "6. none: none 6\n", -1},
    {"unfinished", FIRST "Moves: 4\n" FOUR, -1},
    {"wrong number", FIRST "Moves: 5\n" FOUR "6. messenger1: cross 3\n", -1},
    {"wrong player", FIRST "Moves: 5\n" FOUR "5. messenger2: cross 3\n", -1},
    {"wrong symbol", FIRST "Moves: 5\n" FOUR "5. messenger1: circle 3\n", -1},
    {"occupied", FIRST "Moves: 5\n" FOUR "5. messenger1: cross 4\n", -1},
    {"position 0", FIRST "Moves: 5\n" FOUR "5. messenger1: cross 0\n", -1},
    {"position 10", FIRST "Moves: 5\n" FOUR "5. messenger1: cross 10\n", -1},
    {"a move without a position",
	FIRST "Moves: 5\n1. messenger1: cross \n2. messenger2: circle 4\n"
	      "3. messenger1: cross 2\n4. messenger2: circle 5\n"
	      "5. messenger1: cross 3\n",
	-1},
    {"a move without a number",
	FIRST "Moves: 5\n. messenger1: cross 1\n2. messenger2: circle 4\n"
	      "3. messenger1: cross 2\n4. messenger2: circle 5\n"
	      "5. messenger1: cross 3\n",
	-1},
    {"no LF after the last move",
	FIRST "Moves: 5\n" FOUR "5. messenger1: cross 3", -1},
    {"CR LF", FIRST "Moves: 5\r\n" FIVE, -1},
    {"empty", "", -1},
    {"four lines of nothing", "\n\n\n\n", -1},
};

static void
test_text(void **state)
{
	const struct row *row = *state;
	size_t len = strlen(row->text);
	char *bytes = suite_copy(row->text, len);
	struct game game;

	assert_int_equal(result_game(bytes, len, &game), row->ret);
	free(bytes);
}

static struct row ids[] = {
    {"id: the first line", "Game ID: 2026-09-03-110200\n", 0},
    {"id: no LF", "Game ID: 2026-09-03-110200", -1},
    {"id: CR LF", "Game ID: 2026-09-03-110200\r\n", -1},
    {"id: none", "Game ID: \n", -1},
    {"id: two blanks", "Game ID:  2026-09-03-110200\n", -1},
    {"id: more behind", "Game ID: 2026-09-03-110200 x\n", -1},
    {"id: an impossible day", "Game ID: 2026-02-29-110200\n", -1},
    {"id: other case", "Game id: 2026-09-03-110200\n", -1},
    {"id: not in the first line", "\nGame ID: 2026-09-03-110200\n", -1},
    {"id: empty", "", -1},
};

static void
test_id(void **state)
{
	const struct row *row = *state;
	size_t len = strlen(row->text);
	char *bytes = suite_copy(row->text, len);
	struct gameid id;

	assert_int_equal(result_gameid(bytes, len, &id), row->ret);
	free(bytes);
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "round trip of all 255,168 games",
	    test_round_trip_of_all_games);
	suite_test(
	    &suite, "round trip of every seat", test_round_trip_of_every_seat);
	suite_test(&suite, "every truncation", test_every_truncation);
	suite_test(&suite, "every damaged byte", test_every_damaged_byte);
	suite_test(&suite, "every byte left out", test_every_byte_left_out);
	suite_prefix(&suite, "read: ");
	suite_rows(&suite, test_text, ROWS(texts));
	suite_prefix(&suite, "");
	suite_rows(&suite, test_id, ROWS(ids));
	return suite_run(&suite, "result_read");
}
