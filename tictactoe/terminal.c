/* SPDX-License-Identifier: ISC */
#include "terminal.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h> /* its macros leave few names to others */
#include <termios.h>
#include <unistd.h>

bool
terminal_draws(void)
{
	bool draws;
	int error;

	if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 ||
	    setupterm(NULL, STDOUT_FILENO, &error) != OK)
		return false;
	draws = tigetstr("cup") != NULL && tigetstr("clear") != NULL;
	(void)del_curterm(cur_term);
	return draws;
}

bool
terminal_begin(void)
{
	/* the terminal is asked for its size: these may say anything */
	(void)unsetenv("LINES");
	(void)unsetenv("COLUMNS");
	if (newterm(NULL, stdout, stdin) == NULL)
		return false;
	(void)cbreak();
	(void)noecho();
	(void)curs_set(0);
	(void)nodelay(stdscr, TRUE);
	return true;
}

void
terminal_end(void)
{
	struct termios mode;

	/* output that Ctrl-S has stopped goes on, or nothing could be tidied */
	if (tcgetattr(STDOUT_FILENO, &mode) == 0) {
		mode.c_iflag &= ~(tcflag_t)IXON;
		(void)tcsetattr(STDOUT_FILENO, TCSANOW, &mode);
	}
	(void)endwin();
}

void
terminal_resize(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
	    size.ws_col > 0)
		(void)resizeterm(size.ws_row, size.ws_col);
	(void)clearok(curscr, TRUE);
}

void
terminal_put(int y, int x, const char *words)
{
	if (y >= 0 && y < LINES && x < COLS)
		(void)mvaddnstr(y, x, words, COLS - x);
}

void
terminal_bar(int y, const char *left, const char *right)
{
	int x = COLS - (int)strlen(right) - 1;

	(void)attr_set(A_REVERSE, 0, NULL);
	(void)mvhline(y, 0, ' ', COLS);
	terminal_put(y, 1, left);
	if (x > (int)strlen(left) + 1)
		terminal_put(y, x, right);
	(void)attr_set(A_NORMAL, 0, NULL);
}
