/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_WATCH_SCREEN_H
#define TICTACTOE_WATCH_SCREEN_H

#include "watch_model.h"
#include "watch_tally.h"

/*
 * The view that fills a terminal, until terminal_end().
 */

/* Whether this terminal can be drawn on; if so it is the screen's now. */
bool screen_begin(void);

/* Draw what has changed, unless the terminal takes nothing now. */
void screen_show(const struct model *m, const struct tally *t);

/* Take the keys that were pressed: whether one of them, or none, means the end. */
bool screen_keys(void);

#endif
