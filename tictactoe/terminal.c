/* SPDX-License-Identifier: ISC */
#include "terminal.h"

#include <curses.h>
#include <stdlib.h>
#include <term.h> /* its macros leave few names to others */
#include <unistd.h>

bool
terminal_draws(void)
{
	bool draws;
	int error;

	/* the terminal is asked for its size: these may say anything */
	(void)unsetenv("LINES");
	(void)unsetenv("COLUMNS");
	if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 ||
	    setupterm(NULL, STDOUT_FILENO, &error) != OK)
		return false;
	draws = tigetstr("cup") != NULL && tigetstr("clear") != NULL;
	(void)del_curterm(cur_term);
	return draws;
}
