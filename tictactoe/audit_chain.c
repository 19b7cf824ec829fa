/* SPDX-License-Identifier: ISC */
#include "audit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/*
 * A result names the one before it. Where it names another than that of the
 * list, something was removed, slipped in, or begun anew. Which of these, only
 * all such results together can tell.
 */

/* A result that names another, and those two names. */
struct place {
	struct audit *audit;
	const struct broken *broken;
	char name[GAMEID_NAME_SIZE], named[GAMEID_NAME_SIZE];
};

static int
compare_index(const void *a, const void *b)
{
	const struct broken *one = a, *two = b;

	return (one->index > two->index) - (one->index < two->index);
}

static int
compare_named(const void *a, const void *b)
{
	const struct broken *one = a, *two = b;

	return (one->named > two->named) - (one->named < two->named);
}

static int
compare_both(const void *a, const void *b)
{
	int named = compare_named(a, b);

	return named != 0 ? named : compare_index(a, b);
}

/* While they are in the order of the list: which are named by the next, too. */
static void
find_followed(struct audit *audit)
{
	const struct archive *a = &audit->archive;

	for (size_t i = 0; i < audit->broken_count; i++) {
		struct broken *b = &audit->broken[i];
		size_t at = archive_at(a, b->named);
		struct broken next = {.index = (uint32_t)at + 1};

		b->followed = at + 1 < a->count &&
			      a->list[at].key == b->named &&
			      bsearch(&next, audit->broken, audit->broken_count,
				  sizeof(next), compare_index) == NULL;
	}
}

/* Whether a result is named by any but the next one. */
static bool
is_named(const struct audit *audit, uint64_t key)
{
	struct broken by = {.named = key};

	return bsearch(&by, audit->broken, audit->broken_count, sizeof(by),
		   compare_named) != NULL;
}

bool
audit_is_there(const struct archive *a, const char *folder, uint64_t key)
{
	char path[sizeof(SECOND_NAMES) + GAMEID_NAME_SIZE];
	char name[GAMEID_NAME_SIZE];
	struct text t = text_in(path, sizeof(path));
	struct gameid id = archive_id_of(key);
	struct stat st;

	gameid_result_name(&id, name);
	text_add(&t, folder);
	text_add(&t, name);
	return fstatat(a->dir, path, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

static void
name_of(uint64_t key, char ret[GAMEID_NAME_SIZE])
{
	struct gameid id = archive_id_of(key);

	gameid_result_name(&id, ret);
}

/* The result before this one in the list is named by none. */
static void
tell_slipped_in(const struct place *p)
{
	const struct audit *audit = p->audit;
	char message[128];

	(void)snprintf(message, sizeof(message),
	    "slipped in: %s names %s as the one before it", p->name, p->named);
	sink_tell_of(&p->audit->out,
	    audit->archive.list[p->broken->index - 1].key,
	    (struct finding){.kind = "slipped-in", .message = message});
}

static void
tell_forked(const struct place *p, uint64_t by)
{
	char other[GAMEID_NAME_SIZE], message[128];

	name_of(by, other);
	(void)snprintf(message, sizeof(message),
	    "forked: %s, too, names %s as the one before it", other, p->named);
	sink_tell(&p->audit->out,
	    &(struct finding){
		.kind = "forked", .file = p->name, .message = message});
}

static void
tell_anew(const struct place *p)
{
	char expected[GAMEID_NAME_SIZE];

	name_of(p->audit->archive.list[p->broken->index - 1].key, expected);
	sink_tell(&p->audit->out, &(struct finding){.kind = "anew",
				      .file = p->name,
				      .message = "the chain begins anew",
				      .expected = expected,
				      .found = "none"});
}

/* Where its second name is there it was removed, which is told with those. */
static void
tell_missing(const struct place *p)
{
	char message[128];

	if (audit_is_there(
		&p->audit->archive, SECOND_NAMES "/", p->broken->named))
		return;
	(void)snprintf(message, sizeof(message),
	    "missing: %s names it as the one before it", p->name);
	sink_tell(&p->audit->out,
	    &(struct finding){
		.kind = "missing", .file = p->named, .message = message});
}

/* It names one further back that is there. */
static void
judge_earlier(const struct place *p)
{
	const struct broken *b = p->broken;
	const struct archive *a = &p->audit->archive;
	const struct broken *first = p->audit->broken;

	if (b->followed)
		tell_forked(p, a->list[archive_at(a, b->named) + 1].key);
	else if (b > first && b[-1].named == b->named)
		tell_forked(p, a->list[b[-1].index].key);
	else
		tell_slipped_in(p);
}

static void
judge(struct audit *audit, const struct broken *b)
{
	const struct archive *a = &audit->archive;
	uint64_t before = b->index > 0 ? a->list[b->index - 1].key : 0;
	struct place p = {.audit = audit, .broken = b};

	if (b->named == NAMES_UNKNOWN)
		return; /* that was told */
	name_of(a->list[b->index].key, p.name);
	name_of(b->named, p.named);
	/* where a later one names that before it, it is this that slipped in */
	if (b->named == NAMES_NONE) {
		if (!is_named(audit, before))
			tell_anew(&p);
	} else if (archive_has(a, b->named)) {
		if (!is_named(audit, before))
			judge_earlier(&p);
	} else if (!audit_is_there(a, "", b->named)) {
		tell_missing(&p);
		if (before > b->named && !is_named(audit, before))
			tell_slipped_in(&p);
	}
}

/* The next one does not name it: so this one tells its hash. */
static void
check_hash(struct audit *audit, struct examiner *e, const struct broken *b)
{
	const struct archive *a = &audit->archive;
	struct link before, next;

	if (!archive_has(a, b->named) || b->followed)
		return;
	examine_key(e, a, b->named, NULL, &before);
	examine_key(e, a, a->list[b->index].key, NULL, &next);
	audit_link(&audit->out, &before, &next);
}

int
audit_chain(struct audit *audit)
{
	struct examiner *e;

	if (audit->broken_count == 0)
		return 0;
	e = examiner_new();
	if (e == NULL)
		return COULD_NOT_LOOK;
	find_followed(audit);
	/* in place: as many as there are names would take as much again */
	(void)heapsort(audit->broken, audit->broken_count,
	    sizeof(*audit->broken), compare_both);
	for (size_t i = 0; i < audit->broken_count; i++) {
		judge(audit, &audit->broken[i]);
		check_hash(audit, e, &audit->broken[i]);
	}
	examiner_free(e);
	return 0;
}
