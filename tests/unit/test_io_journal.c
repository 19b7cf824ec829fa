/* SPDX-License-Identifier: ISC */
/*
 * The journal: what was appended is whole, or it is not there.
 */
#include "io_journal.h"

static void
test_round_trip(void **state)
{
	(void)state;
	begin(NULL);
	expect_text(JOURNAL, HEAD);
	assert_int_equal(mode_of(JOURNAL), 0644);
	append(&circle);
	append(&yes);
	append(&quit);
	expect_text(JOURNAL, HEAD "heard 1788433321 circle\n"
				  "said 1788433322 yes\nquit 1788433323\n");
	reopen(&head);
	assert_int_equal(fcntl(j.fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	expect_next(&circle);
	expect_next(&yes);
	expect_next(&quit);
	expect_end();
	append(&yes);
	reopen(&head);
	expect_next(&circle);
	expect_next(&yes);
	expect_next(&quit);
	expect_next(&yes);
	expect_end();
	end();
}

static void
test_first_record(void **state)
{
	(void)state;
	begin(&quit);
	expect_text(JOURNAL, HEAD "quit 1788433323\n");
	append(&yes);
	reopen(&head);
	expect_next(&quit);
	expect_next(&yes);
	expect_end();
	end();
}

/* A kill in the middle of an append, after each number of its bytes. */
static void
test_torn(void **state)
{
	char record[RECORD_SIZE];
	size_t len = record_write(&yes, record);

	(void)state;
	begin(NULL);
	append(&circle);
	for (size_t torn = 0; torn < len; torn++) {
		append_bytes(JOURNAL, record, torn);
		reopen(&head);
		expect_next(&circle);
		expect_end();
		append(&quit);
		expect_text(
		    JOURNAL, HEAD "heard 1788433321 circle\nquit 1788433323\n");
		assert_int_equal(truncate(JOURNAL, sizeof(HEAD) - 1 + 24), 0);
	}
	end();
}

/* Whole lines that are no records end it as well. */
static struct tail_row {
	const char *name, *tail;
} tails[] = {
    {"another word", "hello\n"},
    {"an empty line", "\n"},
    {"a record with CR", "quit 1788433323\r\n"},
    {"a second head", HEAD},
    {"a record behind", "hello\nquit 1788433323\n"},
    {"a NUL", "quit 17884\0"},
};

static void
test_tail(void **state)
{
	const struct room *room = *state;
	const struct tail_row *row = room->row;

	begin(&circle);
	append_text(JOURNAL, row->tail);
	reopen(&head);
	expect_next(&circle);
	expect_end();
	append(&yes);
	expect_text(
	    JOURNAL, HEAD "heard 1788433321 circle\nsaid 1788433322 yes\n");
	end();
}

/* Whatever else has the name: there is no journal, and it stays as it is. */
static void
test_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;
	struct head got;

	open_workspace(&ws, MESSENGER1);
	make_object(JOURNAL, row->object, HEAD);
	assert_int_equal(journal_open(&j, &ws, &got), 0);
	assert_int_equal(j.fd, -1);
	assert_true(is_there(JOURNAL));
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", HEAD);
	if (row->object != OBJECT_FOLDER) {
		/* a new one takes its place, and follows nothing */
		assert_int_equal(journal_begin(&j, &ws, &head, NULL), 0);
		append(&circle);
		expect_text(JOURNAL, HEAD "heard 1788433321 circle\n");
	}
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", HEAD);
	end();
}

static struct head_row {
	const char *name, *text;
} heads[] = {
    {"empty", ""},
    {"another version",
	"journal 2 2026-09-03-110200 7 1788433320 -5 42 none none\n"},
    {"no LF", "journal 1 2026-09-03-110200 7 1788433320 -5 42 none none"},
    {"no head", "heard 1788433321 circle\n"},
    {"no id", "journal 1 2026-02-30-110200 7 1788433320 -5 42 none none\n"},
    {"NUL bytes", "\0\0\0\0\n"},
};

static void
test_head(void **state)
{
	const struct room *room = *state;
	const struct head_row *row = room->row;
	struct head got;

	open_workspace(&ws, MESSENGER1);
	put_text(JOURNAL, row->text);
	assert_int_equal(journal_open(&j, &ws, &got), 0);
	assert_int_equal(j.fd, -1);
	expect_text(JOURNAL, row->text);
	end();
}

static void
test_none(void **state)
{
	struct head got;

	(void)state;
	open_workspace(&ws, MESSENGER1);
	assert_int_equal(journal_open(&j, &ws, &got), 0);
	assert_int_equal(j.fd, -1);
	assert_false(is_there(JOURNAL));
	end();
}

static void
test_longest(void **state)
{
	static char line[RECORD_LINE_MAX];
	const struct record record = {
	    RECORD_HEARD, -9223372036854775807, line, sizeof(line)};

	(void)state;
	for (size_t i = 0; i < sizeof(line); i++)
		line[i] = (char)(i % 256 == '\n' ? 'x' : i % 256);
	begin(&record);
	append(&record);
	append(&circle);
	reopen(&head);
	expect_next(&record);
	expect_next(&record);
	expect_next(&circle);
	expect_end();
	end();
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "round trip", test_round_trip);
	room_test(&suite, "begun with a record", test_first_record);
	room_test(&suite, "torn after each byte", test_torn);
	room_rows(&suite, test_tail, ROWS(tails));
	room_objects(&suite, test_no_file);
	room_rows(&suite, test_head, ROWS(heads));
	room_test(&suite, "none", test_none);
	room_test(&suite, "the longest lines", test_longest);
	return suite_run(&suite, "journal");
}
