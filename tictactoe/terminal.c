/* SPDX-License-Identifier: ISC */
#include "terminal.h"

#include <curses.h>
#include <term.h> /* its macros leave few names to others */
#include <unistd.h>

bool
terminal_draws(void)
{
	bool draws;
	int error;

	/* its size is asked of the terminal; LINES and COLUMNS may say anything */
	use_env(false);
	use_tioctl(true);
	if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 ||
	    setupterm(NULL, STDOUT_FILENO, &error) != OK)
		return false;
	draws = tigetstr("cup") != NULL && tigetstr("clear") != NULL;
	(void)del_curterm(cur_term);
	return draws;
}
