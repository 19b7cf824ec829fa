/* SPDX-License-Identifier: ISC */
#include "refusal.h"

#include "drawing.h"

#include <string.h>

static const char head[] = "Rejected \"";
#define HEAD_LEN (sizeof(head) - 1)

static void
add_position(struct text *t, const struct refused *refused)
{
	struct line line = line_read(refused->bytes, refused->len);

	text_add(t, "position ");
	text_number(t, (uint64_t)line.position, 1);
}

static void
add_choices(struct text *t, const struct board *board)
{
	int empties[BOARD_CELLS];
	size_t count = board_empties(board, empties);

	text_add(t, " Choose another position: ");
	drawing_positions(t, empties, count);
	text_char(t, '.');
}

/* What follows `": `, without the choices that some of them end with. */
static void
add_reason(struct text *t, const struct refused *refused, enum symbol theirs)
{
	switch (refused->why) {
	case REFUSAL_NONE:
		break;
	case REFUSAL_WANTS_SYMBOL:
		text_add(t, "answer circle or cross first.");
		break;
	case REFUSAL_WANTS_QUESTION:
		text_add(t, "ask \"Do you want to go first?\" first.");
		break;
	case REFUSAL_WANTS_ANSWER:
		text_add(t, "answer yes or no.");
		break;
	case REFUSAL_NOT_A_MOVE:
		text_add(t, "not a move.");
		break;
	case REFUSAL_NOT_YOUR_TURN:
		text_add(t, "it is not your turn."
			    " Choose another position after my move.");
		break;
	case REFUSAL_WRONG_SYMBOL:
		text_add(t, "your symbol is ");
		text_add(t, symbol_name(theirs));
		text_char(t, '.');
		break;
	case REFUSAL_OUT_OF_RANGE:
		add_position(t, refused);
		text_add(t, " is outside 1-9.");
		break;
	case REFUSAL_OCCUPIED:
		add_position(t, refused);
		text_add(t, " is occupied.");
		break;
	}
}

size_t
refusal_write(const struct refused *refused, const struct board *board,
    enum symbol theirs, char ret[LINE_SIZE])
{
	struct text t = text_in(ret, LINE_SIZE);

	text_add(&t, head);
	text_cleaned(&t, refused->bytes, refused->len, REJECTED_MAX);
	text_add(&t, "\": ");
	add_reason(&t, refused, theirs);
	if (refused->why >= REFUSAL_NOT_A_MOVE &&
	    refused->why != REFUSAL_NOT_YOUR_TURN)
		add_choices(&t, board);
	return t.len;
}

/* The first place where `what` stands in len bytes, or NULL. */
static const char *
find(const char *bytes, size_t len, const char *what)
{
	return memmem(bytes, len, what, strlen(what));
}

void
refusal_reason(const char *bytes, size_t len, char ret[REASON_MAX + 1])
{
	struct text t = text_in(ret, REASON_MAX + 1);
	const char *start = find(bytes, len, "\": ");
	const char *end;

	if (start != NULL) {
		start += 3;
		len -= (size_t)(start - bytes);
		end = find(start, len, ". ");
		if (end != NULL)
			len = (size_t)(end - start);
		else if (len > 0 && start[len - 1] == '.')
			len--;
		text_cleaned(&t, start, len, REASON_MAX);
	}
	if (t.len == 0)
		text_add(&t, "none");
}

bool
refusal_is_of(const char *bytes, size_t len, const char *words)
{
	size_t want = strlen(words);

	return len > HEAD_LEN + want && memcmp(bytes, head, HEAD_LEN) == 0 &&
	       memcmp(bytes + HEAD_LEN, words, want) == 0 &&
	       bytes[HEAD_LEN + want] == '"';
}
