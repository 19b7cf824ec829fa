/* SPDX-License-Identifier: ISC */
/*
 * The choices, which are always legal and the same after a restart.
 *
 * wrap: log_error
 */
#include "bench.h"

#include "brain.h"
#include "log.h"

#include <stdio.h>

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void __wrap_log_error(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

void
__wrap_log_error(const char *format, ...)
{
	(void)format; /* it is told, but not here */
}

/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* Where each kind of choice is due, and for whom. */
static const char answer_due[] = ASKED;
static const char symbol_due[] = "1 " OPENING "\n";

static struct options
options_of(enum player me, const char *strategy)
{
	return (struct options){.me = me, .strategy = strategy_find(strategy)};
}

/* Each option, and what it makes of that many seeds: all, none, or some. */
#define SEEDS 200

static struct option_row {
	const char *name;
	enum player me;
	enum chance first;
	enum symbol symbol;
	int least, most; /* how often it is yes, or a circle */
} rows[] = {
    {"--first yes", MESSENGER1, CHANCE_YES, SYMBOL_NONE, SEEDS, SEEDS},
    {"--first no", MESSENGER1, CHANCE_NO, SYMBOL_NONE, 0, 0},
    {"--first random", MESSENGER1, CHANCE_RANDOM, SYMBOL_NONE, SEEDS / 3,
	2 * SEEDS / 3},
    {"--symbol circle", MESSENGER2, CHANCE_RANDOM, SYMBOL_CIRCLE, SEEDS, SEEDS},
    {"--symbol cross", MESSENGER2, CHANCE_RANDOM, SYMBOL_CROSS, 0, 0},
    {"--symbol random", MESSENGER2, CHANCE_RANDOM, SYMBOL_NONE, SEEDS / 3,
	2 * SEEDS / 3},
};

static void
test_option(void **state)
{
	const struct option_row *row = *state;
	struct options options = options_of(row->me, STRATEGY_DEFAULT);
	int count = 0;

	options.first = row->first;
	options.symbol = row->symbol;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct session s;
		struct line choice;

		begin_and_play(&s, row->me,
		    row->me == MESSENGER1 ? answer_due : symbol_due);
		s.head.seed = seed;
		choice = brain_choose(&options, &s);
		assert_int_equal(choice.kind,
		    row->me == MESSENGER1 ? LINE_ANSWER : LINE_SYMBOL);
		if (row->me == MESSENGER1)
			count += choice.yes;
		else
			count += choice.symbol == SYMBOL_CIRCLE;
		if (row->me == MESSENGER2)
			assert_int_not_equal(choice.symbol, SYMBOL_NONE);
	}
	assert_in_range(count, row->least, row->most);
}

/* Play both sides to the end: every position is legal, and chosen again. */
static void
play_out(struct session *one, struct session *two, const char *strategy)
{
	struct options options = options_of(MESSENGER1, strategy);

	while (!session_ended(one)) {
		bool first = game_turn(&one->game) == MESSENGER1;
		struct session *mover = first ? one : two, again;
		struct line choice, once_more;
		char words[LINE_SIZE];

		options.me = mover->me;
		memcpy(&again, mover, sizeof(again));
		choice = brain_choose(&options, mover);
		once_more = brain_choose(&options, &again);
		assert_int_equal(choice.kind, LINE_MOVE);
		assert_int_equal(choice.position, once_more.position);
		expect_same(mover, &again);
		assert_int_equal(
		    game_check(&mover->game, mover->me,
			mover->game.symbol[mover->me], choice.position),
		    GAME_OK);
		assert_false(mover->refused & board_bit(choice.position));
		(void)session_line(mover, &choice, words);
		assert_int_equal(say(mover, words), SESSION_DRAW);
		assert_int_equal(hear(first ? two : one, words), SESSION_DRAW);
	}
}

static struct strategy_row {
	const char *name;
} strategies[] = {{"perfect"}, {"random"}, {"casual"}};

static void
test_games(void **state)
{
	const struct strategy_row *row = *state;

	for (uint64_t seed = 1; seed <= 300; seed++) {
		const char *start = seed % 2 ? YES : NO;
		struct session one, two;

		begin_and_play(&one, MESSENGER1, start);
		begin_and_play(&two, MESSENGER2, start);
		one.head.seed = seed;
		two.head.seed = ~seed;
		play_out(&one, &two, row->name);
		assert_int_equal(
		    game_status(&one.game), game_status(&two.game));
	}
}

/* A refused position is not chosen again, until none is left. */
static void
test_refused(void **state)
{
	const struct strategy_row *row = *state;
	struct options options = options_of(MESSENGER1, row->name);
	struct session s;

	begin_and_play(&s, MESSENGER1, YES);
	for (int left = BOARD_CELLS; left > 0; left--) {
		struct line choice = brain_choose(&options, &s);
		char words[LINE_SIZE], rejection[LINE_SIZE];

		assert_false(s.refused & board_bit(choice.position));
		(void)session_line(&s, &choice, words);
		assert_int_equal(say(&s, words), SESSION_DRAW);
		(void)snprintf(rejection, sizeof(rejection),
		    "Rejected \"%.20s\": no.", words);
		assert_int_equal(hear(&s, rejection), SESSION_DRAW);
	}
	assert_int_equal(s.refused, BOARD_FULL);
	assert_int_equal(session_next(&s), LINE_NONE);
}

/* What a strategy was not offered is not played. */
static int unoffered;

static int
choose_unoffered(const struct choice *choice)
{
	(void)choice;
	return unoffered;
}

static void
test_unoffered(void **state)
{
	static const struct strategy bad = {"bad", choose_unoffered};
	struct options options = {.me = MESSENGER1, .strategy = &bad};
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, YES "1 cross 1\n2 circle 5\n");
	for (unoffered = -1; unoffered <= 10; unoffered++) {
		int position = brain_choose(&options, &s).position;

		if (unoffered == 1 || unoffered == 5 || unoffered < 1 ||
		    unoffered > 9)
			assert_int_not_equal(position, unoffered);
		else
			assert_int_equal(position, unoffered);
		assert_int_equal(
		    game_check(&s.game, MESSENGER1, SYMBOL_CROSS, position),
		    GAME_OK);
	}
}

/* Where nothing is to be chosen the kind that is due comes back. */
static struct due_row {
	const char *name;
	const char *conversation;
	enum player me;
	enum line_kind due;
} dues[] = {
    {"the opening", "", MESSENGER1, LINE_OPENING},
    {"nothing", SYMBOLS, MESSENGER1, LINE_NONE},
    {"the question", SYMBOLS, MESSENGER2, LINE_QUESTION},
    {"a rejection", SYMBOLS "2 hello\n", MESSENGER1, LINE_REJECTION},
};

static void
test_due(void **state)
{
	const struct due_row *row = *state;
	struct options options = options_of(row->me, STRATEGY_DEFAULT);
	struct session s;

	begin_and_play(&s, row->me, row->conversation);
	assert_int_equal(brain_choose(&options, &s).kind, row->due);
}

int
main(void)
{
	static struct suite suite;

	suite_rows(&suite, test_option, ROWS(rows));
	suite_rows(&suite, test_games, ROWS(strategies));
	suite_rows(&suite, test_refused, ROWS(strategies));
	suite_test(&suite, "what was not offered", test_unoffered);
	suite_rows(&suite, test_due, ROWS(dues));
	return suite_run(&suite, "brain");
}
