/* SPDX-License-Identifier: ISC */
#include "saved_texts.h"

#define HASH " sha256 " SHA256
#define REJECTED_3 "messenger1 rejected \"circle 3\": position 3 is occupied\n"

/* A line of the example that another stands for, and the first fault. */
static struct row {
	const char *name;
	long line;
	const char *with, *kind, *expected, *found;
	long at; /* another line that is told; 0: this one */
} rows[] = {
    {"another id", 1, "Game ID: 2026-09-03-110201\n", "id", "2026-09-03-110200",
	"2026-09-03-110201", 0},
    {"an id with more", 1, "Game ID: 2026-09-03-110200 \n", "id",
	"2026-09-03-110200", "2026-09-03-110200 ", 0},
    {"no blank", 1, "Game ID:2026-09-03-110200\n", "format",
	"Game ID:", "Game ID:2026-09-03-110200", 0},
    {"no such hour", 3, "Finished: 2026-09-03T24:00:00Z\n", "time",
	"YYYY-MM-DDThh:mm:ssZ", "2026-09-03T24:00:00Z", 0},
    {"no such day", 2, "Started: 2026-02-29T11:02:00Z\n", "time",
	"YYYY-MM-DDThh:mm:ssZ", "2026-02-29T11:02:00Z", 0},
    {"began later than its id", 2, "Started: 2026-09-03T11:02:01Z\n", "time",
	"not after 2026-09-03T11:02:00Z", "2026-09-03T11:02:01Z", 0},
    {"began earlier than its id", 2, "Started: 2026-09-03T11:01:59Z\n", "time",
	"not before 2026-09-03T11:02:00Z", "2026-09-03T11:01:59Z", 0},
    {"ended before it began", 3, "Finished: 2026-09-03T11:01:59Z\n", "time",
	"not before 2026-09-03T11:02:00Z", "2026-09-03T11:01:59Z", 0},
    {"other players", 4, "Players: messenger2, messenger1\n", "players",
	"messenger1, messenger2", "messenger2, messenger1", 0},
    {"the same symbol twice", 5,
	"Symbols: messenger1 = cross, messenger2 = cross\n", "symbols",
	"messenger1 = SYMBOL, messenger2 = SYMBOL",
	"messenger1 = cross, messenger2 = cross", 0},
    {"the other symbols", 5,
	"Symbols: messenger1 = circle, messenger2 = cross\n", "move", "cross",
	"1. messenger2: circle 1", 8},
    {"nobody first", 6, "First player: none\n", "first",
	"messenger1 or messenger2", "none", 0},
    {"the other first", 6, "First player: messenger1\n", "move", "messenger1",
	"1. messenger2: circle 1", 8},
    {"no moves", 7, "Moves: 0\n", "moves", "5 to 9", "0", 0},
    {"ten moves", 7, "Moves: 10\n", "moves", "5 to 9", "10", 0},
    {"a leading zero", 7, "Moves: 05\n", "moves", "5 to 9", "05", 0},
    {"more moves counted", 7, "Moves: 6\n", "format", "6.", "Rejected: 1", 13},
    {"another number", 8, "2. messenger2: circle 1\n", "format", "1.",
	"2. messenger2: circle 1", 0},
    {"out of turn", 9, "2. messenger2: circle 3\n", "move", "messenger1",
	"2. messenger2: circle 3", 0},
    {"wrong symbol", 9, "2. messenger1: circle 3\n", "move", "cross",
	"2. messenger1: circle 3", 0},
    {"occupied", 9, "2. messenger1: cross 1\n", "move",
	"2, 3, 4, 5, 6, 7, 8, 9", "2. messenger1: cross 1", 0},
    {"position 0", 9, "2. messenger1: cross 0\n", "format", "2.",
	"2. messenger1: cross 0", 0},
    {"two blanks", 9, "2. messenger1:  cross 3\n", "format", "2.",
	"2. messenger1:  cross 3", 0},
    {"a move to another cell", 12, "5. messenger2: circle 8\n", "end",
	"a winner or a full board", "5. messenger2: circle 8", 0},
    {"a move after the end", 7,
	"Moves: 6\n1. messenger2: circle 1\n2. messenger1: cross 3\n"
	"3. messenger2: circle 5\n4. messenger1: cross 7\n"
	"5. messenger2: circle 9\n6. messenger1: cross 2\n",
	"end", "none", "6. messenger1: cross 2", 13},
    {"too many rejections counted", 13, "Rejected: 2\n", "rejection",
	"after move N, PLAYER rejected \"LINE\": REASON", "Board:", 15},
    {"too few", 13, "Rejected: none\n", "format", "Board:",
	"after move 4, messenger1 rejected ?circle 3?: position 3 is occupied",
	14},
    {"no number", 13, "Rejected: 01\n", "rejection", "none, or 1 to 47", "01",
	0},
    {"more than there can be", 13, "Rejected: 48\n", "rejection",
	"none, or 1 to 47", "48", 0},
    {"a rejection by nobody", 14,
	"after move 4, nobody rejected \"circle 3\": none\n", "rejection",
	"after move N, PLAYER rejected \"LINE\": REASON",
	"after move 4, nobody rejected ?circle 3?: none", 0},
    {"a rejection without a reason", 14,
	"after move 4, messenger1 rejected \"circle 3\": \n", "rejection",
	"after move N, PLAYER rejected \"LINE\": REASON",
	"after move 4, messenger1 rejected ?circle 3?: ", 0},
    {"a rejection behind the end", 14, "after move 5, " REJECTED_3, "rejection",
	"oldest first, the last before the last move",
	"after move 5, messenger1 rejected ?circle 3?: position 3 is occupied",
	0},
    {"a rejection of a byte", 14,
	"after move 4, messenger1 rejected \"circle\t3\": none\n", "rejection",
	"after move N, PLAYER rejected \"LINE\": REASON",
	"after move 4, messenger1 rejected ?circle?3?: none", 0},
    {"no board", 15, "Bored:\n", "format", "Board:", "Bored:", 0},
    {"more behind its name", 15, "Board: \n", "format", "Board:", "Board: ", 0},
    {"a drawing of another board", 16, "O | O | X\n", "board", "O |   | X",
	"O | O | X", 0},
    {"a blank less", 18, "  | O | \n", "board", "  | O |  ", "  | O | ", 0},
    {"another result", 21, "Result: tie\n", "result", "messenger2 win", "tie",
	0},
    {"previous: no hash", 22, "Previous: " EXAMPLE_PREVIOUS "\n", "previous",
	"none, or game-ID.txt sha256 HASH", EXAMPLE_PREVIOUS, 0},
    {"previous: itself", 22, "Previous: game-2026-09-03-110200.txt" HASH "\n",
	"previous", "none, or game-ID.txt sha256 HASH",
	"game-2026-09-03-110200.txt" HASH, 0},
    {"previous: a later one", 22,
	"Previous: game-2026-09-03-110201.txt" HASH "\n", "previous",
	"none, or game-ID.txt sha256 HASH", "game-2026-09-03-110201.txt" HASH,
	0},
    {"previous: upper case", 22,
	"Previous: " EXAMPLE_PREVIOUS " sha256 "
	"9F86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n",
	"previous", "none, or game-ID.txt sha256 HASH",
	EXAMPLE_PREVIOUS
	" sha256 "
	"9F86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	0},
    {"previous: no such digit", 22,
	"Previous: " EXAMPLE_PREVIOUS " sha256 "
	"9g86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n",
	"previous", "none, or game-ID.txt sha256 HASH",
	EXAMPLE_PREVIOUS
	" sha256 "
	"9g86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	0},
    {"more behind the end", 22,
	"Previous: " EXAMPLE_PREVIOUS HASH "\nPrevious: none\n", "format",
	"nothing", "Previous: none?", 23},
    {"an escape sequence", 21, "Result: \033[2J\n", "result", "messenger2 win",
	"?[2J", 0},
    {"a carriage return", 4, "Players: messenger1, messenger2\r\n", "players",
	"messenger1, messenger2", "messenger1, messenger2?", 0},
};

static void
test_row(void **state)
{
	const struct row *row = *state;
	char text[RESULT_SIZE];
	size_t len = replace_line(row->line, row->with, text);
	struct told told;
	struct saved saved;

	assert_true(read_text(text, len, &told, &saved) > 0);
	assert_string_equal(told.list[0].kind, row->kind);
	assert_int_equal(told.list[0].line, row->at != 0 ? row->at : row->line);
	assert_string_equal(told.list[0].expected, row->expected);
	assert_string_equal(told.list[0].found, row->found);
}

/* Texts without a fault: the line of the example, and its change. */
static struct right {
	const char *name;
	int line;
	const char *with;
} right[] = {
    {"as it is", 0, NULL},
    {"it ended in its first second", 3, "Finished: 2026-09-03T11:02:00Z\n"},
    {"without rejections", 14, NULL},
    {"before move 1", 14,
	"before move 1, messenger1 rejected \"circle 3\": answer circle or "
	"cross first\n"},
    {"an empty line", 14,
	"after move 4, messenger1 rejected \"\": not a move\n"},
    {"told to take back", 14,
	"after move 1, messenger2 rejected \"cross 2\": none\n"},
    {"the first game", 22, "Previous: none\n"},
};

static void
test_right(void **state)
{
	const struct right *row = *state;
	char text[RESULT_SIZE];
	size_t len = replace_line(row->line, row->with, text);
	struct told told;
	struct saved saved;

	if (row->line == 14 && row->with == NULL) {
		char *count = strstr(text, "Rejected: 1");

		memmove(
		    count + 14, count + 11, len - (size_t)(count - text) - 10);
		memcpy(count, "Rejected: none", 14);
		len += 3;
	}
	assert_int_equal(read_text(text, len, &told, &saved), 0);
	check_written(&saved, text, len);
}

/* The order of rejections: how many moves there were, and by whom. */
static struct order {
	const char *name;
	const char *rejections; /* in the place of the example's */
	int faults;
} orders[] = {
    {"one after the other",
	"Rejected: 2\nafter move 2, " REJECTED_3 "after move 4, " REJECTED_3,
	0},
    {"at the same place",
	"Rejected: 2\nafter move 2, " REJECTED_3 "after move 2, " REJECTED_3,
	0},
    {"a later one first",
	"Rejected: 2\nafter move 4, " REJECTED_3 "after move 2, " REJECTED_3,
	1},
    {"a move taken back",
	"Rejected: 2\nafter move 3, messenger2 rejected \"cross 2\": none\n"
	"after move 4, " REJECTED_3,
	0},
    {"two at once",
	"Rejected: 2\nafter move 4, " REJECTED_3
	"after move 2, messenger2 rejected \"cross 7\": none\n",
	1},
    {"taken back by messenger1",
	"Rejected: 2\nafter move 4, " REJECTED_3 "after move 3, " REJECTED_3,
	1},
    {"not the last word",
	"Rejected: 2\nafter move 4, " REJECTED_3
	"after move 3, messenger2 rejected \"cross 7\": none\n",
	1},
};

static void
test_order(void **state)
{
	const struct order *row = *state;
	char text[RESULT_SIZE], with[RESULT_SIZE];
	size_t len = replace_line(14, NULL, text);
	char *count = strstr(text, "Rejected: 1\n");
	struct text t = text_in(with, sizeof(with));
	struct told told;
	struct saved saved;

	text_bytes(&t, text, (size_t)(count - text));
	text_add(&t, row->rejections);
	text_bytes(&t, count + 12, len - (size_t)(count + 12 - text));
	assert_int_equal(read_text(with, t.len, &told, &saved), row->faults);
	if (row->faults == 0)
		check_written(&saved, with, t.len);
	else
		assert_string_equal(told.list[0].kind, "rejection");
}

static void
test_every_line_left_out(void **state)
{
	struct told told;
	struct saved saved;

	(void)state;
	for (int line = 1; line <= 22; line++) {
		char text[RESULT_SIZE];
		size_t len = replace_line(line, NULL, text);

		assert_true(read_text(text, len, &told, &saved) > 0);
		assert_int_equal(told.list[0].line, line);
	}
}

static void
test_every_truncation(void **state)
{
	static const char text[] = EXAMPLE_RESULT;
	struct told told;
	struct saved saved;
	int line = 1;

	(void)state;
	assert_int_equal(read_text(text, 0, &told, &saved), 1);
	assert_string_equal(told.list[0].kind, "empty");
	assert_int_equal(told.list[0].line, 0);
	for (size_t len = 1; len < sizeof(text) - 1; len++) {
		line += text[len - 1] == '\n';
		assert_int_equal(read_text(text, len, &told, &saved), 1);
		assert_string_equal(told.list[0].kind, "partial");
		assert_int_equal(told.list[0].line, line);
	}
}

static void
test_every_damaged_byte(void **state)
{
	static const char right_text[] = EXAMPLE_RESULT;
	const size_t len = sizeof(right_text) - 1;
	char text[sizeof(right_text)];
	struct told told;
	struct saved saved;
	int passed = 0;

	(void)state;
	memcpy(text, right_text, sizeof(text));
	for (size_t at = 0; at < len; at++) {
		for (int byte = 0; byte < 256; byte++) {
			text[at] = (char)byte;
			if (read_text(text, len, &told, &saved) == 0) {
				check_written(&saved, text, len);
				passed++;
			}
		}
		text[at] = right_text[at];
	}
	/* other times, words of a rejection, hashes: what only a chain tells */
	assert_true(passed > 0 && passed < 6000);
}

/* Where the clock was set back, ids have suffixes, and grow into the next second. */
static void
test_set_back(void **state)
{
	char text[RESULT_SIZE];
	size_t len = replace_line(2, "Started: 2026-09-03T10:00:00Z\n", text);
	struct told told;
	struct saved saved;
	struct scan scan = {text, len};

	(void)state;
	assert_int_equal(read_text(text, len, &told, &saved), 1);
	memcpy(strstr(text, EXAMPLE_PREVIOUS), "game-2026-09-03-110159.txt",
	    sizeof(EXAMPLE_PREVIOUS) - 1);
	assert_int_equal(read_text(text, len, &told, &saved), 0);
	scan.len = replace_line(1, "Game ID: 2026-09-03-110200_0002\n", text);
	strstr(text, "11:02:00Z\nFinished")[1] = '0';
	assert_int_equal(
	    saved_read(
		scan, &(struct gameid){"2026-09-03-110200_0002"}, NULL, &saved),
	    0);
}

/* Even a damaged text tells which it names as the one before it. */
static void
test_previous(void **state)
{
	char text[RESULT_SIZE];
	size_t len = replace_line(9, "nonsense\n", text);
	struct told told;
	struct saved saved;

	(void)state;
	assert_int_equal(read_text(text, len, &told, &saved), 1);
	assert_string_equal(saved.previous.name, EXAMPLE_PREVIOUS);
	assert_string_equal(saved.previous.sha256, SHA256);
	len = replace_line(22, "Previous: nothing\n", text);
	assert_int_equal(read_text(text, len, &told, &saved), 1);
	assert_string_equal(saved.previous.name, "");
	len = replace_line(22, "Previous: game-2026-09-03-110000.txt", text);
	text[len++] = '\0';
	(void)memcpy(text + len, HASH "\n", sizeof(HASH "\n") - 1);
	len += sizeof(HASH "\n") - 1;
	assert_int_equal(read_text(text, len, &told, &saved), 1);
	assert_string_equal(saved.previous.name, "");
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "wrong: ");
	suite_rows(&suite, test_row, ROWS(rows));
	suite_prefix(&suite, "right: ");
	suite_rows(&suite, test_right, ROWS(right));
	suite_prefix(&suite, "rejections: ");
	suite_rows(&suite, test_order, ROWS(orders));
	suite_test(&suite, "every line left out", test_every_line_left_out);
	suite_test(&suite, "every truncation", test_every_truncation);
	suite_test(&suite, "every damaged byte", test_every_damaged_byte);
	suite_test(&suite, "the clock was set back", test_set_back);
	suite_test(&suite, "the one before it", test_previous);
	return suite_run(&suite, "saved");
}
