/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_OPTIONS_H
#define DAEMON_OPTIONS_H

#include "game.h"
#include "strategy.h"

#include <sys/types.h>

#define GAMES_MAX 1000000000 /* of -n */

/* The command line (messenger1(8), messenger2(8)), checked; times in ns. */
enum chance { CHANCE_RANDOM, CHANCE_YES, CHANCE_NO };

struct options {
	enum player me;
	const char *workspace;
	const struct strategy *strategy;
	bool seeded;
	uint64_t seed;  /* of --seed */
	int64_t pace;   /* think time before each own move */
	bool two_users; /* --peer-user was given */
	uid_t peer;     /* who the other bot's files must belong to */
	int cpu;        /* the one processor to run on, or -1 */
	int64_t games;  /* exit after so many; 0 is never */
	bool quiet;     /* no drawings on standard output */
	bool verbose;
	int64_t interval;   /* messenger1: 0 is the next game at once */
	enum chance first;  /* messenger1: yes is messenger1 */
	enum symbol symbol; /* messenger2: NONE is any */
};

/* What holds where nothing is asked for. */
struct options options_default(enum player me);

/*
 * Read a command line. Returns -1 to go on, or the exit status: after -h and -V
 * have printed, or EX_USAGE after one line on standard error has named the
 * option and the remedy.
 */
int options_read(
    struct options *options, enum player me, int argc, char *argv[]);

#endif
