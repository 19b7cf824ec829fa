/* SPDX-License-Identifier: ISC */
#ifndef PROTOCOL_SESSION_PARTS_H
#define PROTOCOL_SESSION_PARTS_H

#include "session.h"

/*
 * What the three files of the session share, and nobody else needs: session.c
 * (what is due), session_heard.c and session_said.c (what a record does).
 */

enum session_change session_heard(
    struct session *s, const struct record *record);
enum session_change session_said(
    struct session *s, const struct record *record);

/* The bit of an answer's kind in `again` and `again_used`. */
unsigned session_bit(enum line_kind kind);

/* Make a legal move of the mover's; an ended game says so in the state. */
void session_move(struct session *s, enum player mover, const struct line *line,
    int64_t second);

/*
 * List a rejection by player of the words in `line`, whose reason stands in the
 * len bytes of the rejection.
 */
void session_note(struct session *s, enum player by, const char *line,
    const char *rejection, size_t len);

#endif
