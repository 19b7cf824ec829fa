/* SPDX-License-Identifier: ISC */
#include "random.h"

uint64_t
random_at(uint64_t seed, uint64_t step)
{
	uint64_t z = seed + (step + 1) * 0x9e3779b97f4a7c15U;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return z ^ (z >> 31);
}

size_t
random_pick(uint64_t number, size_t count)
{
	/* the low half, scaled: a strategy may use the high bits apart */
	return (size_t)(((number & 0xffffffffU) * count) >> 32);
}
