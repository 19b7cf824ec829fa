/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_PICTURE_H
#define TICTACTOE_STATS_PICTURE_H

#include "stats_share.h"

#include <stdio.h>

/* The parts of an SVG picture. Lengths are in pixels, from the top left. */
#define INK "#222222"
#define PALE "#d8d8d8"

struct point {
	double x, y;
};

struct box {
	double x, y, width, height;
};

void picture_begin(FILE *out, double width, double height);
void picture_end(FILE *out);

/* Words of printable ASCII without & and <; what says how they look. */
struct words {
	double x, y;
	int size;
	const char *anchor; /* "start", "middle" or "end" lies at x */
	const char *fill;
};

void picture_words(FILE *out, const struct words *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void picture_heading(FILE *out, double x, double y, const char *words);

void picture_box(FILE *out, struct box box, const char *fill, double opacity);
void picture_line(FILE *out, struct point from, struct point to);

/* What an interval looks like that goes from one point to another. */
void picture_interval(FILE *out, struct point from, struct point to);

#endif
