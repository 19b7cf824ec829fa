/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_BRAIN_H
#define DAEMON_BRAIN_H

#include "options.h"
#include "session.h"

/*
 * What is outside the session: who chooses. A symbol, an answer or a move for
 * the line that is due; the same again after a restart. tictactoe links a brain
 * of its own in the place of this one: the person who plays.
 */
struct line brain_choose(
    const struct options *options, const struct session *session);

/* Whether the line that is due can be chosen now: a person takes time. */
bool brain_decided(const struct session *session);

#endif
