/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "clock.h"

#include <time.h>

#define PATIENCE (5 * SECOND_NS)

bool
audit_await(const struct audit *audit, uint64_t key, settled_fn *settled)
{
	const struct timespec pause = {.tv_nsec = SECOND_NS / 20};
	int64_t end = clock_boot() + PATIENCE;

	while (!settled(audit, key)) {
		if (clock_boot() > end)
			return false;
		(void)nanosleep(&pause, NULL);
	}
	return true;
}
