/* SPDX-License-Identifier: ISC */
#include "scenes.h"

/* Letters of the table whose lines are rejected. */
#define REJECTING "SQYMTWRO"

static bool
rejecting(const struct scene *scene)
{
	return strpbrk(scene->taken, REJECTING) != NULL;
}

static bool
ended(const struct scene *scene)
{
	return scene->taken[0] == 'x';
}

/* Say the rejection that is due. */
static void
say_due(struct session *s)
{
	struct line choice = {0};
	char words[LINE_SIZE];

	assert_int_equal(session_next(s), LINE_REJECTION);
	(void)session_line(s, &choice, words);
	assert_int_equal(say(s, words), SESSION_DRAW);
}

/* The state of a scene after 20 rejections said. */
static void
begin_guarded(struct session *s, const struct scene *scene)
{
	begin_and_play(s, scene->me, scene->script);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(s->rejections_said, i);
		assert_false(session_guarded(s));
		assert_int_equal(hear(s, "hello"), SESSION_SAME);
		say_due(s);
	}
	assert_int_equal(s->rejections_said, 20);
	assert_true(session_guarded(s));
}

/* REJECTIONS: further wrong lines are ignored, right ones are not. */
static void
test_guarded(void **state)
{
	const struct scene *scene = *state;
	struct session guarded, s, before;
	char buf[LINE_SIZE];

	begin_guarded(&guarded, scene);
	assert_int_equal(session_next(&guarded), scene->due);
	for (size_t i = 0; i < COLUMNS; i++) {
		const char *words = column_words(&columns[i], &guarded, buf);

		memcpy(&s, &guarded, sizeof(s));
		memcpy(&before, &s, sizeof(s));
		before.steps++;
		if (strchr(REJECTING, scene->taken[i])) {
			assert_int_equal(
			    session_judge(&s, words, strlen(words)),
			    SESSION_IGNORES);
			assert_int_equal(hear(&s, words), SESSION_SAME);
			expect_same(&s, &before);
		} else if (strchr("DP", scene->taken[i])) {
			assert_int_equal(hear(&s, words), SESSION_DRAW);
		}
	}
}

/* The twentieth is still said, and the count is that of the whole game. */
static void
test_count_is_of_the_game(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, "1 " OPENING "\n");
	for (int i = 0; i < 7; i++) {
		assert_int_equal(hear(&s, QUESTION), SESSION_SAME);
		say_due(&s);
	}
	play(&s, "2 circle\n");
	for (int i = 0; i < 7; i++) {
		assert_int_equal(hear(&s, "circle"), SESSION_SAME);
		say_due(&s);
	}
	play(&s, "2 " QUESTION "\n1 yes\n1 cross 5\n");
	for (int i = 0; i < 6; i++) {
		assert_int_equal(hear(&s, "circle 5"), SESSION_SAME);
		say_due(&s);
	}
	assert_true(session_guarded(&s));
	assert_int_equal(hear(&s, "circle 5"), SESSION_SAME);
	expect(&s, NULL);
	assert_int_equal(s.rejections.count, 20);
	assert_int_equal(hear(&s, "circle 1"), SESSION_DRAW);
	expect_choices(&s, ALL_BUT_1_5);
}

/* Heard rejections do not use it up. */
static void
test_heard_rejections_are_not_counted(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, YES "1 cross 5\n");
	for (int i = 0; i < 100; i++)
		assert_int_equal(
		    hear(&s, "Rejected \"hello\": no."), SESSION_SAME);
	assert_int_equal(s.rejections_said, 0);
	assert_int_equal(s.rejections.count, 0);
	assert_int_equal(hear(&s, "hello"), SESSION_SAME);
	say_due(&s);
}

/* A take-back is no wrong line. */
static void
test_taken_back_beyond_the_guard(void **state)
{
	struct session s;

	(void)state;
	begin_guarded(&s, &scenes[7]); /* my turn */
	play(&s, "1 cross 5\n");
	assert_int_equal(hear(&s, "Rejected \"cross 5\": no."), SESSION_DRAW);
	expect_choices(&s, ALL_BUT_5);
	assert_int_equal(s.rejections.count, 21);
}

/* In no state is a line that begins so rejected, whatever follows. */
static void
test_rejected_is_never_rejected(void **state)
{
	static const char *const lines[] = {"Rejected \"", "Rejected \"hello",
	    "Rejected \"hello\"",
	    "Rejected \"cross 5\": position 5 is occupied.",
	    "Rejected \"Rejected \"", "Rejected \"\xff\x01", "Rejected \"\r"};
	const struct scene *scene = *state;
	struct session s;

	for (size_t i = 0; i < NITEMS(lines); i++) {
		begin_and_play(&s, scene->me, scene->script);
		assert_int_not_equal(
		    session_judge(&s, lines[i], strlen(lines[i])),
		    SESSION_REJECTS);
		if (session_next(&s) == LINE_REJECTION)
			continue;
		(void)hear(&s, lines[i]);
		assert_int_not_equal(session_next(&s), LINE_REJECTION);
	}
}

/* Section 11: who knows of the end says nothing, whatever happens. */
static void
test_silence(void **state)
{
	const struct scene *scene = *state;
	struct session s;
	int cells[BOARD_CELLS];

	begin_and_play(&s, scene->me, scene->script);
	assert_true(session_ended(&s));
	for (size_t i = 0; i < COLUMNS; i++) {
		const char *words = columns[i].words;

		if (words == NULL)
			continue;
		expect_invalid(&s, RECORD_HEARD, words);
		expect_invalid(&s, RECORD_SAID, words);
		expect(&s, NULL);
	}
	expect_invalid(&s, RECORD_OVER, "");
	assert_false(session_waits(&s));
	if (s.state != SESSION_OVER) {
		expect_invalid(&s, RECORD_QUIT, "");
	} else {
		/* its last word may turn out to be unsayable */
		assert_int_equal(fold(&s, RECORD_QUIT, NULL, 0), SESSION_SAME);
		assert_int_equal(s.state, SESSION_QUIT);
	}
	(void)session_choices(&s, cells);
}

/* The result file, or giving up, ends a game in every state. */
static void
test_ended_from_every_state(void **state)
{
	const struct scene *scene = *state;

	enum record_kind kinds[] = {RECORD_OVER, RECORD_QUIT};

	enum session_state ends[] = {SESSION_FOUND_OVER, SESSION_QUIT};

	for (size_t i = 0; i < NITEMS(kinds); i++) {
		struct session s, before;

		begin_and_play(&s, scene->me, scene->script);
		memcpy(&before, &s, sizeof(before));
		assert_int_equal(fold(&s, kinds[i], NULL, 0), SESSION_SAME);
		before.state = ends[i];
		before.steps++;
		expect_same(&s, &before); /* its board stays as it was */
		assert_true(session_ended(&s));
		expect(&s, NULL);
	}
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "guarded: ");
	for (size_t i = 0; i < SCENES; i++)
		if (rejecting(&scenes[i]))
			suite_row(&suite, test_guarded, &scenes[i]);
	suite_test(&suite, "the count is of the whole game",
	    test_count_is_of_the_game);
	suite_test(&suite, "rejections heard are not counted",
	    test_heard_rejections_are_not_counted);
	suite_test(&suite, "a move is taken back beyond the guard",
	    test_taken_back_beyond_the_guard);
	suite_prefix(&suite, "never rejected: ");
	suite_rows(&suite, test_rejected_is_never_rejected, ROWS(scenes));
	suite_prefix(&suite, "silence: ");
	for (size_t i = 0; i < SCENES; i++)
		if (ended(&scenes[i]))
			suite_row(&suite, test_silence, &scenes[i]);
	suite_prefix(&suite, "ended: ");
	for (size_t i = 0; i < SCENES; i++)
		if (!ended(&scenes[i]))
			suite_row(
			    &suite, test_ended_from_every_state, &scenes[i]);
	return suite_run(&suite, "session_guard");
}
