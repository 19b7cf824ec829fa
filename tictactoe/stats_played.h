/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_PLAYED_H
#define TICTACTOE_STATS_PLAYED_H

#include "refusal.h"
#include "saved.h"

/* The eight lines of a board, in the order in which they are shown. */
#define LINES 8

extern const struct winning_line {
	char name[6]; /* "1-2-3" */
	char kind[9]; /* "row", "column" or "diagonal" */
	uint16_t mask;
} winning_lines[LINES];

/* The kinds of rejections; REFUSAL_NONE are words that no bot has. */
#define REFUSALS (REFUSAL_OCCUPIED + 1)

extern const struct refusal_names {
	char name[16];  /* "occupied", for programs */
	char label[16]; /* for people */
} refusal_names[REFUSALS];

/* Of which kind a saved rejection is, by its words. */
enum refusal refusal_of(const struct rejection *rejection);

/* What is counted of one game, in a few bytes. */
struct played {
	struct gameid id;
	uint32_t form;  /* see symmetry_form() */
	uint8_t winner; /* enum player; NONE: a tie */
	uint8_t first;  /* enum player */
	uint8_t circle; /* enum player: who has the circles */
	uint8_t moves;
	uint8_t opening; /* position of the first move */
	uint8_t lines;   /* a bit for each winning line on the board */
	uint8_t rejections[PLAYERS][REFUSALS]; /* by who rejects */
};

/* Of a result without faults. */
struct played played_of(const struct saved *saved);

#endif
