/* SPDX-License-Identifier: ISC */
#ifndef STATES_EXPLORE_H
#define STATES_EXPLORE_H

#include "world.h"

/*
 * Breadth first over a visited set, without a bound: folders that wait to be
 * gone on from, and the keys of all that were ever seen.
 */
struct keys {
	struct key *slots;
	size_t size, count;
};

bool keys_has(const struct keys *keys, struct key key);

/* Add a key; false: it was there. */
bool keys_add(struct keys *keys, struct key key);

/* The present folder was reached: if it is new it will be gone on from. */
void explore_arrive(void);

/* Make the next folder the present one; false: nothing is left. */
bool explore_next(void);

/*
 * One wake-up from *here with every combination of choices. Every folder it may
 * leave, ended or with `explore_kills` killed, is checked and arrived at.
 */
extern bool explore_kills;
void explore_wake(const struct ram *here, enum player who, unsigned how);

/* What was counted since explore_begin(). */
struct tally {
	size_t states, done;
	unsigned long wakes, kills, cuts;
};

extern struct tally tally;

/* Begin anew with the present folder. */
void explore_begin(void);

/* Nothing is left: say so with the figures, as a line of TAP. */
void explore_end(const char *what);

#endif
