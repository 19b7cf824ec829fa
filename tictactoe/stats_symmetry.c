/* SPDX-License-Identifier: ISC */
#include "stats_symmetry.h"

#include <assert.h>

#define SIDE 3

/* The bits of the way: mirrored left to right, top to bottom, along 1-5-9. */
int
symmetry_image(int position, int way)
{
	int row = (position - 1) / SIDE, column = (position - 1) % SIDE;

	if (way & 1)
		column = SIDE - 1 - column;
	if (way & 2)
		row = SIDE - 1 - row;
	return way & 4 ? column * SIDE + row + 1 : row * SIDE + column + 1;
}

/* A board as a number, in which each cell is a digit: 0, 1 or 2. */
static uint32_t
worth(int position, int player)
{
	uint32_t worth = (uint32_t)player;

	while (--position > 0)
		worth *= 3;
	return worth;
}

/*
 * Of the eight images of the board the one with the least number stands for
 * all. Where several ways lead to it, the move can be seen in several places;
 * the first of them stands for it.
 */
uint32_t
symmetry_form(const int *moves, int count)
{
	uint32_t boards[SYMMETRIES] = {0}, form = 0;

	for (int i = 0; i < count; i++) {
		uint32_t least = boards[0];
		int digit = BOARD_CELLS;

		for (int way = 1; way < SYMMETRIES; way++)
			if (boards[way] < least)
				least = boards[way];
		for (int way = 0; way < SYMMETRIES; way++) {
			int image = symmetry_image(moves[i], way);

			if (boards[way] == least && image < digit)
				digit = image;
			boards[way] += worth(image, 1 + i % 2);
		}
		form = form * 10 + (uint32_t)digit;
	}
	return form;
}

static_assert(FORMS_MAX < (1 << FORMS_BITS), "a slot is always free");

bool
forms_add(struct forms *forms, uint32_t form)
{
	/* the golden ratio spreads them well */
	uint32_t at = form * 2654435769U >> (32 - FORMS_BITS);

	while (forms->slots[at] != 0) {
		if (forms->slots[at] == form)
			return false;
		at = (at + 1) % (1 << FORMS_BITS);
	}
	forms->slots[at] = form;
	forms->count++;
	return true;
}
