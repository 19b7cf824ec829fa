/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_SAVED_NEAR_H
#define TICTACTOE_SAVED_NEAR_H

#include "gameid.h"
#include "scan.h"

#define ID_LEN 17 /* 2026-09-03-110200, without a suffix */

/*
 * Ids and times of a day that is known already, as nearly all in a row are, are
 * read without a calendar. Pure.
 */

/* As gameid_parse(): any id, and quickly one of the day of a known one. */
int near_id(const struct gameid *known, struct scan bytes, struct gameid *ret);

/* As gameid_read_timestamp(). */
int near_timestamp(const struct gameid *known, struct scan bytes, int64_t *ret);

#endif
