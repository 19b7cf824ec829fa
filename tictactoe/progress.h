/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_PROGRESS_H
#define TICTACTOE_PROGRESS_H

#include <stddef.h>

/*
 * How far long work is, and how long it will still take: a line on standard
 * error that is written over, where that is a terminal and never else. Nothing
 * is shown in the first second.
 */
void progress_begin(size_t total);
void progress_show(size_t done);

/* Take the line away again. */
void progress_end(void);

#endif
