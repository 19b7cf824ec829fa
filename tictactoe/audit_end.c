/* SPDX-License-Identifier: ISC */
#include "audit.h"

#include <string.h>

/*
 * No later result vouches for the newest one: messenger1's journal does. It
 * names the one saved before its game, and makes the bytes of that game's own.
 */

/* The journal's own result is there: whether it is what the journal makes. */
static bool
check_own(struct audit *audit, struct examiner *e)
{
	const struct session *s = &audit->end.session;
	char text[RESULT_SIZE], sha256[SHA256_TEXT_SIZE];

	/* the end of a journal may be lost, and then it cannot tell */
	if (s->state != SESSION_OVER)
		return false;
	examiner_hash(e, text, session_result(s, text), sha256);
	if (strcmp(sha256, audit->newest.sha256) == 0)
		return true;
	if (audit->newest.sha256[0] != '\0')
		sink_tell_of(&audit->out, audit->newest.key,
		    (struct finding){.kind = "changed",
			.message = "changed: it is not what messenger1's "
				   "journal makes of its game",
			.expected = sha256,
			.found = audit->newest.sha256});
	return false;
}

static bool
check_previous(struct audit *audit, struct examiner *e)
{
	const struct end *end = &audit->end;
	const char *sha256 = end->session.head.previous.sha256;
	struct link link;

	examine_key(e, &audit->archive, end->previous, NULL, &link);
	if (strcmp(link.sha256, sha256) == 0)
		return audit->newest.key == end->previous;
	if (link.sha256[0] != '\0')
		sink_tell_of(&audit->out, end->previous,
		    (struct finding){.kind = "changed",
			.message = "changed: it is not what messenger1's "
				   "journal names as saved last",
			.expected = sha256,
			.found = link.sha256});
	else if (!audit_is_there(&audit->archive, "", end->previous) &&
		 !audit_is_there(
		     &audit->archive, SECOND_NAMES "/", end->previous))
		sink_tell_of(&audit->out, end->previous,
		    (struct finding){.kind = "missing",
			.message = "missing: messenger1's journal names it as "
				   "saved last",
			.expected = sha256,
			.found = "nothing"});
	return false;
}

int
audit_end(struct audit *audit)
{
	const struct archive *a = &audit->archive;
	const struct end *end = &audit->end;
	struct examiner *e;
	uint64_t own;

	if (!end->there)
		return 0;
	e = examiner_new();
	if (e == NULL)
		return COULD_NOT_LOOK;
	own = archive_key(&end->session.result_id);
	if (a->count > 0 && a->list[a->count - 1].key == own)
		audit->vouched = check_own(audit, e);
	else if (end->previous != 0)
		audit->vouched = check_previous(audit, e);
	examiner_free(e);
	return 0;
}
