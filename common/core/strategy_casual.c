/* SPDX-License-Identifier: ISC */
#include "strategy.h"

int
strategy_casual(const struct choice *choice)
{
	/* two perfect bots tie for ever: one move in four is left to chance */
	if (choice->random >> 62 == 0)
		return strategy_random(choice);
	return strategy_perfect(choice);
}
