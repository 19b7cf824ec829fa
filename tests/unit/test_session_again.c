/* SPDX-License-Identifier: ISC */
#include "bench.h"

/* An answer that is refused is said once more, each at most once a game. */
static struct row {
	const char *name;
	const char *before; /* my answer is my last line */
	const char *words;  /* the answer */
	enum player me;
	enum line_kind after; /* what is due when it was said again */
} answers[] = {
    {"the opening", "1 " OPENING "\n", OPENING, MESSENGER1, LINE_NONE},
    {"the opening, symbol heard", SYMBOLS, OPENING, MESSENGER1, LINE_NONE},
    {"yes", YES, "yes", MESSENGER1, LINE_MOVE},
    {"no", NO, "no", MESSENGER1, LINE_NONE},
    {"no, a move heard", NO "2 circle 5\n", "no", MESSENGER1, LINE_MOVE},
    {"the question", ASKED, QUESTION, MESSENGER2, LINE_NONE},
    {"the question, no heard", NO, QUESTION, MESSENGER2, LINE_MOVE},
    {"the question, yes heard", YES, QUESTION, MESSENGER2, LINE_NONE},
};

static void
refuse(struct session *s, const char *words, enum session_change want)
{
	char rejection[LINE_SIZE];
	struct text t = text_in(rejection, sizeof(rejection));

	text_add(&t, "Rejected \"");
	text_add(&t, words);
	text_add(&t, "\": once more, please.");
	assert_int_equal(hear(s, rejection), want);
}

/* The rejection changes nothing at all but the number of the step. */
static void
refuse_in_vain(struct session *s, const char *words)
{
	struct session before;

	memcpy(&before, s, sizeof(before));
	refuse(s, words, SESSION_SAME);
	before.steps++;
	expect_same(s, &before);
}

static void
test_once_more(void **state)
{
	const struct row *row = *state;
	struct session s;
	struct game game;

	begin_and_play(&s, row->me, row->before);
	game = s.game;
	assert_int_equal(session_next(&s), row->after);
	refuse(&s, row->words, SESSION_SAME);
	expect(&s, row->words);
	assert_int_equal(say(&s, row->words), SESSION_SAME);
	assert_int_equal(session_next(&s), row->after);
	assert_memory_equal(&s.game, &game, sizeof(game));
	assert_string_equal(s.last, row->words);
	refuse_in_vain(&s, row->words);
	assert_int_equal(session_next(&s), row->after);
}

/* Nothing else may be said in its place. */
static void
test_nothing_else_meanwhile(void **state)
{
	static const char *const others[] = {OPENING, QUESTION, "circle",
	    "cross", "yes", "no", "cross 5", "circle 5", ""};
	const struct row *row = *state;
	struct session s;

	begin_and_play(&s, row->me, row->before);
	refuse(&s, row->words, SESSION_SAME);
	for (size_t i = 0; i < NITEMS(others); i++) {
		if (strcmp(others[i], row->words) != 0)
			expect_invalid(&s, RECORD_SAID, others[i]);
		expect_invalid(&s, RECORD_HEARD, others[i]);
	}
	expect(&s, row->words);
}

/* Opening and answer each have their once. */
static void
test_each_has_its_once(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, "1 " OPENING "\n");
	refuse(&s, OPENING, SESSION_SAME);
	play(&s, "1 " OPENING "\n2 circle\n2 " QUESTION "\n1 no\n");
	refuse(&s, "no", SESSION_SAME);
	expect(&s, "no");
	play(&s, "1 no\n");
	refuse_in_vain(&s, "no");
	expect(&s, NULL);
	assert_int_equal(s.rejections.count, 2);
}

/* A symbol refused once the question was said: both again. */
static void
test_symbol_after_the_question(void **state)
{
	struct session s;
	struct game game;

	(void)state;
	begin_and_play(&s, MESSENGER2, ASKED);
	game = s.game;
	refuse(&s, "circle", SESSION_SAME);
	expect(&s, "circle");
	expect_invalid(&s, RECORD_SAID, QUESTION);
	expect_invalid(&s, RECORD_SAID, "cross"); /* a symbol never changes */
	expect_invalid(&s, RECORD_HEARD, "yes");
	assert_int_equal(say(&s, "circle"), SESSION_SAME);
	expect(&s, QUESTION);
	expect_invalid(&s, RECORD_SAID, "circle");
	expect_invalid(&s, RECORD_HEARD, "yes");
	assert_int_equal(say(&s, QUESTION), SESSION_SAME);
	expect(&s, NULL);
	assert_memory_equal(&s.game, &game, sizeof(game));
	/* which uses up the once of both */
	refuse_in_vain(&s, "circle");
	refuse_in_vain(&s, QUESTION);
	assert_int_equal(hear(&s, "yes"), SESSION_DRAW);
}

static void
test_symbol_in_play(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER2, NO);
	refuse(&s, "circle", SESSION_SAME);
	expect(&s, "circle");
	play(&s, "2 circle\n2 " QUESTION "\n");
	expect_choices(&s, "1, 2, 3, 4, 5, 6, 7, 8, 9");
}

/* The question's once is gone: the symbol's is not. */
static void
test_symbol_after_the_question_was_repeated(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER2, ASKED);
	refuse(&s, QUESTION, SESSION_SAME);
	play(&s, "2 " QUESTION "\n");
	refuse(&s, "circle", SESSION_SAME);
	expect(&s, "circle");
	play(&s, "2 circle\n");
	expect(&s, NULL); /* each at most once a game */
	refuse_in_vain(&s, "circle");
	refuse_in_vain(&s, QUESTION);
}

static struct vain_row {
	const char *name;
	enum player me;
	const char *before, *words;
} vain[] = {
    {"the other symbol", MESSENGER2, ASKED, "cross"},
    {"the symbol in other case", MESSENGER2, ASKED, "Circle"},
    {"the symbol and a blank", MESSENGER2, ASKED, "circle "},
    {"a line of the other's own", MESSENGER2, ASKED, OPENING},
    {"the question, after my move", MESSENGER2, NO "2 circle 5\n", QUESTION},
    {"the symbol, after my move", MESSENGER2, NO "2 circle 5\n", "circle"},
    {"the symbol, after my rejection", MESSENGER2,
	ASKED "1 hi\n2 Rejected \"hi\": answer yes or no.\n", "circle"},
    {"the question, after my rejection", MESSENGER2,
	ASKED "1 hi\n2 Rejected \"hi\": answer yes or no.\n", QUESTION},
    {"the opening, after my answer", MESSENGER1, YES, OPENING},
    {"yes, after my move", MESSENGER1, YES "1 cross 5\n", "yes"},
    {"no where I said yes", MESSENGER1, YES, "no"},
    {"the opening, after my rejection", MESSENGER1,
	"1 " OPENING "\n2 hi\n"
	"1 Rejected \"hi\": answer circle or cross first.\n",
	OPENING},
    {"my rejection", MESSENGER1,
	"1 " OPENING "\n2 hi\n"
	"1 Rejected \"hi\": answer circle or cross first.\n",
	"Rejected \"hi\": answer circle or cross first."},
};

static void
test_in_vain(void **state)
{
	const struct vain_row *row = *state;
	struct session s;

	begin_and_play(&s, row->me, row->before);
	refuse_in_vain(&s, row->words);
}

/* Before the opening messenger2 has said nothing that could be refused. */
static void
test_idle(void **state)
{
	struct session s;

	(void)state;
	begin(&s, MESSENGER2);
	refuse_in_vain(&s, "");
	refuse_in_vain(&s, "circle");
	expect(&s, NULL);
}

/* The guard does not count them, nor does it keep them back. */
static void
test_guarded(void **state)
{
	struct session s;

	(void)state;
	begin_and_play(&s, MESSENGER1, YES);
	s.rejections_said = SESSION_REJECTIONS_MAX;
	refuse(&s, "yes", SESSION_SAME);
	expect(&s, "yes");
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "once more: ");
	suite_rows(&suite, test_once_more, ROWS(answers));
	suite_prefix(&suite, "nothing else meanwhile: ");
	suite_rows(&suite, test_nothing_else_meanwhile, ROWS(answers));
	suite_test(&suite, "opening and answer each have their once",
	    test_each_has_its_once);
	suite_test(&suite, "the symbol after the question: both again",
	    test_symbol_after_the_question);
	suite_test(&suite, "the symbol, refused in play", test_symbol_in_play);
	suite_test(&suite, "the symbol, the question was repeated before",
	    test_symbol_after_the_question_was_repeated);
	suite_prefix(&suite, "refused in vain: ");
	suite_rows(&suite, test_in_vain, ROWS(vain));
	suite_test(&suite, "nothing was said yet", test_idle);
	suite_test(&suite, "said again beyond the guard", test_guarded);
	return suite_run(&suite, "session_again");
}
