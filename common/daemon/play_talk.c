/* SPDX-License-Identifier: ISC */
#include "brain.h"
#include "clock.h"
#include "log.h"
#include "play.h"

#include <errno.h>
#include <string.h>

/*
 * Journal `over` if the game's result is there: whether that could be seen. An
 * ended game is silent then, whatever its spool file lacks.
 */
static bool
look_for_result(struct play *p)
{
	int have = results_have(&p->ws, &p->session.head.id);

	if (have == -1)
		return play_blocked(p, "result");
	if (have == 1 && session_ended(&p->session))
		p->silent = true;
	else if (have == 1)
		return play_record(p, RECORD_OVER, NULL);
	return true;
}

/* See, before the first word after a start, if the game is over already. */
static bool
look_once(struct play *p)
{
	if (p->looked)
		return true;
	p->looked = look_for_result(p);
	return p->looked;
}

/* Put everything said into the spool file. */
static bool
speak(struct play *p)
{
	if (play_said(p))
		return true;
	if (!look_once(p))
		return false;
	if (play_said(p))
		return true;
	if (p->old_spool.text[0] != '\0' &&
	    gameid_compare(&p->old_spool, &p->session.head.id) != 0)
		spool_remove(&p->ws, &p->old_spool);
	p->old_spool = (struct gameid){{0}};
	switch (mouth_speak(&p->mouth, &p->ws, &p->session.head.id)) {
	case MOUTH_SAID:
		return true;
	case MOUTH_BLOCKED:
		return play_blocked(p, "spool");
	case MOUTH_DIFFERS:
		break;
	}
	if (!play_record(p, RECORD_QUIT, NULL))
		return false;
	log_warn("our spool file does not hold what we said:"
		 " the game is given up");
	return true;
}

/* Say the line that is due, if it has been chosen. */
static bool
say(struct play *p)
{
	char words[LINE_SIZE];
	struct line choice;
	size_t len;

	if (!look_once(p))
		return false;
	p->undecided = !brain_decided(&p->session);
	if (p->undecided || session_ended(&p->session))
		return true;
	choice = brain_choose(p->options, &p->session);
	len = session_line(&p->session, &choice, words);
	if (!play_step(p, RECORD_SAID, words, len))
		return false;
	if (choice.kind == LINE_MOVE)
		p->think_until = 0;
	return speak(p);
}

/* Say everything that is due but a move, and has been chosen. */
static bool
answer(struct play *p)
{
	enum line_kind due;

	if (!speak(p))
		return false;
	for (p->undecided = false; !p->undecided;) {
		due = session_next(&p->session);
		if (due == LINE_NONE || due == LINE_MOVE)
			return true;
		if (!say(p))
			return false;
	}
	return true;
}

/*
 * Hear
 */

/*
 * What a look saw that is not as it should be: one log line a game. That files
 * cannot be read is no matter of one game: one line, and one when they can be.
 */
static void
tell_look(struct play *p, enum ear_saw saw, enum ear_how how)
{
	/* what is held can be read still, whatever its name leads to */
	bool healed = saw == EAR_READ && how != EAR_HELD;
	const char *other = player_name(player_other(p->options->me));

	if (saw == EAR_REWRITTEN && !p->told_rewritten)
		log_warn("%s rewrote its words: nothing is heard", other);
	if (saw == EAR_FOREIGN && !p->told_foreign)
		log_warn("the spool file of %s is no regular file of its user:"
			 " ignored",
		    other);
	if (saw == EAR_FAILED && !p->told_failed)
		log_warn("the spool file of %s: %s: looked at again", other,
		    strerror(errno));
	if (healed && p->told_failed)
		log_info("the spool file of %s is read again", other);
	p->told_rewritten |= saw == EAR_REWRITTEN;
	p->told_foreign |= saw == EAR_FOREIGN;
	p->told_failed = saw == EAR_FAILED || (p->told_failed && !healed);
}

static void
tell_line(
    struct play *p, const char *line, size_t len, enum session_verdict verdict)
{
	if (verdict == SESSION_REJECTS)
		log_info("%s", p->session.rejection);
	if (verdict == SESSION_TAKES_BACK)
		log_info("a move of ours was rejected and is taken back");
	if (verdict == SESSION_IGNORES && session_guarded(&p->session) &&
	    line_read(line, len).kind != LINE_REJECTION && !p->told_guard) {
		log_warn("%d lines rejected: further wrong ones are ignored",
		    SESSION_REJECTIONS_MAX);
		p->told_guard = true;
	}
}

/* Take in one line. */
static bool
hear_line(struct play *p, const char *line, size_t len)
{
	enum session_verdict verdict = session_judge(&p->session, line, len);

	/* a game that is over elsewhere is not argued about */
	if (verdict == SESSION_REJECTS || verdict == SESSION_TAKES_BACK) {
		if (!look_for_result(p))
			return false;
		if (session_ended(&p->session))
			return true;
	}
	if (!play_step(p, RECORD_HEARD, line, len))
		return false;
	tell_line(p, line, len, verdict);
	ear_take(&p->ear, len);
	if (p->session.state == SESSION_QUIT)
		log_warn("a word was there before the game was opened:"
			 " it is given up");
	return true;
}

bool
play_hear(struct play *p, enum ear_how how)
{
	struct session *s = &p->session;
	bool opening = s->state == SESSION_OPENING_DUE;
	enum ear_saw saw = EAR_MISSING;
	const char *line;
	size_t len;

	/* the opening alone is said after a look, not before it */
	if (!opening && !answer(p))
		return false;
	if (!session_ended(s)) {
		saw = ear_look(&p->ear, &p->ws, &s->head.id, how);
		tell_look(p, saw, how);
	}
	while (!session_ended(s) && !p->undecided &&
	       ear_line(&p->ear, &line, &len))
		if (!hear_line(p, line, len) || !answer(p))
			return false;
	if (opening && saw != EAR_FAILED && !answer(p))
		return false;
	if (p->catching_up && s->state <= SESSION_OVER)
		play_draw_session(p, BOARDFILE_LOOK);
	p->catching_up = false;
	return true;
}

void
play_drain(struct play *p)
{
	struct session *s = &p->session;
	struct record record = {.kind = RECORD_HEARD};

	if (ear_look(&p->ear, &p->ws, &s->head.id, EAR_HELD) != EAR_READ)
		return;
	record.second = clock_wall();
	while (!session_ended(s) &&
	       ear_line(&p->ear, &record.bytes, &record.len)) {
		if (session_judge(s, record.bytes, record.len) ==
		    SESSION_ACCEPTS)
			(void)session_fold(s, &record);
		ear_take(&p->ear, record.len);
	}
	if (s->state == SESSION_OVER)
		play_show(p);
}

/*
 * Move
 */

bool
play_move(struct play *p)
{
	if (session_next(&p->session) != LINE_MOVE) {
		p->think_until = 0;
		return true;
	}
	if (p->think_until == 0)
		p->think_until = clock_boot() + p->options->pace;
	if (p->options->pace > 0 && clock_boot() < p->think_until)
		return true;
	if (!say(p))
		return false;
	if (p->undecided)
		p->think_until = 0; /* whatever wakes us asks again */
	return true;
}
