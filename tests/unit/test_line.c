/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "line.h"

/* All the lines there are but the moves (sections 2 and 3). */
static struct fixed {
	const char *name; /* the words */
	struct line line;
} fixed[] = {
    {"Choose your symbol: circle or cross.", {.kind = LINE_OPENING}},
    {"circle", {.kind = LINE_SYMBOL, .symbol = SYMBOL_CIRCLE}},
    {"cross", {.kind = LINE_SYMBOL, .symbol = SYMBOL_CROSS}},
    {"Do you want to go first?", {.kind = LINE_QUESTION}},
    {"yes", {.kind = LINE_ANSWER, .yes = true}},
    {"no", {.kind = LINE_ANSWER, .yes = false}},
};

/* Read bytes that end where the memory ends. */
static struct line
read_bytes(const char *bytes, size_t len)
{
	char *copy = suite_copy(bytes, len);
	struct line line = line_read(copy, len);

	free(copy);
	return line;
}

static void
check_line(const struct line *line, const struct line *want)
{
	assert_int_equal(line->kind, want->kind);
	assert_int_equal(line->symbol, want->symbol);
	assert_int_equal(line->yes, want->yes);
	assert_int_equal(line->position, want->position);
}

static void
check_other(const char *bytes, size_t len)
{
	static const struct line other = {.kind = LINE_OTHER};
	struct line line = read_bytes(bytes, len);

	check_line(&line, &other);
}

static void
test_fixed(void **state)
{
	const struct fixed *row = *state;
	struct line line = read_bytes(row->name, strlen(row->name));
	char words[LINE_SIZE];

	check_line(&line, &row->line);
	assert_int_equal(line_write(&row->line, words), strlen(row->name));
	assert_string_equal(words, row->name);
}

/* Any byte changed, left out or put in makes it another line: exactness. */
static void
test_fixed_with_a_wrong_byte(void **state)
{
	const struct fixed *row = *state;
	size_t len = strlen(row->name);
	char bytes[64];

	for (size_t at = 0; at <= len; at++)
		for (int byte = 0; byte < 256; byte++) {
			memcpy(bytes, row->name, at);
			bytes[at] = (char)byte;
			memcpy(bytes + at + 1, row->name + at, len - at);
			check_other(bytes, len + 1);
			if (at == len || row->name[at] == (char)byte)
				continue;
			memcpy(bytes, row->name, len);
			bytes[at] = (char)byte;
			check_other(bytes, len);
		}
	for (size_t at = 0; at < len; at++) {
		memcpy(bytes, row->name, at);
		memcpy(bytes + at, row->name + at + 1, len - at - 1);
		check_other(bytes, len - 1);
	}
}

/* What is no line; `len` 0 stands for all of it. */
static struct other {
	const char *name, *bytes;
	size_t len;
} others[] = {
    {"empty", "", 0},
    {"a blank", " ", 0},
    {"opening without its stop", "Choose your symbol: circle or cross", 0},
    {"opening in other case", "choose your symbol: circle or cross.", 0},
    {"opening with two blanks", "Choose  your symbol: circle or cross.", 0},
    {"Circle", "Circle", 0},
    {"CROSS", "CROSS", 0},
    {"circle and a blank", "circle ", 0},
    {"a blank and circle", " circle", 0},
    {"circle CR", "circle\r", 0},
    {"circle NUL", "circle", 7},
    {"circle LF", "circle\n", 0},
    {"a BOM and circle",
	"\xef\xbb\xbf"
	"circle",
	0},
    {"circle or cross", "circle or cross", 0},
    {"question without its mark", "Do you want to go first", 0},
    {"question in other case", "do you want to go first?", 0},
    {"Yes", "Yes", 0},
    {"yes.", "yes.", 0},
    {"y", "y", 0},
    {"NO", "NO", 0},
    {"nothing", "nothing", 0},
    {"two blanks in a move", "circle  5", 0},
    {"a tab in a move", "circle\t5", 0},
    {"no blank in a move", "circle5", 0},
    {"a dash in a move", "circle-5", 0},
    {"a move in other case", "Circle 5", 0},
    {"move of no symbol", "square 5", 0},
    {"a symbol with an s", "circles 5", 0},
    {"only a number", "5", 0},
    {"only a blank and a number", " 5", 0},
    {"number before the symbol", "5 circle", 0},
    {"leading zero", "circle 05", 0},
    {"two zeros", "circle 00", 0},
    {"two leading zeros", "circle 005", 0},
    {"plus sign", "circle +5", 0},
    {"minus sign", "circle -5", 0},
    {"minus one digit", "cross -1", 0},
    {"four digits", "circle 1000", 0},
    {"four digits, leading zeros", "circle 0005", 0},
    {"a number that wraps", "circle 4294967301", 0},
    {"hexadecimal", "circle 0x5", 0},
    {"a fraction", "circle 5.0", 0},
    {"a full stop", "circle 5.", 0},
    {"a word for a number", "circle five", 0},
    {"a move and a blank", "circle 5 ", 0},
    {"a blank and a move", " circle 5", 0},
    {"a move and CR", "circle 5\r", 0},
    {"a move and NUL", "circle 5", 9},
    {"NUL for the number", "circle ", 8},
    {"two numbers", "circle 5 6", 0},
    {"a digit above ASCII", "circle \xb5", 0},
    {"UTF-8 circle", "\xe2\x97\x8b 5", 0},
    {"Rejected alone", "Rejected", 0},
    {"Rejected and a blank", "Rejected ", 0},
    {"rejected in other case", "rejected \"circle 5\": no.", 0},
    {"a rejection without its quote", "Rejected circle 5", 0},
    {"a blank and a rejection", " Rejected \"circle 5\": no.", 0},
    {"two blanks in a rejection", "Rejected  \"circle 5\": no.", 0},
};

static void
test_other(void **state)
{
	const struct other *row = *state;

	check_other(row->bytes, row->len > 0 ? row->len : strlen(row->bytes));
}

/* Section 5: the compact format, and nothing but it. */
static void
test_every_move(void **state)
{
	static const char *const words[] = {"none", "circle", "cross"};
	char bytes[32], written[LINE_SIZE];

	(void)state;
	for (int symbol = SYMBOL_CIRCLE; symbol <= SYMBOL_CROSS; symbol++)
		for (int position = 0; position <= 1999; position++) {
			int len = snprintf(bytes, sizeof(bytes), "%s %d",
			    words[symbol], position);
			struct line want = {.kind = LINE_MOVE,
			    .symbol = (enum symbol)symbol,
			    .position = position};
			struct line line;

			if (position > 999) {
				check_other(bytes, (size_t)len);
				continue;
			}
			line = read_bytes(bytes, (size_t)len);
			check_line(&line, &want);
			assert_int_equal(line_write(&line, written), len);
			assert_string_equal(written, bytes);
		}
}

/* All that can follow `cross `, up to two bytes: 0 to 99, and nothing else. */
static void
test_every_short_number(void **state)
{
	char bytes[] = "cross ??";
	int moves = 0;

	(void)state;
	for (int a = 0; a < 256; a++) {
		bytes[6] = (char)a;
		moves += line_read(bytes, 7).kind == LINE_MOVE;
		for (int b = 0; b < 256; b++) {
			bytes[7] = (char)b;
			moves += line_read(bytes, 8).kind == LINE_MOVE;
		}
	}
	assert_int_equal(moves, 100);
}

static void
test_every_two_bytes(void **state)
{
	char bytes[2];
	int found = 0;

	(void)state;
	for (int a = 0; a < 256; a++)
		for (int b = 0; b < 256; b++) {
			bytes[0] = (char)a;
			bytes[1] = (char)b;
			found += line_read(bytes, 2).kind != LINE_OTHER;
		}
	assert_int_equal(found, 1); /* no */
}

static struct rejection_row {
	const char *name, *bytes;
	size_t len;
} rejections[] = {
    {"only its beginning", "Rejected \"", 0},
    {"a whole rejection",
	"Rejected \"circle 3\": position 3 is occupied. "
	"Choose another position: 1, 7.",
	0},
    {"a rejection of anything", "Rejected \"\xff\": \r", 0},
    {"a rejection with a NUL", "Rejected \"\0\0", 12},
    {"a rejection of a rejection", "Rejected \"Rejected \"", 0},
};

static void
test_rejection(void **state)
{
	static const struct line want = {.kind = LINE_REJECTION};
	const struct rejection_row *row = *state;
	struct line line = read_bytes(
	    row->bytes, row->len > 0 ? row->len : strlen(row->bytes));

	check_line(&line, &want);
}

/* A half-written line is not there: no beginning of a line is its meaning. */
static void
test_beginnings(void **state)
{
	(void)state;
	for (size_t i = 0; i < NITEMS(fixed); i++)
		for (size_t len = 0; len < strlen(fixed[i].name); len++)
			check_other(fixed[i].name, len);
	for (size_t len = 0; len < strlen("Rejected \""); len++)
		check_other("Rejected \"", len);
	check_other("circle 5", strlen("circle "));
}

static void
begin_with(char *bytes, const char *words)
{
	while (*words != '\0')
		*bytes++ = *words++;
}

static void
test_over_long(void **state)
{
	char *bytes = suite_alloc(16384);

	(void)state;
	memset(bytes, '5', 16384);
	check_other(bytes, 16384);
	begin_with(bytes, "circle ");
	check_other(bytes, 16384);
	check_other(bytes, LINE_SIZE);
	begin_with(bytes, "Rejected \"");
	assert_int_equal(line_read(bytes, 16384).kind, LINE_REJECTION);
	free(bytes);
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "exactly: ");
	suite_rows(&suite, test_fixed, ROWS(fixed));
	suite_prefix(&suite, "one byte off: ");
	suite_rows(&suite, test_fixed_with_a_wrong_byte, ROWS(fixed));
	suite_prefix(&suite, "no line: ");
	suite_rows(&suite, test_other, ROWS(others));
	suite_test(&suite, "section 5: every move", test_every_move);
	suite_test(&suite, "every short number", test_every_short_number);
	suite_test(&suite, "every line of two bytes", test_every_two_bytes);
	suite_prefix(&suite, "a rejection: ");
	suite_rows(&suite, test_rejection, ROWS(rejections));
	suite_test(&suite, "beginnings mean nothing", test_beginnings);
	suite_test(&suite, "over-long lines", test_over_long);
	return suite_run(&suite, "line");
}
