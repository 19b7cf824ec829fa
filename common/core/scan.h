/* SPDX-License-Identifier: ISC */
#ifndef CORE_SCAN_H
#define CORE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The part of a text that has not been read yet: text.h the other way round.
 * The bytes need no NUL and may hold anything.
 */
struct scan {
	const char *at;
	size_t len;
};

/* Pass over an expected string: whether it stood there. */
bool scan_skip(struct scan *scan, const char *expected);

/* Take the rest of the line, and pass over its LF: whether there was one. */
bool scan_line(struct scan *scan, struct scan *ret);

#endif
