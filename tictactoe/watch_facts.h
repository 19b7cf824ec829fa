/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_WATCH_FACTS_H
#define TICTACTOE_WATCH_FACTS_H

#include "watch_model.h"
#include "watch_tally.h"

/*
 * What is known, in words that a screen can show.
 */
#define FACTS 7
#define FACT_SIZE 128

struct fact {
	char words[FACT_SIZE];
	bool bad; /* to be noticed */
};

struct facts {
	char title[FACT_SIZE];
	char now[FACT_SIZE];
	struct fact lines[FACTS];
	char note[FACT_SIZE]; /* how to leave, where it is, what is wrong */
};

void facts_of(const struct model *m, const struct tally *t, struct facts *ret);

/* Append a second's time of day, `11:02:00`; `--:--:--` for 0. */
void facts_time(struct text *t, int64_t second);

/* Whether a cell is the last move, or of the line that has won. */
bool facts_outstanding(const struct game *game, int position);

#endif
