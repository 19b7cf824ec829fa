/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_WATCH_MODEL_H
#define TICTACTOE_WATCH_MODEL_H

#include "watch_game.h"

/*
 * What can be known of a pair of bots by reading its workspace: the last game,
 * and how the two are. Nothing is opened for writing and no lock is touched.
 */
enum life {
	LIFE_UNKNOWN, /* no lock file for our eyes, or maybe another machine */
	LIFE_RUNNING, /* the process that it names has it open */
	LIFE_ENDED
};

struct bot {
	enum life life;
	int64_t last_word; /* wall-clock second; 0: none that is still there */
};

/* A file or folder in it: "spool/messenger1/NAME"; ".": the workspace */
struct name {
	char text[96];
};

struct model {
	const char *path;
	int dir;          /* the workspace; -1: it is not there */
	bool polled;      /* it may be changed on other machines */
	struct gameid id; /* of the last game; all-zero: there is none */
	struct watched game;
	bool scheduled; /* messenger1's journal is of this game */
	struct bot bots[PLAYERS];
	struct name shut; /* what might not be read at the last look, or "" */
};

/*
 * Open the workspace: 0 or -1 with errno. model_here() is to be called now and
 * then: it closes what has lost its name and opens what has it; whether it is
 * another folder than before, or none.
 */
int model_open(struct model *m, const char *path);
bool model_here(struct model *m);
void model_close(struct model *m);

/* Look at the game, and at the bots. */
void model_look(struct model *m);
void model_look_at_bots(struct model *m);

#endif
