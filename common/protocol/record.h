/* SPDX-License-Identifier: ISC */
#ifndef PROTOCOL_RECORD_H
#define PROTOCOL_RECORD_H

#include "gameid.h"
#include "result.h"

/*
 * The journal's bytes (tictactoe-workspace(5)): one game, a head and then a
 * record for each step, every one a line of text ended by LF. Pure: bytes in,
 * structs out and back; io/journal.h does the files.
 */
#define RECORD_LINE_MAX 16384              /* the longest line ever heard */
#define RECORD_SIZE (RECORD_LINE_MAX + 32) /* any record with its LF */
#define HEAD_SIZE 256                      /* any head with its LF */

/* What is known of a game before its first line. */
struct head {
	struct gameid id;
	uint64_t number; /* of this game since the journal began, from 1 */
	int64_t started; /* wall-clock second */
	int64_t phase;   /* boot-clock ns of the tick; 0 for messenger2 */
	uint64_t seed;
	struct previous previous; /* the result before; none for messenger2 */
};

enum record_kind {
	RECORD_HEARD, /* bytes: the line, raw */
	RECORD_SAID,  /* bytes: the line */
	RECORD_OVER,  /* the game's result file was found */
	RECORD_QUIT,  /* given up: nothing more is said in this game */
	RECORD_ID     /* bytes: the id the result is saved under */
};

struct record {
	enum record_kind kind;
	int64_t second; /* wall clock */
	const char *bytes;
	size_t len;
};

/* Write with the LF. Returns the length. */
size_t head_write(const struct head *head, char ret[HEAD_SIZE]);
size_t record_write(const struct record *record, char ret[RECORD_SIZE]);

/*
 * Read what len bytes begin with. Returns how many bytes it took with its LF,
 * or 0, with ret untouched, where they do not begin with a whole one. A
 * record's bytes stay where they were read.
 */
size_t head_read(const char *bytes, size_t len, struct head *ret);
size_t record_read(const char *bytes, size_t len, struct record *ret);

#endif
