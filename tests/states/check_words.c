/* SPDX-License-Identifier: ISC */
/* What must hold of the words of a bot, and of its silence. */
#include "check.h"

#include <string.h>

/* What a wake-up made of a bot's game. */
struct step {
	const struct ram *before;
	enum player who;
	const struct folded *old, *now;
};

static const struct ram_inode *
spool_in(const struct ram *folder, enum player who, const struct gameid *id)
{
	char path[PATH_SIZE];

	world_spool(who, id, path);
	return &folder->inodes[ram_find_in(folder, path)];
}

static bool
has_result(const struct ram *folder, const struct gameid *id)
{
	char path[PATH_SIZE];

	world_result(id, path);
	return ram_find_in(folder, path) != 0;
}

/* Whether messenger1 has words in a later game than that. */
static bool
is_left(const struct ram *folder, const struct gameid *id)
{
	struct gameid other;
	int spool = ram_find_in(folder, "spool/messenger1");

	for (size_t i = 0; i < RAM_ENTRIES; i++)
		if (folder->entries[i].folder == spool &&
		    world_is_spool(folder, &folder->entries[i], &other) &&
		    gameid_compare(&other, id) > 0)
			return true;
	return false;
}

/*
 * Silence: nothing new in a game that had ended, and not even what was still to
 * be said once its result is there or messenger1 has gone on to the next.
 */
static void
check_silence(const struct step *step)
{
	const struct session *s = &step->old->session;
	bool same =
	    gameid_compare(&s->head.id, &step->now->session.head.id) == 0;

	if (same && session_ended(s) &&
	    step->old->said_len != step->now->said_len)
		world_fault(
		    "something was said after the end", s->head.id.text);
	if (!has_result(step->before, &s->head.id) &&
	    !(step->who == MESSENGER2 && is_left(step->before, &s->head.id)))
		return;
	if (spool_in(&ram, step->who, &s->head.id)->len >
	    spool_in(step->before, step->who, &s->head.id)->len)
		world_fault("a word in a game that is past", s->head.id.text);
}

/* Rejections have a limit, and answers are said at most twice. */
static void
check_counts(const struct folded *f)
{
	int count[LINE_OTHER + 1] = {0};
	size_t at = 0;

	while (at < f->said_len) {
		const char *lf = memchr(f->said + at, '\n', f->said_len - at);
		size_t len = (size_t)(lf - (f->said + at));

		count[line_read(f->said + at, len).kind]++;
		at += len + 1;
	}
	for (int kind = LINE_OPENING; kind <= LINE_ANSWER; kind++)
		if (count[kind] > 2)
			world_fault("an answer too often", f->said);
	if (count[LINE_REJECTION] > (world_honest ? 0 : SESSION_REJECTIONS_MAX))
		world_fault("a rejection too many", f->said);
	if (count[LINE_NONE] > 0 || count[LINE_OTHER] > 0)
		world_fault("not a line of the protocol", f->said);
}

/* After a whole wake-up all that was journalled has been said. */
static void
check_said(enum player who)
{
	const struct folded *now = world_fold(&ram, who);
	const struct gameid *id = &now->session.head.id;
	const struct ram_inode *spool = spool_in(&ram, who, id);

	if (now->session.state > SESSION_OVER || now->said_len == 0 ||
	    is_left(&ram, id) || has_result(&ram, id))
		return;
	if (spool->len != now->said_len ||
	    memcmp(spool->data, now->said, now->said_len) != 0)
		world_fault("what was said is not what is there", id->text);
}

/* The other is heard before a tick: an ending that was there is a result. */
static void
check_heard(const struct step *step)
{
	struct session s = step->old->session;
	const struct ram_inode *spool =
	    spool_in(step->before, player_other(step->who), &s.head.id);
	struct record record = {
	    .kind = RECORD_HEARD, .bytes = spool->data + step->old->heard};
	const char *lf;

	if (step->who != MESSENGER1 || s.state != SESSION_PLAY ||
	    spool->len <= step->old->heard ||
	    memcmp(spool->data, step->old->past, step->old->heard) != 0)
		return;
	lf = memchr(record.bytes, '\n', spool->len - step->old->heard);
	if (lf == NULL)
		return;
	record.len = (size_t)(lf - record.bytes);
	if (session_fold(&s, &record) != SESSION_INVALID &&
	    s.state == SESSION_OVER && !has_result(&ram, &s.head.id))
		world_fault("an ending was not heard", s.head.id.text);
}

void
check_words(const struct ram *before, enum player who, bool completed)
{
	struct step step = {.before = before,
	    .who = who,
	    .old = world_fold(before, who),
	    .now = world_fold(&ram, who)};

	if (!step.now->have)
		return;
	check_counts(step.now);
	if (step.old->have)
		check_silence(&step);
	if (!completed)
		return;
	check_said(who);
	if (step.old->have && step.old->allowed)
		check_heard(&step);
}
