/* SPDX-License-Identifier: ISC */
#include "replay_screen.h"

#include "replay_position.h"
#include "terminal.h"
#include "tool.h"

#include <curses.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#define HELP "Right next  Left back  Home End  0-9 position  q quits"

static int
put_drawing(const struct saved *saved, int n)
{
	char drawing[DRAWING_SIZE];
	char *rest = drawing, *line;
	int y = 0;

	(void)position_draw(saved, n, drawing);
	while ((line = strsep(&rest, "\n")) != NULL)
		terminal_put(y++, 1, line);
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
	terminal_put(y++, 1, words);
	t = text_in(words, sizeof(words));
	text_add(&t, "messenger1 = ");
	text_add(&t, symbol_name(game->symbol[MESSENGER1]));
	text_add(&t, ", messenger2 = ");
	text_add(&t, symbol_name(game->symbol[MESSENGER2]));
	terminal_put(y++, 1, words);
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
		terminal_put(y++, 1, line);
	terminal_bar(LINES - 1, HELP, "");
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

/* The same of all keys that are there; none is there: the terminal is gone. */
static int
position_after_all(int n, int last)
{
	int key = getch();

	if (key == ERR)
		return -1;
	for (; key != ERR && n != -1; key = getch())
		n = position_after(key, n, last);
	return n;
}

static void
step(const struct saved *saved)
{
	struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
	sigset_t resized, usual;
	int n = 0;

	(void)sigemptyset(&resized);
	(void)sigaddset(&resized, SIGWINCH);
	(void)sigprocmask(SIG_BLOCK, &resized, &usual);
	while (n != -1) {
		show(saved, n);
		if (ppoll(&keys, 1, NULL, &usual) == 1)
			n = position_after_all(n, saved->game.move_count);
		else
			terminal_resize(); /* or it was stopped meanwhile */
	}
}

int
replay_screen(const struct saved *saved)
{
	if (!terminal_begin()) {
		complain("the terminal cannot be used: print with --all");
		return EX_OSERR;
	}
	(void)keypad(stdscr, TRUE);
	step(saved);
	terminal_end();
	return EX_OK;
}
