/* SPDX-License-Identifier: ISC */
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The nine cells, numbered 1 to 9 from top-left to bottom-right (section 4).
 * Each symbol's cells are a 9-bit mask in which position p is bit p - 1.
 */
#define BOARD_CELLS 9
#define BOARD_FULL 0x1ffU

enum symbol { SYMBOL_NONE, SYMBOL_CIRCLE, SYMBOL_CROSS };

struct board {
	uint16_t circles;
	uint16_t crosses;
};

/* "circle", "cross", or "none". */
const char *symbol_name(enum symbol symbol);

/* The symbol that is left when one is taken; NONE for NONE. */
enum symbol symbol_other(enum symbol symbol);

/* The mask bit of a position from 1 to 9. */
unsigned board_bit(int position);

/* What is in a position from 1 to 9. */
enum symbol board_at(const struct board *board, int position);

/* Put a symbol into an empty cell, or take it out again. */
void board_put(struct board *board, enum symbol symbol, int position);
void board_take(struct board *board, int position);

/* The empty positions in ascending order; returns how many (section 6). */
size_t board_empties(const struct board *board, int ret[BOARD_CELLS]);

/* Whether a mask holds one of the eight lines of section 7. */
bool board_line(unsigned mask);

/* The cells that would complete a line for the owner of `mine`. */
unsigned board_completing(unsigned mine, unsigned theirs);

/* The symbol that holds a line, or NONE. */
enum symbol board_winner(const struct board *board);

/* Whether all nine cells are occupied. */
bool board_full(const struct board *board);

#endif
