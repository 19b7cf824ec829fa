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

/* What a result says that does not name the one before it, or NULL. */
static const struct broken *
broken_at(const struct audit *audit, size_t index)
{
	struct broken at = {.index = (uint32_t)index};

	return bsearch(
	    &at, audit->broken, audit->broken_count, sizeof(at), compare_index);
}

/* Whether there is one at an index of the list, and it names that before it. */
static bool
names_before(const struct audit *audit, size_t index)
{
	return index < audit->archive.count && broken_at(audit, index) == NULL;
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

/* It names what is named by the one that leads on to the end, too. */
static void
tell_forked(const struct place *p, uint64_t key)
{
	char message[128];

	(void)snprintf(message, sizeof(message),
	    "forked: %s, too, names %s as the one before it", p->name,
	    p->named);
	sink_tell_of(&p->audit->out, key,
	    (struct finding){.kind = "forked", .message = message});
}

static void
tell_slipped_in(const struct place *p, uint64_t key)
{
	char message[128];

	(void)snprintf(message, sizeof(message),
	    "slipped in: %s names %s as the one before it", p->name, p->named);
	sink_tell_of(&p->audit->out, key,
	    (struct finding){.kind = "slipped-in", .message = message});
}

/* Those between the one named and this one are in no chain that leads here. */
static void
judge_between(const struct place *p)
{
	const struct audit *audit = p->audit;
	const struct archive *a = &audit->archive;
	uint64_t named = p->broken->named;
	size_t i = archive_at(a, named + 1), to = p->broken->index;

	if (audit->from > 0 && i < audit->from - 1)
		i = audit->from - 1; /* what is earlier is not judged */
	for (; i < to; i++) {
		const struct broken *b = broken_at(audit, i);
		uint64_t before = i > 0 ? a->list[i - 1].key : NAMES_NONE;

		if ((b != NULL ? b->named : before) == named)
			tell_forked(p, a->list[i].key);
		else if (i + 1 == to || !names_before(audit, i + 1))
			tell_slipped_in(p, a->list[i].key);
	}
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

static void
judge(struct audit *audit, const struct broken *b)
{
	const struct archive *a = &audit->archive;
	struct place p = {.audit = audit, .broken = b};
	bool listed = archive_has(a, b->named);

	if (b->named == NAMES_UNKNOWN)
		return; /* that was told */
	name_of(a->list[b->index].key, p.name);
	name_of(b->named, p.named);
	if (b->named == NAMES_NONE) {
		if (!b->aside)
			tell_anew(&p);
		return;
	}
	if (!listed && audit_is_there(a, "", b->named))
		return;
	if (!listed)
		tell_missing(&p);
	if (!b->aside)
		judge_between(&p);
}

/* The next one does not name it: so this one tells its hash. */
static void
check_hash(struct audit *audit, struct examiner *e, const struct broken *b)
{
	const struct archive *a = &audit->archive;
	struct link before, next;

	if (!archive_has(a, b->named) ||
	    names_before(audit, archive_at(a, b->named) + 1))
		return;
	examine_key(e, a, b->named, NULL, &before);
	examine_key(e, a, a->list[b->index].key, NULL, &next);
	audit_link(&audit->out, &before, &next);
}

/* Back from the end: which are not in the chain that leads there. */
static void
find_aside(struct audit *audit)
{
	const struct archive *a = &audit->archive;
	size_t end = a->count;

	for (size_t i = audit->broken_count; i-- > 0;) {
		struct broken *b = &audit->broken[i];

		b->aside = b->index >= end;
		if (!b->aside)
			end = b->named > NAMES_UNKNOWN
				  ? archive_at(a, b->named + 1)
				  : b->index;
	}
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
	find_aside(audit);
	for (size_t i = 0; i < audit->broken_count; i++) {
		judge(audit, &audit->broken[i]);
		check_hash(audit, e, &audit->broken[i]);
	}
	examiner_free(e);
	return 0;
}
