/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "refusal.h"

#define FORTY "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"

/* The exact texts of tictactoe-protocol(7); `taken` are the occupied cells. */
static struct row {
	const char *name;
	enum refusal refusal;
	const char *heard, *taken, *line;
} refusals[] = {
    {"wants the symbol", REFUSAL_WANTS_SYMBOL, "Do you want to go first?", "",
	"Rejected \"Do you want to go first?\": "
	"answer circle or cross first."},
    {"wants the question", REFUSAL_WANTS_QUESTION, "cross 5", "",
	"Rejected \"cross 5\": "
	"ask \"Do you want to go first?\" first."},
    {"wants the answer", REFUSAL_WANTS_ANSWER, "maybe", "",
	"Rejected \"maybe\": answer yes or no."},
    {"not a move", REFUSAL_NOT_A_MOVE, "yes", "245689",
	"Rejected \"yes\": not a move. "
	"Choose another position: 1, 3, 7."},
    {"not your turn", REFUSAL_NOT_YOUR_TURN, "cross 1", "245689",
	"Rejected \"cross 1\": it is not your turn. "
	"Choose another position after my move."},
    {"wrong symbol", REFUSAL_WRONG_SYMBOL, "circle 1", "245689",
	"Rejected \"circle 1\": your symbol is cross. "
	"Choose another position: 1, 3, 7."},
    {"out of range", REFUSAL_OUT_OF_RANGE, "cross 12", "245689",
	"Rejected \"cross 12\": position 12 is outside 1-9. "
	"Choose another position: 1, 3, 7."},
    {"position 0", REFUSAL_OUT_OF_RANGE, "cross 0", "245689",
	"Rejected \"cross 0\": position 0 is outside 1-9. "
	"Choose another position: 1, 3, 7."},
    {"position 999", REFUSAL_OUT_OF_RANGE, "cross 999", "245689",
	"Rejected \"cross 999\": position 999 is outside 1-9. "
	"Choose another position: 1, 3, 7."},
    {"occupied", REFUSAL_OCCUPIED, "cross 5", "245689",
	"Rejected \"cross 5\": position 5 is occupied. "
	"Choose another position: 1, 3, 7."},
    {"one cell is left", REFUSAL_OCCUPIED, "cross 5", "12345678",
	"Rejected \"cross 5\": position 5 is occupied. "
	"Choose another position: 9."},
    {"all cells are empty", REFUSAL_NOT_A_MOVE, "", "",
	"Rejected \"\": not a move. "
	"Choose another position: 1, 2, 3, 4, 5, 6, 7, 8, 9."},
    {"X is cleaned", REFUSAL_WANTS_SYMBOL, "\"\\\r\t\x7f\x80\xff", "",
	"Rejected \"???????\": answer circle or cross first."},
    {"X of 40 bytes", REFUSAL_WANTS_ANSWER, FORTY, "",
	"Rejected \"" FORTY "\": answer yes or no."},
    {"X is cut to 40", REFUSAL_WANTS_ANSWER, FORTY "e", "",
	"Rejected \"" FORTY "\": answer yes or no."},
    {"X of an over-long line", REFUSAL_WANTS_ANSWER,
	FORTY FORTY FORTY FORTY FORTY FORTY FORTY FORTY, "",
	"Rejected \"" FORTY "\": answer yes or no."},
};

static struct board
board_of(const char *taken)
{
	struct board board = {0};
	enum symbol symbol = SYMBOL_CIRCLE;

	for (; *taken != '\0'; taken++) {
		board_put(&board, symbol, *taken - '0');
		symbol = symbol_other(symbol);
	}
	return board;
}

static void
test_refusal(void **state)
{
	const struct row *row = *state;
	struct board board = board_of(row->taken);
	size_t len = strlen(row->heard);
	char *heard = suite_copy(row->heard, len);
	const struct refused refused = {row->refusal, heard, len};
	char line[LINE_SIZE];

	assert_int_equal(refusal_write(&refused, &board, SYMBOL_CROSS, line),
	    strlen(row->line));
	assert_string_equal(line, row->line);
	assert_int_equal(line_read(line, strlen(line)).kind, LINE_REJECTION);
	free(heard);
}

static void
test_circle_is_named(void **state)
{
	const struct refused refused = {REFUSAL_WRONG_SYMBOL, "cross 1", 7};
	struct board board = {0};
	char line[LINE_SIZE];

	(void)state;
	(void)refusal_write(&refused, &board, SYMBOL_CIRCLE, line);
	assert_string_equal(line,
	    "Rejected \"cross 1\": your symbol is circle. "
	    "Choose another position: 1, 2, 3, 4, 5, 6, 7, 8, 9.");
}

static void
test_nul_in_x(void **state)
{
	const struct refused refused = {REFUSAL_WANTS_ANSWER, "ye\0s", 4};
	struct board board = {0};
	char line[LINE_SIZE];

	(void)state;
	(void)refusal_write(&refused, &board, SYMBOL_CROSS, line);
	assert_string_equal(line, "Rejected \"ye?s\": answer yes or no.");
}

/* Whatever was heard, a rejection is one whole printable line, and no more. */
static void
test_every_byte_in_x(void **state)
{
	struct board board = {0};
	char heard[300], line[LINE_SIZE];

	(void)state;
	for (int byte = 0; byte < 256; byte++)
		for (int refusal = REFUSAL_WANTS_SYMBOL;
		     refusal <= REFUSAL_OCCUPIED; refusal++) {
			const struct refused refused = {
			    (enum refusal)refusal, heard, sizeof(heard)};
			size_t len;

			memset(heard, byte, sizeof(heard));
			len = refusal_write(
			    &refused, &board, SYMBOL_CIRCLE, line);
			assert_true(len < LINE_SIZE);
			assert_int_equal(strlen(line), len);
			assert_int_equal(line[len - 1], '.');
			assert_int_equal(strcspn(line + 10, "\""), 40);
			for (size_t i = 0; i < len; i++)
				assert_true(line[i] >= ' ' && line[i] <= '~');
		}
}

#define EIGHTY FORTY FORTY

static struct reason_row {
	const char *name, *rejection, *reason;
} reasons[] = {
    {"up to the first stop and blank",
	"Rejected \"circle 3\": position 3 is occupied. "
	"Choose another position: 1, 7.",
	"position 3 is occupied"},
    {"up to the final stop", "Rejected \"maybe\": answer yes or no.",
	"answer yes or no"},
    {"quotes in it are cleaned",
	"Rejected \"x\": ask \"Do you want to go first?\" first.",
	"ask ?Do you want to go first?? first"},
    {"the first stop that a blank follows",
	"Rejected \"x\": rule 6.1 forbids it. Really. ", "rule 6.1 forbids it"},
    {"a stop inside is no end", "Rejected \"x\": a.b.c", "a.b.c"},
    {"only the final stop is left out", "Rejected \"x\": a.b.", "a.b"},
    {"two final stops", "Rejected \"x\": what..", "what."},
    {"stop, stop, blank", "Rejected \"x\": what.. no", "what."},
    {"no stop", "Rejected \"x\": I would rather not", "I would rather not"},
    {"a stop and a blank at the end", "Rejected \"x\": no. ", "no"},
    {"none: nothing behind the colon", "Rejected \"x\": ", "none"},
    {"none: only a stop", "Rejected \"x\": .", "none"},
    {"none: a stop and a blank first", "Rejected \"x\": . no", "none"},
    {"none: no colon", "Rejected \"x\" no.", "none"},
    {"none: no blank", "Rejected \"x\":no.", "none"},
    {"none: only the beginning", "Rejected \"", "none"},
    {"none: no closing quote", "Rejected \"x: no.", "none"},
    {"cleaned", "Rejected \"x\": \\ \r\t\x80\xff.", "? ????"},
    {"80 bytes", "Rejected \"x\": " EIGHTY ".", EIGHTY},
    {"cut to 80", "Rejected \"x\": " EIGHTY "e", EIGHTY},
    {"cut to 80 before the stop", "Rejected \"x\": " EIGHTY "e. f.", EIGHTY},
    {"a blank is a reason", "Rejected \"x\":  .", " "},
};

static void
test_reason(void **state)
{
	const struct reason_row *row = *state;
	size_t len = strlen(row->rejection);
	char *bytes = suite_copy(row->rejection, len);
	char reason[REASON_MAX + 1];

	refusal_reason(bytes, len, reason);
	assert_string_equal(reason, row->reason);
	free(bytes);
}

static void
test_reason_with_nul(void **state)
{
	static const char bytes[] = "Rejected \"x\0y\": so\0so. no";
	char reason[REASON_MAX + 1];

	(void)state;
	refusal_reason(bytes, sizeof(bytes) - 1, reason);
	assert_string_equal(reason, "so?so");
}

static void
test_reason_of_every_truncation(void **state)
{
	static const char whole[] =
	    "Rejected \"circle 3\": position 3 is occupied. Choose on.";

	(void)state;
	for (size_t len = 0; len < sizeof(whole); len++) {
		char *bytes = suite_copy(whole, len);
		char reason[REASON_MAX + 1];

		refusal_reason(bytes, len, reason);
		assert_true(strlen(reason) > 0);
		free(bytes);
	}
}

static struct of_row {
	const char *name, *bytes, *words;
	bool is;
} ofs[] = {
    {"of my line", "Rejected \"circle 5\": no.", "circle 5", true},
    {"nothing need follow", "Rejected \"circle 5\"", "circle 5", true},
    {"anything may follow", "Rejected \"circle 5\"\"\xff", "circle 5", true},
    {"of the empty line", "Rejected \"\"", "", true},
    {"of another line", "Rejected \"circle 6\": no.", "circle 5", false},
    {"of the beginning", "Rejected \"circle\": no.", "circle 5", false},
    {"of more than it", "Rejected \"circle 55\": no.", "circle 5", false},
    {"of other case", "Rejected \"Circle 5\": no.", "circle 5", false},
    {"a blank too many", "Rejected \" circle 5\": no.", "circle 5", false},
    {"no closing quote", "Rejected \"circle 5", "circle 5", false},
    {"other case of the word", "rejected \"circle 5\"", "circle 5", false},
    {"empty", "", "circle 5", false},
    {"empty, of the empty line", "", "", false},
    {"only the beginning", "Rejected \"", "", false},
};

static void
test_of(void **state)
{
	const struct of_row *row = *state;
	size_t len = strlen(row->bytes);
	char *bytes = suite_copy(row->bytes, len);

	assert_int_equal(refusal_is_of(bytes, len, row->words), row->is);
	free(bytes);
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "refusal: ");
	suite_rows(&suite, test_refusal, ROWS(refusals));
	suite_test(&suite, "circle is named, too", test_circle_is_named);
	suite_test(&suite, "a NUL in X", test_nul_in_x);
	suite_test(&suite, "every byte in X", test_every_byte_in_x);
	suite_prefix(&suite, "reason: ");
	suite_rows(&suite, test_reason, ROWS(reasons));
	suite_test(&suite, "a reason with a NUL", test_reason_with_nul);
	suite_test(&suite, "the reason of every truncation",
	    test_reason_of_every_truncation);
	suite_prefix(&suite, "rejected: ");
	suite_rows(&suite, test_of, ROWS(ofs));
	return suite_run(&suite, "refusal");
}
