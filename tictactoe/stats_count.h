/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_COUNT_H
#define TICTACTOE_STATS_COUNT_H

#include "stats_played.h"
#include "stats_symmetry.h"

/* Of whom wins, ties and losses are counted. */
enum subject {
	SUBJECT_MESSENGER1,
	SUBJECT_MESSENGER2,
	SUBJECT_CIRCLE,
	SUBJECT_CROSS,
	SUBJECT_FIRST,
	SUBJECT_SECOND,
	SUBJECTS
};

enum outcome { OUTCOME_WIN, OUTCOME_TIE, OUTCOME_LOSS, OUTCOMES };

extern const struct subject_names {
	char group[8]; /* "player", "symbol" or "turn" */
	char name[16]; /* "messenger1", "circle", "first" */
	char label[16];
} subject_names[SUBJECTS];

extern const char outcome_names[OUTCOMES][8]; /* "wins", "ties", "losses" */

/* The bots repeat themselves: REPEATS or fewer different ones in so many. */
#define RECENT 100
#define REPEATS 10

#define DAYS_SHOWN 30

struct day {
	int64_t number; /* since 1970, UTC */
	size_t games;
};

/* What many games have come to. */
struct counts {
	size_t games;
	size_t left_out;           /* results that are damaged */
	struct gameid first, last; /* games; empty where there are none */
	size_t outcomes[SUBJECTS][OUTCOMES];
	size_t moves[BOARD_CELLS + 1]; /* by how many there were */
	size_t lines[LINES];
	size_t two_lines;                 /* won with two lines at once */
	size_t ninth_cell;                /* won with the ninth cell */
	size_t openings[BOARD_CELLS + 1]; /* by position */
	size_t rejections[PLAYERS][REFUSALS];
	size_t rejecting; /* games with a rejection */
	struct forms forms;
	uint32_t recent[RECENT]; /* the last forms, game n in n % RECENT */
	struct day *days;        /* those with games, in order */
	size_t day_count, day_size;
};

/* NULL: there is no memory. The caller frees it with counts_free(). */
struct counts *counts_new(void);
void counts_free(struct counts *c);

/* Add a game that is later than all before: false where there is no memory. */
bool counts_add(struct counts *c, const struct played *f);

/* How many lines of a kind were completed: "row", "column" or "diagonal". */
size_t counts_of_kind(const struct counts *c, const char *kind);

double counts_mean_moves(const struct counts *c); /* 0 without games */

/* All rejections, whoever and why. */
size_t counts_rejections(const struct counts *c);

/* How many of the last games there are to look at, and are different. */
struct recent {
	size_t games, different;
	bool repeating;
};
struct recent counts_recent(const struct counts *c);

/*
 * The last days up to the last one with a game, DAYS_SHOWN or fewer, also those
 * without games; returns how many.
 */
size_t counts_last_days(const struct counts *c, struct day ret[DAYS_SHOWN]);

/* A day as 2026-09-03. */
#define DATE_SIZE 11
void day_date(int64_t number, char ret[DATE_SIZE]);

#endif
