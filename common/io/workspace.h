/* SPDX-License-Identifier: ISC */
#ifndef IO_WORKSPACE_H
#define IO_WORKSPACE_H

#include "game.h"

#include <sys/types.h>

#define DEFAULT_WORKSPACE "/workspace/tictactoe"

/*
 * The shared folder (tictactoe-workspace(5)), held open folder by folder. Once
 * it is open nothing in it is reached by a path again: every name is looked up
 * in one of these descriptors.
 */
struct workspace {
	const char *path; /* the caller's; it must outlive the workspace */
	enum player me;
	uid_t mine, theirs; /* who owns each bot's files */
	bool create;        /* make what is missing (one user) */
	bool polled; /* a network or FUSE filesystem: events may be missed */
	int root, spool, state;
	int own_spool, own_state, results; /* results: messenger1 only */
	int peer_spool;                    /* -1 while it is missing */
	int lock;
	/* what the last open made, to be undone if it fails */
	unsigned made;      /* a bit for each folder */
	size_t made_path;   /* length of the longest part of the path made */
	int made_path_deep; /* and how many folders of it were */
};

/* What a call failed on, for a message. */
struct trouble {
	char name[48];  /* "spool/messenger1"; empty: the folder itself */
	int error;      /* an errno; WORKSPACE_FOREIGN, or WORKSPACE_LOCKED */
	bool missing;   /* it is not there and could not be made */
	intmax_t owner; /* the uid it belongs to, or the pid with the lock */
};

#define WORKSPACE_FOREIGN (-1) /* it belongs to another user */
#define WORKSPACE_LOCKED (-2)  /* another process holds the lock */

/* Set the fixed part. Nothing is opened; every descriptor is -1. */
void workspace_init(struct workspace *ws, const char *path, enum player me,
    uid_t theirs, bool create);

/*
 * Open the folders, take the lock and unlink left-over temporaries. 0, or -1
 * with the reason in *trouble and everything closed; if that reason does not
 * heal, what was made on the way is removed again, before we are confined.
 */
int workspace_open(struct workspace *ws, struct trouble *trouble);
void workspace_close(struct workspace *ws);

/*
 * Whether changes of others in a folder may come without an event, and its
 * descriptor may give its names only once.
 */
bool workspace_is_polled(int fd);

/*
 * Whether nothing can be written to it, as its filesystem is read-only. One that
 * became so by an error may say so only to a write: the lock's pid, once more.
 */
bool workspace_is_read_only(const struct workspace *ws);

#define LOCK_NAME "lock" /* in state/messengerN */

/* Take the lock of the state folder that is held: part of workspace_open(). */
int workspace_lock(struct workspace *ws, struct trouble *trouble);

/* Whether it is something that passes by itself, like a full disk. */
bool workspace_heals(const struct trouble *trouble);

/* Note what failed, and why; returns -1. */
int workspace_fail(struct trouble *trouble, const char *name, int error);

/*
 * Look for the other's spool folder, unless it is held: 0, also where there is
 * none; -1 with errno where that cannot be said now.
 */
int workspace_find_peer(struct workspace *ws);

/*
 * Whether the folders and the lock held are still those under their names. A
 * peer's spool folder that is gone is dropped and does not count.
 */
bool workspace_intact(struct workspace *ws);

/* The uid that owns messenger1's files. */
uid_t workspace_messenger1(const struct workspace *ws);

#endif
