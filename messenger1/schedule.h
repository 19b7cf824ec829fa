/* SPDX-License-Identifier: ISC */
#ifndef MESSENGER1_SCHEDULE_H
#define MESSENGER1_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The grid on which games begin (tictactoe-protocol(7), THE SCHEDULE), in
 * nanoseconds of the boot clock: phase + k * interval for every whole k,
 * negative ones too, since the clock starts anew with each boot. The interval
 * is above 0.
 */

/* The first point of the grid later than now. */
int64_t schedule_next(int64_t phase, int64_t interval, int64_t now);

/* Whether a tick noticed now has passed unused. */
bool schedule_missed(int64_t tick, int64_t interval, int64_t now);

/*
 * The tick to wait for at a start, when phase was the last one used: one that
 * is due, not missed and not that one, else the next.
 */
int64_t schedule_resume(int64_t phase, int64_t interval, int64_t now);

#endif
