/* SPDX-License-Identifier: ISC */
#include "replay_screen.h"

#include "replay_position.h"
#include "tool.h"

#include <curses.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#define HELP "Right next  Left back  Home End  0-9 position  q quits"

/* As much of a text as there is room for. */
static void
put(int y, int x, const char *words)
{
	if (y < LINES && x < COLS)
		(void)mvaddnstr(y, x, words, COLS - x);
}

static void
put_bar(int y, const char *words)
{
	(void)attron(A_REVERSE);
	(void)mvhline(y, 0, ' ', COLS);
	put(y, 1, words);
	(void)attroff(A_REVERSE);
}

static int
put_drawing(const struct saved *saved, int n)
{
	char drawing[DRAWING_SIZE];
	char *rest = drawing, *line;
	int y = 0;

	(void)position_draw(saved, n, drawing);
	while ((line = strsep(&rest, "\n")) != NULL)
		put(y++, 1, line);
	return y;
}

/* What led here, and who plays what. */
static int
put_facts(const struct saved *saved, int n, int y)
{
	const struct game *game = &saved->game;
	char words[80];
	struct text t = text_in(words, sizeof(words));

	if (n == 0) {
		text_add(&t, player_name(game->first));
		text_add(&t, " goes first");
	} else {
		text_add(&t, "Move ");
		text_number(&t, (uint64_t)n, 1);
		text_add(&t, " of ");
		text_number(&t, (uint64_t)game->move_count, 1);
		text_add(&t, ", by ");
		text_add(&t, player_name(game_mover(game, n - 1)));
	}
	put(y++, 1, words);
	t = text_in(words, sizeof(words));
	text_add(&t, "messenger1 = ");
	text_add(&t, symbol_name(game->symbol[MESSENGER1]));
	text_add(&t, ", messenger2 = ");
	text_add(&t, symbol_name(game->symbol[MESSENGER2]));
	put(y++, 1, words);
	return y;
}

static void
show(const struct saved *saved, int n)
{
	char line[REJECTION_SIZE];
	size_t at = 0;
	int y;

	(void)erase();
	y = put_drawing(saved, n);
	y = put_facts(saved, n, y) + 1;
	while (position_rejection(saved, n, &at, line))
		put(y++, 1, line);
	put_bar(LINES - 1, HELP);
	(void)refresh();
}

/* The position that a key leads to, or -1 where it quits. */
static int
position_after(int key, int n, int last)
{
	switch (key) {
	case KEY_RIGHT:
	case KEY_DOWN:
	case KEY_NPAGE:
	case ' ':
		return n < last ? n + 1 : last;
	case KEY_LEFT:
	case KEY_UP:
	case KEY_PPAGE:
	case KEY_BACKSPACE:
	case 'b':
		return n > 0 ? n - 1 : 0;
	case KEY_HOME:
		return 0;
	case KEY_END:
		return last;
	case 'q':
	case 'Q':
		return -1;
	case 'L' - '@':
		(void)clearok(curscr, TRUE);
		return n;
	default:
		if (key >= '0' && key <= '0' + last)
			return key - '0';
		return n;
	}
}

static void
step(const struct saved *saved)
{
	int n = 0, key;

	while (n != -1) {
		show(saved, n);
		errno = 0;
		key = getch();
		if (key != ERR)
			n = position_after(key, n, saved->game.move_count);
		else if (errno != EINTR)
			return; /* the terminal is gone */
	}
}

int
replay_screen(const struct saved *saved)
{
	if (newterm(NULL, stdout, stdin) == NULL) {
		complain("the terminal cannot be used: print with --all");
		return EX_OSERR;
	}
	(void)cbreak();
	(void)noecho();
	(void)curs_set(0);
	(void)keypad(stdscr, TRUE);
	step(saved);
	(void)endwin();
	return EX_OK;
}
