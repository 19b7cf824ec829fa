/* SPDX-License-Identifier: ISC */
#include "responder.h"

#include "file.h"
#include "log.h"

#include <errno.h>
#include <string.h>

/* A game later than the session's, which the ear has turned to. */
static struct {
	struct gameid id;
	bool looked;          /* at its file, once */
	bool late;            /* more than the opening stood there then */
	struct gameid passed; /* the greatest that was passed over and told */
} newer;

static int
attached(struct daemon *d, bool have_game, struct trouble *trouble)
{
	struct play *p = &d->play;
	const struct session *s = &p->session;
	off_t size = 0;
	int seen;

	/* without a journal the greatest file may be of a game under way */
	p->old_spool = s->head.id;
	seen = have_game ? spool_own_size(&p->ws, &s->head.id, &size)
			 : spool_greatest(
			       p->ws.own_spool, p->ws.polled, &p->old_spool);
	if (seen == -1)
		return workspace_fail(trouble, "spool/messenger2", errno);
	spool_clean(&p->ws, &p->old_spool);
	/* a game ended before this start counts if its last word is unsaid */
	if (have_game && !d->started && session_ended(s) &&
	    (s->state != SESSION_OVER || size == (off_t)p->mouth.len))
		d->counted_id = s->head.id;
	return 0;
}

static void
given_up(const struct daemon *d)
{
	log_warn(
	    "given up by messenger1: %s", session_state_name(&d->play.session));
}

/*
 * Hear the end of a game that is left for a newer one. Where its file does not
 * tell it, or cannot be read any more, the result file counts as the ending.
 */
static bool
drop(struct daemon *d)
{
	struct play *p = &d->play;
	const struct session *s = &p->session;
	int over;

	p->think_until = 0;
	if (session_ended(s))
		return true;
	over = results_have(&p->ws, &s->head.id);
	if (over == -1)
		return play_blocked(p, "result");
	/* what is folded now stands in no journal: there is no way back */
	play_drain(p);
	if (s->state == SESSION_OVER)
		over = 1;
	if (over == 0)
		d->role->given_up(d);
	else if (s->state == SESSION_OVER)
		log_info("over: %s", game_status_name(game_status(&s->game)));
	else
		log_info("over: its result is there");
	if (over == 1)
		daemon_count(d);
	if (!session_ended(s))
		play_leave(p);
	return true;
}

static void
tell_passed(const struct newest *newest)
{
	if (gameid_compare(&newest->passed, &newer.passed) <= 0)
		return;
	newer.passed = newest->passed;
	log_warn("spool/messenger1/%s.txt: %s: ignored", newer.passed.text,
	    newest->why == EBADF ? "no regular file of messenger1's user"
				 : strerror(newest->why));
}

/* Turn the ear to the newest game, if there is one later than what we know. */
static bool
find_newer(struct daemon *d, enum ear_how *how)
{
	struct newest newest;
	int found = spool_newest(
	    &d->play.ws, d->between_games ? &newer.id : &d->last_id, &newest);

	tell_passed(&newest);
	if (found == -1)
		return play_blocked(&d->play, "spool/messenger1");
	if (found == 0)
		return true;
	if (!d->between_games && !drop(d)) {
		file_close(&newest.fd);
		return false;
	}
	ear_reset(&d->play.ear);
	ear_attach(&d->play.ear, newest.fd, &newest.st);
	newer.id = newest.id;
	newer.looked = newer.late = false;
	d->between_games = true;
	*how = EAR_HELD; /* it has just been opened */
	return true;
}

/* Whether the last look saw the opening with more words behind it. */
static bool
is_late(const struct ear *ear)
{
	size_t at = 0;
	const char *end;

	while ((end = memchr(ear->now + at, '\n', ear->len - at)) != NULL) {
		size_t len = (size_t)(end - (ear->now + at));

		if (line_read(ear->now + at, len).kind == LINE_OPENING)
			return at + len + 1 < ear->len;
		at += len + 1;
	}
	return false;
}

/* Begin the newest game with its first whole line. */
static bool
take_newer(struct daemon *d, enum ear_how how)
{
	struct play *p = &d->play;
	struct head head = {.id = newer.id,
	    .number = d->number + 1,
	    .started = clock_wall(),
	    .seed = daemon_seed(d, d->number + 1),
	    .previous = {.name = "none"}};
	const char *line;
	size_t len;
	off_t size;
	enum ear_saw saw;
	int known;

	saw = ear_look(&p->ear, &p->ws, &newer.id, how);
	if (saw == EAR_FAILED)
		return play_blocked(p, "spool/messenger1");
	if (saw != EAR_READ)
		return true;
	if (!newer.looked)
		newer.late = is_late(&p->ear);
	newer.looked = true;
	if (!ear_line(&p->ear, &line, &len))
		return true;
	known = spool_own_size(&p->ws, &newer.id, &size);
	if (known == -1)
		return play_blocked(p, "spool/messenger2");
	if (!play_begin(p, &head, newer.late || known == 1))
		return false;
	d->between_games = false;
	d->last_id = head.id;
	d->number = head.number;
	log_info(session_ended(&p->session)
		     ? "it is under way and we know nothing of it: silent"
		     : "begun");
	return true;
}

static bool
before(struct daemon *d, bool names, enum ear_how *how)
{
	if (names && !find_newer(d, how))
		return false;
	if (!d->between_games || daemon_has_enough(d))
		return true;
	return take_newer(d, *how);
}

static bool
after(struct daemon *d, bool *again)
{
	const struct session *s = &d->play.session;

	(void)again;
	if (daemon_counted(d) || d->between_games || !play_said(&d->play))
		return true;
	if (s->state == SESSION_OVER)
		log_info("over: %s", game_status_name(game_status(&s->game)));
	else if (s->state == SESSION_FOUND_OVER)
		log_info("over: its result is there");
	else
		return true;
	daemon_count(d);
	return true;
}

const struct role responder = {
    .attached = attached,
    .before = before,
    .after = after,
    .given_up = given_up,
};
