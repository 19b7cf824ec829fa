/* SPDX-License-Identifier: ISC */
/*
 * The other rewrites its words: nothing is heard until they begin with what
 * was heard.
 */
#include "io_ear.h"

/* "yes" and "circle 1" were heard; then the file says something else. */
#define HEARD "yes\ncircle 1\n"

static struct rewrite_row {
	const char *name, *now;
	bool rewritten;
	const char *lines; /* what is heard of it */
} rewrites[] = {
    {"the same", HEARD, false, ""},
    {"grown", HEARD "cross 5\n", false, "cross 5\n"},
    {"half a line more", HEARD "cross", false, ""},
    {"empty", "", true, ""},
    {"a line less", "yes\n", true, ""},
    {"a byte less", "yes\ncircle 1", true, ""},
    {"other words", "no\ncircle 1\n", true, ""},
    {"the last byte", "yes\ncircle 1 ", true, ""},
    {"another move", "yes\ncircle 2\n", true, ""},
    {"edited and longer", "yes\ncircle 2\ncross 5\ncross 6\n", true, ""},
};

/* Then the right words come back, and are heard on from where it was. */
static void
expect_back(void)
{
	put_text(FILE_NAME, HEARD "circle 9\n");
	expect_look(EAR_NAMED, EAR_READ);
}

static void
test_rewritten_in_place(void **state)
{
	const struct room *room = *state;
	const struct rewrite_row *row = room->row;

	begin();
	put_text(FILE_NAME, HEARD);
	hear(EAR_HELD, HEARD);
	put_text(FILE_NAME, row->now);
	for (enum ear_how how = EAR_HELD; how <= EAR_FRESH; how++) {
		expect_look(how, row->rewritten ? EAR_REWRITTEN : EAR_READ);
		expect_lines(how == EAR_HELD ? row->lines : "");
	}
	if (row->rewritten) {
		expect_back();
		expect_lines("circle 9\n");
	}
	end();
}

static void
test_rewritten_by_another_file(void **state)
{
	const struct room *room = *state;
	const struct rewrite_row *row = room->row;

	begin();
	put_text(FILE_NAME, HEARD);
	hear(EAR_HELD, HEARD);
	put_text("new", row->now);
	assert_int_equal(rename("new", FILE_NAME), 0);
	hear(EAR_HELD, ""); /* it holds the old one */
	expect_look(EAR_NAMED, row->rewritten ? EAR_REWRITTEN : EAR_READ);
	expect_lines(row->lines);
	expect_look(EAR_FRESH, row->rewritten ? EAR_REWRITTEN : EAR_READ);
	expect_lines("");
	if (row->rewritten) {
		expect_back();
		expect_lines("circle 9\n");
	}
	end();
}

/* What was not heard yet may still change. */
static void
test_half_a_line_changes(void **state)
{
	(void)state;
	begin();
	put_text(FILE_NAME, "yes\ncirc");
	hear(EAR_HELD, "yes\n");
	put_text(FILE_NAME, "yes\ncross 5\n");
	hear(EAR_HELD, "cross 5\n");
	end();
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_rewritten_in_place, ROWS(rewrites));
	room_rows(&suite, test_rewritten_by_another_file, ROWS(rewrites));
	room_test(&suite, "half a line changes", test_half_a_line_changes);
	return suite_run(&suite, "ear, rewritten");
}
