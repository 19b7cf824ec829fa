/* SPDX-License-Identifier: ISC */
#include "saved_reader.h"

#include <string.h>

/*
 * Whether the rules make the rejections of a result: the game is played again,
 * by the session that messenger1 plays with, as it must have been for them. What
 * is not told in a result is not asked for: of what was refused before the first
 * move, in which state it was; of a `?`, which byte it stands for.
 */

static enum session_change
fold(struct session *s, enum record_kind kind, const char *bytes, size_t len)
{
	const struct record record = {.kind = kind,
	    .second = s->head.started,
	    .bytes = bytes,
	    .len = len};

	return session_fold(s, &record);
}

/* Say what is due, with the choices of the game. */
static void
say(struct session *s, const struct game *game)
{
	int next = s->game.move_count;
	struct line choice = {.yes = game->first == MESSENGER1,
	    .position = next < game->move_count ? game->moves[next] : 0};
	char words[LINE_SIZE];
	size_t len = session_line(s, &choice, words);

	(void)fold(s, RECORD_SAID, words, len);
}

/* Hear a line, and say all that it makes due but a move. */
static void
hear(struct session *s, const struct game *game, const char *bytes, size_t len)
{
	enum line_kind due;

	(void)fold(s, RECORD_HEARD, bytes, len);
	while ((due = session_next(s)) != LINE_NONE && due != LINE_MOVE)
		say(s, game);
}

/* One step of the game that is no rejection: false where there is none. */
static bool
play_on(struct session *s, const struct game *game)
{
	int next = s->game.move_count;
	struct line line = {.symbol = game->symbol[MESSENGER2]};
	char words[LINE_SIZE];

	if (session_ended(s) || next >= game->move_count)
		return false;
	if (s->state == SESSION_PLAY && session_next(s) == LINE_MOVE) {
		say(s, game);
		return s->game.move_count > next;
	}
	line.position = game->moves[next];
	line.kind = s->state == SESSION_AWAITS_SYMBOL     ? LINE_SYMBOL
		    : s->state == SESSION_AWAITS_QUESTION ? LINE_QUESTION
							  : LINE_MOVE;
	if (line.kind == LINE_QUESTION)
		line.symbol = SYMBOL_NONE;
	hear(s, game, words, line_write(&line, words));
	return line.kind != LINE_MOVE || s->game.move_count > next;
}

/* Whether the last rejection of the session is that one, and the only new one. */
static bool
was_noted(const struct session *s, const struct rejection *one, size_t before)
{
	const struct rejection *last = &s->rejections.list[before];

	return s->rejections.count == before + 1 && last->by == one->by &&
	       last->after == one->after &&
	       strcmp(last->line, one->line) == 0 &&
	       strcmp(last->reason, one->reason) == 0;
}

/* messenger1 rejects the line; with `?` it may have been another byte. */
static bool
reject(struct session *s, const struct game *game, const struct rejection *one)
{
	struct session before = *s;
	size_t count = s->rejections.count, len = strlen(one->line);
	char other[REJECTED_MAX + 1];

	hear(s, game, one->line, len);
	if (was_noted(s, one, count))
		return true;
	for (size_t i = 0; i <= len; i++)
		other[i] = (char)(one->line[i] == '?' ? '\1' : one->line[i]);
	if (strcmp(other, one->line) == 0)
		return false;
	*s = before;
	hear(s, game, other, len);
	return was_noted(s, one, count);
}

/* messenger1 is told that its line is rejected: a move was said just before. */
static bool
be_rejected(
    struct session *s, const struct game *game, const struct rejection *one)
{
	size_t count = s->rejections.count, len = strlen(one->line);
	char words[LINE_SIZE];
	struct text t = text_in(words, sizeof(words));

	if (line_read(one->line, len).kind == LINE_MOVE &&
	    fold(s, RECORD_SAID, one->line, len) == SESSION_INVALID)
		return false;
	text_add(&t, "Rejected \"");
	text_add(&t, one->line);
	text_add(&t, "\": ");
	text_add(&t, one->reason);
	text_char(&t, '.');
	hear(s, game, words, t.len);
	return was_noted(s, one, count);
}

void
saved_rules_begin(struct session *s, const struct game *game)
{
	const struct head head = {.number = 0};

	session_begin(s, MESSENGER1, &head);
	say(s, game);
}

bool
saved_rules_allow(struct session *s, const struct game *game,
    const struct rejection *one, char expected[REASON_MAX + 1])
{
	size_t count = s->rejections.count;
	struct text t = text_in(expected, REASON_MAX + 1);

	text_add(&t, "no such rejection");
	do {
		struct session now = *s;
		bool mine = one->by == MESSENGER1;

		if (now.game.move_count != one->after)
			continue;
		if (mine ? reject(&now, game, one)
			 : be_rejected(&now, game, one)) {
			*s = now;
			return true;
		}
		if (mine && now.rejections.count > count) {
			t.len = 0;
			text_add(&t, now.rejections.list[count].reason);
		}
	} while (s->game.move_count <= one->after && play_on(s, game));
	return false;
}

bool
saved_rules_end(struct session *s, const struct game *game)
{
	while (play_on(s, game))
		;
	return s->state == SESSION_OVER;
}
