/* SPDX-License-Identifier: ISC */
#include "watch_screen.h"

#include "terminal.h"
#include "watch_facts.h"

#include <curses.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CELL_WIDTH 9 /* of a large board, with its margins */
#define CELL_HEIGHT 5
#define LARGE_LINES 20 /* a screen from which on it is large */
#define LARGE_COLUMNS 72
#define STAMP 12 /* "11:02:00 1> " */

enum pair { PAIR_NONE, PAIR_CIRCLE, PAIR_CROSS, PAIR_BAD };

static struct {
	bool colours;
} my;

/* Where things are, in lines and columns. */
struct layout {
	bool large;
	int facts_x;
	int talk_y, talk_x, talk_height, talk_width;
};

bool
screen_begin(void)
{
	const char *no_colour = getenv("NO_COLOR");

	(void)setlocale(LC_CTYPE, "");
	if (!terminal_draws() || !terminal_begin())
		return false;
	my.colours = (no_colour == NULL || no_colour[0] == '\0') &&
		     has_colors() && start_color() == OK;
	if (my.colours) {
		(void)use_default_colors();
		(void)init_pair(PAIR_CIRCLE, COLOR_YELLOW, -1);
		(void)init_pair(PAIR_CROSS, COLOR_CYAN, -1);
		(void)init_pair(PAIR_BAD, COLOR_RED, -1);
	}
	return true;
}

bool
screen_keys(void)
{
	int key = getch();

	if (key == ERR)
		return true; /* there was said to be one: it is the end */
	for (; key != ERR; key = getch()) {
		if (key == 'q' || key == 'Q')
			return true;
		if (key == 'L' - '@')
			(void)clearok(curscr, TRUE);
	}
	return false;
}

/*
 * Drawing
 */

static void
use(enum pair pair, attr_t attributes)
{
	(void)attr_set(
	    attributes, (short)(my.colours ? pair : PAIR_NONE), NULL);
}

static void
put_cell(const struct game *game, int position, int y, int x, bool large)
{
	static const char *const cross[CELL_HEIGHT] = {
	    "\\     /", "  \\ /  ", "   X   ", "  / \\  ", "/     \\"};
	static const char *const circle[CELL_HEIGHT] = {
	    " .---. ", "/     \\", "|     |", "\\     /", " '---' "};
	enum symbol symbol = board_at(&game->board, position);
	char letter[2] = {(char)('0' + position), '\0'};

	if (symbol == SYMBOL_NONE) {
		use(PAIR_NONE, A_DIM);
		terminal_put(y + (large ? 2 : 0), x + (large ? 4 : 1), letter);
		return;
	}
	use(symbol == SYMBOL_CROSS ? PAIR_CROSS : PAIR_CIRCLE,
	    facts_outstanding(game, position) ? A_BOLD : A_NORMAL);
	letter[0] = symbol == SYMBOL_CROSS ? 'X' : 'O';
	if (!large)
		terminal_put(y, x + 1, letter);
	for (int i = 0; large && i < CELL_HEIGHT; i++)
		terminal_put(y + i, x + 1,
		    symbol == SYMBOL_CROSS ? cross[i] : circle[i]);
}

static void
put_board(const struct game *game, int top, int left, bool large)
{
	int width = large ? CELL_WIDTH : 3, height = large ? CELL_HEIGHT : 1;

	for (int i = 0; i < BOARD_CELLS; i++)
		put_cell(game, i + 1, top + i / 3 * (height + 1),
		    left + i % 3 * (width + 1), large);
	use(PAIR_NONE, A_NORMAL);
	for (int i = 1; i < 3; i++) {
		(void)mvhline(
		    top + i * (height + 1) - 1, left, 0, width * 3 + 2);
		(void)mvvline(
		    top, left + i * (width + 1) - 1, 0, height * 3 + 2);
	}
	for (int i = 0; i < 4; i++)
		(void)mvaddch(top + (i / 2 + 1) * (height + 1) - 1,
		    left + (i % 2 + 1) * (width + 1) - 1, ACS_PLUS);
}

/* How much of some words goes into a row. */
static size_t
row_of(const char *words, size_t width)
{
	size_t len = strlen(words), row = width;

	if (len <= width)
		return len;
	while (row > 0 && words[row] != ' ')
		row--;
	return row > 0 ? row : width;
}

static int
rows_of(const char *words, size_t width)
{
	int rows = 1;

	for (;;) {
		words += row_of(words, width);
		if (*words == '\0')
			return rows;
		words += *words == ' ';
		rows++;
	}
}

/* The rows of one line said, of which those above the first line are left out. */
static void
put_said(const struct said *said, int y, const struct layout *lay)
{
	size_t width = (size_t)(lay->talk_width - STAMP);
	const char *words = said->words;
	char row[LINE_SIZE];
	struct text t = text_in(row, sizeof(row));

	facts_time(&t, said->second);
	text_char(&t, ' ');
	text_number(&t, said->by == MESSENGER1 ? 1 : 2, 1);
	text_add(&t, "> ");
	if (y >= lay->talk_y)
		terminal_put(y, lay->talk_x, row);
	for (;; y++) {
		size_t len = row_of(words, width);

		t.len = 0;
		text_bytes(&t, words, len);
		if (y >= lay->talk_y)
			terminal_put(y, lay->talk_x + STAMP, row);
		words += len;
		if (*words == '\0')
			return;
		words += *words == ' ';
	}
}

/* The end of the conversation, as much as there is room for. */
static void
put_talk(const struct talk *talk, const struct layout *lay)
{
	size_t width = (size_t)(lay->talk_width - STAMP), n = talk->count;
	int rows = 0, y;

	if (lay->talk_width <= STAMP || lay->talk_height < 1)
		return;
	while (n > 0 && talk->count - n < TALK_MAX && rows < lay->talk_height)
		rows += rows_of(talk_line(talk, --n)->words, width);
	y = lay->talk_y +
	    (rows > lay->talk_height ? lay->talk_height - rows : 0);
	for (; n < talk->count; n++) {
		const struct said *said = talk_line(talk, n);

		put_said(said, y, lay);
		y += rows_of(said->words, width);
	}
}

static struct layout
layout_of(int lines, int columns)
{
	struct layout lay = {0};

	lay.large = lines >= LARGE_LINES && columns >= LARGE_COLUMNS;
	lay.facts_x = lay.large ? CELL_WIDTH * 3 + 5 : 14;
	lay.talk_x = lay.large ? lay.facts_x : 0;
	lay.talk_y = FACTS + 2 + lay.large;
	lay.talk_width = columns - lay.talk_x;
	lay.talk_height = lines - 1 - lay.talk_y;
	return lay;
}

/* A terminal that is stopped by Ctrl-S would hold us up. */
static bool
takes_more(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

	return poll(&out, 1, 0) == 1 && (out.revents & POLLOUT) != 0;
}

void
screen_show(const struct model *m, const struct tally *t)
{
	struct layout lay = layout_of(LINES, COLS);
	struct facts facts;

	if (!takes_more())
		return;
	facts_of(m, t, &facts);
	(void)erase();
	terminal_bar(0, facts.title, facts.now);
	put_board(&m->game.session.game, 2, 1, lay.large);
	for (int i = 0; i < FACTS && i + 2 < LINES - 1; i++) {
		use(facts.lines[i].bad ? PAIR_BAD : PAIR_NONE, A_NORMAL);
		terminal_put(i + 2, lay.facts_x, facts.lines[i].words);
	}
	put_talk(&m->game.talk, &lay);
	terminal_bar(LINES - 1, facts.note, "");
	(void)refresh();
}
