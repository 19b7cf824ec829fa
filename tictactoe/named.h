/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_NAMED_H
#define TICTACTOE_NAMED_H

#include "saved.h"

/*
 * A game that a user has named: by its id or by its result's name, which are
 * looked for in the workspace, or by the path of a file. EX_OK, or an exit
 * status after one line that says what is wrong with it.
 */
struct named {
	struct saved saved;
	char sha256[SHA256_TEXT_SIZE]; /* of a result */
};

/* The status of a result in the workspace that could not be read, by errno. */
int named_unread(int error);

/* Only results, and nothing wrong with them. */
int named_result(const char *workspace, const char *word, struct named *ret);

/* Also what `tictactoe export` has made of one: sha256 is then empty. */
int named_game(const char *workspace, const char *word, struct named *ret);

#endif
