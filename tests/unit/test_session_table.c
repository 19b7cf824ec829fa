/* SPDX-License-Identifier: ISC */
#include "scenes.h"

/* One state hears one kind of line. */
static struct cell {
	const char *name;
	const struct scene *scene;
	const struct column *column;
	char letter;
	char text[96];
} cells[SCENES * COLUMNS];

/* What is heard, on the heap, so that a sanitizer sees the byte behind it. */
static enum session_change
hear_copy(struct session *s, const char *words)
{
	size_t len = strlen(words);
	char *bytes = suite_copy(words, len);
	enum session_change change = fold(s, RECORD_HEARD, bytes, len);

	free(bytes);
	return change;
}

static enum session_verdict
judge(const struct session *s, const char *words)
{
	return session_judge(s, words, strlen(words));
}

/* The exact line that rejects, put together from the table's own words. */
static void
rejection_of(const struct cell *cell, char ret[LINE_SIZE])
{
	static const struct {
		char letter;
		const char *reason;
	} reasons[] = {
	    {'S', "answer circle or cross first."},
	    {'Q', "ask \"Do you want to go first?\" first."},
	    {'Y', "answer yes or no."},
	    {'M', "not a move. Choose another position: E."},
	    {'T', "it is not your turn. "
		  "Choose another position after my move."},
	    {'W', "your symbol is S. Choose another position: E."},
	    {'R', "position P is outside 1-9. "
		  "Choose another position: E."},
	    {'O', "position P is occupied. "
		  "Choose another position: E."},
	};
	struct text t = text_in(ret, LINE_SIZE);
	const char *reason = "";

	for (size_t i = 0; i < NITEMS(reasons); i++)
		if (reasons[i].letter == cell->letter)
			reason = reasons[i].reason;
	assert_true(*reason != '\0');
	text_add(&t, "Rejected \"");
	text_add(&t, cell->column->quoted);
	text_add(&t, "\": ");
	for (; *reason != '\0'; reason++)
		if (*reason == 'E')
			text_add(&t, cell->scene->empties);
		else if (*reason == 'P')
			text_add(&t, cell->column->position);
		else if (*reason == 'S')
			text_add(&t,
			    cell->scene->me == MESSENGER1 ? "circle" : "cross");
		else
			text_char(&t, *reason);
}

/* Section 14: rejected, asked again, and the board is not modified. */
static void
check_rejected(const struct cell *cell, struct session *s, const char *words)
{
	struct session before;
	char line[LINE_SIZE];

	memcpy(&before, s, sizeof(before));
	rejection_of(cell, line);
	assert_int_equal(judge(s, words), SESSION_REJECTS);
	assert_int_equal(hear_copy(s, words), SESSION_SAME);
	expect(s, line);
	assert_memory_equal(&s->game, &before.game, sizeof(s->game));
	assert_int_equal(say(s, line), SESSION_DRAW);
	assert_memory_equal(&s->game, &before.game, sizeof(s->game));
	assert_int_equal(s->state, before.state);
	assert_int_equal(session_next(s), cell->scene->due);
	assert_int_equal(s->rejections_said, 1);
	assert_int_equal(s->rejections.count, before.rejections.count + 1);
	assert_int_equal(s->rejections.list[before.rejections.count].by, s->me);
	assert_string_equal(s->last, line);
}

static void
check_accepted(const struct cell *cell, struct session *s, const char *words)
{
	bool drawn = cell->letter != 'a';

	assert_int_equal(judge(s, words), SESSION_ACCEPTS);
	assert_int_equal(
	    hear_copy(s, words), drawn ? SESSION_DRAW : SESSION_SAME);
	if (cell->letter == 'D')
		expect(s, NULL);
	else if (cell->letter == 'P')
		assert_int_equal(session_next(s), LINE_MOVE);
	else
		assert_int_equal(session_next(s),
		    s->me == MESSENGER1 ? LINE_ANSWER : LINE_SYMBOL);
	assert_int_equal(s->rejections_said, 0);
}

static void
check_ignored(const struct cell *cell, struct session *s, const char *words)
{
	struct session before;

	memcpy(&before, s, sizeof(before));
	assert_int_equal(judge(s, words), SESSION_IGNORES);
	assert_int_equal(hear_copy(s, words), SESSION_SAME);
	assert_int_equal(session_next(s), cell->scene->due);
	before.steps++;
	expect_same(s, &before);
}

static void
check_taken_back(struct session *s, const char *words)
{
	int moves = s->game.move_count;

	assert_int_equal(judge(s, words), SESSION_TAKES_BACK);
	assert_int_equal(hear_copy(s, words), SESSION_DRAW);
	assert_int_equal(s->game.move_count, moves - 1);
	assert_int_equal(session_next(s), LINE_MOVE);
	assert_int_equal(judge(s, words), SESSION_IGNORES);
}

static void
check_said_again(const struct cell *cell, struct session *s, const char *words)
{
	struct game game = s->game;
	char last[LINE_SIZE];

	memcpy(last, s->last, sizeof(last));
	assert_int_equal(judge(s, words), SESSION_SAYS_AGAIN);
	assert_int_equal(hear_copy(s, words), SESSION_SAME);
	expect(s, last);
	assert_int_equal(say(s, last), SESSION_SAME);
	assert_int_equal(session_next(s), cell->scene->due);
	assert_memory_equal(&s->game, &game, sizeof(game));
	assert_int_equal(judge(s, words), SESSION_IGNORES);
}

static void
check_invalid(struct session *s, const char *words)
{
	struct session before;

	memcpy(&before, s, sizeof(before));
	assert_int_equal(hear_copy(s, words), SESSION_INVALID);
	expect_same(s, &before);
}

static void
check_given_up(struct session *s, const char *words)
{
	assert_int_equal(hear_copy(s, words), SESSION_SAME);
	assert_int_equal(s->state, SESSION_QUIT);
	assert_true(session_ended(s));
	expect(s, NULL);
}

static void
check_ended(struct session *s, const char *words)
{
	assert_true(session_ended(s));
	assert_int_equal(judge(s, words), SESSION_IGNORES);
	check_invalid(s, words);
	expect(s, NULL);
}

static void
test_cell(void **state)
{
	const struct cell *cell = *state;
	struct session s;
	char buf[LINE_SIZE];
	const char *words;

	begin_and_play(&s, cell->scene->me, cell->scene->script);
	assert_int_equal(session_next(&s), cell->scene->due);
	words = column_words(cell->column, &s, buf);
	if (strchr("DPa", cell->letter))
		check_accepted(cell, &s, words);
	else if (cell->letter == '.')
		check_ignored(cell, &s, words);
	else if (cell->letter == 'B')
		check_taken_back(&s, words);
	else if (cell->letter == 'G')
		check_said_again(cell, &s, words);
	else if (cell->letter == '!')
		check_invalid(&s, words);
	else if (cell->letter == 'q')
		check_given_up(&s, words);
	else if (cell->letter == 'x')
		check_ended(&s, words);
	else
		check_rejected(cell, &s, words);
}

static void
fill_cells(void)
{
	for (size_t i = 0; i < SCENES * COLUMNS; i++) {
		const struct scene *scene = &scenes[i / COLUMNS];
		const struct column *column = &columns[i % COLUMNS];
		struct text t = text_in(cells[i].text, sizeof(cells[i].text));

		text_add(&t, scene->name);
		text_add(&t, ": hears ");
		text_add(&t, column->name);
		cells[i].name = cells[i].text;
		cells[i].scene = scene;
		cells[i].column = column;
		cells[i].letter = scene->taken[i % COLUMNS];
	}
}

int
main(void)
{
	static struct suite suite;

	fill_cells();
	suite_rows(&suite, test_cell, ROWS(cells));
	return suite_run(&suite, "session_table");
}
