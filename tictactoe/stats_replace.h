/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_STATS_REPLACE_H
#define TICTACTOE_STATS_REPLACE_H

#include <limits.h>
#include <stdio.h>

/*
 * A file that is written beside the one it replaces: whoever looks sees the old
 * one or the new one, and if that fails the old one. Only a regular file that
 * may be written is replaced; the new one has its mode.
 */
struct replacement {
	const char *path;
	char temp[PATH_MAX];
	FILE *out;
};

/*
 * Begin; out is to be written to, and the file not in the folder `outside`.
 * EX_OK, or EX_CANTCREAT after one line.
 */
int replace_begin(struct replacement *r, const char *path, const char *outside);

/* Close out and give the file its name: EX_OK, or EX_IOERR after one line. */
int replace_end(struct replacement *r);

#endif
