/* SPDX-License-Identifier: ISC */
#include "played.h"
#include "suite.h"

#include "game.h"

/* In the order of enum game_error: each row has every later fault, too. */
static struct row {
	const char *name, *moves;
	enum player player;
	enum symbol symbol;
	int position;
	enum game_error error;
} checks[] = {
    {"ended before all else", "14253", MESSENGER1, SYMBOL_CIRCLE, 10,
	GAME_ENDED},
    {"ended, a legal cell", "14253", MESSENGER2, SYMBOL_CIRCLE, 6, GAME_ENDED},
    {"ended with a tie", "513746289", MESSENGER2, SYMBOL_CIRCLE, 1, GAME_ENDED},
    {"turn before symbol and range", "5", MESSENGER1, SYMBOL_CIRCLE, 0,
	GAME_NOT_YOUR_TURN},
    {"turn, all else right", "5", MESSENGER1, SYMBOL_CROSS, 1,
	GAME_NOT_YOUR_TURN},
    {"turn before occupied", "5", MESSENGER1, SYMBOL_CROSS, 5,
	GAME_NOT_YOUR_TURN},
    {"nobody has no turn", "5", PLAYER_NONE, SYMBOL_CROSS, 1,
	GAME_NOT_YOUR_TURN},
    {"symbol before range", "5", MESSENGER2, SYMBOL_CROSS, 10,
	GAME_WRONG_SYMBOL},
    {"symbol before occupied", "5", MESSENGER2, SYMBOL_CROSS, 5,
	GAME_WRONG_SYMBOL},
    {"no symbol", "5", MESSENGER2, SYMBOL_NONE, 1, GAME_WRONG_SYMBOL},
    {"position 0", "5", MESSENGER2, SYMBOL_CIRCLE, 0, GAME_OUT_OF_RANGE},
    {"position 10", "5", MESSENGER2, SYMBOL_CIRCLE, 10, GAME_OUT_OF_RANGE},
    {"position -1", "5", MESSENGER2, SYMBOL_CIRCLE, -1, GAME_OUT_OF_RANGE},
    {"position 999", "5", MESSENGER2, SYMBOL_CIRCLE, 999, GAME_OUT_OF_RANGE},
    {"the other's cell", "5", MESSENGER2, SYMBOL_CIRCLE, 5, GAME_OCCUPIED},
    {"my own cell", "51", MESSENGER1, SYMBOL_CROSS, 5, GAME_OCCUPIED},
    {"a legal move", "51", MESSENGER1, SYMBOL_CROSS, 9, GAME_OK},
};

static void
test_check(void **state)
{
	const struct row *row = *state;
	struct game game = played(MESSENGER1, row->moves), before = game;

	assert_int_equal(
	    game_check(&game, row->player, row->symbol, row->position),
	    row->error);
	assert_memory_equal(&game, &before, sizeof(game));
	assert_int_equal(
	    game_move(&game, row->player, row->symbol, row->position),
	    row->error);
	if (row->error != GAME_OK)
		assert_memory_equal(&game, &before, sizeof(game));
	else
		assert_int_equal(game.move_count, before.move_count + 1);
}

static void
test_names(void **state)
{
	(void)state;
	assert_string_equal(player_name(PLAYER_NONE), "none");
	assert_string_equal(player_name(MESSENGER1), "messenger1");
	assert_string_equal(player_name(MESSENGER2), "messenger2");
	assert_int_equal(player_other(MESSENGER1), MESSENGER2);
	assert_int_equal(player_other(MESSENGER2), MESSENGER1);
	assert_int_equal(player_other(PLAYER_NONE), PLAYER_NONE);
	assert_string_equal(game_status_name(GAME_IN_PROGRESS), "in progress");
	assert_string_equal(
	    game_status_name(GAME_MESSENGER1_WIN), "messenger1 win");
	assert_string_equal(
	    game_status_name(GAME_MESSENGER2_WIN), "messenger2 win");
	assert_string_equal(game_status_name(GAME_TIE), "tie");
}

static void
test_zero_game(void **state)
{
	struct game game = {0};
	int empties[BOARD_CELLS];

	(void)state;
	assert_int_equal(game_status(&game), GAME_IN_PROGRESS);
	assert_int_equal(game_turn(&game), PLAYER_NONE);
	assert_int_equal(board_empties(&game.board, empties), 9);
	assert_int_equal(
	    game_check(&game, MESSENGER1, SYMBOL_CROSS, 1), GAME_NOT_YOUR_TURN);
	game_symbols(&game, SYMBOL_CIRCLE);
	assert_int_equal(game_turn(&game), PLAYER_NONE);
	assert_int_equal(game_check(&game, MESSENGER2, SYMBOL_CIRCLE, 1),
	    GAME_NOT_YOUR_TURN);
	assert_int_equal(game_check(&game, PLAYER_NONE, SYMBOL_CIRCLE, 1),
	    GAME_NOT_YOUR_TURN);
}

/* Who is first is known, the symbols are not. */
static void
test_no_symbols(void **state)
{
	struct game game = {.first = MESSENGER1};

	(void)state;
	assert_int_equal(
	    game_check(&game, MESSENGER1, SYMBOL_NONE, 1), GAME_WRONG_SYMBOL);
	assert_int_equal(
	    game_check(&game, MESSENGER1, SYMBOL_CROSS, 1), GAME_WRONG_SYMBOL);
}

static void
test_symbols(void **state)
{
	struct game game = {0};

	(void)state;
	game_symbols(&game, SYMBOL_CIRCLE);
	assert_int_equal(game.symbol[MESSENGER2], SYMBOL_CIRCLE);
	assert_int_equal(game.symbol[MESSENGER1], SYMBOL_CROSS);
	game_symbols(&game, SYMBOL_CROSS);
	assert_int_equal(game.symbol[MESSENGER2], SYMBOL_CROSS);
	assert_int_equal(game.symbol[MESSENGER1], SYMBOL_CIRCLE);
}

static void
test_turns(void **state)
{
	enum player firsts[] = {MESSENGER1, MESSENGER2};

	(void)state;
	for (size_t i = 0; i < NITEMS(firsts); i++) {
		struct game game = played(firsts[i], "51374628");

		for (int n = 0; n < 9; n++)
			assert_int_equal(game_mover(&game, n),
			    n % 2 == 0 ? firsts[i] : player_other(firsts[i]));
		assert_int_equal(game_turn(&game), firsts[i]);
		game_undo(&game);
		assert_int_equal(game_turn(&game), player_other(firsts[i]));
	}
}

/* What all games come to. */
struct census {
	long games, first_wins, second_wins, ties, nine_moves, ninth_wins;
	long positions;
	bool seen[19683]; /* by the cells as digits to the base 3 */
};

static void
count_end(struct census *c, const struct game *game, enum game_status status)
{
	enum game_status first = game->first == MESSENGER1
				     ? GAME_MESSENGER1_WIN
				     : GAME_MESSENGER2_WIN;

	c->games++;
	c->ties += status == GAME_TIE;
	c->first_wins += status == first;
	c->second_wins += status != first && status != GAME_TIE;
	if (game->move_count == BOARD_CELLS) {
		c->nine_moves++;
		c->ninth_wins += status != GAME_TIE;
	}
}

static void
count_position(struct census *c, const struct game *game)
{
	size_t code = 0;

	for (int position = 1; position <= BOARD_CELLS; position++)
		code = code * 3 + board_at(&game->board, position);
	c->positions += !c->seen[code];
	c->seen[code] = true;
}

/* Try all nine cells of every position, by the rules and nothing else. */
static void
walk(struct game *game, struct census *c)
{
	enum game_status status = game_status(game);
	enum player mover = game_turn(game);

	count_position(c, game);
	if (status != GAME_IN_PROGRESS) {
		assert_int_equal(mover, PLAYER_NONE);
		count_end(c, game, status);
		return;
	}
	for (int position = 1; position <= BOARD_CELLS; position++) {
		struct game before = *game;
		bool empty = board_at(&game->board, position) == SYMBOL_NONE;
		enum game_error error =
		    game_move(game, mover, game->symbol[mover], position);

		assert_int_equal(error, empty ? GAME_OK : GAME_OCCUPIED);
		if (empty) {
			assert_int_equal(
			    game->moves[before.move_count], position);
			walk(game, c);
			game_undo(game);
		}
		assert_memory_equal(game, &before, sizeof(before));
	}
}

static struct seats {
	const char *name;
	enum player first;
	enum symbol of_messenger2;
} seats[] = {
    {"all games, messenger1 first with crosses", MESSENGER1, SYMBOL_CIRCLE},
    {"all games, messenger1 first with circles", MESSENGER1, SYMBOL_CROSS},
    {"all games, messenger2 first with circles", MESSENGER2, SYMBOL_CIRCLE},
    {"all games, messenger2 first with crosses", MESSENGER2, SYMBOL_CROSS},
};

static void
test_all_games(void **state)
{
	const struct seats *row = *state;
	struct game game = {.first = row->first};
	struct census c = {0};

	game_symbols(&game, row->of_messenger2);
	walk(&game, &c);
	assert_int_equal(c.games, 255168);
	assert_int_equal(c.first_wins, 131184);
	assert_int_equal(c.second_wins, 77904);
	assert_int_equal(c.ties, 46080);
	assert_int_equal(c.nine_moves, 127872);
	assert_int_equal(c.ninth_wins, 81792);
	assert_int_equal(c.positions, 5478);
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "names and others", test_names);
	suite_test(&suite, "section 12: a new game is empty", test_zero_game);
	suite_test(&suite, "section 2: the symbol that is left", test_symbols);
	suite_test(&suite, "no move without symbols", test_no_symbols);
	suite_test(&suite, "section 6: players alternate", test_turns);
	suite_prefix(&suite, "checked: ");
	suite_rows(&suite, test_check, ROWS(checks));
	suite_prefix(&suite, "");
	suite_rows(&suite, test_all_games, ROWS(seats));
	return suite_run(&suite, "game");
}
