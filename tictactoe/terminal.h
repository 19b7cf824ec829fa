/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_TERMINAL_H
#define TICTACTOE_TERMINAL_H

#include <stdbool.h>

/*
 * Whether standard input and output are a terminal on which one can draw: it is
 * known by its TERM, and can move the cursor.
 */
bool terminal_draws(void);

#endif
