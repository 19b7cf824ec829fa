/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "publish.h"

#include <dirent.h>
#include <string.h>

/* What may be in the folder besides results. */
static const char *const known[] = {"current-board.txt", "README.txt", "spool",
    "state", "lost+found", TEMP_BOARD1, TEMP_BOARD2, TEMP_RESULT_COPY};

/* Names of files that are removed and still open, on NFS and FUSE. */
static const char *const hidden[] = {".nfs", ".fuse_hidden"};

static bool
is_known(const char *name)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(name, known[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (strncmp(name, hidden[i], strlen(hidden[i])) == 0)
			return true;
	return false;
}

static const char *
type_name(unsigned char type)
{
	switch (type) {
	case DT_DIR:
		return "a folder";
	case DT_LNK:
		return "a symbolic link";
	case DT_FIFO:
		return "a FIFO";
	case DT_SOCK:
		return "a socket";
	default:
		return "a device";
	}
}

static void
tell_other(void *arg, const char *name, unsigned char type)
{
	struct audit *audit = arg;
	struct finding finding = {.kind = "foreign",
	    .file = name,
	    .message = "not a name that belongs here"};
	struct gameid id;

	if (gameid_of_result_name(name, &id) == 0) {
		finding.kind = "type";
		finding.message = "a result that is none";
		finding.expected = "a regular file";
		finding.found = type_name(type);
	} else if (is_known(name)) {
		return;
	}
	sink_tell(&audit->out, &finding);
}

/*
 * Ids only grow: what is older than the journal's game was there before it. A
 * game whose name was taken is saved under another.
 */
static void
tell_unknown(struct audit *audit, uint64_t key, const struct session *s)
{
	struct finding finding = {.kind = "slipped-in",
	    .message = "slipped in: messenger1's journal knows no such result"};
	char name[GAMEID_NAME_SIZE], message[128];

	if (key == archive_key(&s->head.id)) {
		gameid_result_name(&s->result_id, name);
		(void)snprintf(message, sizeof(message),
		    "slipped in, or changed since: messenger1's journal has "
		    "this game as %s",
		    name);
		finding.message = message;
	} else if (key > archive_key(&s->result_id)) {
		finding.kind = "later";
		finding.message = "later than the game of messenger1's journal:"
				  " slipped in, or the journal is an old one";
	}
	sink_tell_of(&audit->out, key, finding);
}

/*
 * Only the game of the journal may have a later result than the one it names as
 * saved before. What else there is was put there: it is told and not judged.
 */
static void
drop_later(struct audit *audit, const struct end *now)
{
	struct archive *a = &audit->archive;
	uint64_t own = archive_key(&now->session.result_id);
	size_t kept = archive_at(a, now->previous + 1);

	for (size_t i = kept; i < a->count; i++) {
		if (a->list[i].key == own)
			a->list[kept++] = a->list[i];
		else
			tell_unknown(audit, a->list[i].key, &now->session);
	}
	audit->unjudged = a->count - kept;
	a->count = kept;
}

/*
 * The journal is read before and after: all that it names before is in the list,
 * and all that is in the list is known to it after. What was saved in between is
 * left to the next audit, as it may be there in part.
 */
int
audit_names(struct audit *audit)
{
	struct archive *a = &audit->archive;
	struct end before, now;

	if (audit_journal(a, &before) != 0 ||
	    archive_list(a, tell_other, audit) != 0 ||
	    audit_journal(a, &now) != 0)
		return COULD_NOT_LOOK;
	audit->end = now;
	audit_journal_tell(audit);
	if (!now.there)
		return 0;
	drop_later(audit, &now);
	audit->moved =
	    gameid_compare(&before.session.head.id, &now.session.head.id) != 0;
	if (audit->moved && before.there) {
		audit->end = before;
		a->count = archive_at(a, before.previous + 1);
	}
	return 0;
}
