/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "record.h"

#define SHA256                                                                 \
	"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
#define START "journal 1 2026-09-03-110200 3 1788433320 5400000000 42 "
#define NAME "game-2026-09-03-110000.txt"

static struct row {
	const char *name;
	struct head head;
	const char *text;
} heads[] = {
    {"with a previous result",
	{{"2026-09-03-110200"}, 3, 1788433320, 5400000000, 42, {NAME, SHA256}},
	START NAME " " SHA256 "\n"},
    {"the first game",
	{{"2026-09-03-110200"}, 3, 1788433320, 5400000000, 42, {"none", ""}},
	START "none none\n"},
    {"a suffix in id and name",
	{{"2026-09-03-110200_0003"}, 1, 1788433320, 0, 0,
	    {"game-2026-09-03-110200_0002.txt", SHA256}},
	"journal 1 2026-09-03-110200_0003 1 1788433320 0 0 "
	"game-2026-09-03-110200_0002.txt " SHA256 "\n"},
    {"numbers at their limits",
	{{"9999-12-31-235959_9999"}, UINT64_MAX, INT64_MAX, INT64_MAX,
	    UINT64_MAX, {"game-9999-12-31-235959_9998.txt", SHA256}},
	"journal 1 9999-12-31-235959_9999 18446744073709551615 "
	"9223372036854775807 9223372036854775807 18446744073709551615 "
	"game-9999-12-31-235959_9998.txt " SHA256 "\n"},
    {"numbers at their lower limits",
	{{"0000-01-01-000000"}, 0, -INT64_MAX, -INT64_MAX, 0, {"none", ""}},
	"journal 1 0000-01-01-000000 0 -9223372036854775807 "
	"-9223372036854775807 0 none none\n"},
};

static void
test_round_trip(void **state)
{
	const struct row *row = *state;
	size_t len = strlen(row->text);
	char *text = suite_copy(row->text, len);
	char written[HEAD_SIZE];
	struct head read;

	assert_int_equal(head_write(&row->head, written), len);
	assert_string_equal(written, row->text);
	assert_int_equal(head_read(text, len, &read), len);
	assert_memory_equal(&read.id, &row->head.id, sizeof(read.id));
	assert_true(read.number == row->head.number);
	assert_true(read.started == row->head.started);
	assert_true(read.phase == row->head.phase);
	assert_true(read.seed == row->head.seed);
	assert_memory_equal(
	    &read.previous, &row->head.previous, sizeof(read.previous));
	free(text);
}

/* What is no head; `len` 0 stands for all of it. */
static struct refused_row {
	const char *name, *text;
	size_t len;
} refused[] = {
    {"empty", "", 0},
    {"an empty line", "\n", 0},
    {"a record", "heard 7 circle\n", 0},
    {"no LF", START "none none", 0},
    {"another version",
	"journal 2 2026-09-03-110200 3 1788433320 5400000000 42 "
	"none none\n",
	0},
    {"an impossible id", "journal 1 2026-02-29-110200 3 1 5 42 none none\n", 0},
    {"no id", "journal 1 3 1788433320 5400000000 42 none none\n", 0},
    {"a field is missing",
	"journal 1 2026-09-03-110200 3 1788433320 42 none none\n", 0},
    {"a negative number",
	"journal 1 2026-09-03-110200 -3 1788433320 5 42 none none\n", 0},
    {"a number too great",
	"journal 1 2026-09-03-110200 18446744073709551616 1 5 42 "
	"none none\n",
	0},
    {"a start too great",
	"journal 1 2026-09-03-110200 3 9223372036854775808 5 42 "
	"none none\n",
	0},
    {"a seed too great",
	"journal 1 2026-09-03-110200 3 1 5 99999999999999999999 "
	"none none\n",
	0},
    {"letters for a number", "journal 1 2026-09-03-110200 x 1 5 42 none none\n",
	0},
    {"two blanks", "journal 1  2026-09-03-110200 3 1 5 42 none none\n", 0},
    {"no previous", START "\n", 0},
    {"previous without its hash", START NAME "\n", 0},
    {"previous with hash none", START NAME " none\n", 0},
    {"none with a hash", START "none " SHA256 "\n", 0},
    {"none alone", START "none\n", 0},
    {"none and a blank", START "none none \n", 0},
    {"none and more", START "none nones\n", 0},
    {"a hash of 63 digits",
	START NAME " 9f86d081884c7d659a2feaa0c55ad015"
		   "a3bf4f1b2b0b822cd15d6c15b0f00a0\n",
	0},
    {"a hash of 65 digits", START NAME " " SHA256 "0\n", 0},
    {"a hash with a wrong first digit",
	START NAME " gf86d081884c7d659a2feaa0c55ad015"
		   "a3bf4f1b2b0b822cd15d6c15b0f00a08\n",
	0},
    {"a hash in upper case",
	START NAME " 9F86D081884C7D659A2FEAA0C55AD015"
		   "A3BF4F1B2B0B822CD15D6C15B0F00A08\n",
	0},
    {"a name that is no result's", START "current-board.txt " SHA256 "\n", 0},
    {"a name of an impossible day",
	START "game-2026-02-29-110000.txt " SHA256 "\n", 0},
    {"a name with a folder", START "./" NAME " " SHA256 "\n", 0},
    {"a name that is too long", START NAME NAME NAME " " SHA256 "\n", 0},
    {"a field too many", START NAME " " SHA256 " x\n", 0},
    {"a NUL behind none", START "none\0 none\n", 66},
    {"a NUL behind the name", START NAME "\0 " SHA256 "\n",
	55 + 26 + 1 + 1 + 64 + 1},
    {"CR", START "none none\r\n", 0},
};

static void
test_refused(void **state)
{
	const struct refused_row *row = *state;
	size_t len = row->len > 0 ? row->len : strlen(row->text);
	char *text = suite_copy(row->text, len);
	struct head head, before;

	memset(&head, 'x', sizeof(head));
	memcpy(&before, &head, sizeof(head));
	assert_int_equal(head_read(text, len, &head), 0);
	assert_memory_equal(&head, &before, sizeof(head));
	free(text);
}

static void
test_every_truncation(void **state)
{
	(void)state;
	for (size_t i = 0; i < NITEMS(heads); i++)
		for (size_t len = 0; len < strlen(heads[i].text); len++) {
			char *text = suite_copy(heads[i].text, len);
			struct head head;

			assert_int_equal(head_read(text, len, &head), 0);
			free(text);
		}
}

static void
test_what_follows_is_left(void **state)
{
	static const char text[] = START "none none\nheard 7 circle\n";
	struct head head;

	(void)state;
	assert_int_equal(head_read(text, sizeof(text) - 1, &head),
	    sizeof(text) - 1 - strlen("heard 7 circle\n"));
}

/* Whatever is still read as a head can be written and read again. */
static void
test_every_damaged_byte(void **state)
{
	const char *whole = heads[0].text;
	size_t len = strlen(whole);

	(void)state;
	for (size_t at = 0; at < len; at++)
		for (int byte = 0; byte < 256; byte++) {
			char *text = suite_copy(whole, len);
			char written[HEAD_SIZE];
			struct head head, again;
			size_t size;

			text[at] = (char)byte;
			if (head_read(text, len, &head) > 0) {
				size = head_write(&head, written);
				assert_int_equal(
				    head_read(written, size, &again), size);
			}
			free(text);
		}
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "round trip: ");
	suite_rows(&suite, test_round_trip, ROWS(heads));
	suite_prefix(&suite, "no head: ");
	suite_rows(&suite, test_refused, ROWS(refused));
	suite_test(&suite, "every truncation", test_every_truncation);
	suite_test(&suite, "what follows is left", test_what_follows_is_left);
	suite_test(&suite, "every damaged byte", test_every_damaged_byte);
	return suite_run(&suite, "head");
}
