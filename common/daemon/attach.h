/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_ATTACH_H
#define DAEMON_ATTACH_H

#include "daemon.h"

/*
 * Getting hold of the workspace: at the start, and again after it was lost
 * (tictactoe-workspace(5), TROUBLE).
 */

/*
 * Try to attach, if it is time to: -1 to go on, attached or not yet (then
 * retry_at is set), or an exit status after one line has said why.
 */
int attach_try(struct daemon *d);

/* The folders held are no longer those under their names: let go of them. */
void attach_lost(struct daemon *d, int64_t now);

/* Watch the other's spool folder, or while it is missing the one above it. */
void attach_watch(struct daemon *d);

#endif
