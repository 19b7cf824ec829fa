/* SPDX-License-Identifier: ISC */
#include "random.h"
#include "strategy.h"

#define CENTRE 0020U
#define CORNERS 0505U

/* One cell of `open`: the centre, else a corner, else the middle of a side. */
static unsigned
likely(unsigned open)
{
	if (open & CENTRE)
		return CENTRE;
	if (open & CORNERS)
		open &= CORNERS;
	return open & -open;
}

/*
 * What the side to move (mine) reaches against the best play: 1 a win, 0 a
 * tie, -1 a loss, exact between low and high. A line that can be completed is
 * completed and a line that the other could complete is closed before anything
 * else is looked at, which with the bounds leaves a few hundred positions of
 * the whole tree.
 */
static int
value(unsigned mine, unsigned theirs, int low, int high)
{
	unsigned open = BOARD_FULL & ~(mine | theirs);
	unsigned threats = board_completing(theirs, mine);

	if (board_completing(mine, theirs))
		return 1;
	if (threats & (threats - 1))
		return -1; /* two lines cannot be closed with one move */
	if (threats)
		open = threats;
	if (!open)
		return 0;
	while (open && low < high) {
		unsigned cell = likely(open);
		int reached = -value(theirs, mine | cell, -high, -low);

		if (reached > low)
			low = reached;
		open &= ~cell;
	}
	return low;
}

/* The cells of `open` that are worth most to the side to move. */
static unsigned
best_cells(unsigned mine, unsigned theirs, unsigned open)
{
	unsigned winning = open & board_completing(mine, theirs);
	unsigned closing = open & board_completing(theirs, mine);
	unsigned cells = 0;
	int best = -1;

	if (winning)
		return winning;
	if (closing)
		return closing;
	if (!(mine | theirs))
		return open; /* every first move ties: no need to search */
	for (; open; open &= open - 1) {
		unsigned cell = open & -open;
		int reached = -value(theirs, mine | cell, -1, 1);

		if (reached > best) {
			best = reached;
			cells = 0;
		}
		if (reached == best)
			cells |= cell;
	}
	return cells;
}

int
strategy_perfect(const struct choice *choice)
{
	bool circle = choice->symbol == SYMBOL_CIRCLE;
	unsigned circles = choice->board->circles;
	unsigned crosses = choice->board->crosses;
	unsigned open = 0, best;
	int cells[BOARD_CELLS] = {0};
	size_t count = 0;

	for (size_t i = 0; i < choice->count; i++)
		open |= board_bit(choice->empties[i]);
	best = best_cells(
	    circle ? circles : crosses, circle ? crosses : circles, open);
	for (int position = 1; position <= BOARD_CELLS; position++)
		if (best & board_bit(position))
			cells[count++] = position;
	return cells[random_pick(choice->random, count)];
}
