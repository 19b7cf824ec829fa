/* SPDX-License-Identifier: ISC */
#include "bench.h"
#include "result_facts.h"

#define DRAWN                                                                  \
	"Board:\n"                                                             \
	"X |   | O\n"                                                          \
	"---------\n"                                                          \
	"O | X |  \n"                                                          \
	"---------\n"                                                          \
	"  |   | X\n"

static void
check_result(const struct session *s, const char *want)
{
	char text[RESULT_SIZE];

	assert_int_equal(s->state, SESSION_OVER);
	assert_int_equal(session_result(s, text), strlen(want));
	assert_string_equal(text, want);
}

/* Fold at a second of its own. */
static void
fold_at(
    struct session *s, int64_t second, enum record_kind kind, const char *words)
{
	struct record record = {kind, second, words, strlen(words)};

	assert_int_not_equal(session_fold(s, &record), SESSION_INVALID);
}

/* The game of the manual pages, as messenger1 hears and says it. */
static void
test_example(void **state)
{
	struct session s;

	(void)state;
	begin(&s, MESSENGER1);
	memcpy(
	    s.head.previous.name, EXAMPLE_PREVIOUS, sizeof(EXAMPLE_PREVIOUS));
	memcpy(s.head.previous.sha256, SHA256, sizeof(SHA256));
	play(&s, NO "2 circle 1\n1 cross 3\n2 circle 5\n1 cross 7\n"
		    "2 circle 3\n"
		    "1 Rejected \"circle 3\": position 3 is occupied. "
		    "Choose another position: 2, 4, 6, 8, 9.\n"
		    "2 circle 9\n");
	check_result(&s, EXAMPLE_RESULT);
}

/* Every kind of rejection, said and heard, in their order. */
#define MANY                                                                   \
	"1 " OPENING "\n"                                                      \
	"2 Rejected \"" OPENING "\": who is there? I am busy.\n"               \
	"1 " OPENING "\n"                                                      \
	"2 " QUESTION "\n"                                                     \
	"1 Rejected \"" QUESTION "\": answer circle or cross first.\n"         \
	"2 circle\n"                                                           \
	"2 \"\\\xff\n"                                                         \
	"1 Rejected \"???\": ask \"Do you want to go first?\" first.\n"        \
	"2 " QUESTION "\n"                                                     \
	"1 yes\n"                                                              \
	"2 Rejected \"yes\"\n"                                                 \
	"1 yes\n"                                                              \
	"2 circle 5\n"                                                         \
	"1 Rejected \"circle 5\": it is not your turn. "                       \
	"Choose another position after my move.\n"                             \
	"1 cross 5\n"                                                          \
	"2 Rejected \"cross 5\": I'd \"rather\" not.\n"                        \
	"1 cross 1\n"                                                          \
	"2 \n"                                                                 \
	"1 Rejected \"\": not a move. "                                        \
	"Choose another position: 2, 3, 4, 5, 6, 7, 8, 9.\n"                   \
	"2 circle 3\n"                                                         \
	"1 cross 9\n"                                                          \
	"2 Rejected \"cross 8\": this takes nothing back.\n"                   \
	"2 circle 4\n"                                                         \
	"1 cross 5\n"

static void
test_rejections_of_both_sides(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, MANY);
	check_result(&s,
	    "Game ID: 2026-09-03-110200\n"
	    "Started: 2026-09-03T11:02:00Z\n"
	    "Finished: 2026-09-03T11:02:09Z\n"
	    "Players: messenger1, messenger2\n"
	    "Symbols: messenger1 = cross, messenger2 = circle\n"
	    "First player: messenger1\n"
	    "Moves: 5\n"
	    "1. messenger1: cross 1\n"
	    "2. messenger2: circle 3\n"
	    "3. messenger1: cross 9\n"
	    "4. messenger2: circle 4\n"
	    "5. messenger1: cross 5\n"
	    "Rejected: 7\n"
	    "before move 1, messenger2 rejected \"" OPENING "\": "
	    "who is there? I am busy\n"
	    "before move 1, messenger1 rejected \"" QUESTION "\": "
	    "answer circle or cross first\n"
	    "before move 1, messenger1 rejected \"???\": "
	    "ask ?Do you want to go first?? first\n"
	    "before move 1, messenger2 rejected \"yes\": none\n"
	    "before move 1, messenger1 rejected \"circle 5\": "
	    "it is not your turn\n"
	    "before move 1, messenger2 rejected \"cross 5\": "
	    "I'd ?rather? not\n"
	    "after move 1, messenger1 rejected \"\": not a move\n" DRAWN
	    "Result: messenger1 win\n"
	    "Previous: none\n");
}

/* The text is the same from a session that was folded anew. */
static void
test_pure(void **state)
{
	struct session s, again;
	char one[RESULT_SIZE], two[RESULT_SIZE];

	(void)state;
	begin_and_play(&s, MESSENGER1, MANY);
	begin_and_play(&again, MESSENGER1, MANY);
	expect_same(&s, &again);
	memset(one, 'x', sizeof(one));
	memset(two, 'y', sizeof(two));
	assert_int_equal(session_result(&s, one), session_result(&again, two));
	assert_string_equal(one, two);
}

/* What only changes nothing is not in the list. */
static void
test_ignored_lines_are_not_listed(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1,
	    YES "1 cross 1\n2 Rejected \"cross 2\": no.\n2 circle 4\n"
		"2 Rejected \"cross 1\": too late.\n1 cross 2\n2 circle 5\n"
		"1 cross 3\n");
	assert_int_equal(s.rejections.count, 0);
}

static struct finished_row {
	const char *name;
	int64_t second;
	const char *line;
} finished[] = {
    {"the ending move's second", STARTED + 61,
	"\nFinished: 2026-09-03T11:03:01Z\n"},
    {"the same second", STARTED, "\nFinished: 2026-09-03T11:02:00Z\n"},
    {"never before Started", STARTED - 3600,
	"\nFinished: 2026-09-03T11:02:00Z\n"},
    {"never before Started, far back", INT64_MIN,
	"\nFinished: 2026-09-03T11:02:00Z\n"},
    {"the clock ran far on", INT64_MAX, "\nFinished: 9999-12-31T23:59:59Z\n"},
};

static void
test_finished(void **state)
{
	const struct finished_row *row = *state;
	struct session said, heard;
	char text[RESULT_SIZE];

	begin_and_play(&said, MESSENGER1,
	    YES "1 cross 1\n2 circle 4\n1 cross 2\n2 circle 5\n");
	fold_at(&said, row->second, RECORD_SAID, "cross 3");
	(void)session_result(&said, text);
	assert_non_null(strstr(text, row->line));
	begin_and_play(&heard, MESSENGER1,
	    NO "2 circle 1\n1 cross 4\n2 circle 2\n1 cross 5\n");
	fold_at(&heard, row->second, RECORD_HEARD, "circle 3");
	(void)session_result(&heard, text);
	assert_non_null(strstr(text, row->line));
	assert_non_null(strstr(text, "\nStarted: 2026-09-03T11:02:00Z\n"));
}

#define ENDED YES "1 cross 1\n2 circle 4\n1 cross 2\n2 circle 5\n1 cross 3\n"

/* The name was taken: another id, in the text as well as in the name. */
static void
test_id(void **state)
{
	struct session s;
	char text[RESULT_SIZE];
	struct gameid id;
	size_t len;

	(void)state;
	begin_and_play(&s, MESSENGER1, ENDED);
	assert_string_equal(s.result_id.text, "2026-09-03-110200");
	assert_int_equal(
	    fold(&s, RECORD_ID, "2026-09-03-110200_0002", 22), SESSION_SAME);
	assert_string_equal(s.result_id.text, "2026-09-03-110200_0002");
	assert_string_equal(s.head.id.text, "2026-09-03-110200");
	fold_at(&s, STARTED + 10, RECORD_ID, "2026-09-03-110200_0003");
	len = session_result(&s, text);
	assert_int_equal(result_gameid(text, len, &id), 0);
	assert_string_equal(id.text, "2026-09-03-110200_0003");
	assert_non_null(strstr(text, "\nFinished: 2026-09-03T11:02:09Z\n"));
	assert_int_equal(s.state, SESSION_OVER);
	expect(&s, NULL);
}

static struct id_row {
	const char *name, *conversation, *id;
} ids[] = {
    {"no id at all", ENDED, ""},
    {"an impossible id", ENDED, "2026-02-29-110200"},
    {"the id it has already", ENDED, "2026-09-03-110200"},
    {"an id before the one it has", ENDED, "2026-09-03-110159"},
    {"an id before the end", YES "1 cross 1\n", "2026-09-03-110200_0002"},
    {"an id before the opening", "", "2026-09-03-110200_0002"},
    {"an id of a game given up", YES "quit\n", "2026-09-03-110200_0002"},
    {"an id of a game found over", YES "over\n", "2026-09-03-110200_0002"},
};

static void
test_invalid_id(void **state)
{
	const struct id_row *row = *state;
	struct session s;

	begin_and_play(&s, MESSENGER1, row->conversation);
	expect_invalid(&s, RECORD_ID, row->id);
}

/* Result is exactly one of three (sections 8 and 10), and it can be read. */
static struct status_row {
	const char *name, *conversation;
	enum game_status status;
} statuses[] = {
    {"Result: messenger1 win", ENDED, GAME_MESSENGER1_WIN},
    {"Result: messenger2 win",
	YES "1 cross 1\n2 circle 4\n1 cross 2\n2 circle 5\n1 cross 9\n"
	    "2 circle 6\n",
	GAME_MESSENGER2_WIN},
    {"Result: tie",
	NO "2 circle 5\n1 cross 1\n2 circle 3\n1 cross 7\n2 circle 4\n"
	   "1 cross 6\n2 circle 2\n1 cross 8\n2 circle 9\n",
	GAME_TIE},
};

static void
test_status(void **state)
{
	const struct status_row *row = *state;
	struct session s;
	struct game game;
	char text[RESULT_SIZE], line[LINE_SIZE];
	struct text t = text_in(line, sizeof(line));
	size_t len;

	begin_and_play(&s, MESSENGER1, row->conversation);
	len = session_result(&s, text);
	text_char(&t, '\n');
	text_add(&t, row->name);
	text_char(&t, '\n');
	assert_non_null(strstr(text, line));
	assert_int_equal(result_game(text, len, &game), 0);
	assert_int_equal(game_status(&game), row->status);
	assert_memory_equal(&game, &s.game, sizeof(game));
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "the example of the manual pages", test_example);
	suite_test(
	    &suite, "rejections of both sides", test_rejections_of_both_sides);
	suite_test(&suite, "the same from the same records", test_pure);
	suite_test(&suite, "ignored lines are not listed",
	    test_ignored_lines_are_not_listed);
	suite_prefix(&suite, "Finished: ");
	suite_rows(&suite, test_finished, ROWS(finished));
	suite_test(&suite, "the id it is saved under", test_id);
	suite_prefix(&suite, "invalid: ");
	suite_rows(&suite, test_invalid_id, ROWS(ids));
	suite_prefix(&suite, "");
	suite_rows(&suite, test_status, ROWS(statuses));
	return suite_run(&suite, "session_result");
}
