/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include "gameid.h"

/*
 * Lines on standard error: `messenger1: 2026-09-03-110200: words`, with the
 * journal's `<n>` priority before them when journald reads it. One write each,
 * and none where nobody would take it: logging never waits. Bytes that are not
 * printable become `?`. This floor and the bots log; the floors below return
 * errors. tictactoe links a log of its own in the place of this one, which goes
 * to the screen. With drawings, standard output is made ready for log_put() too.
 * To be called again when the options are known, and before confine().
 */
void log_init(const char *name, bool verbose, bool drawings);

/* The game that the lines from now on are about. */
void log_game(const struct gameid *id);

void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Only with -v. */
void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Write to standard output or error without waiting; what is not taken now is
 * lost.
 */
void log_put(int fd, const char *bytes, size_t len);

#endif
