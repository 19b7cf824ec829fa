/* SPDX-License-Identifier: ISC */
#ifndef UNIT_PLAYED_H
#define UNIT_PLAYED_H

#include "game.h"
#include "suite.h"

/* A game in which `first` began and these positions were played, in turn. */
static inline struct game
played_as(enum player first, enum symbol of_messenger2, const char *moves)
{
	struct game game = {.first = first};

	game_symbols(&game, of_messenger2);
	for (; *moves != '\0'; moves++) {
		enum player mover = game_turn(&game);

		assert_int_equal(
		    game_move(&game, mover, game.symbol[mover], *moves - '0'),
		    GAME_OK);
	}
	return game;
}

/* The same with messenger2's circles. */
static inline struct game
played(enum player first, const char *moves)
{
	return played_as(first, SYMBOL_CIRCLE, moves);
}

#endif
