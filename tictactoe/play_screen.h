/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_PLAY_SCREEN_H
#define TICTACTOE_PLAY_SCREEN_H

#include "log.h"

/*
 * What a person at a terminal sees. The daemons' log and their drawings come
 * through here too: this is linked in the place of common/daemon/log.c, so that
 * nothing is written into the middle of a question.
 */

/* A line by itself, cleaned. */
void screen_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * The question that is open now, as the last thing on the screen; the same one
 * is not put twice. Or, on a terminal only, what is waited for.
 */
void screen_ask(const char *question);
void screen_wait(const char *what);

/*
 * Whoever was stopped and is back at the terminal finds the board and the open
 * question again; in the background we are stopped until then.
 */
void screen_show_again(void);

/* A line has been typed: the question is answered. */
void screen_answered(void);

/* Whether nobody can see it any more. */
bool screen_is_gone(void);

#endif
