/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_SEAT_H
#define TICTACTOE_SEAT_H

#include "game.h"
#include "tool.h"

/*
 * What play, say and hear share: which player one is, and where. That folder is
 * not the service's unless it is named.
 */
#define SEAT_WORKSPACE "~/tictactoe"

struct seat {
	enum player me;
	const char *path; /* the workspace */
};

/* messenger2 in no folder yet. */
void seat_begin(struct seat *seat);

/* The value of --seat or -w: EX_OK, or EX_USAGE after one line. */
int seat_take(struct seat *seat, int option, const char *value);

/* With all options read, find the folder: EX_OK, or EX_USAGE after one line. */
int seat_find(struct seat *seat);

#define SEAT_HELP                                                              \
	HELP_FOLDER_BY(SEAT_WORKSPACE)                                         \
	"      --seat NAME      messenger1 or messenger2 (messenger2)\n"

#endif
