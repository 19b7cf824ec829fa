/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_WATCH_TALLY_H
#define TICTACTOE_WATCH_TALLY_H

#include "archive.h"

/*
 * How the games of a workspace have ended. It is listed once, and the results
 * are read bit by bit, so that there is something to look at meanwhile; then
 * each new one is added.
 */
#define TALLY_IDS 9 /* the last ids, which show how games follow each other */

struct tally {
	struct archive archive; /* as it was listed */
	size_t left;            /* of it, those still to be read */
	uint64_t greatest;      /* archive_key() of the last one */
	size_t games;
	size_t ended[GAME_TIE + 1]; /* by how: of those that were read */
	size_t unread;              /* those that could not be */
	int64_t seconds[TALLY_IDS];
	size_t ids;
	bool stale; /* to be begun anew: there are changes among the old */
};

/* List the results of the workspace that is open as dir: an exit status. */
int tally_begin(struct tally *t, int dir, const char *path);
void tally_end(struct tally *t);

/* Read on until then (clock_boot()), or until nothing is left. */
void tally_work(struct tally *t, int64_t until);

/* A result's name is new, or gone. */
void tally_add(struct tally *t, const struct gameid *id);
void tally_remove(struct tally *t, const struct gameid *id);

#endif
