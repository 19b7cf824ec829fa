/* SPDX-License-Identifier: ISC */
#include "scenes.h"

/* Whether the line is among those, each ended by LF. */
static bool
among(const char *lines, const char *line)
{
	size_t len = strlen(line);

	while (*lines != '\0') {
		size_t one = strcspn(lines, "\n");

		if (one == len && memcmp(lines, line, len) == 0)
			return true;
		lines += one + 1;
	}
	return false;
}

/* A bot that is about to say this: valid if the table says so, else nothing. */
static void
check_said(const struct scene *scene, const char *words)
{
	struct session s;

	begin_and_play(&s, scene->me, scene->script);
	if (!among(scene->says, words)) {
		expect_invalid(&s, RECORD_SAID, words);
		return;
	}
	expect(&s, words);
	assert_int_not_equal(say(&s, words), SESSION_INVALID);
	assert_string_equal(s.last, words);
}

static void
test_scene(void **state)
{
	static const char *const symbols[] = {"circle", "cross"};
	const struct scene *scene = *state;
	struct session s;
	char words[LINE_SIZE];

	begin_and_play(&s, scene->me, scene->script);
	for (size_t i = 0; i < COLUMNS; i++)
		check_said(scene, column_words(&columns[i], &s, words));
	for (size_t i = 0; i < NITEMS(symbols); i++)
		for (int position = 0; position <= 20; position++) {
			(void)snprintf(words, sizeof(words), "%s %d",
			    symbols[i], position);
			check_said(scene, words);
		}
}

/* Each of a state's own lines is valid, and none with a byte too many. */
static void
test_own_lines(void **state)
{
	const struct scene *scene = *state;
	char words[LINE_SIZE];

	for (const char *at = scene->says; *at != '\0';) {
		size_t len = strcspn(at, "\n");

		memcpy(words, at, len);
		words[len] = '\0';
		check_said(scene, words);
		words[len] = ' ';
		words[len + 1] = '\0';
		check_said(scene, words);
		words[len - 1] = '\0';
		check_said(scene, words);
		at += len + 1;
	}
}

static void
test_choices(void **state)
{
	const struct scene *scene = *state;
	struct session s;
	int cells[BOARD_CELLS];
	char buf[128];
	struct text t = text_in(buf, sizeof(buf));
	size_t count;

	begin_and_play(&s, scene->me, scene->script);
	count = session_choices(&s, cells);
	assert_true(count > 0);
	for (size_t i = 0; i < count; i++) {
		struct line line = {
		    LINE_MOVE, s.game.symbol[scene->me], false, cells[i]};
		char words[LINE_SIZE];

		(void)line_write(&line, words);
		text_add(&t, words);
		text_char(&t, '\n');
	}
	assert_string_equal(buf, scene->says);
}

/* The state in words, for logs and for the service manager's STATUS=. */
static struct name_row {
	const char *name, *script;
	enum player me;
	bool ended, waits;
} names[] = {
    {"opening", "", MESSENGER1, false, false},
    {"awaits symbol", "1 " OPENING "\n", MESSENGER1, false, true},
    {"awaits question", SYMBOLS, MESSENGER1, false, true},
    {"awaits question", ASKED, MESSENGER1, false, false},
    {"my turn", YES, MESSENGER1, false, false},
    {"other's turn", NO, MESSENGER1, false, true},
    {"over", YES WIN("1", "2", "cross", "circle"), MESSENGER1, true, false},
    {"over by result file", YES "over\n", MESSENGER1, true, false},
    {"given up", YES "quit\n", MESSENGER1, true, false},
    {"awaits opening", "", MESSENGER2, false, true},
    {"awaits opening", "1 " OPENING "\n", MESSENGER2, false, false},
    {"awaits opening", SYMBOLS, MESSENGER2, false, false},
    {"awaits answer", ASKED, MESSENGER2, false, true},
    {"other's turn", YES, MESSENGER2, false, true},
    {"my turn", NO, MESSENGER2, false, false},
    {"over", NO WIN("2", "1", "circle", "cross"), MESSENGER2, true, false},
};

static void
test_name(void **state)
{
	const struct name_row *row = *state;
	struct session s;

	begin_and_play(&s, row->me, row->script);
	assert_string_equal(session_state_name(&s), row->name);
	assert_int_equal(session_ended(&s), row->ended);
	assert_int_equal(session_waits(&s), row->waits);
}

static void
test_the_words_of_a_choice(void **state)
{
	struct session s;
	struct line choice = {
	    .symbol = SYMBOL_CROSS, .yes = true, .position = 7};
	char words[LINE_SIZE];

	(void)state;
	begin(&s, MESSENGER1);
	assert_int_equal(session_line(&s, &choice, words), strlen(OPENING));
	assert_string_equal(words, OPENING);
	play(&s, ASKED);
	(void)session_line(&s, &choice, words);
	assert_string_equal(words, "yes");
	choice.yes = false;
	(void)session_line(&s, &choice, words);
	assert_string_equal(words, "no");
	play(&s, "1 yes\n");
	choice.symbol = SYMBOL_CIRCLE; /* not mine: never the wrong symbol */
	(void)session_line(&s, &choice, words);
	assert_string_equal(words, "cross 7");
	begin_and_play(&s, MESSENGER2, "1 " OPENING "\n");
	(void)session_line(&s, &choice, words);
	assert_string_equal(words, "circle");
	choice.symbol = SYMBOL_CROSS;
	(void)session_line(&s, &choice, words);
	assert_string_equal(words, "cross");
}

/* An own move that is none is caught before it is said (section 6). */
static void
test_a_wrong_choice_is_caught(void **state)
{
	static const int wrong[] = {-1, 0, 1, 5, 10, 999};
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, YES "1 cross 5\n2 circle 1\n");
	for (size_t i = 0; i < NITEMS(wrong); i++) {
		struct line choice = {.position = wrong[i]};
		char words[LINE_SIZE];

		(void)session_line(&s, &choice, words);
		expect_invalid(&s, RECORD_SAID, words);
	}
}

/* A restart chooses the same, and every step has a number of its own. */
static void
test_random_numbers_of_the_steps(void **state)
{
	static const char conversation[] = YES "1 cross 5\n2 circle 1\n";
	struct session s, again;
	uint64_t seen[16];
	size_t steps = 0;

	(void)state;
	begin(&s, MESSENGER1);
	for (const char *at = conversation; *at != '\0'; steps++) {
		size_t len = strcspn(at, "\n");

		seen[steps] = session_random(&s);
		for (size_t i = 0; i < steps; i++)
			assert_true(seen[i] != seen[steps]);
		(void)play_line(&s, at, len);
		at += len + 1;
	}
	assert_int_equal(steps, 6);
	begin_and_play(&again, MESSENGER1, conversation);
	assert_true(session_random(&s) == session_random(&again));
	again.head.seed++;
	assert_true(session_random(&s) != session_random(&again));
}

/* A rejection is said in exactly its own words. */
static void
test_another_rejection(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, "1 " OPENING "\n2 hello\n");
	expect_invalid(&s, RECORD_SAID,
	    "Rejected \"jello\": answer circle or cross first.");
	expect_invalid(&s, RECORD_SAID,
	    "Rejected \"hello\": answer circle or cross first!");
	expect(&s, "Rejected \"hello\": answer circle or cross first.");
}

static void
test_over_long_said(void **state)
{
	char words[1024];
	struct session s;

	(void)state;
	begin(&s, MESSENGER1);
	memset(words, 'a', sizeof(words) - 1);
	words[sizeof(words) - 1] = '\0';
	expect_invalid(&s, RECORD_SAID, words);
	memcpy(words, OPENING, strlen(OPENING));
	expect_invalid(&s, RECORD_SAID, words);
	words[strlen(OPENING)] = '\0';
	assert_int_equal(
	    fold(&s, RECORD_SAID, words, strlen(OPENING) + 1), SESSION_INVALID);
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "what may be said: ");
	suite_rows(&suite, test_scene, ROWS(scenes));
	suite_prefix(&suite, "own lines: ");
	for (size_t i = 0; i < SCENES; i++)
		if (*scenes[i].says != '\0')
			suite_row(&suite, test_own_lines, &scenes[i]);
	suite_prefix(&suite, "choices: ");
	for (size_t i = 0; i < SCENES; i++)
		if (scenes[i].due == LINE_MOVE)
			suite_row(&suite, test_choices, &scenes[i]);
	suite_prefix(&suite, "state name: ");
	suite_rows(&suite, test_name, ROWS(names));
	suite_test(&suite, "the words of a choice", test_the_words_of_a_choice);
	suite_test(&suite, "a wrong choice of one's own is caught",
	    test_a_wrong_choice_is_caught);
	suite_test(&suite, "the random numbers of the steps",
	    test_random_numbers_of_the_steps);
	suite_test(
	    &suite, "the words of another rejection", test_another_rejection);
	suite_test(
	    &suite, "over-long words are never said", test_over_long_said);
	return suite_run(&suite, "session_said");
}
