/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_CHOOSE_H
#define DAEMON_CHOOSE_H

#include "options.h"
#include "session.h"

/*
 * How a bot chooses the line that is due: from the options, the strategy and
 * the game's seed, so the same again after a restart.
 */
struct line choose_line(
    const struct options *options, const struct session *session);

#endif
