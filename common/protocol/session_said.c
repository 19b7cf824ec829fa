/* SPDX-License-Identifier: ISC */
#include "session_parts.h"

#include <string.h>

/* The words between the quotes of a rejection of mine. */
static void
rejected_words(const char *rejection, char ret[REJECTED_MAX + 1])
{
	const char *start = strchr(rejection, '"') + 1;
	struct text t = text_in(ret, REJECTED_MAX + 1);

	text_bytes(&t, start, (size_t)(strchr(start, '"') - start));
}

static enum session_change
said_move(struct session *s, const struct line *line, int64_t second)
{
	if (game_check(&s->game, s->me, line->symbol, line->position) !=
		GAME_OK ||
	    s->refused & board_bit(line->position))
		return SESSION_INVALID;
	session_move(s, s->me, line, second);
	return SESSION_DRAW;
}

static enum session_change
said_rejection(struct session *s)
{
	char words[REJECTED_MAX + 1];

	rejected_words(s->rejection, words);
	session_note(s, s->me, words, s->rejection, strlen(s->rejection));
	s->rejection[0] = '\0';
	s->rejections_said++;
	return SESSION_DRAW;
}

static enum session_change
said_due(struct session *s, const struct line *line, int64_t second)
{
	switch (line->kind) {
	case LINE_OPENING:
		s->state = SESSION_AWAITS_SYMBOL;
		return SESSION_SAME;
	case LINE_SYMBOL:
		game_symbols(&s->game, line->symbol);
		s->state = SESSION_QUESTION_DUE;
		return SESSION_DRAW;
	case LINE_QUESTION:
		s->state = SESSION_AWAITS_ANSWER;
		return SESSION_SAME;
	case LINE_ANSWER:
		s->game.first = line->yes ? MESSENGER1 : MESSENGER2;
		s->state = SESSION_PLAY;
		return SESSION_DRAW;
	case LINE_MOVE:
		return said_move(s, line, second);
	case LINE_REJECTION:
		return said_rejection(s);
	case LINE_NONE:
	case LINE_OTHER:
		break;
	}
	return SESSION_INVALID;
}

enum session_change
session_said(struct session *s, const struct record *record)
{
	struct line line = line_read(record->bytes, record->len);
	enum line_kind due = session_next(s);
	enum session_change change = SESSION_SAME;
	char words[LINE_SIZE];

	/* exactly the words that are due, whatever was chosen in them */
	if (due == LINE_NONE || line.kind != due ||
	    session_line(s, &line, words) != record->len ||
	    memcmp(words, record->bytes, record->len) != 0)
		return SESSION_INVALID;
	if (s->again & session_bit(due))
		s->again &= ~session_bit(due);
	else
		change = said_due(s, &line, record->second);
	if (change != SESSION_INVALID)
		memcpy(s->last, words, record->len + 1);
	return change;
}
