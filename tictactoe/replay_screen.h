/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_REPLAY_SCREEN_H
#define TICTACTOE_REPLAY_SCREEN_H

#include "saved.h"

/*
 * Step through a game on the terminal until the user has enough: EX_OK, or
 * EX_OSERR after one line.
 */
int replay_screen(const struct saved *saved);

#endif
