/* SPDX-License-Identifier: ISC */
#include "saved_texts.h"

/* Rejections in the place of the example's: whether the rules make them. */
#define ONE(when, by, line, reason)                                            \
	when ", " by " rejected \"" line "\": " reason "\n"
#define MINE(when, line, reason) ONE(when, "messenger1", line, reason)
#define THEIRS(when, line, reason) ONE(when, "messenger2", line, reason)
#define FIVE(one) one one one one one
#define OPENING "Choose your symbol: circle or cross."
#define QUESTION "Do you want to go first?"
#define WANTS_QUESTION "ask ?" QUESTION "? first"
#define WANTS_SYMBOL "answer circle or cross first"

static struct rules {
	const char *name, *rejections, *expected; /* NULL: they do */
} rules[] = {
    {"another reason", MINE("after move 4", "circle 3", "not a move"),
	"position 3 is occupied"},
    {"with the choices",
	MINE("after move 4", "circle 3",
	    "position 3 is occupied. Choose another position: 2"),
	"position 3 is occupied"},
    {"another position",
	MINE("after move 4", "circle 3", "position 1 is occupied"),
	"position 3 is occupied"},
    {"a legal move", MINE("after move 4", "circle 2", "not a move"),
	"no such rejection"},
    {"a position that is empty then",
	MINE("after move 2", "circle 7", "position 7 is occupied"),
	"no such rejection"},
    {"the wrong symbol",
	MINE("after move 4", "cross 3", "your symbol is circle"), NULL},
    {"outside", MINE("after move 4", "circle 0", "position 0 is outside 1-9"),
	NULL},
    {"a leading zero", MINE("after move 4", "circle 03", "not a move"), NULL},
    {"forty bytes and more",
	MINE("after move 4", "1234567890123456789012345678901234567890",
	    "not a move"),
	NULL},
    {"out of turn", MINE("after move 3", "circle 2", "it is not your turn"),
	NULL},
    {"in its turn", MINE("after move 2", "circle 5", "it is not your turn"),
	"no such rejection"},
    {"before the symbol, the question and the answer",
	MINE("before move 1", "red", WANTS_SYMBOL) MINE("before move 1", "red",
	    WANTS_QUESTION) MINE("before move 1", "red", "not a move"),
	NULL},
    {"the question first",
	MINE("before move 1", "red", WANTS_QUESTION)
	    MINE("before move 1", "red", WANTS_SYMBOL),
	"not a move"},
    {"the question too early", MINE("before move 1", QUESTION, WANTS_SYMBOL),
	NULL},
    {"a byte that looks like it",
	MINE("before move 1", QUESTION, WANTS_QUESTION), NULL},
    {"a symbol that was an answer",
	MINE("before move 1", "circle", WANTS_SYMBOL), "not a move"},
    {"more than twenty", FIVE(FIVE(MINE("after move 4", "", "not a move"))),
	"no such rejection"},
    {"the opening, once", THEIRS("before move 1", OPENING, "what."), NULL},
    {"the opening, twice",
	THEIRS("before move 1", OPENING, "what")
	    THEIRS("before move 1", OPENING, "what"),
	"no such rejection"},
    {"the answer", THEIRS("before move 1", "no", "?"), NULL},
    {"another answer", THEIRS("before move 1", "yes", "?"),
	"no such rejection"},
    {"a move of its own", THEIRS("after move 2", "circle 5", "none"),
	"no such rejection"},
    {"a move of another symbol", THEIRS("after move 3", "circle 7", "none"),
	"no such rejection"},
    {"a move that was said again", THEIRS("after move 3", "cross 7", "none"),
	"another move"},
    {"several moves, and words between",
	THEIRS("after move 3", "cross 2", "none")
	    MINE("after move 3", "circle 2", "it is not your turn")
		THEIRS("after move 3", "cross 8", "a. b"),
	"no such rejection"},
    {"the same without a reason's end",
	THEIRS("after move 3", "cross 2", "none")
	    MINE("after move 3", "circle 2", "it is not your turn")
		THEIRS("after move 3", "cross 8", "a.b."),
	NULL},
};

static void
test_rules(void **state)
{
	const struct rules *row = *state;
	char text[RESULT_SIZE], with[RESULT_SIZE];
	size_t len = replace_line(14, NULL, text), count = 0;
	char *line = strstr(text, "Rejected: 1\n");
	struct text t = text_in(with, sizeof(with));
	struct told told;
	struct saved saved;

	for (const char *c = row->rejections; *c != '\0'; c++)
		count += *c == '\n';
	text_bytes(&t, text, (size_t)(line - text));
	text_add(&t, "Rejected: ");
	text_number(&t, count, 1);
	text_char(&t, '\n');
	text_add(&t, row->rejections);
	text_bytes(&t, line + 12, len - (size_t)(line + 12 - text));
	assert_int_equal(
	    read_text(with, t.len, &told, &saved), row->expected != NULL);
	if (row->expected == NULL) {
		check_written(&saved, with, t.len);
	} else {
		assert_string_equal(told.list[0].kind, "rejection");
		assert_string_equal(told.list[0].expected, row->expected);
	}
}

int
main(void)
{
	static struct suite suite;

	suite_rows(&suite, test_rules, ROWS(rules));
	return suite_run(&suite, "saved rules");
}
