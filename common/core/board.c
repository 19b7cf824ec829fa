/* SPDX-License-Identifier: ISC */
#include "board.h"

/* Section 7, in its order: the rows, the columns, the diagonals. */
static const uint16_t lines[] = {
    0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
#define LINES (sizeof(lines) / sizeof(lines[0]))

const char *
symbol_name(enum symbol symbol)
{
	static const char names[][7] = {"none", "circle", "cross"};

	return names[symbol];
}

enum symbol
symbol_other(enum symbol symbol)
{
	switch (symbol) {
	case SYMBOL_CIRCLE:
		return SYMBOL_CROSS;
	case SYMBOL_CROSS:
		return SYMBOL_CIRCLE;
	case SYMBOL_NONE:
		break;
	}
	return SYMBOL_NONE;
}

unsigned
board_bit(int position)
{
	return 1U << (position - 1);
}

enum symbol
board_at(const struct board *board, int position)
{
	unsigned bit = board_bit(position);

	if (board->circles & bit)
		return SYMBOL_CIRCLE;
	return board->crosses & bit ? SYMBOL_CROSS : SYMBOL_NONE;
}

void
board_put(struct board *board, enum symbol symbol, int position)
{
	uint16_t bit = (uint16_t)board_bit(position);

	if (symbol == SYMBOL_CIRCLE)
		board->circles |= bit;
	else
		board->crosses |= bit;
}

void
board_take(struct board *board, int position)
{
	uint16_t others = (uint16_t)~board_bit(position);

	board->circles &= others;
	board->crosses &= others;
}

size_t
board_empties(const struct board *board, int ret[BOARD_CELLS])
{
	unsigned taken = board->circles | board->crosses;
	size_t count = 0;

	for (int position = 1; position <= BOARD_CELLS; position++)
		if (!(taken & board_bit(position)))
			ret[count++] = position;
	return count;
}

bool
board_line(unsigned mask)
{
	for (size_t i = 0; i < LINES; i++)
		if ((mask & lines[i]) == lines[i])
			return true;
	return false;
}

unsigned
board_completing(unsigned mine, unsigned theirs)
{
	unsigned cells = 0;

	for (size_t i = 0; i < LINES; i++) {
		unsigned missing = lines[i] & ~mine;

		/* no more than one bit missing, and nobody in it */
		if ((missing & (missing - 1)) == 0 && !(missing & theirs))
			cells |= missing;
	}
	return cells;
}

enum symbol
board_winner(const struct board *board)
{
	if (board_line(board->circles))
		return SYMBOL_CIRCLE;
	return board_line(board->crosses) ? SYMBOL_CROSS : SYMBOL_NONE;
}

bool
board_full(const struct board *board)
{
	return (board->circles | board->crosses) == BOARD_FULL;
}
