/* SPDX-License-Identifier: ISC */
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include "board.h"
#include "text.h"

/*
 * The grammar of one line (sections 2 to 5; tictactoe-protocol(7), THE LINES).
 * Lengths never count the LF that ends a line in a spool.
 */
#define LINE_SIZE 256 /* the longest line with its LF, or with a NUL */

enum line_kind {
	LINE_NONE,      /* no line at all */
	LINE_OPENING,   /* Choose your symbol: circle or cross. */
	LINE_SYMBOL,    /* circle | cross */
	LINE_QUESTION,  /* Do you want to go first? */
	LINE_ANSWER,    /* yes | no */
	LINE_MOVE,      /* circle 5 */
	LINE_REJECTION, /* Rejected "... */
	LINE_OTHER      /* anything else */
};

struct line {
	enum line_kind kind;
	enum symbol symbol; /* of a symbol or a move */
	bool yes;           /* of an answer */
	int position;       /* of a move, 0 to 999 */
};

/* What len bytes say; any bytes will do. */
struct line line_read(const char *bytes, size_t len);

/*
 * Write the words of a line that is a LINE_OPENING, _SYMBOL, _QUESTION, _ANSWER
 * or _MOVE, NUL-terminated. Returns their length.
 */
size_t line_write(const struct line *line, char ret[LINE_SIZE]);

#endif
