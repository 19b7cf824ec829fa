/* SPDX-License-Identifier: ISC */
/*
 * Every interleaving of the pair, on the real code: from an empty folder, every
 * order of the two bots' wake-ups, every choice, a tick at any time, a kill
 * before and in the middle of every change of every wake-up, and power cuts
 * that lose any of the four files of the running game. Breadth first over a
 * visited set, without a bound: it ends when there is nothing new.
 *
 * Each folder that a kill or a cut leaves must also find its way by itself: the
 * game ends or is given up at a tick, and the next one ends.
 */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Folders to go on from, packed; and the keys of all that were seen. */
static struct packed {
	struct packed *next;
	size_t len;
	char bytes[];
} * first, **last = &first;

static struct key *seen;
static size_t seen_size = 1U << 16, seen_count;
static unsigned long transitions, kills, cuts;
static const unsigned every = 64; /* which folders are followed to their end */

static void
add_seen(struct key key)
{
	size_t at = key.low & (seen_size - 1);

	while (seen[at].high != 0 || seen[at].low != 0)
		at = (at + 1) & (seen_size - 1);
	seen[at] = key;
}

static void
grow_seen(void)
{
	struct key *old = seen;
	size_t old_size = seen_size;

	seen_size *= 2;
	seen = calloc(seen_size, sizeof(*seen));
	if (seen == NULL)
		abort();
	for (size_t i = 0; i < old_size; i++)
		if (old[i].high != 0 || old[i].low != 0)
			add_seen(old[i]);
	free(old);
}

static bool
is_new(struct key key)
{
	size_t at = key.low & (seen_size - 1);

	for (; seen[at].high != 0 || seen[at].low != 0;
	     at = (at + 1) & (seen_size - 1))
		if (seen[at].high == key.high && seen[at].low == key.low)
			return false;
	if (++seen_count * 2 > seen_size)
		grow_seen();
	add_seen(key);
	return true;
}

/* Inodes in use with their bytes, then the entries. */
static void
push(void)
{
	static char buf[sizeof(struct ram)];
	size_t len = 0;
	struct packed *p;

	for (int i = RAM_ROOT; i < RAM_INODES; i++) {
		const struct ram_inode *inode = &ram.inodes[i];
		size_t head = offsetof(struct ram_inode, data);

		memcpy(buf + len, inode, head + inode->len);
		len += head + inode->len;
	}
	memcpy(buf + len, ram.entries, sizeof(ram.entries));
	len += sizeof(ram.entries);
	p = malloc(sizeof(*p) + len);
	if (p == NULL)
		abort();
	p->next = NULL;
	p->len = len;
	memcpy(p->bytes, buf, len);
	*last = p;
	last = &p->next;
}

static void
pop(void)
{
	struct packed *p = first;
	size_t at = 0;

	ram_clear();
	for (int i = RAM_ROOT; i < RAM_INODES; i++) {
		struct ram_inode *inode = &ram.inodes[i];
		size_t head = offsetof(struct ram_inode, data);

		memcpy(inode, p->bytes + at, head);
		memcpy(inode->data, p->bytes + at + head, inode->len);
		at += head + inode->len;
	}
	memcpy(ram.entries, p->bytes + at, sizeof(ram.entries));
	first = p->next;
	if (first == NULL)
		last = &first;
	free(p);
}

static int
results(void)
{
	struct gameid id;
	int count = 0;

	for (size_t i = 0; i < RAM_ENTRIES; i++)
		count += ram.entries[i].folder == RAM_ROOT &&
			 gameid_of_result_name(ram.entries[i].name, &id) == 0;
	return count;
}

/* Wake-ups in turn until they change nothing more, or a result appears. */
static bool
run_to_rest(void)
{
	static struct ram before;
	int had = results();

	for (int i = 0; i < 40; i++) {
		struct key key = world_key();
		struct key then;

		for (enum player who = MESSENGER1; who <= MESSENGER2; who++) {
			memset(&choices, 0, sizeof(choices));
			ram_copy(&before, &ram);
			(void)world_wake(who, false);
			world_check(&before, who, true);
		}
		if (results() > had)
			return true;
		then = world_key();
		if (key.high == then.high && key.low == then.low)
			return false;
	}
	world_fault("they never come to rest", "40 rounds");
}

/* Without further kills the game ends, or after ticks the next one does. */
static void
must_end(void)
{
	static struct ram here;
	static struct ram before;

	ram_copy(&here, &ram);
	ram_stop.stop_at = -1;
	for (int ticks = 0; !run_to_rest(); ticks++) {
		if (ticks == 2)
			world_fault("no game ends", "after two ticks");
		ram_copy(&before, &ram);
		memset(&choices, 0, sizeof(choices));
		(void)world_wake(MESSENGER1, true);
		world_check(&before, MESSENGER1, true);
	}
	ram_copy(&ram, &here);
}

static void
arrive(bool hurt)
{
	world_prune();
	if (!is_new(world_key()))
		return;
	push();
	if (hurt && seen_count % every == 0)
		must_end();
}

/* One wake-up from `here` with every choice and every kill. */
static void
wake(const struct ram *here, enum player who, bool tick)
{
	memset(&choices, 0, sizeof(choices));
	do {
		uint64_t writes;
		int changes;

		ram_copy(&ram, here);
		ram_stop.stop_at = -1;
		(void)world_wake(who, tick);
		changes = ram_stop.changes;
		writes = ram_stop.writes;
		transitions++;
		world_check(here, who, true);
		arrive(false);
		for (int k = 0; k < 2 * changes; k++) {
			struct choices kept = choices;

			if (k % 2 == 1 && !(writes >> (k / 2) & 1))
				continue;
			ram_copy(&ram, here);
			ram_stop.stop_at = k / 2;
			ram_stop.half = k % 2 == 1;
			if (!world_wake(who, tick)) {
				kills++;
				world_check(here, who, false);
				arrive(true);
			}
			choices = kept;
		}
	} while (choices_next());
}

/* Lose a file of the running game; messenger1's head is on the disk. */
static void
lose(enum player who, bool journal)
{
	static struct folded folded;
	char path[64];

	world_fold(&ram, who, &folded);
	if (!folded.have)
		return;
	if (!journal) {
		world_spool(who, &folded.session.head.id, path);
		ram_remove(path);
	} else if (who == MESSENGER2) {
		ram_remove("state/messenger2/journal");
	} else {
		char head[HEAD_SIZE];
		size_t len = head_write(&folded.session.head, head);

		ram_put("state/messenger1/journal", head, len);
	}
}

static void
cut_power(const struct ram *here)
{
	for (int lost = 1; lost < 16; lost++) {
		ram_copy(&ram, here);
		/* the spool first: its name stands in the journal */
		if (lost & 1)
			lose(MESSENGER1, false);
		if (lost & 2)
			lose(MESSENGER2, false);
		if (lost & 4)
			lose(MESSENGER1, true);
		if (lost & 8)
			lose(MESSENGER2, true);
		cuts++;
		arrive(true);
	}
}

int
main(int argc, char *argv[])
{
	static struct ram here;

	choices_reduced = argc > 1 && strcmp(argv[1], "-r") == 0;
	seen = calloc(seen_size, sizeof(*seen));
	if (seen == NULL)
		abort();
	ram_clear();
	arrive(false);
	for (unsigned long done = 0; first != NULL; done++) {
		if (done % 10000 == 0)
			(void)fprintf(stderr, "%lu of %zu states, %lu kills\n",
			    done, seen_count, kills);
		pop();
		ram_copy(&here, &ram);
		wake(&here, MESSENGER1, false);
		wake(&here, MESSENGER1, true);
		wake(&here, MESSENGER2, false);
		cut_power(&here);
	}
	(void)printf("%zu states, %lu wake-ups, %lu kills, %lu power cuts\n",
	    seen_count, transitions, kills, cuts);
	return 0;
}
