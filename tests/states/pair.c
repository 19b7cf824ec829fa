/* SPDX-License-Identifier: ISC */
/*
 * Every interleaving of the pair, on the real code: from an empty folder, every
 * order of the two bots' wake-ups, every choice, a tick at any time, a kill
 * before and in the middle of every change of every wake-up. As "pair cuts" the
 * power fails too, at every state and again and again, and any of the game's
 * four files are lost; in such a game a bot is killed between its wake-ups only,
 * which each wake-up is for, being a new process.
 *
 * Each folder must also find its way by itself: the game ends or is given up at
 * a tick, and the next one ends.
 */
#include "explore.h"

#include <stdio.h>
#include <string.h>

static int
results(void)
{
	struct gameid id;
	int count = 0;

	for (size_t i = 0; i < RAM_ENTRIES; i++)
		count += world_is_result(&ram.entries[i], &id);
	return count;
}

static void
wake_once(enum player who, unsigned how)
{
	static struct ram before;

	choices_first();
	ram_copy(&before, &ram);
	world_wake(who, how);
	world_check(&before, who, true);
}

/* The folders on the way from one that must find its end, and all that do. */
#define WAY_MAX 200
static struct key way[WAY_MAX];
static size_t way_len;
static struct keys ending;

/* Whether this folder is known to find its end. */
static bool
is_known(struct key key)
{
	for (size_t i = 0; i < way_len; i++)
		if (way[i].high == key.high && way[i].low == key.low)
			world_fault("no game ends", "they go in a circle");
	if (keys_has(&ending, key))
		return true;
	if (way_len == WAY_MAX)
		world_fault("no game ends", "in so many wake-ups");
	way[way_len++] = key;
	return false;
}

/* Wake-ups in turn until nothing changes any more: whether the end was found. */
static bool
run_to_rest(void)
{
	struct key key = world_key(), before;
	int had = results();

	do {
		if (is_known(key))
			return true;
		before = key;
		wake_once(MESSENGER1, 0);
		wake_once(MESSENGER2, 0);
		if (results() > had)
			return true;
		key = world_key();
	} while (key.high != before.high || key.low != before.low);
	return false;
}

/* Without further kills the game ends, or after ticks the next one does. */
static void
must_end(void)
{
	way_len = 0;
	for (int ticks = 0; !run_to_rest(); ticks++) {
		if (ticks == 2)
			world_fault("no game ends", "after two ticks");
		wake_once(MESSENGER1, WAKE_TICK);
	}
	for (size_t i = 0; i < way_len; i++)
		(void)keys_add(&ending, way[i]);
}

/* Lose a file of the running game; messenger1's head is on the disk. */
static void
lose(enum player who, bool journal)
{
	const struct folded *folded = world_fold(&ram, who);
	char path[PATH_SIZE];

	if (!folded->have)
		return;
	if (!journal) {
		world_spool(who, &folded->session.head.id, path);
		ram_remove(path);
	} else if (who == MESSENGER2) {
		ram_remove("state/messenger2/journal");
	} else {
		char head[HEAD_SIZE];
		size_t len = head_write(&folded->session.head, head);

		ram_put("state/messenger1/journal", head, len);
	}
}

/* The power fails: the folder keeps in which game it did last. */
static void
cut_power(const struct ram *here)
{
	const struct gameid *id =
	    &world_fold(here, MESSENGER1)->session.head.id;

	for (int lost = 1; lost < 16; lost++) {
		ram_copy(&ram, here);
		/* the spools first: their name stands in the journal */
		if (lost & 1)
			lose(MESSENGER1, false);
		if (lost & 2)
			lose(MESSENGER2, false);
		if (lost & 4)
			lose(MESSENGER1, true);
		if (lost & 8)
			lose(MESSENGER2, true);
		ram_put(WORLD_CUT, id->text, strlen(id->text));
		tally.cuts++;
		explore_arrive();
	}
}

int
main(int argc, char *argv[])
{
	static struct ram here;
	bool cuts = argc > 1 && strcmp(argv[1], "cuts") == 0;

	(void)printf("1..1\n");
	world_honest = !cuts;
	ram_clear();
	explore_begin();
	while (explore_next()) {
		/* what the other does meanwhile is the same without it */
		bool one = world_unswept(MESSENGER1);
		bool two = world_unswept(MESSENGER2);

		ram_copy(&here, &ram);
		explore_kills = !world_was_cut();
		must_end();
		if (!two) {
			explore_wake(&here, MESSENGER1, 0);
			explore_wake(&here, MESSENGER1, WAKE_TICK);
		}
		if (!one)
			explore_wake(&here, MESSENGER2, 0);
		if (cuts && !one && !two)
			cut_power(&here);
	}
	explore_end("the pair");
	return 0;
}
