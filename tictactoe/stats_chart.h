/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_CHART_H
#define TICTACTOE_STATS_CHART_H

#include <stdbool.h>
#include <stdio.h>

/* Bars that lie behind other words of a line. */
struct chart {
	bool blocks; /* of UTF-8, and not number signs */
	size_t room; /* columns of the longest bar */
};

/*
 * For lines that have begun with so many columns. There are blocks where out is
 * a terminal, the locale has UTF-8 and NO_COLOR is not set; what is no terminal
 * has 80 columns.
 */
struct chart chart_for(FILE *out, size_t begun);

/* End a line with a blank and the bar of value, the longest being that of most;
 * with nothing more where value is 0. */
void chart_bar(const struct chart *c, FILE *out, size_t value, size_t most);

#endif
