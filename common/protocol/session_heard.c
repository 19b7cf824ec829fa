/* SPDX-License-Identifier: ISC */
#include "session_parts.h"

#include <string.h>

struct judgement {
	enum session_verdict verdict;
	enum refusal refusal;
	unsigned again;   /* the answers to be said once more */
	const char *mine; /* the words of mine that a rejection is about */
};

/* A rejection by the other: does it move me to anything? */
static struct judgement
judge_rejection(const struct session *s, const char *bytes, size_t len)
{
	enum line_kind mine = line_read(s->last, strlen(s->last)).kind;
	const char *symbol = symbol_name(s->game.symbol[s->me]);
	struct judgement j = {.verdict = SESSION_IGNORES, .mine = s->last};

	if (refusal_is_of(bytes, len, s->last)) {
		if (mine == LINE_MOVE &&
		    game_turn(&s->game) == player_other(s->me))
			j.verdict = SESSION_TAKES_BACK;
		else if (mine <= LINE_ANSWER)
			j.again = session_bit(mine);
	} else if (mine == LINE_QUESTION && refusal_is_of(bytes, len, symbol) &&
		   !(s->again_used & session_bit(LINE_SYMBOL))) {
		/* the question only has a sense after the symbol */
		j.again = session_bit(LINE_SYMBOL) | session_bit(LINE_QUESTION);
		j.mine = symbol;
	}
	j.again &= ~s->again_used;
	if (j.again)
		j.verdict = SESSION_SAYS_AGAIN;
	return j;
}

static enum refusal
judge_move(const struct session *s, const struct line *line)
{
	if (line->kind != LINE_MOVE)
		return REFUSAL_NOT_A_MOVE;
	switch (game_check(
	    &s->game, player_other(s->me), line->symbol, line->position)) {
	case GAME_ENDED: /* not in SESSION_PLAY */
	case GAME_OK:
		break;
	case GAME_NOT_YOUR_TURN:
		return REFUSAL_NOT_YOUR_TURN;
	case GAME_WRONG_SYMBOL:
		return REFUSAL_WRONG_SYMBOL;
	case GAME_OUT_OF_RANGE:
		return REFUSAL_OUT_OF_RANGE;
	case GAME_OCCUPIED:
		return REFUSAL_OCCUPIED;
	}
	return REFUSAL_NONE;
}

/* Why a line that is no rejection is wrong in this state, if it is. */
static enum refusal
judge_line(const struct session *s, const struct line *line)
{
	switch (s->state) {
	case SESSION_AWAITS_SYMBOL:
		return line->kind == LINE_SYMBOL ? REFUSAL_NONE
						 : REFUSAL_WANTS_SYMBOL;
	case SESSION_AWAITS_QUESTION:
		return line->kind == LINE_QUESTION ? REFUSAL_NONE
						   : REFUSAL_WANTS_QUESTION;
	case SESSION_AWAITS_ANSWER:
		return line->kind == LINE_ANSWER ? REFUSAL_NONE
						 : REFUSAL_WANTS_ANSWER;
	case SESSION_PLAY:
		return judge_move(s, line);
	case SESSION_OPENING_DUE:
	case SESSION_ANSWER_DUE:
	case SESSION_IDLE:
	case SESSION_SYMBOL_DUE:
	case SESSION_QUESTION_DUE:
	case SESSION_OVER:
	case SESSION_FOUND_OVER:
	case SESSION_QUIT:
		break;
	}
	return REFUSAL_NONE;
}

static struct judgement
judge(const struct session *s, const char *bytes, size_t len)
{
	struct line line = line_read(bytes, len);
	struct judgement j = {.verdict = SESSION_ACCEPTS};

	if (session_ended(s) ||
	    (s->state == SESSION_IDLE && line.kind != LINE_OPENING)) {
		j.verdict = SESSION_IGNORES;
	} else if (line.kind == LINE_REJECTION) {
		j = judge_rejection(s, bytes, len);
	} else {
		j.refusal = judge_line(s, &line);
		if (j.refusal != REFUSAL_NONE)
			j.verdict = session_guarded(s) ? SESSION_IGNORES
						       : SESSION_REJECTS;
	}
	return j;
}

enum session_verdict
session_judge(const struct session *s, const char *bytes, size_t len)
{
	return judge(s, bytes, len).verdict;
}

static enum session_change
accept(struct session *s, const struct line *line, int64_t second)
{
	switch (line->kind) {
	case LINE_OPENING:
		s->state = SESSION_SYMBOL_DUE;
		return SESSION_SAME;
	case LINE_SYMBOL:
		game_symbols(&s->game, line->symbol);
		s->state = SESSION_AWAITS_QUESTION;
		return SESSION_DRAW;
	case LINE_QUESTION:
		s->state = SESSION_ANSWER_DUE;
		return SESSION_SAME;
	case LINE_ANSWER:
		s->game.first = line->yes ? MESSENGER1 : MESSENGER2;
		s->state = SESSION_PLAY;
		return SESSION_DRAW;
	case LINE_MOVE:
		s->refused = 0;
		session_move(s, player_other(s->me), line, second);
		return SESSION_DRAW;
	case LINE_REJECTION:
	case LINE_NONE:
	case LINE_OTHER:
		break;
	}
	return SESSION_INVALID;
}

static void
refuse(struct session *s, const struct record *record, enum refusal why)
{
	const struct refused refused = {
	    .why = why, .bytes = record->bytes, .len = record->len};

	(void)refusal_write(&refused, &s->game.board,
	    s->game.symbol[player_other(s->me)], s->rejection);
}

enum session_change
session_heard(struct session *s, const struct record *record)
{
	struct judgement j = judge(s, record->bytes, record->len);
	enum line_kind due = session_next(s);
	struct line line = line_read(record->bytes, record->len);

	if (s->state == SESSION_OPENING_DUE) {
		/* nobody answers what was not asked: no game can be kept */
		s->state = SESSION_QUIT;
		return SESSION_SAME;
	}
	if (due != LINE_NONE && due != LINE_MOVE)
		return SESSION_INVALID;
	switch (j.verdict) {
	case SESSION_ACCEPTS:
		return accept(s, &line, record->second);
	case SESSION_IGNORES:
		return session_ended(s) ? SESSION_INVALID : SESSION_SAME;
	case SESSION_REJECTS:
		refuse(s, record, j.refusal);
		return SESSION_SAME;
	case SESSION_TAKES_BACK:
		s->refused |= board_bit(s->game.moves[s->game.move_count - 1]);
		game_undo(&s->game);
		session_note(
		    s, player_other(s->me), j.mine, record->bytes, record->len);
		return SESSION_DRAW;
	case SESSION_SAYS_AGAIN:
		s->again = j.again;
		s->again_used |= j.again;
		session_note(
		    s, player_other(s->me), j.mine, record->bytes, record->len);
		return SESSION_SAME;
	}
	return SESSION_INVALID;
}
