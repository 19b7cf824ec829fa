/* SPDX-License-Identifier: ISC */
#ifndef CORE_DRAWING_H
#define CORE_DRAWING_H

#include "game.h"
#include "gameid.h"

/*
 * What people see (section 15; tictactoe-workspace(5), THE BOARD): nine lines,
 * of which the five of the board also stand in the result file.
 */
#define DRAWING_SIZE 256

/* Append the five lines of the board: O, X or a blank in each cell. */
void drawing_board(struct text *t, const struct board *board);

/* Append the positions "1, 3, 7", or "none". */
void drawing_positions(struct text *t, const int *positions, size_t count);

/* Write the whole drawing; returns its length, below DRAWING_SIZE. */
size_t drawing_write(
    const struct gameid *id, const struct game *game, char ret[DRAWING_SIZE]);

/* The id in a drawing's first line: 0, or -1 where it is no drawing. */
int drawing_gameid(const char *bytes, size_t len, struct gameid *ret);

#endif
