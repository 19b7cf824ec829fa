/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_SAVED_READER_H
#define TICTACTOE_SAVED_READER_H

#include "saved.h"
#include "session.h"

#include <string.h>

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

/* Tell that a line is not one that begins with a name; nothing more is read. */
bool reader_not(struct reader *r, const char *name, struct scan line);

/* As scan_skip(), but in place: here are all the words of millions of files. */
static inline bool
reader_skip(struct scan *scan, const char *expected)
{
	size_t len = strlen(expected);

	if (scan->len < len || memcmp(scan->at, expected, len) != 0)
		return false;
	scan->at += len;
	scan->len -= len;
	return true;
}

/* A line "NAME value": the value; false, and told, where it is none. */
static inline bool
reader_value(struct reader *r, const char *name, struct scan *ret)
{
	struct scan line;

	if (!reader_line(r, name, &line))
		return false;
	*ret = line;
	return (reader_skip(ret, name) && reader_skip(ret, " ")) ||
	       reader_not(r, name, line);
}

/* Whether that is all there is. */
static inline bool
reader_is(struct scan scan, const char *expected)
{
	return reader_skip(&scan, expected) && scan.len == 0;
}

/* Pass over one of two words: 1 or 2 in *ret, or false. */
static inline bool
reader_either(struct scan *scan, const char *one, const char *two, int *ret)
{
	*ret = reader_skip(scan, one) ? 1 : 2;
	return *ret == 1 || reader_skip(scan, two);
}

/* Take all before some words, and pass over these: whether they stood there. */
bool reader_until(struct scan *from, const char *end, struct scan *ret);

/* The parts that have files of their own. */
void saved_read_moves(struct reader *r);
void saved_read_rejections(struct reader *r);

/*
 * The rejections of an ended game, oldest first, as messenger1's session makes
 * them. False: the rules do not allow that one, and expected is the reason that
 * messenger1 has to refuse this line there, or "no such rejection".
 */
void saved_rules_begin(struct session *s, const struct game *game);
bool saved_rules_allow(struct session *s, const struct game *game,
    const struct rejection *one, char expected[REASON_MAX + 1]);

/* Whether the game can go on to its end after the last of them. */
bool saved_rules_end(struct session *s, const struct game *game);

#endif
