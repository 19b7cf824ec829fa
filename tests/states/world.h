/* SPDX-License-Identifier: ISC */
#ifndef STATES_WORLD_H
#define STATES_WORLD_H

#include "ramfs.h"
#include "session.h"

/*
 * One wake-up of a real bot over a folder in memory: it starts, folds its
 * journal, hears, moves, saves, ends. That is a kill after every wake-up; one
 * inside it is ram_stop's business.
 */

/* What is chosen when a bot has a choice, and how many there were. */
#define CHOICES_MAX 16

struct choices {
	int taken[CHOICES_MAX];
	int among[CHOICES_MAX];
	int used;
};

extern struct choices choices;

/*
 * Whether to leave out choices that only turn or mirror the board, or exchange
 * circle and cross: what follows from them is the same.
 */
extern bool choices_reduced;

/* The next combination of choices after a run; false: that was the last. */
bool choices_next(void);

/* One wake-up, with messenger1's tick due or not; false: it was stopped. */
bool world_wake(enum player who, bool tick);

/* What a bot's journal folds to. */
struct folded {
	enum player who;
	bool have;    /* there is a journal with a head */
	bool allowed; /* every record was */
	struct session session;
	size_t heard; /* bytes of the other's file */
	size_t said_len;
	char said[SESSION_SAID_SIZE];
	char past[RAM_DATA]; /* the bytes heard */
};

void world_fold(const struct ram *folder, enum player who, struct folded *ret);

/* A bot's spool file of a game, as a path; and the game's result. */
void world_spool(enum player who, const struct gameid *id, char path[64]);
void world_result(const struct gameid *id, char path[64]);

/* What an entry is: a result, with its id, or a bot's spool file. */
bool world_is_result(const struct ram_entry *entry, struct gameid *id);
bool world_is_spool(const struct ram_entry *entry);

/*
 * Check what must hold after any change of *before into the present folder; on
 * a fault say what and where, and end the program.
 */
void world_check(const struct ram *before, enum player who, bool completed);

/* Forget results that nothing refers to any more. */
void world_prune(void);

/* A number that is the same for folders that differ in ids and times only. */
struct key {
	uint64_t high, low;
};
struct key world_key(void);

/* Say what is wrong, print the folder, and end the program with 1. */
void world_fault(const char *what, const char *detail)
    __attribute__((noreturn));

#endif
