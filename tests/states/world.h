/* SPDX-License-Identifier: ISC */
#ifndef STATES_WORLD_H
#define STATES_WORLD_H

#include "ramfs.h"
#include "session.h"

/*
 * One wake-up of a real bot over a folder in memory: it starts, folds its
 * journal, hears, moves, saves, ends. That is a kill after every wake-up; those
 * inside it are seen through ram_killed. A bot that lives on is not explored.
 */
#define WAKE_TICK 1U   /* messenger1's next game is due */
#define WAKE_THINKS 2U /* its think time is not over: it does not move */
void world_wake(enum player who, unsigned how);

/* What is chosen when a bot has a choice, and how many there were. */
#define CHOICES_MAX 16

struct choices {
	int taken[CHOICES_MAX];
	int among[CHOICES_MAX];
	int used;
	int fresh; /* the first that differs from the run before, or -1 */
};

extern struct choices choices;

/* Choose the first everywhere. */
void choices_first(void);

/* The next combination of choices after a run; false: that was the last. */
bool choices_next(void);

/* What a bot's journal folds to. */
struct folded {
	bool have;    /* there is a journal with a head */
	bool allowed; /* every record was */
	struct session session;
	size_t heard; /* bytes of the other's file */
	size_t said_len;
	char said[SESSION_SAID_SIZE];
	char past[RAM_DATA]; /* the bytes heard */
};

/* It stays as it is for the next FOLDS_KEPT folds of other journals. */
#define FOLDS_KEPT 8
const struct folded *world_fold(const struct ram *folder, enum player who);

/* A bot's spool file of a game, as a path; the game's result; its second name. */
#define PATH_SIZE 96
void world_spool(
    enum player who, const struct gameid *id, char path[PATH_SIZE]);
void world_result(const struct gameid *id, char path[PATH_SIZE]);
void world_second(const struct gameid *id, char path[PATH_SIZE]);

/* What an entry is: a result, or a bot's spool file, and of which game. */
bool world_is_result(const struct ram_entry *entry, struct gameid *id);
bool world_is_spool(
    const struct ram *folder, const struct ram_entry *entry, struct gameid *id);

/*
 * Whether a bot was killed with a new journal under way. That lies there until
 * the bot starts, and is swept before anything else.
 */
bool world_unswept(enum player who);

/* Whether the power has failed in messenger1's game: WORLD_CUT has its id. */
#define WORLD_CUT "power-cut"
bool world_was_cut(void);

/*
 * Check what must hold after a wake-up of `who` has changed *before into the
 * present folder; it was completed, or killed under way. On a fault say what
 * and where, and end the program.
 */
void world_check(const struct ram *before, enum player who, bool completed);

/* Nobody has a reason to reject anything. */
extern bool world_honest;

/* There is one bot only: the other may say anything at any time. */
extern bool world_alone;

/* A number that is the same for folders that differ in ids and times only. */
struct key {
	uint64_t high, low;
};
struct key world_key(void);

/* Say what is wrong, print the folder, and end the program with 1. */
void world_fault(const char *what, const char *detail)
    __attribute__((noreturn));

#endif
