/* SPDX-License-Identifier: ISC */
#include "initiator.h"

#include "clock.h"
#include "log.h"
#include "previous.h"
#include "schedule.h"

#include <errno.h>
#include <string.h>

#define JOURNAL "state/messenger1/journal"
#define WAIT_MAX (10 * SECOND_NS) /* with -i 0, besides twice the pace */

static struct {
	int64_t tick;             /* boot time of the next game */
	bool saved;               /* the session's result has its name */
	struct previous previous; /* the last saved result */
} my;

/* Draw the board of a result that is there. */
static int
draw_result(struct daemon *d, const struct gameid *id)
{
	char text[RESULT_SIZE];
	struct game game;
	ssize_t n = results_read(&d->play.ws, id, text);

	if (n > 0 && result_game(text, (size_t)n, &game) == 0) {
		play_draw(&d->play, id, &game, BOARDFILE_LOOK);
		play_redraw(&d->play);
	}
	return n == -1 ? -1 : 0;
}

/*
 * At a start
 */

/* The session's game has a saved result: it is over. */
static int
keep_own(struct daemon *d, struct trouble *trouble)
{
	struct play *p = &d->play;
	const struct session *s = &p->session;

	if (previous_mend(&p->ws, &s->result_id, trouble) == -1)
		return -1;
	my.saved = true;
	if (!d->started && session_ended(s))
		d->counted_id = s->head.id; /* it was, before this start */
	if (!session_ended(s) && !play_record(p, RECORD_OVER, NULL))
		return workspace_fail(trouble, JOURNAL, p->error);
	return 0;
}

static void
set_schedule(struct daemon *d, bool have_game)
{
	int64_t now = clock_boot();

	if (d->started)
		return; /* the rhythm is this process's already */
	my.tick = now;  /* the first game at once */
	if (have_game && d->options->interval > 0)
		my.tick = schedule_resume(
		    d->play.session.head.phase, d->options->interval, now);
}

/* A game from before the last result would name what that one names. */
static int
drop_old(struct play *p, struct trouble *trouble)
{
	if (my.saved || p->session.state > SESSION_OVER)
		return 0;
	if (!play_record(p, RECORD_QUIT, NULL))
		return workspace_fail(trouble, JOURNAL, p->error);
	log_warn("given up: a later game has been saved");
	return 0;
}

/* Of this process and the folders, who knows the later result is right. */
static int
find_previous(struct daemon *d, bool have_game, struct trouble *trouble)
{
	struct previous found;
	int own = 0, kept = 0;

	my.saved = false;
	if (have_game)
		own = previous_own(&d->play, &found, trouble);
	else if (previous_find(d, &found, trouble) == -1)
		return -1;
	if (own == -1 || (own == 1 && keep_own(d, trouble) == -1))
		return -1;
	if (d->started)
		kept =
		    previous_keep(&d->play.ws, &my.previous, &found, trouble);
	if (kept == -1 || (kept == 1 && drop_old(&d->play, trouble) == -1))
		return -1;
	my.previous = found;
	return 0;
}

static int
attached(struct daemon *d, bool have_game, struct trouble *trouble)
{
	const struct session *s = &d->play.session;
	struct gameid last;

	if (find_previous(d, have_game, trouble) == -1)
		return -1;
	if (have_game)
		d->play.old_spool = s->head.id;
	spool_clean(&d->play.ws, &d->play.old_spool);
	set_schedule(d, have_game);
	if (s->state > SESSION_OVER &&
	    gameid_of_result_name(my.previous.name, &last) == 0 &&
	    draw_result(d, &last) == -1)
		return workspace_fail(trouble, my.previous.name, errno);
	return 0;
}

/*
 * A result
 */

/* The name is taken by something else: take the next free one. */
static bool
rename_result(struct daemon *d)
{
	struct play *p = &d->play;
	struct gameid id = p->session.result_id;
	int taken;

	do {
		if (gameid_after(&id, &id) == -1) {
			errno = EOVERFLOW;
			return play_blocked(p, "result");
		}
		taken = results_name_taken(&p->ws, &id);
		if (taken == -1)
			return play_blocked(p, "result");
	} while (taken == 1);
	if (!play_record(p, RECORD_ID, id.text))
		return false;
	log_warn("the name of the result is taken: it is saved as game-%s.txt",
	    id.text);
	return true;
}

/* Save the result of the game that has ended on our board. */
static bool
save(struct daemon *d)
{
	char buf[RESULT_SIZE];
	struct text text = text_in(buf, sizeof(buf));
	struct play *p = &d->play;
	const struct session *s = &p->session;

	for (;;) {
		/* another id than the announced one must survive a power cut */
		if (gameid_compare(&s->result_id, &s->head.id) != 0 &&
		    journal_sync(&p->journal, &p->ws) == -1)
			return play_blocked(p, "journal");
		text.len = session_result(s, buf);
		switch (results_save(&p->ws, &s->result_id, &text)) {
		case RESULTS_SAVED:
			results_previous(
			    &s->result_id, buf, text.len, &my.previous);
			log_info("%s saved: %s", my.previous.name,
			    game_status_name(game_status(&s->game)));
			if (gameid_compare(&s->result_id, &d->last_id) > 0)
				d->last_id = s->result_id;
			my.saved = true;
			return true;
		case RESULTS_BLOCKED:
			return play_blocked(p, "result");
		case RESULTS_TAKEN:
			if (!rename_result(d))
				return false;
			break;
		}
	}
}

/* A game whose result was there: make what may be missing of it. */
static bool
adopt(struct daemon *d)
{
	struct play *p = &d->play;
	const struct gameid *id = &p->session.head.id;
	struct previous found;
	int have = results_refer(&p->ws, id, &found);

	if (have == 0)
		return true; /* it was taken away again: nobody saw its end */
	if (have == -1 || results_sync(&p->ws, id) == -1 ||
	    draw_result(d, id) == -1)
		return play_blocked(p, "result");
	my.previous = found;
	log_info("%s is there already: the game is over", my.previous.name);
	my.saved = true;
	return true;
}

/* Do what an ended game asks for, once. */
static bool
settle(struct daemon *d)
{
	struct play *p = &d->play;
	struct session *s = &p->session;

	if ((s->state != SESSION_OVER && s->state != SESSION_FOUND_OVER) ||
	    (my.saved && daemon_counted(d)))
		return true;
	if (!my.saved && !(s->state == SESSION_OVER ? save(d) : adopt(d)))
		return false;
	if (!my.saved)
		return true;
	if (results_file(&p->ws, &s->result_id) == -1)
		return play_blocked(p, "state/messenger1/results");
	daemon_count(d);
	return true;
}

/*
 * A tick
 */

/* With -i 0, when the other's word has been waited for too long. */
static int64_t
end_of_patience(const struct daemon *d)
{
	return d->play.quiet_since + WAIT_MAX + 2 * d->options->pace + 1;
}

/* A tick noticed too late has passed. */
static void
pass_missed_tick(const struct daemon *d)
{
	int64_t now = clock_boot();

	if (d->options->interval > 0 &&
	    schedule_missed(my.tick, d->options->interval, now))
		my.tick = schedule_next(my.tick, d->options->interval, now);
}

/* Whether a new game begins now. */
static bool
is_due(const struct daemon *d)
{
	const struct session *s = &d->play.session;
	int64_t now = clock_boot();

	if (daemon_has_enough(d))
		return false;
	if (d->options->interval > 0)
		return now >= my.tick;
	return d->between_games || session_ended(s) ||
	       (session_waits(s) && now >= end_of_patience(d));
}

/*
 * Before a game is given up: perhaps only we do not know its end. Whatever we
 * know of it, a result that is there is in the chain.
 */
static bool
learn_end(struct daemon *d)
{
	struct play *p = &d->play;
	const struct session *s = &p->session;
	int have;

	if (daemon_counted(d) || s->head.id.text[0] == '\0')
		return true;
	have = results_refer(&p->ws, &s->result_id, &my.previous);
	if (have == -1)
		return play_blocked(p, "result");
	if (have == 0)
		return true;
	return (session_ended(s) || play_record(p, RECORD_OVER, NULL)) &&
	       settle(d);
}

static void
given_up(const struct daemon *d)
{
	char since[32];
	struct text t = text_in(since, sizeof(since));

	gameid_timestamp(&t, d->play.last_word);
	log_warn("given up: %s since %s", session_state_name(&d->play.session),
	    since);
}

/* The next game's id: never one used before, never a result's that is there. */
static bool
next_id(struct daemon *d, int64_t now, struct gameid *ret)
{
	int taken = 1;

	if (gameid_for(now, &d->last_id, ret) == -1) {
		errno = EOVERFLOW;
		return play_blocked(&d->play, "game id");
	}
	while (taken == 1) {
		taken = results_name_taken(&d->play.ws, ret);
		if (taken == 1 && gameid_after(ret, ret) == -1) {
			errno = EOVERFLOW;
			taken = -1;
		}
	}
	return taken == 0 || play_blocked(&d->play, "game id");
}

/* Open the next game: from here on nothing of the old one counts. */
static bool
begin(struct daemon *d)
{
	struct play *p = &d->play;
	struct head head = {.number = d->number + 1,
	    .started = clock_wall(),
	    .phase = my.tick,
	    .seed = daemon_seed(d, d->number + 1),
	    .previous = my.previous};

	d->between_games = true;
	if (!next_id(d, head.started, &head.id) || !play_begin(p, &head, false))
		return false;
	d->between_games = false;
	d->last_id = head.id;
	d->number = head.number;
	my.saved = false;
	if (d->options->interval > 0)
		my.tick =
		    schedule_next(my.tick, d->options->interval, clock_boot());
	ear_reset(&p->ear);
	p->looked = true;
	log_info("opened");
	play_draw(p, &head.id, &p->session.game, BOARDFILE_PUT);
	return true;
}

static bool
after(struct daemon *d, bool *again)
{
	if (!d->between_games && !settle(d))
		return false;
	pass_missed_tick(d);
	if (!is_due(d))
		return true;
	if (!d->between_games) {
		if (!learn_end(d))
			return false;
		if (!is_due(d)) /* that was the last game */
			return true;
		if (!session_ended(&d->play.session))
			d->role->given_up(d);
	}
	*again = begin(d);
	return *again;
}

static int64_t
wakes(const struct daemon *d)
{
	if (d->options->interval > 0)
		return my.tick;
	if (!session_waits(&d->play.session))
		return INT64_MAX;
	return end_of_patience(d);
}

const struct role initiator = {
    .attached = attached,
    .after = after,
    .given_up = given_up,
    .wakes = wakes,
};
