/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_SAVED_H
#define TICTACTOE_SAVED_H

#include "result.h"
#include "scan.h"

/*
 * The text of a saved result, read back and judged by the rules that the bots
 * play by. Pure: bytes in, facts and faults out.
 */
struct saved {
	struct gameid id;
	int64_t started, finished;
	struct game game;
	struct rejections rejections;
	struct previous previous;
};

/* What is wrong with a text, as one line can say it. */
#define FAULT_SIZE 128

struct fault {
	const char *kind; /* one word: "format", "move", ...; see saved.c */
	int line;         /* from 1; 0: the file as a whole */
	const char *what; /* in words */
	char expected[FAULT_SIZE];
	char found[FAULT_SIZE]; /* cleaned: nothing in it moves a cursor */
};

/*
 * A fault, or what else is wrong, in one line: `line N: what (expected X, found
 * Y)`, without N where it is 0, without X and Y where they are NULL.
 */
#define FAULT_TEXT_SIZE 512
void fault_text(char ret[FAULT_TEXT_SIZE], int line, const char *what,
    const char *expected, const char *found);

typedef void fault_fn(void *arg, const struct fault *fault);

struct judge {
	fault_fn *tell;
	void *arg;
};

/*
 * Read the result that a file named by id holds; each fault is told, where judge
 * is not NULL. Returns how many there are: with none, all of *ret is there, and
 * result_write() would make these very bytes. With some, what follows the worst
 * of them may be missing; previous.name is "" where it could not be read.
 */
int saved_read(struct scan text, const struct gameid *id,
    const struct judge *judge, struct saved *ret);

/* What result_write() needs of it, good as long as it is. */
struct result saved_result(const struct saved *saved);

#endif
