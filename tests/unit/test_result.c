/* SPDX-License-Identifier: ISC */
#include "played.h"
#include "result_facts.h"
#include "suite.h"

#include "result.h"

static const struct previous first = {.name = "none"};
static const struct previous previous = {
    .name = EXAMPLE_PREVIOUS, .sha256 = SHA256};

static struct result
result_of(const struct game *game, const struct rejections *rejections,
    const struct previous *before)
{
	return (struct result){.id = {"2026-09-03-110200"},
	    .started = 1788433320,
	    .finished = 1788433329,
	    .game = game,
	    .rejections = rejections,
	    .previous = before};
}

static void
check(const struct result *result, const char *want)
{
	char text[RESULT_SIZE];

	assert_int_equal(result_write(result, text), strlen(want));
	assert_string_equal(text, want);
}

static void
test_example(void **state)
{
	static const struct rejections rejections = {
	    1, {{MESSENGER1, 4, "circle 3", "position 3 is occupied"}}};
	struct game game = played(MESSENGER2, "13579");
	struct result result = result_of(&game, &rejections, &previous);

	(void)state;
	check(&result, EXAMPLE_RESULT);
}

static void
test_first_game_and_no_rejections(void **state)
{
	static const struct rejections rejections;
	struct game game = played(MESSENGER1, "513746289");
	struct result result = result_of(&game, &rejections, &first);

	(void)state;
	check(&result, "Game ID: 2026-09-03-110200\n"
		       "Started: 2026-09-03T11:02:00Z\n"
		       "Finished: 2026-09-03T11:02:09Z\n"
		       "Players: messenger1, messenger2\n"
		       "Symbols: messenger1 = cross, messenger2 = circle\n"
		       "First player: messenger1\n"
		       "Moves: 9\n"
		       "1. messenger1: cross 5\n"
		       "2. messenger2: circle 1\n"
		       "3. messenger1: cross 3\n"
		       "4. messenger2: circle 7\n"
		       "5. messenger1: cross 4\n"
		       "6. messenger2: circle 6\n"
		       "7. messenger1: cross 2\n"
		       "8. messenger2: circle 8\n"
		       "9. messenger1: cross 9\n"
		       "Rejected: none\n"
		       "Board:\n"
		       "O | X | X\n"
		       "---------\n"
		       "X | X | O\n"
		       "---------\n"
		       "O | O | X\n"
		       "Result: tie\n"
		       "Previous: none\n");
}

static void
test_rejections_of_both(void **state)
{
	static const struct rejections rejections = {
	    3, {{MESSENGER1, 0, "", "none"},
		   {MESSENGER2, 0, "cross 1", "I would rather not"},
		   {MESSENGER2, 1, "yes", "none"}}};
	struct game game = played(MESSENGER1, "14253");
	struct result result = result_of(&game, &rejections, &first);
	char text[RESULT_SIZE];

	(void)state;
	(void)result_write(&result, text);
	assert_non_null(
	    strstr(text, "\nRejected: 3\n"
			 "before move 1, messenger1 rejected \"\": none\n"
			 "before move 1, messenger2 rejected \"cross 1\": "
			 "I would rather not\n"
			 "after move 1, messenger2 rejected \"yes\": none\n"
			 "Board:\n"
			 "X | X | X\n"
			 "---------\n"
			 "O | O |  \n"
			 "---------\n"
			 "  |   |  \n"
			 "Result: messenger1 win\n"
			 "Previous: none\n"));
}

static size_t
count_lines(const char *text)
{
	size_t lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

static void
test_longest_fits(void **state)
{
	struct rejections rejections = {.count = REJECTIONS_MAX};
	struct previous before = {
	    .name = "game-9999-12-31-235959_9998.txt", .sha256 = SHA256};
	struct game game = played(MESSENGER2, "123465879");
	struct result result = result_of(&game, &rejections, &before);
	char text[RESULT_SIZE];
	size_t len;

	(void)state;
	result.id = (struct gameid){"9999-12-31-235959_9999"};
	result.started = result.finished = INT64_MAX;
	for (size_t i = 0; i < REJECTIONS_MAX; i++) {
		struct rejection *r = &rejections.list[i];

		r->by = MESSENGER2;
		r->after = 8;
		memset(r->line, 'l', REJECTED_MAX);
		memset(r->reason, 'r', REASON_MAX);
	}
	len = result_write(&result, text);
	assert_int_equal(len, strlen(text));
	assert_true(len < RESULT_SIZE);
	/* every piece is in it, so nothing was left out for want of room */
	assert_int_equal(count_lines(text), 7 + 9 + 1 + REJECTIONS_MAX + 8);
	assert_string_equal(text + len - 65, SHA256 "\n");
}

/* Section 10: the Result field is exactly one of three. */
static struct row {
	const char *name;
	enum player goes_first;
	const char *moves, *line;
} results[] = {
    {"Result: messenger1 win", MESSENGER1, "14253",
	"\nResult: messenger1 win\n"},
    {"Result: messenger1 win, second", MESSENGER2, "142596",
	"\nResult: messenger1 win\n"},
    {"Result: messenger2 win", MESSENGER2, "14253",
	"\nResult: messenger2 win\n"},
    {"Result: a win on the ninth cell", MESSENGER2, "123465879",
	"\nResult: messenger2 win\n"},
    {"Result: tie", MESSENGER2, "513746289", "\nResult: tie\n"},
};

static void
test_result(void **state)
{
	static const struct rejections rejections;
	const struct row *row = *state;
	struct game game = played(row->goes_first, row->moves);
	struct result result = result_of(&game, &rejections, &first);
	char text[RESULT_SIZE];

	(void)result_write(&result, text);
	assert_non_null(strstr(text, row->line));
}

static void
test_pure(void **state)
{
	static const struct rejections rejections;
	struct game game = played(MESSENGER1, "14253");
	struct result result = result_of(&game, &rejections, &previous);
	char one[RESULT_SIZE], two[RESULT_SIZE];

	(void)state;
	memset(one, 'x', sizeof(one));
	memset(two, 'y', sizeof(two));
	assert_int_equal(
	    result_write(&result, one), result_write(&result, two));
	assert_string_equal(one, two);
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "the example of the manual pages", test_example);
	suite_test(&suite, "the first game, nothing rejected",
	    test_first_game_and_no_rejections);
	suite_test(&suite, "rejections of both", test_rejections_of_both);
	suite_test(&suite, "the longest text fits", test_longest_fits);
	suite_rows(&suite, test_result, ROWS(results));
	suite_test(&suite, "the same text every time", test_pure);
	return suite_run(&suite, "result");
}
