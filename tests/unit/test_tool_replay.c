/* SPDX-License-Identifier: ISC */
#include "played.h"
#include "replay_position.h"
#include "suite.h"

static struct saved
a_game(void)
{
	return (struct saved){.id = {"2026-09-03-110200"},
	    .game = played(MESSENGER2, "13579"),
	    .rejections = {4,
		{{MESSENGER1, 0, "hello", "not a move"},
		    {MESSENGER1, 3, "circle 3", "position 3 is occupied"},
		    {MESSENGER2, 2, "cross 8", "none"},
		    {MESSENGER1, 3, "circle 0", "position 0 is outside 1-9"}}}};
}

#define HEAD "Game 2026-09-03-110200\n"

static struct row {
	const char *name;
	int n;
	const char *drawing, *rejections;
} rows[] = {
    {"the first", 0,
	HEAD "  |   |  \n---------\n  |   |  \n---------\n  |   |  \n"
	     "Last: none\nEmpty: 1, 2, 3, 4, 5, 6, 7, 8, 9\n"
	     "Status: in progress\n",
	"messenger1 rejected \"hello\": not a move\n"},
    {"one in which a move was taken back", 2,
	HEAD "O |   | X\n---------\n  |   |  \n---------\n  |   |  \n"
	     "Last: cross 3\nEmpty: 2, 4, 5, 6, 7, 8, 9\n"
	     "Status: in progress\n",
	"messenger2 rejected \"cross 8\": none\n"},
    {"one with two rejections", 3,
	HEAD "O |   | X\n---------\n  | O |  \n---------\n  |   |  \n"
	     "Last: circle 5\nEmpty: 2, 4, 6, 7, 8, 9\n"
	     "Status: in progress\n",
	"messenger1 rejected \"circle 3\": position 3 is occupied\n"
	"messenger1 rejected \"circle 0\": position 0 is outside 1-9\n"},
    {"one without any", 4,
	HEAD "O |   | X\n---------\n  | O |  \n---------\nX |   |  \n"
	     "Last: cross 7\nEmpty: 2, 4, 6, 8, 9\n"
	     "Status: in progress\n",
	""},
    {"the last", 5,
	HEAD "O |   | X\n---------\n  | O |  \n---------\nX |   | O\n"
	     "Last: circle 9\nEmpty: 2, 4, 6, 8\n"
	     "Status: messenger2 win\n",
	""},
};

static void
test_position(void **state)
{
	const struct row *row = *state;
	struct saved saved = a_game();
	char drawing[DRAWING_SIZE], line[REJECTION_SIZE], all[512];
	struct text t = text_in(all, sizeof(all));
	size_t at = 0;

	assert_int_equal(
	    position_draw(&saved, row->n, drawing), strlen(row->drawing));
	assert_string_equal(drawing, row->drawing);
	while (position_rejection(&saved, row->n, &at, line)) {
		text_add(&t, line);
		text_char(&t, '\n');
	}
	assert_string_equal(all, row->rejections);
}

static void
test_longest_rejection(void **state)
{
	struct saved saved = a_game();
	struct rejection *longest = &saved.rejections.list[0];
	char line[REJECTION_SIZE];
	size_t at = 0;

	(void)state;
	memset(longest->line, 'x', REJECTED_MAX);
	memset(longest->reason, 'y', REASON_MAX);
	assert_true(position_rejection(&saved, 0, &at, line));
	assert_int_equal(strlen(line),
	    strlen("messenger1 rejected \"\": ") + REJECTED_MAX + REASON_MAX);
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "position: ");
	suite_rows(&suite, test_position, ROWS(rows));
	suite_test(&suite, "the longest rejection", test_longest_rejection);
	return suite_run(&suite, "tool_replay");
}
