/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_DAEMON_H
#define DAEMON_DAEMON_H

#include "clock.h"
#include "loop.h"
#include "play.h"

/*
 * What both programs do: hold the workspace, wait, and at every wake-up hear,
 * then move, then do what only one of the two does, its role. All times are of
 * the boot clock.
 */
struct daemon {
	const struct options *options;
	const struct role *role;
	struct loop loop;
	struct play play;

	uint64_t number; /* of the last game, since the journal began */

	/* games, since this process began */
	struct gameid last_id;    /* no smaller id is played any more */
	struct gameid counted_id; /* the last game that was completed */
	int64_t completed;        /* and how many were */
	bool between_games; /* nothing of the session's game is heard or said */

	/* the workspace */
	bool attached;
	bool started;       /* it has been attached once */
	bool watches_spool; /* spool/, in place of the other's folder */
	bool told_events;   /* that inotify does not work */
	int peer_error;     /* why the other's folder is not held; 0: none */
	int told_peer;      /* and what was told of that */
	int64_t looked_at;  /* the last timed look */

	/* what is waited for */
	int64_t retry_at;    /* 0: nothing waits */
	int64_t pause;       /* before that retry */
	int64_t trouble_at;  /* since when it is this trouble */
	const char *trouble; /* what it is with, as last told */
	int trouble_error;   /* and why */
	int64_t lost_at;     /* when the workspace was */

	int64_t pat_at; /* the next WATCHDOG=1 */
};

/* What the two programs do not share. Those with bool are as in play.h. */
struct role {
	/*
	 * A workspace has been opened and its journal folded: 0, or -1 with
	 * what failed, and why, in *trouble.
	 */
	int (*attached)(
	    struct daemon *d, bool have_game, struct trouble *trouble);
	/*
	 * Before the other is heard, and how to look, which changes where its
	 * file is opened here; names where a new name may be there. NULL:
	 * nothing.
	 */
	bool (*before)(struct daemon *d, bool names, enum ear_how *how);
	/* After the due move; *again where a new game has begun. */
	bool (*after)(struct daemon *d, bool *again);
	/* Tell that the game is given up for the next one. */
	void (*given_up)(const struct daemon *d);
	/* When `after` has something to do by itself. NULL: never. */
	int64_t (*wakes)(const struct daemon *d);
	/* Standard input can be read. NULL: it is left alone. */
	void (*typed)(struct daemon *d);
	/* We may have been stopped for a while. NULL: nothing. */
	void (*back)(void);
};

/* How long a workspace may be missing or read-only (messenger1(8)). */
#define EXIT_AFTER (30 * SECOND_NS)
#define EXIT_WORDS ": given up after 30 seconds"

/*
 * A standard stream that is closed stays of no use, and none of our files comes
 * into its place: there is something that cannot be read, or cannot be written
 * to.
 */
void fill_standard_streams(void);

/* Play until a signal, or enough games: the exit status. */
int daemon_run(const struct options *options, const struct role *role);

/*
 * Hear, move, and what the role does, until there is nothing left to do; names
 * where a new name may be in the other's folder.
 */
bool daemon_turn(struct daemon *d, bool names, enum ear_how how);

/* The session's game is completed: count it, once. */
void daemon_count(struct daemon *d);
bool daemon_counted(const struct daemon *d);

/* Whether as many games as were asked for are completed. */
bool daemon_has_enough(const struct daemon *d);

/* A fresh seed, or with --seed the one of game number (from 1). */
uint64_t daemon_seed(const struct daemon *d, uint64_t number);

#endif
