/* SPDX-License-Identifier: ISC */
#ifndef UNIT_SCENES_H
#define UNIT_SCENES_H

#include "bench.h"

/*
 * The one table of the session: each state of both sides, how it is reached,
 * what is due in it, how it takes each kind of line, and what may be said.
 */
#define TWO_HUNDRED                                                            \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"                   \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"                   \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"                   \
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

/* The kinds of line, what a rejection quotes of them, and their position. */
static struct column {
	const char *name, *words, *quoted, *position;
} columns[] = {
    {"the opening", OPENING, OPENING, ""},
    {"circle", "circle", "circle", ""},
    {"cross", "cross", "cross", ""},
    {"the question", QUESTION, QUESTION, ""},
    {"yes", "yes", "yes", ""},
    {"no", "no", "no", ""},
    {"circle 9", "circle 9", "circle 9", "9"},
    {"cross 9", "cross 9", "cross 9", "9"},
    {"circle 0", "circle 0", "circle 0", "0"},
    {"cross 0", "cross 0", "cross 0", "0"},
    {"circle 10", "circle 10", "circle 10", "10"},
    {"cross 999", "cross 999", "cross 999", "999"},
    {"circle 5", "circle 5", "circle 5", "5"},
    {"cross 5", "cross 5", "cross 5", "5"},
    {"four digits", "circle 1000", "circle 1000", ""},
    {"an empty line", "", "", ""},
    {"hello", "hello", "hello", ""},
    {"circle CR", "circle\r", "circle?", ""},
    {"an over-long line", TWO_HUNDRED TWO_HUNDRED,
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ""},
    {"a line that is not ASCII", "\xe2\x97\x8b 5", "??? 5", ""},
    {"Rejected of hello", "Rejected \"hello\": no.", NULL, ""},
    {"Rejected and a quote", "Rejected \"", NULL, ""},
    {"Rejected of my last line", NULL, NULL, ""},
};

/*
 * One letter for each column:
 *	D P a	accepted: drawn, then silence; drawn, then my move is due; not
 *		drawn, then another line is due
 *	S Q Y	rejected, the symbol, the question, the answer is wanted
 *	M T W	rejected, not a move, not your turn, wrong symbol
 *	R O	rejected, outside 1-9, occupied
 *	B G	takes my move back; has my answer said again
 *	. q	ignored; the game is given up
 *	x !	invalid: the game has ended; something is due that must be said
 */
#define ALL_INVALID "!!!!!!!!!!!!!!!!!!!!!!!"
#define ALL_ENDED "xxxxxxxxxxxxxxxxxxxxxxx"
#define ALL_QUIT "qqqqqqqqqqqqqqqqqqqqqqq"

#define ALL_CELLS "1, 2, 3, 4, 5, 6, 7, 8, 9"
#define ALL_BUT_5 "1, 2, 3, 4, 6, 7, 8, 9"
#define ALL_BUT_1_5 "2, 3, 4, 6, 7, 8, 9"

/* Seven moves after which no line is open: 8 and 9 are empty. */
#define MOVE(who, symbol, n) who " " symbol " " n "\n"
#define THREE(a, b, A, B) MOVE(a, A, "5") MOVE(b, B, "1") MOVE(a, A, "3")
#define FIVE(a, b, A, B) THREE(a, b, A, B) MOVE(b, B, "7") MOVE(a, A, "4")
#define SEVEN(a, b, A, B) FIVE(a, b, A, B) MOVE(b, B, "6") MOVE(a, A, "2")

/* Five moves, and the first has won. */
#define FOUR(a, b, A, B) MOVE(a, A, "1") MOVE(b, B, "4") MOVE(a, A, "2")
#define WIN(a, b, A, B) FOUR(a, b, A, B) MOVE(b, B, "5") MOVE(a, A, "3")

#define REFUSED(words) "Rejected \"" words "\": no.\n"

static struct scene {
	const char *name;
	enum player me;
	enum line_kind due;
	const char *script, *empties, *taken, *says;
} scenes[] = {
    {"messenger1, opening due", MESSENGER1, LINE_OPENING, "", ALL_CELLS,
	ALL_QUIT, OPENING "\n"},
    {"messenger1, awaits symbol", MESSENGER1, LINE_NONE, "1 " OPENING "\n",
	ALL_CELLS, "SDDSSSSSSSSSSSSSSSSS..G", ""},
    {"messenger1, opening due again", MESSENGER1, LINE_OPENING,
	"1 " OPENING "\n2 " REFUSED(OPENING), ALL_CELLS, ALL_INVALID,
	OPENING "\n"},
    {"messenger1, rejection due", MESSENGER1, LINE_REJECTION,
	"1 " OPENING "\n2 hi\n", ALL_CELLS, ALL_INVALID,
	"Rejected \"hi\": answer circle or cross first.\n"},
    {"messenger1, awaits question", MESSENGER1, LINE_NONE, SYMBOLS, ALL_CELLS,
	"QQQaQQQQQQQQQQQQQQQQ..G", ""},
    {"messenger1, answer due", MESSENGER1, LINE_ANSWER, ASKED, ALL_CELLS,
	ALL_INVALID, "yes\nno\n"},
    {"messenger1, answer due again", MESSENGER1, LINE_ANSWER,
	YES "2 " REFUSED("yes"), ALL_CELLS, ALL_INVALID, "yes\n"},
    {"messenger1, my turn, first move", MESSENGER1, LINE_MOVE, YES, ALL_CELLS,
	"MMMMMMTTTTTTTTMMMMMM..G",
	"cross 1\ncross 2\ncross 3\ncross 4\ncross 5\ncross 6\n"
	"cross 7\ncross 8\ncross 9\n"},
    {"messenger1, my turn", MESSENGER1, LINE_MOVE,
	YES "1 cross 5\n2 circle 1\n", ALL_BUT_1_5, "MMMMMMTTTTTTTTMMMMMM...",
	"cross 2\ncross 3\ncross 4\ncross 6\ncross 7\ncross 8\n"
	"cross 9\n"},
    {"messenger1, my turn, one cell refused", MESSENGER1, LINE_MOVE,
	YES "1 cross 5\n2 " REFUSED("cross 5"), ALL_CELLS,
	"MMMMMMTTTTTTTTMMMMMM...",
	"cross 1\ncross 2\ncross 3\ncross 4\ncross 6\ncross 7\n"
	"cross 8\ncross 9\n"},
    {"messenger1, my turn, all refused", MESSENGER1, LINE_NONE,
	NO SEVEN("2", "1", "circle", "cross") "1 cross 8\n2 " REFUSED(
	    "cross 8") "1 cross 9\n2 " REFUSED("cross 9"),
	"8, 9", "MMMMMMTTTTTTTTMMMMMM...", ""},
    {"messenger1, other's turn, first move", MESSENGER1, LINE_NONE, NO,
	ALL_CELLS, "MMMMMMPWRWRWPWMMMMMM..G", ""},
    {"messenger1, other's turn", MESSENGER1, LINE_NONE, YES "1 cross 5\n",
	ALL_BUT_5, "MMMMMMPWRWRWOWMMMMMM..B", ""},
    {"messenger1, other's ninth move", MESSENGER1, LINE_NONE,
	NO SEVEN("2", "1", "circle", "cross") "1 cross 8\n", "9",
	"MMMMMMDWRWRWOWMMMMMM..B", ""},
    {"messenger1, over by its own move", MESSENGER1, LINE_NONE,
	YES WIN("1", "2", "cross", "circle"), "", ALL_ENDED, ""},
    {"messenger1, over by the other's move", MESSENGER1, LINE_NONE,
	NO WIN("2", "1", "circle", "cross"), "", ALL_ENDED, ""},
    {"messenger1, over by the result file", MESSENGER1, LINE_NONE,
	YES "1 cross 5\n2 circle 1\nover\n", "", ALL_ENDED, ""},
    {"messenger1, given up", MESSENGER1, LINE_NONE, SYMBOLS "quit\n", "",
	ALL_ENDED, ""},

    {"messenger2, idle", MESSENGER2, LINE_NONE, "", ALL_CELLS,
	"a......................", ""},
    {"messenger2, symbol due", MESSENGER2, LINE_SYMBOL, "1 " OPENING "\n",
	ALL_CELLS, ALL_INVALID, "circle\ncross\n"},
    {"messenger2, question due", MESSENGER2, LINE_QUESTION, SYMBOLS, ALL_CELLS,
	ALL_INVALID, QUESTION "\n"},
    {"messenger2, awaits answer", MESSENGER2, LINE_NONE, ASKED, ALL_CELLS,
	"YYYYDPYYYYYYYYYYYYYY..G", ""},
    {"messenger2, question due again", MESSENGER2, LINE_QUESTION,
	ASKED "1 " REFUSED(QUESTION), ALL_CELLS, ALL_INVALID, QUESTION "\n"},
    {"messenger2, symbol due again", MESSENGER2, LINE_SYMBOL,
	ASKED "1 " REFUSED("circle"), ALL_CELLS, ALL_INVALID, "circle\n"},
    {"messenger2, rejection due", MESSENGER2, LINE_REJECTION, ASKED "1 hi\n",
	ALL_CELLS, ALL_INVALID, "Rejected \"hi\": answer yes or no.\n"},
    {"messenger2, other's turn, first move", MESSENGER2, LINE_NONE, YES,
	ALL_CELLS, "MMMMMMWPWRWRWPMMMMMM..G", ""},
    {"messenger2, other's turn", MESSENGER2, LINE_NONE, NO "2 circle 5\n",
	ALL_BUT_5, "MMMMMMWPWRWRWOMMMMMM..B", ""},
    {"messenger2, other's ninth move", MESSENGER2, LINE_NONE,
	YES SEVEN("1", "2", "cross", "circle") "2 circle 8\n", "9",
	"MMMMMMWDWRWRWOMMMMMM..B", ""},
    {"messenger2, my turn, first move", MESSENGER2, LINE_MOVE, NO, ALL_CELLS,
	"MMMMMMTTTTTTTTMMMMMM..G",
	"circle 1\ncircle 2\ncircle 3\ncircle 4\ncircle 5\ncircle 6\n"
	"circle 7\ncircle 8\ncircle 9\n"},
    {"messenger2, my turn", MESSENGER2, LINE_MOVE, NO "2 circle 5\n1 cross 1\n",
	ALL_BUT_1_5, "MMMMMMTTTTTTTTMMMMMM...",
	"circle 2\ncircle 3\ncircle 4\ncircle 6\ncircle 7\ncircle 8\n"
	"circle 9\n"},
    {"messenger2, my turn, all refused", MESSENGER2, LINE_NONE,
	YES SEVEN("1", "2", "cross", "circle") "2 circle 8\n1 " REFUSED(
	    "circle 8") "2 circle 9\n1 " REFUSED("circle 9"),
	"8, 9", "MMMMMMTTTTTTTTMMMMMM...", ""},
    {"messenger2, over by its own move", MESSENGER2, LINE_NONE,
	NO WIN("2", "1", "circle", "cross"), "", ALL_ENDED, ""},
    {"messenger2, over by a tie", MESSENGER2, LINE_NONE,
	NO SEVEN("2", "1", "circle", "cross") "1 cross 8\n2 circle 9\n", "",
	ALL_ENDED, ""},
    {"messenger2, over by the result file", MESSENGER2, LINE_NONE,
	ASKED "over\n", "", ALL_ENDED, ""},
    {"messenger2, given up", MESSENGER2, LINE_NONE, "quit\n", "", ALL_ENDED,
	""},
};

#define SCENES (sizeof(scenes) / sizeof(scenes[0]))
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

/* The words of a column; my last line may stand in them. */
static inline const char *
column_words(
    const struct column *column, const struct session *s, char ret[LINE_SIZE])
{
	struct text t = text_in(ret, LINE_SIZE);

	if (column->words != NULL)
		return column->words;
	text_add(&t, "Rejected \"");
	text_add(&t, s->last);
	text_add(&t, "\": no.");
	return ret;
}

#endif
