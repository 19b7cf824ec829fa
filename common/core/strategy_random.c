/* SPDX-License-Identifier: ISC */
#include "random.h"
#include "strategy.h"

int
strategy_random(const struct choice *choice)
{
	return choice->empties[random_pick(choice->random, choice->count)];
}
