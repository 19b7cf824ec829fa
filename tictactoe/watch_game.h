/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_WATCH_GAME_H
#define TICTACTOE_WATCH_GAME_H

#include "scan.h"
#include "session.h"

/*
 * A game as somebody sees it who only reads: what was said in which order, and
 * what came of it. Pure: the bytes of files in, facts out.
 */
#define TALK_MAX 256 /* lines that are kept of a conversation, the last ones */

struct said {
	enum player by;
	int64_t second;        /* wall clock; 0: in nobody's journal yet */
	char words[LINE_SIZE]; /* printable, and cut */
};

struct talk {
	size_t count;   /* lines said so far */
	size_t settled; /* of them, those whose place will not change */
	struct said lines[TALK_MAX];
};

struct watched {
	struct session session; /* of the one whose journal it is */
	struct game settled;    /* after the settled lines of the talk */
	bool lost;              /* by the rules it could not go on like this */
	struct talk talk;
};

/* Where a game is read from: bytes, none of what is not there. */
struct sources {
	enum player witness; /* whose journal it is; else MESSENGER1 */
	struct scan journal;
	struct scan spool[PLAYERS]; /* by who has said it */
};

/*
 * Read a game. The journal of one bot has both sides' lines in order; what it
 * does not know yet follows from the spool files as the rules have it, and all
 * of it does where there is no journal.
 */
void watched_read(
    struct watched *ret, const struct gameid *id, const struct sources *from);

/* Line number n of a conversation, from 0; one of the last TALK_MAX. */
const struct said *talk_line(const struct talk *talk, size_t n);

/*
 * The time between two games in nanoseconds, by the seconds of the last ids in
 * their order: 0 where they do not lie on a grid.
 */
int64_t interval_of(const int64_t *seconds, size_t count);

#endif
