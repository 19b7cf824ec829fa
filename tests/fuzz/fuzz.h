/* SPDX-License-Identifier: ISC */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "scan.h"
#include "session.h"

/*
 * What the fuzz targets share: libFuzzer calls one with bytes, and it ends the
 * program where something does not hold.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void must(bool holds, const char *what);

/* What holds of any session, whatever it has folded. */
void must_be_sound(const struct session *s);

/* What holds of one record that was folded into *before. */
void must_be_right(const struct session *before, const struct session *now,
    const struct record *record, enum session_change change);

/* Whether both are the same byte for byte. */
bool is_same(const struct session *a, const struct session *b);

/* Whether every byte is printable ASCII. */
bool is_printable(const char *bytes, size_t len);

/*
 * The lines that are right for the other to say now, found by writing each of
 * them; how many. They are told apart by their words alone.
 */
#define RIGHT_MAX BOARD_CELLS
size_t right_lines(const struct session *s, char ret[RIGHT_MAX][LINE_SIZE]);

/*
 * Some inputs are scripts, a command a line: take the next line, whose LF may
 * be missing at the end; false: there is none.
 */
bool script_next(struct scan *script, struct scan *ret);

/* Cut the first byte off: a command or an argument; NUL where there is none. */
char script_char(struct scan *line);

/* A private folder for files: its descriptor. Made once; TMPDIR holds it. */
int room(void);

#endif
