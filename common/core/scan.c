/* SPDX-License-Identifier: ISC */
#include "scan.h"

#include <string.h>

bool
scan_skip(struct scan *scan, const char *expected)
{
	size_t len = strlen(expected);

	if (scan->len < len || memcmp(scan->at, expected, len) != 0)
		return false;
	scan->at += len;
	scan->len -= len;
	return true;
}

bool
scan_line(struct scan *scan, struct scan *ret)
{
	const char *end = memchr(scan->at, '\n', scan->len);

	if (end == NULL)
		return false;
	*ret = (struct scan){scan->at, (size_t)(end - scan->at)};
	scan->at = end + 1;
	scan->len -= ret->len + 1;
	return true;
}
