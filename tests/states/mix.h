/* SPDX-License-Identifier: ISC */
#ifndef STATES_MIX_H
#define STATES_MIX_H

#include "world.h"

#define IDS_MAX 16

/* The ids there are, in their order. */
struct ids {
	struct gameid id[IDS_MAX];
	int count;
};

/* What a key is made of. */
struct view {
	const struct folded *folded[MESSENGER2 + 1];
	bool live[MESSENGER2 + 1]; /* its moves count */
	/* the spool files of each bot's game: its own, the other's */
	const struct ram_inode *own[MESSENGER2 + 1], *others[MESSENGER2 + 1];
	struct ids ids;
	const int *turn;
	bool exchanged; /* circle is cross: messenger1's is always circle */
	struct key key;
};

void mix(struct view *v, uint64_t value);

/* Words, with the positions in them turned and the symbols exchanged. */
void mix_words(struct view *v, const char *bytes, size_t len);

/* A bot's session without what is only names, times and the way it came about. */
void mix_session(struct view *v, enum player who);

/* A bot's own spool file, and the other's as the bot hears it. */
void mix_own(struct view *v, enum player who);
void mix_other(struct view *v, enum player who);

/* Both halves of a board in a number. */
uint64_t mix_number(
    const struct view *v, const int *turn, const struct board *board);

bool begins_with(
    const char *bytes, size_t len, const char *with, size_t with_len);

#endif
