/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_PLAY_PERSON_H
#define TICTACTOE_PLAY_PERSON_H

#include "session.h"

/*
 * A person as the brain of a seat: brain.h with questions on the screen and
 * answers from the input. This is linked in the place of common/daemon/brain.c.
 *
 * An answer is what the other side would accept, by its own session; what it
 * would reject is explained in its words, and never said.
 */

/* Positions are 1 to 9, or else a row and a column from 0. */
void person_begin(bool row_column);

/* Show what is new in a game: how it starts, rejections, how it ends. */
void person_tell(const struct session *s);

/* Whether something is to be chosen; put the question, or what is waited for. */
bool person_must_choose(const struct session *s);
void person_ask(const struct session *s);

/* Leave; whether the person has, or its input has ended. */
void person_leave(void);
bool person_left(void);
bool person_is_leaving(const char *typed); /* these words say so */

#endif
