/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_PLAY_H
#define DAEMON_PLAY_H

#include "boardfile.h"
#include "journal.h"
#include "options.h"
#include "results.h"
#include "session.h"
#include "spool.h"

/*
 * The game being played: the session and the files that carry it. Every step is
 * journal, fold, draw, say; a restart is the folds alone.
 *
 * A function that returns bool has done all there was to do, or returns false
 * because something must wait (no space, say): the reason stands in `blocked`
 * and `error`, nothing is lost, and the same call goes on later.
 */
struct play {
	const struct options *options;
	struct workspace ws;
	struct session session; /* without a game: SESSION_QUIT, no id */
	struct journal journal;
	struct ear ear;
	struct mouth mouth;
	struct gameid old_spool; /* our file to remove with the next word */

	const char *blocked; /* what must wait, or NULL */
	int error;           /* why */

	int64_t last_word;   /* wall-clock second of the last record */
	int64_t quiet_since; /* boot time of it, or of the start */
	int64_t think_until; /* boot time; 0 while no move is due */

	bool undecided;   /* the brain has not chosen yet */
	bool broke_rules; /* the journal, as it was loaded */
	bool looked;      /* for a result file, since the start */
	bool silent;      /* there was one: nothing is completed */
	bool catching_up; /* after a start, until all is heard */
	bool told_rewritten, told_foreign, told_failed, told_guard;

	/* the last drawing, and whether it is in the board file */
	struct gameid drawn_id;
	char drawn[DRAWING_SIZE];
	size_t drawn_len;
	bool is_put, told_board;
};

/* Nothing is open yet. The workspace is set up from the options. */
void play_init(struct play *p, const struct options *options);

/*
 * Take up the game of the journal in the workspace, which must be open: 1; 0
 * where there is none; -1 with errno.
 */
int play_load(struct play *p);

/* Close everything but the workspace. */
void play_unload(struct play *p);

/*
 * Begin a new game: its journal and its session. In a silent one nothing will
 * be said. What the ear holds is not touched.
 */
bool play_begin(struct play *p, const struct head *head, bool silent);

/* Leave the game, in memory only: nothing more is heard or said in it. */
void play_leave(struct play *p);

/* Note what must wait, with errno as the reason; returns false. */
bool play_blocked(struct play *p, const char *what);

/* One step: journal a record, fold it, draw what that changed. */
bool play_step(
    struct play *p, enum record_kind kind, const char *bytes, size_t len);

/* The same for a record that is no line; bytes may be NULL. */
bool play_record(struct play *p, enum record_kind kind, const char *bytes);

/* Look at the other's file, hear each new line and answer it. */
bool play_hear(struct play *p, enum ear_how how);

/* Make the move that is due, when its think time is over. */
bool play_move(struct play *p);

/*
 * Read the other's file to its end, if it can be, in a game that is dropped:
 * nothing is said or journalled. An ending is drawn on standard output.
 */
void play_drain(struct play *p);

/*
 * Draw a game, or the session's, on standard output and in the board file:
 * there what is only to be looked for, or has failed, waits for play_redraw(),
 * as the next drawing may replace it. Show the session's on standard output
 * alone.
 */
void play_draw(struct play *p, const struct gameid *id, const struct game *game,
    enum boardfile_how how);
void play_draw_session(struct play *p, enum boardfile_how how);
void play_redraw(struct play *p);
void play_show(struct play *p);

/* Whether all that may still be said of this game is in the spool file. */
bool play_said(const struct play *p);

#endif
