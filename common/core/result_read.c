/* SPDX-License-Identifier: ISC */
#include "result.h"
#include "scan.h"

/* A digit from 1 to 9, or 0 where there is none. */
static int
read_digit(struct scan *rest)
{
	if (rest->len == 0 || rest->at[0] < '1' || rest->at[0] > '9')
		return 0;
	rest->len--;
	return *rest->at++ - '0';
}

static bool
read_symbols(struct scan *rest, struct game *ret)
{
	if (scan_skip(
		rest, "Symbols: messenger1 = cross, messenger2 = circle\n"))
		game_symbols(ret, SYMBOL_CIRCLE);
	else if (scan_skip(rest,
		     "Symbols: messenger1 = circle, messenger2 = cross\n"))
		game_symbols(ret, SYMBOL_CROSS);
	return ret->symbol[MESSENGER1] != SYMBOL_NONE;
}

static bool
read_first(struct scan *rest, struct game *ret)
{
	if (scan_skip(rest, "First player: messenger1\n"))
		ret->first = MESSENGER1;
	else if (scan_skip(rest, "First player: messenger2\n"))
		ret->first = MESSENGER2;
	return ret->first != PLAYER_NONE;
}

/* One line "5. messenger2: circle 9", which must be the game's next move. */
static bool
read_move(struct scan *rest, struct game *ret)
{
	enum player mover = game_turn(ret);
	enum symbol symbol = ret->symbol[mover];

	return read_digit(rest) == ret->move_count + 1 &&
	       scan_skip(rest, ". ") && scan_skip(rest, player_name(mover)) &&
	       scan_skip(rest, ": ") && scan_skip(rest, symbol_name(symbol)) &&
	       scan_skip(rest, " ") &&
	       game_move(ret, mover, symbol, read_digit(rest)) == GAME_OK &&
	       scan_skip(rest, "\n");
}

int
result_gameid(const char *bytes, size_t len, struct gameid *ret)
{
	struct scan rest = {bytes, len}, id;

	if (!scan_skip(&rest, "Game ID: ") || !scan_line(&rest, &id))
		return -1;
	return gameid_parse(id.at, id.len, ret);
}

int
result_game(const char *bytes, size_t len, struct game *ret)
{
	struct scan rest = {bytes, len}, line;
	struct game game = {0};
	int moves;

	/* Game ID, Started, Finished, Players */
	for (int i = 0; i < 4; i++)
		if (!scan_line(&rest, &line))
			return -1;
	if (!read_symbols(&rest, &game) || !read_first(&rest, &game) ||
	    !scan_skip(&rest, "Moves: "))
		return -1;
	moves = read_digit(&rest);
	if (!scan_skip(&rest, "\n"))
		return -1;
	for (int i = 0; i < moves; i++)
		if (!read_move(&rest, &game))
			return -1;
	if (game_status(&game) == GAME_IN_PROGRESS)
		return -1;
	*ret = game;
	return 0;
}
