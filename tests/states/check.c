/* SPDX-License-Identifier: ISC */
/* What must hold in every folder. */
#include "result.h"
#include "world.h"

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

/* The greatest result of a folder, as the next one must name it. */
static void
last_result(const struct ram *folder, struct previous *ret)
{
	struct gameid greatest = {{0}}, id;

	*ret = (struct previous){.name = "none"};
	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		const struct ram_entry *entry = &folder->entries[i];
		const struct ram_inode *inode = &folder->inodes[entry->inode];

		if (!world_is_result(entry, &id) ||
		    gameid_compare(&id, &greatest) <= 0)
			continue;
		greatest = id;
		gameid_result_name(&id, ret->name);
		(void)SHA256Data(
		    (const uint8_t *)inode->data, inode->len, ret->sha256);
	}
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
	if (inode->mode != 0444)
		world_fault("a result that can be written", entry->name);
	last_result(before, &last);
	(void)snprintf(expected, sizeof(expected), "Previous: %s%s%s\n",
	    last.name, last.sha256[0] == '\0' ? "" : " sha256 ", last.sha256);
	if (inode->len < strlen(expected) ||
	    memcmp(inode->data + inode->len - strlen(expected), expected,
		strlen(expected)) != 0)
		world_fault("a result that breaks the chain", expected);
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
	if (world_is_spool(entry) && !begins)
		world_fault("said words were changed", entry->name);
}

/* All files against those before; temporaries go. */
static void
check_files(const struct ram *before, bool completed)
{
	struct gameid id;

	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		const struct ram_entry *entry = &ram.entries[i];
		const struct ram_inode *now = &ram.inodes[entry->inode];
		const struct ram_inode *old;

		if (entry->folder == 0)
			continue;
		if (completed && entry->name[0] == '.')
			world_fault("a temporary was left", entry->name);
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
}

/* Whether the other's file still begins with all that was heard of it. */
static bool
hears(const struct folded *f)
{
	const struct ram_inode *spool;
	char path[64];

	world_spool(player_other(f->session.me), &f->session.head.id, path);
	spool = &ram.inodes[ram_find(path)];
	return spool->len >= f->heard &&
	       memcmp(spool->data, f->past, f->heard) == 0;
}

/*
 * Both have accepted the same moves, but for those one has still to hear. A
 * power cut that took words back leaves a game in which nothing more is heard.
 */
static void
check_boards(void)
{
	static struct folded one, two;
	const struct game *a = &one.session.game, *b = &two.session.game;
	int both;

	world_fold(&ram, MESSENGER1, &one);
	world_fold(&ram, MESSENGER2, &two);
	if (!one.have || !two.have ||
	    gameid_compare(&one.session.head.id, &two.session.head.id) != 0 ||
	    !hears(&one) || !hears(&two))
		return;
	both = a->move_count < b->move_count ? a->move_count : b->move_count;
	if (both > 0 &&
	    (a->first != b->first || a->symbol[1] != b->symbol[1] ||
		memcmp(a->moves, b->moves, (size_t)both * sizeof(int)) != 0))
		world_fault("the boards differ", one.session.head.id.text);
}

/* Nothing is said in a game that had ended, but what it had still to say. */
static void
check_silence(const struct ram *before, enum player who)
{
	static struct folded old, now;

	world_fold(&ram, who, &now);
	world_fold(before, who, &old);
	if (old.have && now.have && session_ended(&old.session) &&
	    gameid_compare(&old.session.head.id, &now.session.head.id) == 0 &&
	    old.said_len != now.said_len)
		world_fault(
		    "something was said after the end", player_name(who));
	if (now.have && !now.allowed)
		world_fault("the journal breaks the rules", player_name(who));
}

/* Whether messenger1 has opened a later game than that. */
static bool
is_left(const struct gameid *id)
{
	struct gameid other;
	int folder = ram_find("spool/messenger1");

	for (size_t i = 0; i < RAM_ENTRIES; i++)
		if (ram.entries[i].folder == folder && folder != 0 &&
		    gameid_of_spool_name(ram.entries[i].name, &other) == 0 &&
		    gameid_compare(&other, id) > 0)
			return true;
	return false;
}

/* After a whole wake-up all that was journalled has been said. */
static void
check_said(enum player who)
{
	static struct folded now;
	const struct ram_inode *spool;
	char path[64];

	world_fold(&ram, who, &now);
	if (!now.have || now.session.state > SESSION_OVER ||
	    now.said_len == 0 || is_left(&now.session.head.id))
		return;
	world_result(&now.session.head.id, path);
	if (ram_find(path) != 0)
		return; /* over: it may stay unsaid */
	world_spool(who, &now.session.head.id, path);
	spool = &ram.inodes[ram_find(path)];
	if (spool->len != now.said_len ||
	    memcmp(spool->data, now.said, now.said_len) != 0)
		world_fault("what was said is not what is there", path);
}

/* Every result has its second name once a wake-up is over. */
static void
check_second_names(void)
{
	char path[96];
	struct gameid id;

	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		if (!world_is_result(&ram.entries[i], &id))
			continue;
		(void)snprintf(path, sizeof(path),
		    "state/messenger1/results/%s", ram.entries[i].name);
		if (ram_find(path) != ram.entries[i].inode)
			world_fault("a result without its second name", path);
	}
}

void
world_check(const struct ram *before, enum player who, bool completed)
{
	check_files(before, false);
	check_boards();
	check_silence(before, who);
	if (!completed)
		return;
	check_said(who);
	if (who == MESSENGER1)
		check_second_names();
}
