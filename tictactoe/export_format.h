/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_EXPORT_FORMAT_H
#define TICTACTOE_EXPORT_FORMAT_H

#include "saved.h"

#include <stdio.h>

/* How games are exported; tictactoe(1) describes each. */
struct format {
	const char *head; /* the line above all games, or NULL */
	/*
	 * Write a game, as a line of its own; alone: it is the only one, and may
	 * be written to be read by people. False: there is no memory.
	 */
	bool (*write)(FILE *to, const struct saved *saved, const char *sha256,
	    bool alone);
};

extern const struct format format_json, format_csv, format_openturn;

#endif
