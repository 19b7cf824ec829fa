/* SPDX-License-Identifier: ISC */
#ifndef CORE_GAMEID_H
#define CORE_GAMEID_H

#include "text.h"

#include <stdbool.h>

/*
 * A game's id is the UTC second of its start, `2026-09-03-110200`, and from the
 * second id of one second on a suffix `_0002` to `_9999`, as in
 * tictactoe-protocol(7), GAME IDS. Ids are ordered by their bytes (strcmp). The
 * year has four digits, so ids span the seconds from GAMEID_SECOND_MIN to
 * GAMEID_SECOND_MAX. An all-zero id is no id, and smaller than every id.
 */
#define GAMEID_SIZE 24
#define GAMEID_SECOND_MIN (-62167219200) /* 0000-01-01T00:00:00Z */
#define GAMEID_SECOND_MAX 253402300799   /* 9999-12-31T23:59:59Z */

struct gameid {
	char text[GAMEID_SIZE];
};

/* The names made from an id: "ID.txt" in a spool, "game-ID.txt" a result. */
#define GAMEID_NAME_SIZE 40
void gameid_spool_name(const struct gameid *id, char ret[GAMEID_NAME_SIZE]);
void gameid_result_name(const struct gameid *id, char ret[GAMEID_NAME_SIZE]);

/* Read len bytes that must be exactly one id: 0, or -1 and ret untouched. */
int gameid_parse(const char *bytes, size_t len, struct gameid *ret);

/* The id in a name made by the functions above: 0, or -1 and ret untouched. */
int gameid_of_spool_name(const char *name, struct gameid *ret);
int gameid_of_result_name(const char *name, struct gameid *ret);

/* Below 0, 0, above 0 as a is smaller than, the same as, or greater than b. */
int gameid_compare(const struct gameid *a, const struct gameid *b);

/*
 * The id for a game that starts at second now: that second where it is greater
 * than last, else the id that follows last. A second outside the range above is
 * brought into it. 0, or -1 where no greater id exists.
 */
int gameid_for(int64_t now, const struct gameid *last, struct gameid *ret);

/* The id after id: the next suffix, after _9999 the next second. 0 or -1. */
int gameid_after(const struct gameid *id, struct gameid *ret);

/* Append a second as `2026-09-03T11:02:00Z`, brought into the range above. */
void gameid_timestamp(struct text *t, int64_t second);

/* Read len bytes that must be exactly one such time: 0, or -1. */
int gameid_read_timestamp(const char *bytes, size_t len, int64_t *ret);

/* The second that an id begins with. */
int64_t gameid_second(const struct gameid *id);

#endif
