/* SPDX-License-Identifier: ISC */
#include "audit.h"

#include <string.h>

/*
 * A result that is not what another says it is: which of the two was changed? A
 * voice that is believed is right. A second name that is a file of its own, and
 * has the bytes that would be right, tells too. Else it is only known that one
 * of them was changed; or that one is missing or too many, where it names another
 * than that.
 */

#define VALUE_SIZE (GAMEID_NAME_SIZE + SHA256_TEXT_SIZE + 8)

bool
link_fits(const struct link *by, const struct link *it)
{
	return by->named == it->key &&
	       (it->key == NAMES_NONE ||
		   strcmp(by->named_sha256, it->sha256) == 0);
}

void
audit_changed(
    struct audit *audit, const struct link *by, const struct voice *it)
{
	char name[GAMEID_NAME_SIZE], path[SECOND_PATH_SIZE], message[128];

	archive_name(by->key, name);
	if (by->key != 0)
		(void)snprintf(message, sizeof(message),
		    "changed: it is not what %s names as the one before it",
		    name);
	else
		(void)snprintf(message, sizeof(message),
		    "changed: it is not what messenger1's journal %s",
		    it->link.key == archive_key(&audit->end.session.result_id)
			? "makes of its game"
			: "names as saved last");
	archive_name(it->link.key, name);
	archive_second_path(name, path);
	sink_tell(&audit->out, &(struct finding){.kind = "changed",
				   .file = it->second ? path : name,
				   .message = message,
				   .expected = by->named_sha256,
				   .found = it->link.sha256});
}

/* What a Previous line says. */
static void
add_previous(struct text *t, uint64_t key, const char *sha256)
{
	char name[GAMEID_NAME_SIZE];

	archive_name(key, name);
	text_add(t, key == NAMES_NONE ? "none" : name);
	if (key != NAMES_NONE) {
		text_add(t, " sha256 ");
		text_add(t, sha256);
	}
}

bool
audit_missing(struct audit *audit, const struct voice *by)
{
	const struct archive *a = &audit->archive;
	uint64_t named = by->link.named;
	char message[160], name[GAMEID_NAME_SIZE];

	if (named <= NAMES_UNKNOWN || archive_has(a, named) ||
	    archive_is_there(a->dir, named) || audit_has_second(audit, named))
		return false;
	archive_name(by->link.key, name);
	if (by->link.key == 0)
		(void)snprintf(message, sizeof(message),
		    "missing: messenger1's journal names it as saved last");
	else
		(void)snprintf(message, sizeof(message),
		    "missing: %s names it as the one before it%s", name,
		    by->belief == BELIEVED
			? ""
			: "; it was removed, or that line was changed");
	sink_tell_of(&audit->out, named,
	    (struct finding){.kind = "missing", .message = message});
	return true;
}

static void
tell_link(struct audit *audit, const struct link *by, const struct link *it)
{
	char expected[VALUE_SIZE], found[VALUE_SIZE];
	struct text e = text_in(expected, sizeof(expected));
	struct text f = text_in(found, sizeof(found));

	add_previous(&e, it->key, it->sha256);
	add_previous(&f, by->named, by->named_sha256);
	sink_tell_of(&audit->out, by->key,
	    (struct finding){.kind = "link",
		.message = by->named == it->key
			       ? "broken link: it does not name the one before "
				 "it as that is; one of the two was changed"
			       : "broken link: it does not name the one before "
				 "it; it was changed, or what it passes over "
				 "was slipped in",
		.expected = expected,
		.found = found});
}

/* Whatever names it, as long a file was never saved. */
static bool
is_longer(const struct voice *by, const struct voice *it)
{
	return by->link.named == it->link.key &&
	       strcmp(it->link.sha256, LONGER) == 0;
}

void
audit_weigh(struct audit *audit, struct examiner *e, const struct voice *by,
    struct voice *it)
{
	const struct archive *a = &audit->archive;
	bool known = it->link.key == NAMES_NONE || it->link.sha256[0] != '\0';
	struct voice second = {.belief = BELIEVED, .second = true};

	it->belief = by->belief;
	if (link_fits(&by->link, &it->link))
		return;
	examine_second(e, a, it->link.key, &second.link);
	if (link_fits(&by->link, &second.link)) {
		if (known)
			audit_changed(audit, &by->link, it);
		*it = second;
		return;
	}
	it->belief = DOUBTED;
	it->changed = known && (by->belief == BELIEVED || is_longer(by, it));
	if (it->changed)
		audit_changed(audit, &by->link, it);
	if (it->changed || by->belief == BELIEVED)
		return;
	examine_second(e, a, by->link.key, &second.link);
	it->belief = UNSURE;
	if (link_fits(&second.link, &it->link))
		it->belief = BELIEVED;
	else if (!audit_missing(audit, by) && known && !by->changed)
		tell_link(audit, &by->link, &it->link);
}
