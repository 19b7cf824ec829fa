/* SPDX-License-Identifier: ISC */
#ifndef UNIT_BENCH_H
#define UNIT_BENCH_H

#include "drawing.h"
#include "session.h"
#include "suite.h"

/*
 * What the tests of the session share: sessions that begin, and conversations.
 * A conversation is lines that begin with who says them, `1 ` or `2 `; both
 * sides can play the same one, each folds it as said or as heard. Two lines are
 * no words: `over` is the result file that is found, `quit` the giving up.
 */
#define OPENING "Choose your symbol: circle or cross."
#define QUESTION "Do you want to go first?"
#define SYMBOLS "1 " OPENING "\n2 circle\n"
#define ASKED SYMBOLS "2 " QUESTION "\n"
#define YES ASKED "1 yes\n" /* messenger1 begins, with crosses */
#define NO ASKED "1 no\n"   /* messenger2 begins, with circles */

#define STARTED 1788433320 /* 2026-09-03-110200 */

static inline void
begin(struct session *s, enum player me)
{
	static const struct head head = {.id = {"2026-09-03-110200"},
	    .number = 1,
	    .started = STARTED,
	    .seed = 42,
	    .previous = {.name = "none"}};

	session_begin(s, me, &head);
}

static inline enum session_change
fold(struct session *s, enum record_kind kind, const char *bytes, size_t len)
{
	struct record record = {kind, STARTED + 9, bytes, len};

	return session_fold(s, &record);
}

static inline enum session_change
hear(struct session *s, const char *words)
{
	return fold(s, RECORD_HEARD, words, strlen(words));
}

static inline enum session_change
say(struct session *s, const char *words)
{
	return fold(s, RECORD_SAID, words, strlen(words));
}

/* One line of a conversation, without its LF. */
static inline enum session_change
play_line(struct session *s, const char *line, size_t len)
{
	enum player sayer = line[0] == '1' ? MESSENGER1 : MESSENGER2;

	if (line[0] == 'o')
		return fold(s, RECORD_OVER, NULL, 0);
	if (line[0] == 'q')
		return fold(s, RECORD_QUIT, NULL, 0);
	return fold(
	    s, sayer == s->me ? RECORD_SAID : RECORD_HEARD, line + 2, len - 2);
}

/* Play a conversation of which every line must be valid. */
static inline void
play(struct session *s, const char *conversation)
{
	while (*conversation != '\0') {
		size_t len = strcspn(conversation, "\n");

		assert_int_not_equal(
		    play_line(s, conversation, len), SESSION_INVALID);
		conversation += len + 1;
	}
}

static inline void
begin_and_play(struct session *s, enum player me, const char *conversation)
{
	begin(s, me);
	play(s, conversation);
}

/* These words are due now, or NULL: nothing is. */
static inline void
expect(const struct session *s, const char *words)
{
	struct line choice = {0};
	char due[LINE_SIZE];

	if (words == NULL) {
		assert_int_equal(session_next(s), LINE_NONE);
		return;
	}
	choice = line_read(words, strlen(words));
	assert_int_equal(session_next(s), choice.kind);
	assert_int_equal(session_line(s, &choice, due), strlen(words));
	assert_string_equal(due, words);
}

/* A move is due, and these are the positions to choose from: "1, 3, 7". */
static inline void
expect_choices(const struct session *s, const char *positions)
{
	int cells[BOARD_CELLS];
	char buf[64];
	struct text t = text_in(buf, sizeof(buf));

	assert_int_equal(session_next(s), LINE_MOVE);
	drawing_positions(&t, cells, session_choices(s, cells));
	assert_string_equal(buf, positions);
}

static inline void
expect_same(const struct session *a, const struct session *b)
{
	assert_memory_equal(a, b, sizeof(*a));
}

/* This record is invalid, and nothing at all is changed. */
static inline void
expect_invalid(struct session *s, enum record_kind kind, const char *words)
{
	struct session before;

	memcpy(&before, s, sizeof(before));
	assert_int_equal(fold(s, kind, words, strlen(words)), SESSION_INVALID);
	expect_same(s, &before);
}

#endif
