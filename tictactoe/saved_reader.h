/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_SAVED_READER_H
#define TICTACTOE_SAVED_READER_H

#include "saved.h"

/*
 * A result's text that is being read, line by line: what saved.c and the files
 * beside it share. What cannot be read ends the judging of it.
 */
struct reader {
	struct scan rest;
	int line; /* that was read last */
	int faults;
	bool lost; /* nothing can be read any more */
	const struct judge *judge;
	struct saved *ret;
};

/* Tell a fault of the line read last: words are its kind and what it is. */
void reader_tell(struct reader *r, const char *const words[2],
    const char *expected, struct scan found);
#define TELL(r, kind, what, expected, found)                                   \
	reader_tell(r, (const char *const[2]){kind, what}, expected, found)

/* The next line; false, and told, where there is none. */
bool reader_line(struct reader *r, const char *expected, struct scan *ret);

/* A line "NAME value": the value; false, and told, where it is none. */
bool reader_value(struct reader *r, const char *name, struct scan *ret);

/* Whether that is all there is. */
bool reader_is(struct scan scan, const char *expected);

/* Pass over one of two words: 1 or 2 in *ret, or false. */
bool reader_either(
    struct scan *scan, const char *one, const char *two, int *ret);

/* Take all before some words, and pass over these: whether they stood there. */
bool reader_until(struct scan *from, const char *end, struct scan *ret);

/* The parts that have files of their own. */
void saved_read_moves(struct reader *r);
void saved_read_rejections(struct reader *r);

#endif
