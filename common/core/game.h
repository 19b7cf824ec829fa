/* SPDX-License-Identifier: ISC */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "board.h"

/*
 * One game by the rules of sections 3 to 8: who has which symbol, who went
 * first, the moves in their order and the board they make. An all-zero game is
 * an empty board with nothing decided.
 */
enum player { PLAYER_NONE, MESSENGER1, MESSENGER2 };

#define PLAYERS 3 /* size of an array indexed by enum player */

enum game_status {
	GAME_IN_PROGRESS,
	GAME_MESSENGER1_WIN,
	GAME_MESSENGER2_WIN,
	GAME_TIE
};

/* In the order in which they are checked. */
enum game_error {
	GAME_OK,
	GAME_ENDED,
	GAME_NOT_YOUR_TURN,
	GAME_WRONG_SYMBOL,
	GAME_OUT_OF_RANGE,
	GAME_OCCUPIED
};

struct game {
	struct board board;
	enum symbol symbol[PLAYERS];
	enum player first;
	int move_count;
	int moves[BOARD_CELLS]; /* positions, in the order played */
};

/* "messenger1", "messenger2", or "none". */
const char *player_name(enum player player);
enum player player_other(enum player player);

/* Give messenger2 its symbol and messenger1 the other one (section 2). */
void game_symbols(struct game *game, enum symbol of_messenger2);

/* "in progress", "messenger1 win", "messenger2 win" or "tie" (section 8). */
const char *game_status_name(enum game_status status);
enum game_status game_status(const struct game *game);

/* Who made move number n, from 0. */
enum player game_mover(const struct game *game, int n);

/* Whose turn it is; NONE while nobody is first or the game has ended. */
enum player game_turn(const struct game *game);

/* Whether player may put symbol into position: GAME_OK or the reason. */
enum game_error game_check(const struct game *game, enum player player,
    enum symbol symbol, int position);

/* The same, and the move is made if it is GAME_OK; else nothing changes. */
enum game_error game_move(
    struct game *game, enum player player, enum symbol symbol, int position);

/* Take back the last move; there must be one. */
void game_undo(struct game *game);

#endif
