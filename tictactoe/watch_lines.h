/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_WATCH_LINES_H
#define TICTACTOE_WATCH_LINES_H

#include "watch_model.h"

/*
 * What happens, as lines on standard output: each has the time, the game and
 * what was said or came of it.
 */
struct lines {
	struct gameid id; /* the last game of which something was told */
	size_t told;      /* lines of its conversation */
	struct game game; /* as far as it was told */
	bool ended;       /* so was its end */
	enum life life[PLAYERS];
	struct name shut; /* what may not be read, as last told */
};

/* Tell what is new since the last time. */
void lines_show(struct lines *l, const struct model *m);

/*
 * A result is there: tell what of its game was not told, as it was played too
 * fast. The model must be of a look after that.
 */
void lines_result(
    struct lines *l, const struct model *m, const struct gameid *id);

/* The workspace is gone, or back. */
void lines_here(const struct model *m);

#endif
