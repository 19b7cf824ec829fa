/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_PRINT_H
#define TICTACTOE_STATS_PRINT_H

#include "stats_count.h"

#include <stdio.h>

/* The forms in which counts are shown, each in a file of its own. */
typedef void print_fn(const struct counts *c, FILE *out);

/* For people. Bars are drawn with blocks where out is a terminal that has them. */
print_fn stats_text;

/* One object, and one table: tictactoe(1) says what is in them. */
print_fn stats_json;
print_fn stats_csv;

/* "s" but for one. */
static inline const char *
plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* A picture. */
print_fn stats_svg;

#endif
