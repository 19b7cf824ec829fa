/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_PLAY_PRACTICE_H
#define TICTACTOE_PLAY_PRACTICE_H

#include "options.h"

/*
 * Play against a strategy, in memory: of the options me, strategy, seed and
 * games count. Returns when the person leaves: EX_OK, or EX_OSERR after one
 * line.
 */
int practice(const struct options *options);

#endif
