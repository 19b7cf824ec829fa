/* SPDX-License-Identifier: ISC */
#ifndef CORE_RESULT_H
#define CORE_RESULT_H

#include "game.h"
#include "gameid.h"

/*
 * The result file of a completed game (section 10; tictactoe-workspace(5), THE
 * RESULTS): its text is a pure function of what is below.
 */
#define REJECTED_MAX 40     /* bytes shown of a rejected line */
#define REASON_MAX 80       /* bytes shown of a reason */
#define REJECTIONS_MAX 47   /* 20 said, 25 moves taken back, 2 answers again */
#define SHA256_TEXT_SIZE 65 /* 64 digits and a NUL */
#define RESULT_SIZE 12288   /* more than the longest text */

struct rejection {
	enum player by;
	int after; /* moves on the board after it */
	char line[REJECTED_MAX + 1];
	char reason[REASON_MAX + 1];
};

struct rejections {
	size_t count;
	struct rejection list[REJECTIONS_MAX];
};

/* The result a result names as the one before it; name "none" for the first. */
struct previous {
	char name[GAMEID_NAME_SIZE];
	char sha256[SHA256_TEXT_SIZE];
};

struct result {
	struct gameid id;
	int64_t started, finished; /* seconds since 1970, UTC */
	const struct game *game;   /* ended */
	const struct rejections *rejections;
	const struct previous *previous;
};

/* Write the text; returns its length, below RESULT_SIZE. */
size_t result_write(const struct result *result, char ret[RESULT_SIZE]);

/* The id in the first line of a result's text: 0, or -1. */
int result_gameid(const char *bytes, size_t len, struct gameid *ret);

/*
 * The game of a result's text, from its symbols, first player and moves, played
 * by the rules: 0, or -1 where they do not make an ended game.
 */
int result_game(const char *bytes, size_t len, struct game *ret);

#endif
