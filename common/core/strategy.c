/* SPDX-License-Identifier: ISC */
#include "strategy.h"

#include "text.h"

#include <string.h>

static const struct strategy strategies[] = {
    {"perfect", strategy_perfect},
    {"random", strategy_random},
    {"casual", strategy_casual},
};
#define STRATEGIES (sizeof(strategies) / sizeof(strategies[0]))

const struct strategy *
strategy_find(const char *name)
{
	for (size_t i = 0; i < STRATEGIES; i++)
		if (strcmp(name, strategies[i].name) == 0)
			return &strategies[i];
	return NULL;
}

void
strategy_names(char ret[STRATEGY_NAMES_SIZE])
{
	struct text names = text_in(ret, STRATEGY_NAMES_SIZE);

	for (size_t i = 0; i < STRATEGIES; i++) {
		if (i > 0)
			text_add(&names, ", ");
		text_add(&names, strategies[i].name);
	}
}
