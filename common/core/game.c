/* SPDX-License-Identifier: ISC */
#include "game.h"

const char *
player_name(enum player player)
{
	static const char names[PLAYERS][11] = {
	    "none", "messenger1", "messenger2"};

	return names[player];
}

enum player
player_other(enum player player)
{
	switch (player) {
	case MESSENGER1:
		return MESSENGER2;
	case MESSENGER2:
		return MESSENGER1;
	case PLAYER_NONE:
		break;
	}
	return PLAYER_NONE;
}

void
game_symbols(struct game *game, enum symbol of_messenger2)
{
	game->symbol[MESSENGER2] = of_messenger2;
	game->symbol[MESSENGER1] = symbol_other(of_messenger2);
}

const char *
game_status_name(enum game_status status)
{
	static const char names[][15] = {
	    "in progress", "messenger1 win", "messenger2 win", "tie"};

	return names[status];
}

enum game_status
game_status(const struct game *game)
{
	enum symbol winner = board_winner(&game->board);

	if (winner != SYMBOL_NONE)
		return winner == game->symbol[MESSENGER1] ? GAME_MESSENGER1_WIN
							  : GAME_MESSENGER2_WIN;
	return board_full(&game->board) ? GAME_TIE : GAME_IN_PROGRESS;
}

enum player
game_mover(const struct game *game, int n)
{
	return n % 2 == 0 ? game->first : player_other(game->first);
}

enum player
game_turn(const struct game *game)
{
	if (game_status(game) != GAME_IN_PROGRESS)
		return PLAYER_NONE;
	return game_mover(game, game->move_count);
}

enum game_error
game_check(const struct game *game, enum player player, enum symbol symbol,
    int position)
{
	if (game_status(game) != GAME_IN_PROGRESS)
		return GAME_ENDED;
	if (game_turn(game) != player || player == PLAYER_NONE)
		return GAME_NOT_YOUR_TURN;
	if (symbol != game->symbol[player] || symbol == SYMBOL_NONE)
		return GAME_WRONG_SYMBOL;
	if (position < 1 || position > BOARD_CELLS)
		return GAME_OUT_OF_RANGE;
	if (board_at(&game->board, position) != SYMBOL_NONE)
		return GAME_OCCUPIED;
	return GAME_OK;
}

enum game_error
game_move(
    struct game *game, enum player player, enum symbol symbol, int position)
{
	enum game_error error = game_check(game, player, symbol, position);

	if (error == GAME_OK) {
		board_put(&game->board, symbol, position);
		game->moves[game->move_count++] = position;
	}
	return error;
}

void
game_undo(struct game *game)
{
	board_take(&game->board, game->moves[--game->move_count]);
	game->moves[game->move_count] = 0;
}
