/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_SYMMETRY_H
#define TICTACTOE_STATS_SYMMETRY_H

#include "board.h"

/*
 * A board can be turned and mirrored in eight ways. Two positions are the same
 * if one of these makes one into the other, whoever has which symbol; and two
 * games, if their positions are the same move by move. Of 255,168 games 26,830
 * are different.
 */
#define SYMMETRIES 8
#define FORMS_MAX 26830

/* Where a position from 1 to 9 comes to in one of the ways, 0 to 7. */
int symmetry_image(int position, int way);

/*
 * The moves of a game, positions in their order, as a number that only games
 * that are the same share: a digit for each move.
 */
uint32_t symmetry_form(const int *moves, int count);

/* A set of the forms of ended games, of which there are no more than FORMS_MAX.
 * An all-zero one is empty. */
#define FORMS_BITS 16

struct forms {
	size_t count;
	uint32_t slots[1 << FORMS_BITS];
};

/* Whether it was not there yet. */
bool forms_add(struct forms *forms, uint32_t form);

#endif
