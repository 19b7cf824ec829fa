/* SPDX-License-Identifier: ISC */
#ifndef MESSENGER1_PREVIOUS_H
#define MESSENGER1_PREVIOUS_H

#include "daemon.h"

/*
 * The last saved result, which the next one names.
 *
 * Without a journal the folders must tell it, the last id, and the greatest of
 * our spool files: they go to *ret, d->last_id and d->play.old_spool. Returns
 * 0, or -1 with *trouble.
 */
int previous_find(
    struct daemon *d, struct previous *ret, struct trouble *trouble);

/*
 * After the folder was lost: a result that this process knows to be later than
 * what the journal says, and that is there, is the last one: 1. The journal is
 * then of before it, as its folder alone was away. Else 0, or -1 with *trouble.
 */
int previous_keep(const struct workspace *ws, const struct previous *known,
    struct previous *ret, struct trouble *trouble);

/*
 * With a journal it is the result of its own game, if that is there: 1; else
 * the one before it: 0; or -1 with *trouble. Others' bytes under the first name
 * are not our result; but if the second name says that it was saved, it was.
 */
int previous_own(
    const struct play *p, struct previous *ret, struct trouble *trouble);

/*
 * Make what may be missing of a saved result, unless it has its second name:
 * its fsync, and that name. 0, or -1 with *trouble.
 */
int previous_mend(const struct workspace *ws, const struct gameid *id,
    struct trouble *trouble);

#endif
