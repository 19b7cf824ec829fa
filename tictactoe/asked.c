/* SPDX-License-Identifier: ISC */
#include "asked.h"

#include "tool.h"

#include <sysexits.h>

int
asked_take(struct asked *asked, int option, const char *value)
{
	if (option == ASKED_LAST) {
		asked->last = number_option("--last", value, 1, UINT32_MAX);
		if (asked->last == -1)
			return EX_USAGE;
	} else if (id_option("--since", value, &asked->since) != EX_OK) {
		return EX_USAGE;
	}
	if (asked->last > 0 && asked->since.text[0] != '\0')
		return misused("--since and --last exclude each other");
	return EX_OK;
}

bool
asked_for_all(const struct asked *asked)
{
	return asked->last == 0 && asked->since.text[0] == '\0';
}

size_t
asked_from(const struct asked *asked, const struct archive *archive)
{
	size_t last = (size_t)asked->last;

	if (asked->since.text[0] != '\0')
		return archive_at(archive, archive_key(&asked->since));
	return last > 0 && last < archive->count ? archive->count - last : 0;
}
