/* SPDX-License-Identifier: ISC */
#include "play.h"

#include "clock.h"
#include "log.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

bool
play_blocked(struct play *p, const char *what)
{
	p->blocked = what;
	p->error = errno;
	return false;
}

void
play_init(struct play *p, const struct options *options)
{
	const struct head none = {.number = 0};

	p->options = options;
	workspace_init(&p->ws, options->workspace, options->me, options->peer,
	    !options->two_users);
	p->journal.fd = -1;
	ear_init(&p->ear);
	mouth_init(&p->mouth);
	session_begin(&p->session, options->me, &none);
	play_leave(p);
}

void
play_leave(struct play *p)
{
	const struct record quit = {.kind = RECORD_QUIT};

	(void)session_fold(&p->session, &quit);
}

bool
play_said(const struct play *p)
{
	return p->silent || p->session.state > SESSION_OVER ||
	       p->mouth.written == p->mouth.len;
}

/* Fold a record that stands in the journal, or is about to. */
static enum session_change
fold(struct play *p, const struct record *record)
{
	enum session_change change = session_fold(&p->session, record);

	if (change != SESSION_INVALID && record->kind == RECORD_SAID)
		mouth_add(&p->mouth, record->bytes, record->len);
	p->last_word = record->second;
	return change;
}

static void
tell_words(const struct record *record)
{
	int len = record->len < LINE_SIZE ? (int)record->len : LINE_SIZE;

	if (record->kind == RECORD_HEARD)
		log_debug("heard \"%.*s\"", len, record->bytes);
	if (record->kind == RECORD_SAID)
		log_debug("said \"%.*s\"", len, record->bytes);
}

bool
play_step(struct play *p, enum record_kind kind, const char *bytes, size_t len)
{
	const struct record record = {
	    .kind = kind, .second = clock_wall(), .bytes = bytes, .len = len};
	enum session_state before = p->session.state;
	const char *was = session_state_name(&p->session);
	enum session_change change;

	if (journal_append(&p->journal, &record) == -1)
		return play_blocked(p, "journal");
	tell_words(&record);
	change = fold(p, &record);
	assert(change != SESSION_INVALID);
	if (p->session.state != before &&
	    strcmp(session_state_name(&p->session), was) != 0)
		log_debug("now: %s", session_state_name(&p->session));
	p->quiet_since = clock_boot();
	if (change == SESSION_DRAW && kind == RECORD_SAID)
		play_draw_session(p, BOARDFILE_PUT);
	else if (change == SESSION_DRAW && !p->catching_up)
		play_draw_session(p, BOARDFILE_LOOK);
	return true;
}

bool
play_record(struct play *p, enum record_kind kind, const char *bytes)
{
	return play_step(p, kind, bytes, bytes == NULL ? 0 : strlen(bytes));
}

/* Fold one record of a start: whether the rules allow it. */
static bool
replay(struct play *p, const struct record *record)
{
	if (fold(p, record) == SESSION_INVALID)
		return false;
	return record->kind != RECORD_HEARD ||
	       ear_replay(&p->ear, record->bytes, record->len) == 0;
}

/* Be ready for another game; the ear may be at its file already. */
static void
forget(struct play *p)
{
	mouth_reset(&p->mouth);
	p->think_until = 0;
	p->silent = p->catching_up = p->undecided = false;
	p->told_rewritten = p->told_foreign = p->told_guard = false;
}

void
play_unload(struct play *p)
{
	forget(p);
	ear_reset(&p->ear);
	journal_close(&p->journal);
	p->old_spool = (struct gameid){{0}};
	p->drawn_len = 0;
	p->is_put = false;
}

/* Fold what stands behind the head. */
static int
load_records(struct play *p)
{
	char buf[RECORD_SIZE];
	struct record record;
	int got;

	while ((got = journal_next(&p->journal, buf, &record)) == 1) {
		if (replay(p, &record))
			continue;
		p->broke_rules = true;
		play_leave(p);
		return 1;
	}
	return got == -1 ? -1 : 1;
}

int
play_load(struct play *p)
{
	struct head head = {.number = 0};
	int got;

	play_unload(p);
	p->looked = p->broke_rules = false;
	p->quiet_since = clock_boot();
	got = journal_open(&p->journal, &p->ws, &head);
	if (got == -1)
		return -1;
	session_begin(&p->session, p->options->me, &head);
	p->last_word = head.started;
	if (got == 0) {
		play_leave(p);
		return 0;
	}
	p->catching_up = true;
	return load_records(p);
}

bool
play_begin(struct play *p, const struct head *head, bool silent)
{
	const struct record quit = {
	    .kind = RECORD_QUIT, .second = head->started};

	if (journal_begin(&p->journal, &p->ws, head, silent ? &quit : NULL) ==
	    -1)
		return play_blocked(p, "journal");
	if (p->mouth.len > 0)
		p->old_spool = p->session.head.id;
	forget(p);
	session_begin(&p->session, p->options->me, head);
	if (silent)
		play_leave(p);
	p->last_word = head->started;
	p->quiet_since = clock_boot();
	log_game(&head->id);
	return true;
}
