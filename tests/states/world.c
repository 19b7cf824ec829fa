/* SPDX-License-Identifier: ISC */
/* What a folder holds. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool world_honest;
bool world_alone;

static void
fold(struct folded *f, enum player who, const struct ram_inode *journal)
{
	struct record record;
	struct head head;
	size_t at, size;

	memset(f, 0, offsetof(struct folded, said));
	at = head_read(journal->data, journal->len, &head);
	if (at == 0)
		return;
	f->have = f->allowed = true;
	session_begin(&f->session, who, &head);
	while ((size = record_read(
		    journal->data + at, journal->len - at, &record)) > 0) {
		at += size;
		if (session_fold(&f->session, &record) == SESSION_INVALID) {
			f->allowed = false;
			return;
		}
		if (record.kind == RECORD_SAID) {
			memcpy(f->said + f->said_len, record.bytes, record.len);
			f->said_len += record.len;
			f->said[f->said_len++] = '\n';
		}
		if (record.kind == RECORD_HEARD) {
			memcpy(f->past + f->heard, record.bytes, record.len);
			f->heard += record.len;
			f->past[f->heard++] = '\n';
		}
	}
}

/* The folds of the last few journals, as most of them come again at once. */
static struct kept {
	struct ram_inode journal;
	struct folded folded;
} kept[MESSENGER2 + 1][FOLDS_KEPT];

const struct folded *
world_fold(const struct ram *folder, enum player who)
{
	static unsigned turn;
	const struct ram_inode *journal = &folder->inodes[ram_find_in(
	    folder, who == MESSENGER1 ? "state/messenger1/journal"
				      : "state/messenger2/journal")];
	struct kept *slot;

	for (int i = 0; i < FOLDS_KEPT; i++) {
		slot = &kept[who][i];
		if (slot->journal.type == RAM_FILE &&
		    slot->journal.len == journal->len &&
		    memcmp(slot->journal.data, journal->data, journal->len) ==
			0)
			return &slot->folded;
	}
	slot = &kept[who][turn++ % FOLDS_KEPT];
	memcpy(slot->journal.data, journal->data, journal->len);
	slot->journal.len = journal->len;
	slot->journal.type = RAM_FILE;
	fold(&slot->folded, who, journal);
	return &slot->folded;
}

/* Without snprintf(): most of an exploration is finding files. */
static void
join(char path[PATH_SIZE], const char *folder, const struct gameid *id)
{
	(void)stpcpy(stpcpy(stpcpy(path, folder), id->text), ".txt");
}

void
world_spool(enum player who, const struct gameid *id, char path[PATH_SIZE])
{
	join(path,
	    who == MESSENGER1 ? "spool/messenger1/" : "spool/messenger2/", id);
}

void
world_result(const struct gameid *id, char path[PATH_SIZE])
{
	join(path, "game-", id);
}

void
world_second(const struct gameid *id, char path[PATH_SIZE])
{
	join(path, "state/messenger1/results/game-", id);
}

bool
world_is_result(const struct ram_entry *entry, struct gameid *id)
{
	return entry->folder == RAM_ROOT &&
	       gameid_of_result_name(entry->name, id) == 0;
}

bool
world_is_spool(
    const struct ram *folder, const struct ram_entry *entry, struct gameid *id)
{
	return entry->folder != 0 &&
	       (entry->folder == ram_find_in(folder, "spool/messenger1") ||
		   entry->folder == ram_find_in(folder, "spool/messenger2")) &&
	       gameid_of_spool_name(entry->name, id) == 0;
}

bool
world_unswept(enum player who)
{
	return ram_find(who == MESSENGER1 ? "state/messenger1/.journal"
					  : "state/messenger2/.journal") != 0;
}

bool
world_was_cut(void)
{
	const struct gameid *id =
	    &world_fold(&ram, MESSENGER1)->session.head.id;
	const struct ram_inode *mark = &ram.inodes[ram_find(WORLD_CUT)];

	return mark->type == RAM_FILE && mark->len == strlen(id->text) &&
	       memcmp(mark->data, id->text, mark->len) == 0;
}

static void
print_folder(void)
{
	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		const struct ram_entry *entry = &ram.entries[i];
		const struct ram_inode *inode = &ram.inodes[entry->inode];

		if (entry->folder == 0 || inode->type != RAM_FILE)
			continue;
		(void)fprintf(stderr, "--- %d/%s (%u links)\n%.*s",
		    entry->folder, entry->name, inode->links, (int)inode->len,
		    inode->data);
	}
}

void
world_fault(const char *what, const char *detail)
{
	(void)printf("not ok - %s: %s\n", what, detail);
	print_folder();
	exit(1);
}
