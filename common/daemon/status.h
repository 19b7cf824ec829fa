/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_STATUS_H
#define DAEMON_STATUS_H

#include "daemon.h"

/*
 * The one line that the service manager shows of a bot, told at every wake-up
 * at which it has changed:
 *
 *	game 2026-09-03-110200, my turn, 3 results so far, next game in 47 s
 */
void status_tell(const struct daemon *d);

#endif
