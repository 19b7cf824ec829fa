/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "board.h"
#include "strategy.h"

/*
 * A plain minimax of our own judges the strategies: no pruning, no masks, each
 * cell a digit to the base 3. A position's value is for the side to move.
 */
#define UNKNOWN 2

struct judge {
	int cells[BOARD_CELLS + 1];
	signed char values[19683];
	long positions;
};

static bool
won(const struct judge *j, int symbol)
{
	static const int lines[8][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9},
	    {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};

	for (size_t i = 0; i < NITEMS(lines); i++)
		if (j->cells[lines[i][0]] == symbol &&
		    j->cells[lines[i][1]] == symbol &&
		    j->cells[lines[i][2]] == symbol)
			return true;
	return false;
}

static size_t
code_of(const struct judge *j)
{
	size_t code = 0;

	for (int position = 1; position <= BOARD_CELLS; position++)
		code = code * 3 + (size_t)j->cells[position];
	return code;
}

static int
judge_value(struct judge *j, int mover)
{
	size_t code = code_of(j);
	int other = 3 - mover, best = -1, empties = 0;

	if (j->values[code] != UNKNOWN)
		return j->values[code];
	if (won(j, other))
		return j->values[code] = -1;
	for (int position = 1; position <= BOARD_CELLS; position++) {
		int reached;

		if (j->cells[position] != 0)
			continue;
		empties++;
		j->cells[position] = mover;
		reached = -judge_value(j, other);
		j->cells[position] = 0;
		if (reached > best)
			best = reached;
	}
	return j->values[code] = (signed char)(empties > 0 ? best : 0);
}

static int
setup(void **state)
{
	struct judge *j = (void *)suite_alloc(sizeof(*j));

	memset(j, 0, sizeof(*j));
	memset(j->values, UNKNOWN, sizeof(j->values));
	*state = j;
	return 0;
}

static int
teardown(void **state)
{
	free(*state);
	return 0;
}

/* What is asked of a strategy: the position, the mover, the cells allowed. */
struct question {
	struct board board;
	int mover;
	int cells[BOARD_CELLS];
	size_t count;
};

static struct question
question_of(const struct judge *j, int mover, unsigned allowed)
{
	struct question q = {.mover = mover};

	for (int position = 1; position <= BOARD_CELLS; position++) {
		if (j->cells[position] != 0)
			board_put(&q.board, (enum symbol)j->cells[position],
			    position);
		else if (allowed & board_bit(position))
			q.cells[q.count++] = position;
	}
	return q;
}

static int
ask(strategy_fn *strategy, const struct question *q, uint64_t random)
{
	struct choice choice = {
	    &q->board, (enum symbol)q->mover, q->cells, q->count, random};

	return strategy(&choice);
}

/* Every cell that some number picks: 16 of them reach each of nine cells. */
static unsigned
asked(strategy_fn *strategy, const struct question *q)
{
	unsigned cells = 0;

	for (uint64_t k = 0; k < 16; k++)
		cells |= board_bit(ask(strategy, q, k << 28));
	return cells;
}

/* What perfect must pick from by the judge; 0 where everything loses. */
static unsigned
wanted(struct judge *j, const struct question *q)
{
	unsigned winning = 0, best[3] = {0};

	for (size_t i = 0; i < q->count; i++) {
		int *cell = &j->cells[q->cells[i]];

		*cell = q->mover;
		if (won(j, q->mover))
			winning |= board_bit(q->cells[i]);
		best[1 - judge_value(j, 3 - q->mover)] |=
		    board_bit(q->cells[i]);
		*cell = 0;
	}
	if (winning)
		return winning;
	return best[2] ? best[2] : best[1];
}

typedef void visit_fn(struct judge *, int mover);

/* Visit every position in which the mover of `first`'s game has a move. */
static void
each_position(struct judge *j, int mover, bool *seen, visit_fn *visit)
{
	size_t code = code_of(j);

	if (seen[code])
		return;
	seen[code] = true;
	j->positions++;
	if (won(j, 3 - mover))
		return;
	visit(j, mover);
	for (int position = 1; position <= BOARD_CELLS; position++) {
		if (j->cells[position] != 0)
			continue;
		j->cells[position] = mover;
		each_position(j, 3 - mover, seen, visit);
		j->cells[position] = 0;
	}
}

/* All positions, circles first, then crosses first. */
static void
all_positions(struct judge *j, visit_fn *visit)
{
	for (int first = 1; first <= 2; first++) {
		bool seen[19683] = {false};

		j->positions = 0;
		memset(j->values, UNKNOWN, sizeof(j->values));
		each_position(j, first, seen, visit);
		assert_int_equal(j->positions, 5478);
	}
}

static unsigned
open_cells(const struct judge *j)
{
	unsigned open = 0;

	for (int position = 1; position <= BOARD_CELLS; position++)
		if (j->cells[position] == 0)
			open |= board_bit(position);
	return open;
}

/* With all empties, and with every set of them that refusals may leave. */
static void
visit_perfect(struct judge *j, int mover)
{
	unsigned open = open_cells(j);

	for (unsigned left = open; left; left = (left - 1) & open) {
		struct question q = question_of(j, mover, left);
		unsigned want = wanted(j, &q);
		unsigned cells = asked(strategy_perfect, &q);

		if (want)
			assert_int_equal(cells, want);
		else
			assert_int_equal(cells & ~left, 0);
	}
}

static void
visit_random(struct judge *j, int mover)
{
	unsigned open = open_cells(j);

	for (unsigned left = open; left; left = (left - 1) & open) {
		struct question q = question_of(j, mover, left);

		assert_int_equal(asked(strategy_random, &q), left);
	}
}

static void
visit_casual(struct judge *j, int mover)
{
	struct question q = question_of(j, mover, BOARD_FULL);

	if (q.count == 0)
		return;
	for (uint64_t top = 0; top < 4; top++)
		for (uint64_t k = 0; k < 16; k++) {
			uint64_t number = top << 62 | k << 28;

			assert_int_equal(ask(strategy_casual, &q, number),
			    ask(top == 0 ? strategy_random : strategy_perfect,
				&q, number));
		}
}

static void
test_perfect_picks_the_best(void **state)
{
	all_positions(*state, visit_perfect);
}

static void
test_random_reaches_every_empty(void **state)
{
	all_positions(*state, visit_random);
}

static void
test_casual_is_perfect_three_times_in_four(void **state)
{
	all_positions(*state, visit_casual);
}

/* Perfect with each pick it may make, the other with each reply there is. */
static void
play_on(struct judge *j, int mover, int perfect)
{
	unsigned cells = open_cells(j);

	assert_false(won(j, 3 - perfect));
	if (won(j, perfect) || !cells)
		return;
	if (mover == perfect) {
		struct question q = question_of(j, mover, BOARD_FULL);

		cells = asked(strategy_perfect, &q);
	}
	for (int position = 1; position <= BOARD_CELLS; position++) {
		if (!(cells & board_bit(position)))
			continue;
		j->cells[position] = mover;
		play_on(j, 3 - mover, perfect);
		j->cells[position] = 0;
	}
}

static void
test_perfect_never_loses(void **state)
{
	for (int first = 1; first <= 2; first++)
		for (int perfect = 1; perfect <= 2; perfect++)
			play_on(*state, first, perfect);
}

static void
test_table(void **state)
{
	static const char *const unknown[] = {
	    "", "Perfect", "perfect ", "perf", "perfectly", "none"};
	char names[STRATEGY_NAMES_SIZE];

	(void)state;
	assert_true(strategy_find("perfect")->choose == strategy_perfect);
	assert_true(strategy_find("random")->choose == strategy_random);
	assert_true(strategy_find("casual")->choose == strategy_casual);
	assert_string_equal(STRATEGY_DEFAULT, "casual");
	assert_string_equal(
	    strategy_find(STRATEGY_DEFAULT)->name, STRATEGY_DEFAULT);
	for (size_t i = 0; i < NITEMS(unknown); i++)
		assert_null(strategy_find(unknown[i]));
	strategy_names(names);
	assert_string_equal(names, "perfect, random, casual");
}

#define JUDGED(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_table),
	    JUDGED(test_perfect_picks_the_best),
	    JUDGED(test_perfect_never_loses),
	    JUDGED(test_random_reaches_every_empty),
	    JUDGED(test_casual_is_perfect_three_times_in_four),
	};

	return cmocka_run_group_tests_name("strategy", tests, NULL, NULL);
}
