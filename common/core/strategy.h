/* SPDX-License-Identifier: ISC */
#ifndef CORE_STRATEGY_H
#define CORE_STRATEGY_H

#include "board.h"

/*
 * A brain: given the board, the symbol it plays, the positions it may choose
 * from (count of them, at least one, all empty) and a random number, it answers
 * with one of those positions. What it answers is verified like anyone's move.
 *
 * A new one is a file strategy_NAME.c, its prototype below and a row in
 * strategy.c.
 */
struct choice {
	const struct board *board;
	enum symbol symbol;
	const int *empties;
	size_t count;
	uint64_t random;
};

typedef int strategy_fn(const struct choice *choice);

struct strategy {
	char name[16];
	strategy_fn *choose;
};

/* The strategy of that name, or NULL. The default is "casual". */
const struct strategy *strategy_find(const char *name);

/* All names, for a message: "perfect, random, casual". */
#define STRATEGY_DEFAULT "casual"
#define STRATEGY_NAMES_SIZE 64
void strategy_names(char ret[STRATEGY_NAMES_SIZE]);

strategy_fn strategy_perfect; /* never loses; any of the best */
strategy_fn strategy_random;  /* any of the empties */
strategy_fn strategy_casual;  /* perfect three times in four, else random */

#endif
