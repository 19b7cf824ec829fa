/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_ASKED_H
#define TICTACTOE_ASKED_H

#include "archive.h"

/*
 * Which results a user asks for with --since or --last: zeroed it is all of
 * them.
 */
struct asked {
	struct gameid since; /* empty: all */
	long long last;      /* 0: all */
};

enum { ASKED_SINCE = 1024, ASKED_LAST };

#define ASKED_OPTIONS                                                          \
	{"since", required_argument, NULL, ASKED_SINCE},                       \
	{                                                                      \
		"last", required_argument, NULL, ASKED_LAST                    \
	}
#define ASKED_HELP                                                             \
	"      --since ID       only the results from this game on\n"          \
	"      --last N         only the last N results\n"

/* The value of one of the two: EX_OK, or EX_USAGE after one line. */
int asked_take(struct asked *asked, int option, const char *value);

bool asked_for_all(const struct asked *asked);

/* Where the first of them is in the list. */
size_t asked_from(const struct asked *asked, const struct archive *archive);

#endif
