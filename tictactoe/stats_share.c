/* SPDX-License-Identifier: ISC */
#include "stats_share.h"

#include <math.h>

#define Z 1.959963984540054 /* 95 % of a normal distribution are within */

struct share
share_of(size_t count, size_t of)
{
	double n = (double)of, p, middle, half;

	if (of == 0)
		return (struct share){0, 0, 1};
	p = (double)count / n;
	middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n);
	half =
	    Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n);
	/* exactly, where rounding would leave a trace */
	return (struct share){
	    p, count == 0 ? 0 : middle - half, count == of ? 1 : middle + half};
}
