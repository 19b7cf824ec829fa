/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "tool.h"

#include <stdlib.h>

#define RIGHT "replaced: it is not the result, which the chain proves right"
#define UNKNOWN                                                                \
	"replaced: its second name in " SECOND_NAMES                           \
	" holds something else; one of the two was replaced"

int
audit_standing(struct audit *audit)
{
	const struct archive *a = &audit->archive;

	free(audit->standing);
	/* one more, as what is later than all others has a place, too */
	audit->standing = calloc(a->count + 1, sizeof(*audit->standing));
	if (audit->standing != NULL)
		return 0;
	complain("%s: there is no memory for the chain", a->path);
	return COULD_NOT_LOOK;
}

void
audit_replaced(struct audit *audit, uint64_t key)
{
	struct standing *it =
	    &audit->standing[archive_at(&audit->archive, key)];
	char name[GAMEID_NAME_SIZE], path[SECOND_PATH_SIZE];

	if (!it->differs)
		return;
	it->differs = false;
	archive_name(key, name);
	archive_second_path(name, path);
	sink_tell(&audit->out, &(struct finding){.kind = "replaced",
				   .file = it->proven ? path : name,
				   .message = it->proven ? RIGHT : UNKNOWN});
}
