/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_SHARE_H
#define TICTACTOE_STATS_SHARE_H

#include <stddef.h>

/*
 * What part of all something is, from 0 to 1, and between which two the true
 * chance is at 95 %, by the score interval of Wilson ("Probable inference, the
 * law of succession, and statistical inference", JASA 22, 1927). Of none it is
 * 0, and nothing is known: 0 to 1.
 */
struct share {
	double part, low, high;
};

struct share share_of(size_t count, size_t of);

#endif
