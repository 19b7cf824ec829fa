/* SPDX-License-Identifier: ISC */
#include "fuzz.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
must(bool holds, const char *what)
{
	if (holds)
		return;
	(void)fprintf(stderr, "FAULT: %s\n", what);
	abort();
}

bool
is_same(const struct session *a, const struct session *b)
{
	const void *bytes = a, *others = b; /* padding counts too */

	return memcmp(bytes, others, sizeof(*a)) == 0;
}

bool
is_printable(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (bytes[i] < ' ' || bytes[i] > '~')
			return false;
	return true;
}

bool
script_next(struct scan *script, struct scan *ret)
{
	if (script->len == 0)
		return false;
	if (!scan_line(script, ret)) {
		*ret = *script;
		script->len = 0;
	}
	return true;
}

char
script_char(struct scan *line)
{
	if (line->len == 0)
		return '\0';
	line->len--;
	return *line->at++;
}

int
room(void)
{
	static int fd = -1;
	const char *dir = getenv("TMPDIR");
	char path[PATH_MAX];

	if (fd != -1)
		return fd;
	(void)snprintf(path, sizeof(path), "%s/messengers-XXXXXX",
	    dir != NULL ? dir : "/tmp");
	if (mkdtemp(path) != NULL)
		fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	must(fd != -1, "a folder for files can be made");
	return fd;
}
