/* SPDX-License-Identifier: ISC */
#include "audit.h"

#include <stdlib.h>
#include <string.h>

/*
 * A result names the one before it. The chain is followed from its end: what the
 * journal names is believed, and what that names in its turn, as long as each has
 * the hash by which it is named. What is wrong, and what is told:
 *
 *	the bytes of a result		changed, as the next one is believed
 *	its hash line			changed, and nothing of the one before
 *	both, in two that follow	the later one changed
 *	any of these, and the second	changed, and nothing of its neighbours: the
 *	name has the right bytes	chain goes on with those bytes
 *	the journal's own game's	changed, and the journal names the one before
 *	the newest, and no journal	a broken link to the one before
 *	what only a changed one names	a broken link, as far as no second name
 *					tells more
 *	a result is gone		missing; by its first name alone: removed,
 *					and the chain goes on with its second
 *	it, and the second was changed	changed, of the second name; or a broken link
 *					to that, where what names it is doubtful
 *	it, and that is doubtful	missing, or the line that names it changed
 *	two that follow			the later one missing: nothing names the other
 *	one more, in no chain		slipped in, or forked if it names the one
 *					that the next in the chain names
 *	that, and the next is doubtful	a broken link, which may pass over it
 *	one is before the first		slipped in; where it has a chain of its own
 *					and the first is believed, that begins anew
 *
 * Doubtful is what was changed, and what nothing names that is believed. Only what
 * is not so in the list needs to be looked at: `broken` has it.
 */
struct walk {
	struct audit *audit;
	struct examiner *e;
	struct voice by;
	size_t at;    /* in the list: what it names should stand before */
	bool severed; /* only what was changed leads from here to the end */
};

static int
compare_index(const void *a, const void *b)
{
	const struct broken *one = a, *two = b;

	return (one->index > two->index) - (one->index < two->index);
}

/* What a result says that does not name the one before it so, or NULL. */
static const struct broken *
broken_at(const struct audit *audit, size_t index)
{
	struct broken at = {.index = (uint32_t)index};

	return bsearch(
	    &at, audit->broken, audit->broken_count, sizeof(at), compare_index);
}

/* The one that a result of the list names. */
static uint64_t
named_at(const struct audit *audit, size_t index)
{
	const struct broken *b = broken_at(audit, index);

	if (b != NULL)
		return b->named;
	return index > 0 ? audit->archive.list[index - 1].key : NAMES_NONE;
}

/* The last such result before `end`: whether there is one. */
static bool
last_broken(const struct audit *audit, size_t end, size_t *ret)
{
	size_t low = 0, high = audit->broken_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (audit->broken[middle].index < end)
			low = middle + 1;
		else
			high = middle;
	}
	if (low > 0)
		*ret = audit->broken[low - 1].index;
	return low > 0;
}

static void
tell_anew(const struct walk *w)
{
	sink_tell_of(&w->audit->out, w->by.link.key,
	    (struct finding){.kind = "anew",
		.message = "the chain begins anew: messenger1 had lost its "
			   "state, or what is before it was slipped in"});
}

/* One that is in no chain that leads to the end, as the next in it names another. */
static void
tell_aside(const struct walk *w, uint64_t key, bool forked)
{
	char by[GAMEID_NAME_SIZE], named[GAMEID_NAME_SIZE], message[160];

	archive_name(w->by.link.key, by);
	archive_name(w->by.link.named, named);
	(void)snprintf(message, sizeof(message),
	    "%s: %s%s names %s as the one before it",
	    forked ? "forked" : "slipped in", by, forked ? ", too," : "",
	    w->by.link.named == NAMES_NONE ? "none" : named);
	sink_tell_of(&w->audit->out, key,
	    (struct finding){
		.kind = forked ? "forked" : "slipped-in", .message = message});
}

/* The same ones by themselves: they may have a chain of their own. */
static void
judge_aside(struct walk *w, size_t index, size_t first)
{
	const struct archive *a = &w->audit->archive;
	const struct broken *b = broken_at(w->audit, index);
	struct voice by = {0}, it = {0};

	w->audit->standing[index].aside = true;
	if (b == NULL || b->named <= NAMES_UNKNOWN ||
	    b->named == w->by.link.named)
		return;
	examine_key(w->e, a, a->list[index].key, NULL, &by.link);
	if (audit_missing(w->audit, &by) || index == first ||
	    b->named != a->list[index - 1].key)
		return;
	examine_key(w->e, a, b->named, NULL, &it.link);
	audit_weigh(w->audit, w->e, &by, &it);
}

/* Those between the one named and this one are in no chain that leads here. */
static void
judge_between(struct walk *w)
{
	const struct audit *audit = w->audit;
	const struct archive *a = &audit->archive;
	size_t first = archive_at(a, w->by.link.named + 1), i;

	if (audit->from > 0 && first < audit->from - 1)
		first = audit->from - 1; /* what is earlier is not judged */
	for (i = first; i < w->at; i++) {
		uint64_t key = a->list[i].key;
		bool forked = named_at(audit, i) == w->by.link.named;

		if (forked || i + 1 == w->at || named_at(audit, i + 1) != key)
			tell_aside(w, key, forked);
		judge_aside(w, i, first);
	}
}

/*
 * Each from `first` to `at` is as the next one names it, and there is some belief
 * in the last: that in the first. A doubt is not for long: only of the last, and
 * where that was changed also of what it names.
 */
static enum belief
believe(struct walk *w, enum belief belief, size_t first, size_t at)
{
	static const size_t more[] = {
	    [BELIEVED] = 0, [UNSURE] = 1, [DOUBTED] = 2};
	size_t doubtful = more[belief];

	for (size_t i = first; i + doubtful <= at; i++)
		w->audit->standing[i].proven = true;
	return first + doubtful <= at ? BELIEVED : belief;
}

/*
 * It has its second name alone. --restore asks for what is believed, and not by
 * what is no more than consistent in itself.
 */
static void
note_removed(const struct walk *w, const struct voice *it)
{
	const struct archive *removed = w->audit->removed;

	if (removed != NULL && it->belief == BELIEVED && !w->severed &&
	    archive_has(removed, it->link.key))
		w->audit->proven[archive_at(removed, it->link.key)] = true;
}

/* Go on with a result: all that name the one before them are passed over. */
static bool
go_on(struct walk *w, const struct voice *it, size_t at)
{
	const struct archive *a = &w->audit->archive;
	bool more;

	w->by = *it;
	w->at = at;
	if (at < w->audit->from)
		return false;
	if (it->second) {
		note_removed(w, it);
		return true;
	}
	w->at = w->audit->from;
	more = last_broken(w->audit, at + 1, &w->at);
	w->by.belief = believe(w, it->belief, w->at, at);
	if (more && w->at < at) {
		examine_key(w->e, a, a->list[w->at].key, NULL, &w->by.link);
		w->by.changed = false;
	}
	return more;
}

/* The last before a key that --restore asks for, unless the list has a later one. */
static bool
last_removed(const struct walk *w, uint64_t end, uint64_t *ret)
{
	const struct archive *a = &w->audit->archive;
	const struct archive *removed = w->audit->removed;
	size_t count = removed == NULL ? 0 : archive_at(removed, end);

	if (count > 0)
		*ret = removed->list[count - 1].key;
	return count > 0 && archive_at(a, *ret) == archive_at(a, end);
}

/* Go on with the last before a key: nothing that could be believed names it. */
static bool
resume(struct walk *w, uint64_t end)
{
	const struct archive *a = &w->audit->archive;
	size_t count = archive_at(a, end);
	struct voice last = {0};
	uint64_t key;

	w->severed = end != UINT64_MAX;
	if (last_removed(w, end, &key)) {
		last.second = true;
		examine_second(w->e, a, key, &last.link);
		return go_on(w, &last, count);
	}
	if (count == 0)
		return false;
	examine_key(w->e, a, a->list[count - 1].key, NULL, &last.link);
	return go_on(w, &last, count - 1);
}

/* The second name of one that has no first: whether it is what is named. */
static bool
find_removed(const struct walk *w, struct voice *ret)
{
	enum belief belief = w->by.belief == DOUBTED ? UNSURE : BELIEVED;

	*ret = (struct voice){.belief = belief, .second = true};
	examine_second(w->e, &w->audit->archive, w->by.link.named, &ret->link);
	return link_fits(&w->by.link, &ret->link);
}

/* The one that is named is not in the list. */
static bool
step_over(struct walk *w, const struct voice *second)
{
	(void)audit_missing(w->audit, &w->by);
	if (second->link.sha256[0] != '\0')
		audit_changed(w->audit, &w->by.link, second);
	return resume(w, w->by.link.named);
}

/* Whether a result of the list, judged or not, names the one before it there. */
static bool
has_chain(const struct walk *w, size_t index)
{
	const struct archive *a = &w->audit->archive;
	struct link it, before;

	if (index == 0 || index >= w->audit->from)
		return index > 0 && broken_at(w->audit, index) == NULL;
	examine_key(w->e, a, a->list[index].key, NULL, &it);
	examine_key(w->e, a, a->list[index - 1].key, NULL, &before);
	return link_fits(&it, &before);
}

/*
 * It is believed that there is none before it. What is, and has no chain of its
 * own, was slipped in.
 */
static bool
begin(struct walk *w)
{
	const struct audit *audit = w->audit;
	size_t before = w->at - 1;

	if (w->at == 0 || w->at < audit->from)
		return false;
	if (has_chain(w, before)) {
		tell_anew(w);
		return resume(w, audit->archive.list[before].key + 1);
	}
	tell_aside(w, audit->archive.list[before].key, false);
	judge_aside(w, before, before);
	w->at = before;
	return true;
}

/* Where its own game's result is not right, the journal names the one before. */
static bool
ask_journal(struct walk *w, const struct voice *own, size_t at)
{
	const struct session *s = &w->audit->end.session;

	if (w->by.link.key != 0 || own->belief == BELIEVED ||
	    own->link.key != archive_key(&s->result_id))
		return false;
	w->at = at;
	w->severed = false;
	return audit_journal_says(w->audit, w->e, 0, &w->by);
}

/* One step back along the chain; false: there is nothing more to be judged. */
static bool
step(struct walk *w)
{
	const struct archive *a = &w->audit->archive;
	uint64_t named = w->by.link.named;
	bool believed = w->by.belief == BELIEVED;
	struct voice it = {0};
	size_t at = w->at;

	if (named == NAMES_UNKNOWN)
		return resume(w, w->by.link.key); /* that was told */
	if (named == NAMES_NONE && believed)
		return begin(w);
	if (believed)
		judge_between(w);
	if (named != NAMES_NONE && !archive_has(a, named)) {
		if (find_removed(w, &it))
			return go_on(w, &it, archive_at(a, named));
		if (believed)
			return step_over(w, &it);
		if (it.link.sha256[0] != '\0' && archive_at(a, named) == at) {
			audit_weigh(w->audit, w->e, &w->by, &it);
			w->severed |= it.belief == DOUBTED;
			return go_on(w, &it, at);
		}
		it = (struct voice){0};
	}
	if (believed)
		at = archive_at(a, named) + 1;
	if (at > 0)
		examine_key(w->e, a, a->list[at - 1].key, NULL, &it.link);
	audit_weigh(w->audit, w->e, &w->by, &it);
	w->severed |= it.belief == DOUBTED;
	return at > 0 && (ask_journal(w, &it, at - 1) || go_on(w, &it, at - 1));
}

int
audit_chain(struct audit *audit)
{
	struct walk w = {.audit = audit};
	bool more;

	if (audit->from > 0 && audit->from == audit->archive.count)
		return 0;
	w.e = examiner_new();
	if (w.e == NULL)
		return COULD_NOT_LOOK;
	more = audit_end(audit, w.e, &w.by, &w.at) || resume(&w, UINT64_MAX);
	while (more)
		more = step(&w);
	examiner_free(w.e);
	return 0;
}
