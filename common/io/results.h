/* SPDX-License-Identifier: ISC */
#ifndef IO_RESULTS_H
#define IO_RESULTS_H

#include "result.h"
#include "workspace.h"

/*
 * The result files, game-ID.txt, and their second names in
 * state/messenger1/results/ (tictactoe-workspace(5), THE RESULTS). A result
 * counts if it is a regular file of messenger1's that can be read and whose
 * first line is the id in its name. What cannot be seen now is never taken for
 * absent: -1, with errno.
 */

/* Whether the game's result is there: 1, 0 or -1. Both bots ask. */
int results_have(const struct workspace *ws, const struct gameid *id);

/* Whether anything at all has the name of the game's result: 1, 0 or -1. */
int results_name_taken(const struct workspace *ws, const struct gameid *id);

/* Read a result into buf: its length, 0 where it is not there, or -1. */
ssize_t results_read(
    const struct workspace *ws, const struct gameid *id, char buf[RESULT_SIZE]);

/* Name and SHA-256 of a result with this text. */
void results_previous(const struct gameid *id, const char *text, size_t len,
    struct previous *ret);

/* The same of a result that is there: 1; else 0, or -1; *ret is untouched. */
int results_refer(
    const struct workspace *ws, const struct gameid *id, struct previous *ret);

/* The rest is messenger1's. */

enum results_saved {
	RESULTS_SAVED,  /* on the disk under its name, read again */
	RESULTS_TAKEN,  /* something else has the name */
	RESULTS_BLOCKED /* errno says why: try again */
};

/* Save a new result; its second name is made by results_file(). */
enum results_saved results_save(const struct workspace *ws,
    const struct gameid *id, const struct text *text);

/*
 * Give a result its second name, from the temporary that results_save() left,
 * or from its first name if results_read() accepts what has it: by a link, or
 * where there are no links by a copy. 0, also where there is neither, or -1
 * with errno.
 */
int results_file(const struct workspace *ws, const struct gameid *id);

/* Whether anything has its second name, which it gets once it is on the disk. */
int results_have_second(const struct workspace *ws, const struct gameid *id);

/*
 * Whether the second name of a result has this text: 1, 0, or -1 with errno. It
 * was saved then, whatever has its first name now.
 */
int results_filed(const struct workspace *ws, const struct gameid *id,
    const struct text *text);

/*
 * Make sure that a result found is on the disk: 0, or -1 with errno. Its bytes
 * were synced before it got its name, so a repeated fsync hides no loss.
 */
int results_sync(const struct workspace *ws, const struct gameid *id);

/*
 * The greatest id of all results that count, or an id of zeros: 0, or -1 with
 * errno. Lists the folder: only for a start without a journal.
 */
int results_greatest(const struct workspace *ws, struct gameid *ret);

#endif
