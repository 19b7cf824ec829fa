/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_REPLAY_POSITION_H
#define TICTACTOE_REPLAY_POSITION_H

#include "drawing.h"
#include "saved.h"

/*
 * A position of a game: the board after its first n moves, as the bots drew it,
 * and what was rejected while it was on the board. Pure.
 */
size_t position_draw(const struct saved *saved, int n, char ret[DRAWING_SIZE]);

/*
 * The rejections of it, one a line without its LF, in the order in which they
 * were said:
 *
 *	size_t at = 0;
 *
 *	while (position_rejection(saved, n, &at, line))
 *		...
 */
#define REJECTION_SIZE (REJECTED_MAX + REASON_MAX + 32)
bool position_rejection(
    const struct saved *saved, int n, size_t *at, char ret[REJECTION_SIZE]);

#endif
