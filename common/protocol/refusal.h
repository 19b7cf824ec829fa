/* SPDX-License-Identifier: ISC */
#ifndef PROTOCOL_REFUSAL_H
#define PROTOCOL_REFUSAL_H

#include "line.h"
#include "result.h"

/*
 * The words of a rejection (section 14; tictactoe-protocol(7), REJECTIONS). The
 * reasons stand in the order in which they are checked.
 */
enum refusal {
	REFUSAL_NONE,
	REFUSAL_WANTS_SYMBOL,
	REFUSAL_WANTS_QUESTION,
	REFUSAL_WANTS_ANSWER,
	REFUSAL_NOT_A_MOVE,
	REFUSAL_NOT_YOUR_TURN,
	REFUSAL_WRONG_SYMBOL,
	REFUSAL_OUT_OF_RANGE,
	REFUSAL_OCCUPIED
};

/* A line of the other's that is refused: its bytes, and why. */
struct refused {
	enum refusal why;
	const char *bytes;
	size_t len;
};

/*
 * Write the line that rejects it, given the board and the symbol of who said
 * it, NUL-terminated. Returns its length.
 */
size_t refusal_write(const struct refused *refused, const struct board *board,
    enum symbol theirs, char ret[LINE_SIZE]);

/*
 * The reason in the len bytes of a rejection, as a result file shows it: the
 * text after `": ` up to its first `. ` or final `.`, cleaned, or "none".
 */
void refusal_reason(const char *bytes, size_t len, char ret[REASON_MAX + 1]);

/* Whether len bytes begin with `Rejected "WORDS"`. */
bool refusal_is_of(const char *bytes, size_t len, const char *words);

#endif
