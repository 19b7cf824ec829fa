/* SPDX-License-Identifier: ISC */
#ifndef IO_JOURNAL_H
#define IO_JOURNAL_H

#include "record.h"
#include "workspace.h"

/*
 * The file state/messengerN/journal: one game, a head and its records
 * (protocol/record.h). What was appended is whole or is not there.
 *
 *	if (journal_open(&j, &ws, &head) == 1)
 *		while (journal_next(&j, buf, &record) == 1)
 *			fold it
 *	...
 *	journal_append(&j, &record);
 */
struct journal {
	int fd;       /* -1: there is none */
	off_t end;    /* of the last whole record */
	bool torn;    /* something may stand behind it */
	bool suspect; /* an fsync has failed */
	size_t at;    /* of the next record in the buf of journal_next() */
	size_t len;   /* of what that holds */
};

/*
 * Open the journal that is there and read its head. 1; 0 where there is none
 * with a readable head; -1 with errno where it could not be read now.
 */
int journal_open(
    struct journal *j, const struct workspace *ws, struct head *ret);

/*
 * Read the next record of a journal just opened into buf, where record->bytes
 * then lie until the next call, which must be given the same buf: 1; 0 at the
 * end of the last whole one; -1 with errno.
 */
int journal_next(struct journal *j, char buf[RECORD_SIZE], struct record *ret);

/*
 * Begin a new journal in the place of the old one, with a first record unless
 * it is NULL; messenger1's is on the disk when this returns: 0, or -1 with
 * errno and the old one still in use. Where only the folder could not be synced
 * the new one is already there: the call must be repeated.
 */
int journal_begin(struct journal *j, const struct workspace *ws,
    const struct head *head, const struct record *first);

/* Append a record: 0, or -1 with errno, and then nothing is appended. */
int journal_append(struct journal *j, const struct record *record);

/*
 * Force it to the disk: 0 or -1 with errno. After a failure the kernel may have
 * forgotten what was not written: the next call writes a new file.
 */
int journal_sync(struct journal *j, const struct workspace *ws);

void journal_close(struct journal *j);

#endif
