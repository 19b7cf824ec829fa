/* SPDX-License-Identifier: ISC */
/* What is counted of a game, and what many of them come to. */
#include "played.h"
#include "stats_count.h"

/* A saved game: when, by whom, with which symbols, and its moves. */
static struct saved
saved_as(const char *id, enum player first, const char *moves)
{
	struct saved saved = {.game = played(first, moves)};

	assert_int_equal(gameid_parse(id, strlen(id), &saved.id), 0);
	return saved;
}

#define EXAMPLE "2026-09-03-110200"

static struct ending {
	const char *name, *moves;
	enum player winner;
	unsigned lines; /* by their bits */
} endings[] = {
    {"the first row", "14253", MESSENGER1, 1U << 0},
    {"the second row", "41526", MESSENGER1, 1U << 1},
    {"the third row, by the second player", "172849", MESSENGER2, 1U << 2},
    {"the first column", "12437", MESSENGER1, 1U << 3},
    {"the second column", "21538", MESSENGER1, 1U << 4},
    {"the third column", "31629", MESSENGER1, 1U << 5},
    {"down to the right", "12539", MESSENGER1, 1U << 6},
    {"down to the left", "31527", MESSENGER1, 1U << 7},
    {"a tie", "159287364", PLAYER_NONE, 0},
};

static void
test_ending(void **state)
{
	const struct ending *row = *state;
	struct saved saved = saved_as(EXAMPLE, MESSENGER1, row->moves);
	struct played f = played_of(&saved);

	assert_int_equal(f.winner, row->winner);
	assert_int_equal(f.lines, row->lines);
	assert_int_equal(f.moves, strlen(row->moves));
	assert_int_equal(f.opening, row->moves[0] - '0');
	assert_int_equal(f.first, MESSENGER1);
	assert_int_equal(f.circle, MESSENGER2);
	assert_string_equal(f.id.text, EXAMPLE);
}

/* The names of the lines are those of the board, and there are no others. */
static void
test_lines(void **state)
{
	(void)state;
	for (unsigned mask = 0; mask <= BOARD_FULL; mask++) {
		bool found = false;

		for (int i = 0; i < LINES; i++)
			found |= (mask & winning_lines[i].mask) ==
				 winning_lines[i].mask;
		assert_int_equal(found, board_line(mask));
	}
	for (int i = 0; i < LINES; i++) {
		const char *name = winning_lines[i].name;

		assert_int_equal(strlen(name), 5);
		assert_int_equal(board_bit(name[0] - '0') |
				     board_bit(name[2] - '0') |
				     board_bit(name[4] - '0'),
		    winning_lines[i].mask);
	}
}

static struct words {
	const char *name, *line, *reason;
	enum refusal kind;
} words[] = {
    {"symbol", "yes", "answer circle or cross first", REFUSAL_WANTS_SYMBOL},
    {"question", "go", "ask ?Do you want to go first?? first",
	REFUSAL_WANTS_QUESTION},
    {"answer", "maybe", "answer yes or no", REFUSAL_WANTS_ANSWER},
    {"no move", "hello", "not a move", REFUSAL_NOT_A_MOVE},
    {"turn", "cross 3", "it is not your turn", REFUSAL_NOT_YOUR_TURN},
    {"cross", "circle 3", "your symbol is cross", REFUSAL_WRONG_SYMBOL},
    {"circle", "cross 3", "your symbol is circle", REFUSAL_WRONG_SYMBOL},
    {"outside", "cross 12", "position 12 is outside 1-9", REFUSAL_OUT_OF_RANGE},
    {"occupied", "cross 3", "position 3 is occupied", REFUSAL_OCCUPIED},
    {"of another cell", "cross 3", "position 4 is occupied", REFUSAL_NONE},
    {"no words", "cross 3", "none", REFUSAL_NONE},
    {"other words", "cross 3", "not a move at all", REFUSAL_NONE},
    {"fewer words", "cross 3", "not a", REFUSAL_NONE},
};

static void
test_words(void **state)
{
	const struct words *row = *state;
	struct rejection r = {.by = MESSENGER1};

	(void)snprintf(r.line, sizeof(r.line), "%s", row->line);
	(void)snprintf(r.reason, sizeof(r.reason), "%s", row->reason);
	assert_int_equal(refusal_of(&r), row->kind);
}

static struct counts *
count(const struct saved *list, size_t n)
{
	struct counts *c = counts_new();

	assert_non_null(c);
	for (size_t i = 0; i < n; i++) {
		struct played f = played_of(&list[i]);

		assert_true(counts_add(c, &f));
	}
	return c;
}

static void
check_outcomes(
    const struct counts *c, enum subject s, const size_t expected[OUTCOMES])
{
	for (int i = 0; i < OUTCOMES; i++)
		assert_int_equal(c->outcomes[s][i], expected[i]);
}

/* messenger1 wins with crosses as first, loses with them as second; a tie. */
static void
test_outcomes(void **state)
{
	struct saved list[] = {
	    saved_as("2026-09-03-110200", MESSENGER1, "14253"),
	    saved_as("2026-09-03-110400", MESSENGER2, "14253"),
	    saved_as("2026-09-03-110600", MESSENGER2, "159287364"),
	    saved_as("2026-09-03-110800", MESSENGER1, "172849"),
	};
	struct counts *c;

	(void)state;
	list[3].game =
	    played_as(MESSENGER1, SYMBOL_CROSS, "172849"); /* circle first */
	c = count(list, NITEMS(list));
	check_outcomes(c, SUBJECT_MESSENGER1, (size_t[]){1, 1, 2});
	check_outcomes(c, SUBJECT_MESSENGER2, (size_t[]){2, 1, 1});
	check_outcomes(c, SUBJECT_CIRCLE, (size_t[]){1, 1, 2});
	check_outcomes(c, SUBJECT_CROSS, (size_t[]){2, 1, 1});
	check_outcomes(c, SUBJECT_FIRST, (size_t[]){2, 1, 1});
	check_outcomes(c, SUBJECT_SECOND, (size_t[]){1, 1, 2});
	assert_int_equal(c->games, 4);
	assert_string_equal(c->first.text, "2026-09-03-110200");
	assert_string_equal(c->last.text, "2026-09-03-110800");
	assert_int_equal(c->moves[5], 2);
	assert_int_equal(c->moves[6], 1);
	assert_int_equal(c->moves[9], 1);
	assert_true(counts_mean_moves(c) == 6.25);
	assert_int_equal(c->openings[1], 4);
	assert_int_equal(counts_of_kind(c, "row"), 3);
	assert_int_equal(counts_of_kind(c, "column"), 0);
	assert_int_equal(c->forms.count, 3);
	counts_free(c);
}

/* X X X / O O X / O O X: two lines with the last cell there is. */
static void
test_two_lines(void **state)
{
	struct saved saved = saved_as(EXAMPLE, MESSENGER1, "142567983");
	struct counts *c = count(&saved, 1);

	(void)state;
	assert_int_equal(c->lines[0], 1);
	assert_int_equal(c->lines[5], 1);
	assert_int_equal(c->two_lines, 1);
	assert_int_equal(c->ninth_cell, 1);
	check_outcomes(c, SUBJECT_FIRST, (size_t[]){1, 0, 0});
	counts_free(c);
}

static void
test_rejections(void **state)
{
	struct saved list[] = {
	    saved_as("2026-09-03-110200", MESSENGER1, "14253"),
	    saved_as("2026-09-03-110400", MESSENGER1, "14253"),
	    saved_as("2026-09-03-110600", MESSENGER1, "14253"),
	};
	const struct rejection occupied = {
	    MESSENGER1, 1, "circle 1", "position 1 is occupied"};
	const struct rejection strange = {
	    MESSENGER2, 1, "cross 1", "I will not have it"};
	struct counts *c;

	(void)state;
	list[0].rejections = (struct rejections){2, {occupied, occupied}};
	list[2].rejections = (struct rejections){2, {occupied, strange}};
	c = count(list, NITEMS(list));
	assert_int_equal(c->rejections[MESSENGER1][REFUSAL_OCCUPIED], 3);
	assert_int_equal(c->rejections[MESSENGER2][REFUSAL_NONE], 1);
	assert_int_equal(counts_rejections(c), 4);
	assert_int_equal(c->rejecting, 2);
	counts_free(c);
}

/* Each game of `ids` on its day: first and last day shown, and their games. */
static void
test_days(void **state)
{
	struct saved list[] = {
	    saved_as("0000-01-01-000001", MESSENGER1, "14253"),
	    saved_as("2026-08-04-235959", MESSENGER1, "14253"),
	    saved_as("2026-08-05-000000", MESSENGER1, "14253"),
	    saved_as("2026-09-03-000000", MESSENGER1, "14253"),
	    saved_as("2026-09-03-235959_0002", MESSENGER1, "14253"),
	};
	struct day days[DAYS_SHOWN];
	struct counts *c = count(list, NITEMS(list));
	char date[DATE_SIZE];

	(void)state;
	assert_int_equal(c->day_count, 4);
	assert_int_equal(counts_last_days(c, days), DAYS_SHOWN);
	day_date(days[0].number, date);
	assert_string_equal(date, "2026-08-05");
	assert_int_equal(days[0].games, 1);
	assert_int_equal(days[1].games, 0);
	day_date(days[DAYS_SHOWN - 1].number, date);
	assert_string_equal(date, "2026-09-03");
	assert_int_equal(days[DAYS_SHOWN - 1].games, 2);
	day_date(c->days[0].number, date);
	assert_string_equal(date, "0000-01-01");
	counts_free(c);
	c = count(list + 1, 2);
	assert_int_equal(counts_last_days(c, days), 2);
	counts_free(c);
	c = count(list, 0);
	assert_int_equal(counts_last_days(c, days), 0);
	counts_free(c);
}

/* The ring is of the last games, and says so only when it is full. */
static void
test_recent(void **state)
{
	struct saved a = saved_as(EXAMPLE, MESSENGER1, "14253");
	struct played f = played_of(&a);
	struct counts *c = counts_new();
	struct recent recent;

	(void)state;
	assert_non_null(c);
	for (uint32_t i = 1; i < RECENT; i++) {
		f.form = 1000 + i % REPEATS;
		assert_true(counts_add(c, &f));
	}
	recent = counts_recent(c);
	assert_int_equal(recent.games, RECENT - 1);
	assert_int_equal(recent.different, REPEATS);
	assert_false(recent.repeating);
	assert_true(counts_add(c, &f));
	assert_true(counts_recent(c).repeating);
	f.form = 1;
	assert_true(counts_add(c, &f));
	recent = counts_recent(c);
	assert_int_equal(recent.different, REPEATS + 1);
	assert_false(recent.repeating);
	f.form = 2;
	for (int i = 0; i < RECENT; i++)
		assert_true(counts_add(c, &f));
	recent = counts_recent(c);
	assert_int_equal(recent.games, RECENT);
	assert_int_equal(recent.different, 1);
	assert_true(recent.repeating);
	assert_int_equal(c->forms.count, REPEATS + 2);
	counts_free(c);
}

static void
test_none(void **state)
{
	struct counts *c = counts_new();

	(void)state;
	assert_non_null(c);
	assert_true(counts_mean_moves(c) == 0);
	assert_int_equal(counts_recent(c).games, 0);
	assert_false(counts_recent(c).repeating);
	counts_free(c);
	counts_free(NULL);
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "an ending: ");
	suite_rows(&suite, test_ending, ROWS(endings));
	suite_prefix(&suite, "a rejection: ");
	suite_rows(&suite, test_words, ROWS(words));
	suite_test(&suite, "the lines of a board", test_lines);
	suite_test(&suite, "wins, ties and losses", test_outcomes);
	suite_test(&suite, "two lines at once", test_two_lines);
	suite_test(&suite, "rejections", test_rejections);
	suite_test(&suite, "days", test_days);
	suite_test(&suite, "the last games", test_recent);
	suite_test(&suite, "no games", test_none);
	return suite_run(&suite, "stats_count");
}
