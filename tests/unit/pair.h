/* SPDX-License-Identifier: ISC */
#ifndef UNIT_PAIR_H
#define UNIT_PAIR_H

#include "bench.h"

/* The two bots of a game, each with a session of its own. */
struct pair {
	struct session m1, m2;
};

static inline int
pair_setup(void **state)
{
	struct pair *pair = (void *)suite_alloc(sizeof(*pair));

	begin(&pair->m1, MESSENGER1);
	begin(&pair->m2, MESSENGER2);
	*state = pair;
	return 0;
}

static inline int
pair_teardown(void **state)
{
	free(*state);
	return 0;
}

/* Both take part in a conversation; then both know the same. */
static inline void
both(struct pair *pair, const char *conversation)
{
	play(&pair->m1, conversation);
	play(&pair->m2, conversation);
	assert_memory_equal(
	    &pair->m1.game, &pair->m2.game, sizeof(struct game));
}

static inline void
both_anew(struct pair *pair, const char *conversation)
{
	begin(&pair->m1, MESSENGER1);
	begin(&pair->m2, MESSENGER2);
	both(pair, conversation);
}

/* A line is refused with these words, and the board is as it was. */
static inline void
expect_rejected(struct session *s, const char *words, const char *rejection)
{
	struct game before = s->game;

	assert_int_equal(hear(s, words), SESSION_SAME);
	expect(s, rejection);
	assert_int_equal(say(s, rejection), SESSION_DRAW);
	assert_memory_equal(&s->game, &before, sizeof(before));
}

static inline void
expect_status(const struct session *s, const char *status)
{
	assert_string_equal(game_status_name(game_status(&s->game)), status);
}

static inline void
suite_pair(struct suite *suite, const char *name, CMUnitTestFunction test)
{
	suite_add(suite, (struct CMUnitTest){.name = name,
			     .test_func = test,
			     .setup_func = pair_setup,
			     .teardown_func = pair_teardown});
}

#endif
