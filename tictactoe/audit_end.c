/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "publish.h"

#include <fcntl.h>
#include <string.h>

/*
 * No later result vouches for the newest one: messenger1's journal does. It
 * names the one saved before its game, and makes the bytes of that game's own.
 */

static uint64_t
own_key(const struct end *end)
{
	return archive_key(&end->session.result_id);
}

/* Whether the journal is in this game still, and it is over. */
static bool
is_over(const struct archive *a, uint64_t key, struct end *now)
{
	return audit_journal(a, now) == 0 && now->there &&
	       own_key(now) == key && session_ended(&now->session) &&
	       now->session.state != SESSION_QUIT;
}

/* Whether what will get the names of a result is there, to the last byte. */
static bool
is_written(const struct archive *a, const struct session *s)
{
	struct item item;
	char text[RESULT_SIZE];

	return archive_read(a->dir, "state/messenger1/" TEMP_RESULT, &item) ==
		   0 &&
	       item.st.st_uid == a->owner &&
	       item.len == session_result(s, text) &&
	       memcmp(item.bytes, text, item.len) == 0;
}

static bool
is_settled(const struct audit *audit, uint64_t key)
{
	const struct archive *a = &audit->archive;
	struct end now;

	return archive_is_there(a->dir, key) || audit_has_second(audit, key) ||
	       !is_over(a, key, &now) || is_written(a, &now.session);
}

/* Its game is over, and no name of it was there: it may be saved just now. */
static void
await_own(struct audit *audit, uint64_t key)
{
	if (!audit_await(audit, key, is_settled))
		sink_tell_of(&audit->out, key,
		    (struct finding){.kind = "missing",
			.message = "missing: it is over by messenger1's "
				   "journal; it was removed, or could not be "
				   "saved"});
}

/* A journal that has lost its end still names the one before its game. */
static void
check_own(struct audit *audit, const struct link *previous)
{
	const struct link *own = &audit->newest;
	struct link it = {.key = previous->named};

	memcpy(it.sha256, previous->named_sha256, SHA256_TEXT_SIZE);
	if (own->sha256[0] == '\0' || own->named == NAMES_UNKNOWN ||
	    link_fits(own, &it))
		return;
	sink_tell_of(&audit->out, own->key,
	    (struct finding){.kind = "changed",
		.message =
		    "changed: it does not name what messenger1's journal "
		    "names as saved last"});
}

bool
audit_journal_says(const struct audit *audit, struct examiner *e,
    uint64_t newest, struct voice *ret)
{
	const struct end *end = &audit->end;
	const struct session *s = &end->session;
	char text[RESULT_SIZE];

	if (!end->there)
		return false;
	*ret = (struct voice){.belief = BELIEVED, .link.named = end->previous};
	memcpy(
	    ret->link.named_sha256, s->head.previous.sha256, SHA256_TEXT_SIZE);
	if (newest == own_key(end) && s->state == SESSION_OVER) {
		ret->link.named = newest;
		examiner_hash(
		    e, text, session_result(s, text), ret->link.named_sha256);
	}
	return true;
}

/* Its own game's, of which only the second name is left: whether that is right. */
static bool
is_in_second(struct audit *audit, struct examiner *e, struct voice *ret)
{
	const struct archive *a = &audit->archive;
	uint64_t own = own_key(&audit->end);
	struct voice second = {.second = true};

	if (archive_is_there(a->dir, own) ||
	    !audit_journal_says(audit, e, own, ret) || ret->link.named != own)
		return false;
	examine_second(e, a, own, &second.link);
	if (link_fits(&ret->link, &second.link))
		return true;
	if (second.link.sha256[0] != '\0')
		audit_changed(audit, &ret->link, &second);
	return false;
}

bool
audit_end(
    struct audit *audit, struct examiner *e, struct voice *ret, size_t *at)
{
	const struct archive *a = &audit->archive;
	uint64_t newest = a->count > 0 ? a->list[a->count - 1].key : 0, own;
	struct voice second;

	if (!audit_journal_says(audit, e, newest, ret))
		return false;
	own = own_key(&audit->end);
	*at = a->count;
	if (newest != own && !audit->moved) {
		await_own(audit, own);
	} else if (newest == own && ret->link.named != own) {
		check_own(audit, &ret->link);
		--*at;
	}
	audit->vouched = *at == a->count && newest != 0 &&
			 link_fits(&ret->link, &audit->newest);
	if (newest != own && !audit->moved && is_in_second(audit, e, &second))
		*ret = second;
	return true;
}
