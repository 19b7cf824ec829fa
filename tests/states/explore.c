/* SPDX-License-Identifier: ISC */
#include "explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally tally;
bool explore_kills;

static struct keys seen;

/*
 * Keys: a table with open addressing, at most half full
 */

/* Where a key is, or would be. */
static struct key *
slot_of(const struct keys *keys, struct key key)
{
	size_t at = key.low & (keys->size - 1);

	for (; keys->slots[at].high != 0 || keys->slots[at].low != 0;
	     at = (at + 1) & (keys->size - 1))
		if (keys->slots[at].high == key.high &&
		    keys->slots[at].low == key.low)
			break;
	return &keys->slots[at];
}

bool
keys_has(const struct keys *keys, struct key key)
{
	const struct key *slot;

	if (keys->size == 0)
		return false;
	slot = slot_of(keys, key);
	return slot->high != 0 || slot->low != 0;
}

static void
grow(struct keys *keys)
{
	struct keys old = *keys;

	keys->size = old.size == 0 ? 1U << 16 : old.size * 2;
	keys->slots = calloc(keys->size, sizeof(*keys->slots));
	if (keys->slots == NULL)
		abort();
	for (size_t i = 0; i < old.size; i++)
		if (old.slots[i].high != 0 || old.slots[i].low != 0)
			*slot_of(keys, old.slots[i]) = old.slots[i];
	free(old.slots);
}

bool
keys_add(struct keys *keys, struct key key)
{
	if (keys_has(keys, key))
		return false;
	if (++keys->count * 2 >= keys->size)
		grow(keys);
	*slot_of(keys, key) = key;
	return true;
}

/*
 * Folders to go on from, packed: inodes in use with their bytes, the entries
 */

static struct packed {
	struct packed *next;
	size_t len;
	char bytes[];
} * first, **last = &first;

static const size_t inode_head = offsetof(struct ram_inode, data);

static void
push(const struct ram *folder)
{
	static char buf[sizeof(struct ram)];
	size_t len = 0;
	struct packed *p;

	for (int i = RAM_ROOT; i < RAM_INODES; i++) {
		const struct ram_inode *inode = &folder->inodes[i];

		memcpy(buf + len, inode, inode_head + inode->len);
		len += inode_head + inode->len;
	}
	memcpy(buf + len, folder->entries, sizeof(folder->entries));
	len += sizeof(folder->entries);
	p = malloc(sizeof(*p) + len);
	if (p == NULL)
		abort();
	p->next = NULL;
	p->len = len;
	memcpy(p->bytes, buf, len);
	*last = p;
	last = &p->next;
}

/* A file that only a killed bot still held is gone. */
static void
drop_nameless(struct ram *folder)
{
	for (int i = RAM_ROOT; i < RAM_INODES; i++)
		if (folder->inodes[i].links == 0) {
			folder->inodes[i].type = RAM_FREE;
			folder->inodes[i].len = 0;
		}
}

bool
explore_next(void)
{
	struct packed *p = first;
	size_t at = 0;

	if (p == NULL)
		return false;
	ram_clear();
	for (int i = RAM_ROOT; i < RAM_INODES; i++) {
		struct ram_inode *inode = &ram.inodes[i];

		memcpy(inode, p->bytes + at, inode_head);
		memcpy(inode->data, p->bytes + at + inode_head, inode->len);
		at += inode_head + inode->len;
	}
	memcpy(ram.entries, p->bytes + at, sizeof(ram.entries));
	first = p->next;
	if (first == NULL)
		last = &first;
	free(p);
	if (++tally.done % 10000 == 0 && getenv("V") != NULL)
		(void)fprintf(stderr, "%zu of %zu states, %lu kills\n",
		    tally.done, tally.states, tally.kills);
	drop_nameless(&ram);
	return true;
}

/*
 * Steps
 */

void
explore_arrive(void)
{
	if (!keys_add(&seen, world_key()))
		return;
	push(&ram);
	tally.states++;
}

/* The wake-up that is being looked at. */
static const struct ram *from;
static enum player waker;

/* A kill before the first new choice was seen in the run before. */
static void
killed(void)
{
	if (choices.used <= choices.fresh)
		return;
	tally.kills++;
	world_check(from, waker, false);
	explore_arrive();
}

void
explore_wake(const struct ram *here, enum player who, unsigned how)
{
	from = here;
	waker = who;
	choices_first();
	do {
		ram_copy(&ram, here);
		ram_killed = explore_kills ? killed : NULL;
		world_wake(who, how);
		ram_killed = NULL;
		tally.wakes++;
		world_check(here, who, true);
		explore_arrive();
	} while (choices_next());
}

void
explore_begin(void)
{
	free(seen.slots);
	seen = (struct keys){.size = 0};
	tally = (struct tally){.states = 0};
	explore_arrive();
}

void
explore_end(const char *what)
{
	static int tests;

	(void)printf("ok %d - %s: %zu states, %lu wake-ups, %lu kills,"
		     " %lu power cuts\n",
	    ++tests, what, tally.states, tally.wakes, tally.kills, tally.cuts);
	(void)fflush(stdout);
}
