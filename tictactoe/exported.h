/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_EXPORTED_H
#define TICTACTOE_EXPORTED_H

#include "saved.h"

#include <jansson.h>

/*
 * A game as JSON, as tictactoe(1) has it: an object of our own, or a replay
 * envelope of openturn, version 1. Both hold all that a result holds, and
 * nothing but what follows from it, so that either can be read back and judged.
 *
 * In an envelope the players are "0", who goes first, and "1": openturn's
 * tic-tac-toe gives them X and O, whatever their symbols here. Its metadata say
 * who they were.
 */

/* What openturn calls its game of tic-tac-toe. */
#define EXPORTED_GAME "example/tic-tac-toe"

/* A new object each, or NULL: there is no memory. sha256 is the result's. */
json_t *exported_game(const struct saved *saved, const char *sha256);
json_t *exported_envelope(const struct saved *saved, const char *sha256);

/*
 * Read one of the two: 0, or -1 with the reason, cleaned, in why. An envelope
 * with any of our metadata must be one of ours. Another may hold a game that is
 * not over: then messenger1, with crosses, stands for its first player, and the
 * id is the second it began in.
 */
int exported_read(
    const char *bytes, size_t len, struct saved *ret, char why[FAULT_SIZE]);

#endif
