/* SPDX-License-Identifier: ISC */
#include "watch_game.h"

#include "clock.h"

#include <string.h>

/* Nothing of it may move a cursor; quotes are no danger here. */
static void
add_said(struct talk *talk, enum player by, int64_t second, struct scan words)
{
	struct said *said = &talk->lines[talk->count++ % TALK_MAX];
	struct text t = text_in(said->words, sizeof(said->words));

	said->by = by;
	said->second = second;
	for (size_t i = 0; i < words.len && i < LINE_SIZE - 1; i++)
		text_char(&t, text_printable(words.at[i]));
}

const struct said *
talk_line(const struct talk *talk, size_t n)
{
	return &talk->lines[n % TALK_MAX];
}

static void
fold(struct watched *w, const struct record *record)
{
	if (!w->lost)
		w->lost = session_fold(&w->session, record) == SESSION_INVALID;
}

/* A line is in a journal: it is nothing new in the spool file. */
static void
pass(struct scan *spool, const struct record *record)
{
	struct scan line;

	if (!scan_line(spool, &line) || line.len != record->len ||
	    memcmp(line.at, record->bytes, line.len) != 0)
		spool->len = 0; /* other words than those that were heard */
}

static void
read_journal(struct watched *w, struct scan rest, struct scan spool[PLAYERS])
{
	enum player me = w->session.me;
	struct record record;
	size_t len;

	while ((len = record_read(rest.at, rest.len, &record)) > 0) {
		enum player by =
		    record.kind == RECORD_SAID ? me : player_other(me);

		if (record.kind == RECORD_SAID || record.kind == RECORD_HEARD) {
			add_said(&w->talk, by, record.second,
			    (struct scan){record.bytes, record.len});
			pass(&spool[by], &record);
		}
		fold(w, &record);
		rest.at += len;
		rest.len -= len;
	}
}

/* Whether the next line of a spool file is what its bot has to say now. */
static bool
is_due(const struct watched *w, struct scan spool)
{
	struct scan line;

	return scan_line(&spool, &line) && !w->lost &&
	       line_read(line.at, line.len).kind == session_next(&w->session);
}

/* The lines that no journal has. */
static void
read_spools(struct watched *w, struct scan spool[PLAYERS])
{
	enum player me = w->session.me, by;
	struct record record = {0};
	struct scan line;

	for (;;) {
		by = is_due(w, spool[me]) ? me : player_other(me);
		if (!scan_line(&spool[by], &line)) {
			by = player_other(by);
			if (!scan_line(&spool[by], &line))
				return;
		}
		add_said(&w->talk, by, 0, line);
		record.kind = by == me ? RECORD_SAID : RECORD_HEARD;
		record.bytes = line.at;
		record.len = line.len;
		fold(w, &record);
	}
}

void
watched_read(
    struct watched *ret, const struct gameid *id, const struct sources *from)
{
	struct scan spool[PLAYERS], journal = from->journal;
	struct head head = {.id = *id, .started = gameid_second(id)};
	size_t len = head_read(journal.at, journal.len, &head);

	memcpy(spool, from->spool, sizeof(spool));
	session_begin(&ret->session,
	    from->witness == PLAYER_NONE ? MESSENGER1 : from->witness, &head);
	ret->lost = false;
	ret->talk.count = 0;
	journal.at += len;
	journal.len -= len;
	if (len > 0)
		read_journal(ret, journal, spool);
	else
		read_spools(ret, spool);
	ret->talk.settled = ret->talk.count;
	ret->settled = ret->session.game;
	read_spools(ret, spool);
}

int64_t
interval_of(const int64_t *seconds, size_t count)
{
	int64_t least = INT64_MAX, steps = 0;

	for (size_t i = 1; i < count; i++)
		if (seconds[i] - seconds[i - 1] < least)
			least = seconds[i] - seconds[i - 1];
	if (count < 2 || least < 1)
		return 0;
	for (size_t i = 1; i < count; i++) {
		int64_t passed = seconds[i] - seconds[i - 1];
		int64_t grid = (2 * passed + least - 1) / (2 * least);
		int64_t off = passed - grid * least;
		int64_t slack = 1 + least / 60; /* ids are whole seconds */

		if (off < -slack || off > slack)
			return 0;
		steps += grid;
	}
	return (seconds[count - 1] - seconds[0]) * SECOND_NS / steps;
}
