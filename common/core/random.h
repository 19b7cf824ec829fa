/* SPDX-License-Identifier: ISC */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/*
 * The random number of one step of a game: a pure function, so that a bot that
 * is restarted chooses what it would have chosen (tictactoe-protocol(7),
 * CHOICES). It is the output function of SplitMix64 (Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014).
 */
uint64_t random_at(uint64_t seed, uint64_t step);

/* Which of count (1 to 2^31) things a random number picks: 0 to count - 1. */
size_t random_pick(uint64_t number, size_t count);

#endif
