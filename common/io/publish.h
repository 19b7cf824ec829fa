/* SPDX-License-Identifier: ISC */
#ifndef IO_PUBLISH_H
#define IO_PUBLISH_H

#include "game.h"
#include "text.h"

#include <sys/types.h>

/*
 * How a file gets its name: the only rename, link and fsync of the project.
 * Every folder is a descriptor. A text is first written to a temporary with a
 * fixed dot-name (tictactoe-workspace(5), TEMPORARY FILES), so a reader sees
 * the old file or the new one, never a part.
 *
 * All return 0, or -1 with errno, unless they say otherwise.
 */

/* The temporaries: one fixed name for each bot and kind. */
#define TEMP_BOARD1 ".board-messenger1" /* in the shared folder */
#define TEMP_BOARD2 ".board-messenger2"
#define TEMP_RESULT_COPY ".result-messenger1"
#define TEMP_JOURNAL ".journal" /* in state/messengerN */
#define TEMP_RESULT ".result"

/*
 * Unlink a bot's temporaries that a crash has left. A result that is published
 * already gets its second name from its first, not from the temporary.
 */
void publish_sweep(int root, int state, enum player me);

/*
 * Write and sync a new file of mode 0444 under a temporary's name. After a
 * failure it is gone.
 */
int publish_write(int dir, const char *temp, const struct text *text);

/*
 * state/messengerN/journal: temp, then a plain rename over the old one; with
 * `durable` the file before and the folder after it are synced. Returns a
 * descriptor for reading and writing, or -1: the temporary is gone then, but
 * where only the folder could not be synced it is the journal already.
 */
int publish_journal(int dir, const struct text *text, bool durable);

/*
 * The journal again, from what fd reads, to a new file that is synced: for an
 * old one whose fsync has failed. A descriptor or -1 as above.
 */
int publish_journal_copy(int dir, int fd, off_t len);

/*
 * The board: temp, then exchanged with the old one, which is unlinked; a plain
 * rename where there is none yet or the filesystem cannot exchange. Nothing is
 * synced. EISDIR where a folder has the name: it stays. After a failure the
 * temporary is gone.
 */
int publish_board(
    int dir, const char *temp, const char *name, const struct text *text);

/*
 * Give a temporary a second name, which must be free: EEXIST. Where links
 * cannot be made, errno is what the system said (see publish_cannot_link()).
 * After a failure the temporary is still there.
 */
int publish_link(int from_dir, const char *from, int dir, const char *name);
bool publish_cannot_link(int error);

/*
 * Move a file to a name that must be free: EEXIST, and then both stay. Where
 * the filesystem knows no such rename, it is a link and an unlink. After a
 * failure the file is still there, and where only that unlink failed it has both
 * names.
 */
int publish_move(int from_dir, const char *from, int dir, const char *name);

/*
 * A synced file of mode 0444, where links cannot be made: temp, then moved to a
 * name that must be free. After a failure the temporary is gone; the name may
 * have been made, as by publish_move().
 */
int publish_copy(int temp_dir, const char *temp, int dir, const char *name,
    const struct text *text);

/* Force a file's bytes, or a folder's names, to the disk. */
int publish_sync(int fd);

#endif
