/* SPDX-License-Identifier: ISC */
#include "seat.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

void
seat_begin(struct seat *seat)
{
	*seat = (struct seat){.me = MESSENGER2};
}

int
seat_take(struct seat *seat, int option, const char *value)
{
	if (option == 'w') {
		seat->path = value;
		return EX_OK;
	}
	if (strcmp(value, player_name(MESSENGER1)) == 0)
		seat->me = MESSENGER1;
	else if (strcmp(value, player_name(MESSENGER2)) == 0)
		seat->me = MESSENGER2;
	else
		return misused("option --seat: \"%s\" is not messenger1 or"
			       " messenger2",
		    value);
	return EX_OK;
}

int
seat_find(struct seat *seat)
{
	static char path[PATH_MAX];
	const char *home = getenv("HOME");

	if (seat->path != NULL)
		return EX_OK;
	if (home == NULL || *home != '/')
		return misused(
		    "there is no home folder: name the shared folder with -w");
	if (snprintf(path, sizeof(path), "%s/tictactoe", home) >=
	    (int)sizeof(path))
		return misused("the name of the home folder is too long: name"
			       " the shared folder with -w");
	seat->path = path;
	return EX_OK;
}
