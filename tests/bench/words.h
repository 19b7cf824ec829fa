/* SPDX-License-Identifier: ISC */
#ifndef BENCH_WORDS_H
#define BENCH_WORDS_H

#include <stddef.h>

/*
 * The words, drawings, results and journal of games in which nobody thinks: what
 * a pair says by a fixed script, in texts as long as the real ones.
 */
#define WORDS_MAX 13 /* four, and nine moves */

struct word {
	int by; /* 1 or 2 */
	const char *text;
	size_t len;
};

extern const char words_drawing[], words_result[], words_head[];

/*
 * The words of game number `game`, from 0: how many. The games have `mean`
 * thousandths of a move in the mean; the players begin in turn.
 */
int words_of(long game, long mean, struct word ret[WORDS_MAX]);

/* The number in a command's argument; ends the program where it is none. */
long words_number(const char *argument);

#endif
