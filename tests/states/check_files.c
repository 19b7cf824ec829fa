/* SPDX-License-Identifier: ISC */
/* What must hold of the files in every folder. */
#include "check.h"
#include "result.h"

#include <sha256.h>
#include <stdio.h>
#include <string.h>

/* The file of the same folder and name before, or NULL. */
static const struct ram_inode *
same_before(const struct ram *before, const struct ram_entry *entry)
{
	for (size_t i = 0; i < RAM_ENTRIES; i++)
		if (before->entries[i].folder == entry->folder &&
		    strcmp(before->entries[i].name, entry->name) == 0)
			return &before->inodes[before->entries[i].inode];
	return NULL;
}

/*
 * The greatest result of a folder but that of one game, as the next one must
 * name it.
 */
static void
last_result(
    const struct ram *folder, const struct gameid *but, struct previous *ret)
{
	struct gameid greatest = {{0}}, id;

	*ret = (struct previous){.name = "none"};
	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		const struct ram_entry *entry = &folder->entries[i];
		const struct ram_inode *inode = &folder->inodes[entry->inode];

		if (!world_is_result(entry, &id) ||
		    gameid_compare(&id, but) == 0 ||
		    gameid_compare(&id, &greatest) <= 0)
			continue;
		greatest = id;
		gameid_result_name(&id, ret->name);
		(void)SHA256Data(
		    (const uint8_t *)inode->data, inode->len, ret->sha256);
	}
}

/* Whether a game is the one of messenger1's journal, or the one before it. */
static bool
is_of_journal(const struct gameid *id, const struct game *game)
{
	const struct session *s = &world_fold(&ram, MESSENGER1)->session;
	struct gameid previous;

	if (gameid_of_result_name(s->head.previous.name, &previous) == 0 &&
	    gameid_compare(&previous, id) == 0)
		return true; /* saved and left in one wake-up */
	return gameid_compare(&s->result_id, id) == 0 &&
	       game->first == s->game.first &&
	       game->move_count == s->game.move_count &&
	       memcmp(game->moves, s->game.moves,
		   (size_t)game->move_count * sizeof(int)) == 0;
}

/* A result that was not there before: right, and linked to the last one. */
static void
check_new_result(const struct ram *before, const struct ram_entry *entry)
{
	const struct ram_inode *inode = &ram.inodes[entry->inode];
	char expected[128];
	struct previous last;
	struct gameid id, first;
	struct game game;

	(void)gameid_of_result_name(entry->name, &id);
	if (result_gameid(inode->data, inode->len, &first) == -1 ||
	    gameid_compare(&id, &first) != 0 ||
	    result_game(inode->data, inode->len, &game) == -1)
		world_fault("a result that is none", entry->name);
	if (!is_of_journal(&id, &game))
		world_fault("a result of other moves", entry->name);
	if (inode->mode != 0444)
		world_fault("a result that can be written", entry->name);
	/* what has the game's own name, and is none of ours, is in no chain */
	last_result(
	    before, &world_fold(before, MESSENGER1)->session.head.id, &last);
	(void)snprintf(expected, sizeof(expected), "Previous: %s%s%s\n",
	    last.name, last.sha256[0] == '\0' ? "" : " sha256 ", last.sha256);
	if (inode->len < strlen(expected) ||
	    memcmp(inode->data + inode->len - strlen(expected), expected,
		strlen(expected)) != 0)
		world_fault("a result that breaks the chain", expected);
}

/* A new game of messenger1 names the last result there is, with its sum. */
static void
check_previous(const struct ram *before)
{
	const struct folded *old = world_fold(before, MESSENGER1);
	const struct folded *now = world_fold(&ram, MESSENGER1);
	const struct previous *named = &now->session.head.previous;
	const struct gameid none = {{0}};
	struct previous last;

	if (!now->have || (old->have && gameid_compare(&old->session.head.id,
					    &now->session.head.id) == 0))
		return;
	last_result(&ram, &none, &last);
	if (strcmp(named->name, last.name) != 0 ||
	    (last.sha256[0] != '\0' && strcmp(named->sha256, last.sha256) != 0))
		world_fault("a game that breaks the chain", last.name);
}

/* A file that was there before: spools only grow, results not even that. */
static void
check_old(const struct ram_entry *entry, const struct ram_inode *old,
    const struct ram_inode *now)
{
	bool begins =
	    now->len >= old->len && memcmp(old->data, now->data, old->len) == 0;
	struct gameid id;

	if (world_is_result(entry, &id) && (!begins || now->len != old->len))
		world_fault("a result was changed", entry->name);
	if (world_is_spool(&ram, entry, &id) && !begins)
		world_fault("said words were changed", entry->name);
}

/* A peer's forgery in the place of a result that has had to take another name. */
static bool
was_passed_over(const struct ram_entry *entry, const struct gameid *id)
{
	const struct ram_inode *inode = &ram.inodes[entry->inode];
	struct gameid later;
	bool passed = false;

	for (size_t i = 0; i < RAM_ENTRIES; i++)
		passed |= world_is_result(&ram.entries[i], &later) &&
			  gameid_compare(&later, id) > 0;
	/* it is but the line that makes it a result */
	return passed && memchr(inode->data, '\n', inode->len) ==
			     inode->data + inode->len - 1;
}

/* Every result has its second name once a wake-up is over. */
static void
check_second_names(void)
{
	char path[PATH_SIZE];
	struct gameid id;

	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		if (!world_is_result(&ram.entries[i], &id) ||
		    was_passed_over(&ram.entries[i], &id))
			continue;
		world_second(&id, path);
		if (ram_find(path) != ram.entries[i].inode)
			world_fault("a result without its second name", path);
	}
}

/* A wake-up leaves no temporary of its bot. */
static void
check_temporaries(enum player who)
{
	static const char *const temps[MESSENGER2 + 1][4] = {
	    [MESSENGER1] = {".board-messenger1", ".result-messenger1",
		"state/messenger1/.journal", "state/messenger1/.result"},
	    [MESSENGER2] = {".board-messenger2", "state/messenger2/.journal"},
	};

	for (int i = 0; i < 4 && temps[who][i] != NULL; i++)
		if (ram_find(temps[who][i]) != 0)
			world_fault("a temporary was left", temps[who][i]);
}

/* Of its own words a bot keeps those of its game; of the one before for a while. */
static void
check_own_spools(enum player who)
{
	const struct folded *f = world_fold(&ram, who);
	int folder = ram_find(
	    who == MESSENGER1 ? "spool/messenger1" : "spool/messenger2");
	struct gameid id;
	int others = 0;

	for (size_t i = 0; i < RAM_ENTRIES; i++)
		others += ram.entries[i].folder == folder && folder != 0 &&
			  world_is_spool(&ram, &ram.entries[i], &id) &&
			  gameid_compare(&id, &f->session.head.id) != 0;
	if (f->have && others > (f->said_len > 0 ? 0 : 1))
		world_fault("old words were left", player_name(who));
}

void
check_files(const struct ram *before, enum player who, bool completed)
{
	struct gameid id;

	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		const struct ram_entry *entry = &ram.entries[i];
		const struct ram_inode *now = &ram.inodes[entry->inode];
		const struct ram_inode *old;

		if (entry->folder == 0)
			continue;
		old = same_before(before, entry);
		if (world_is_result(entry, &id) && old == NULL)
			check_new_result(before, entry);
		if (old != NULL)
			check_old(entry, old, now);
	}
	for (size_t i = 0; i < RAM_ENTRIES; i++)
		if (world_is_result(&before->entries[i], &id) &&
		    same_before(&ram, &before->entries[i]) == NULL)
			world_fault(
			    "a result is gone", before->entries[i].name);
	if (who == MESSENGER1)
		check_previous(before);
	if (!completed)
		return;
	check_temporaries(who);
	check_own_spools(who);
	if (who == MESSENGER1)
		check_second_names();
}
