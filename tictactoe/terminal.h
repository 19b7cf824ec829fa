/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_TERMINAL_H
#define TICTACTOE_TERMINAL_H

#include <stdbool.h>

/*
 * Whether standard input and output are a terminal on which one can draw: it is
 * known by its TERM, and can move the cursor.
 */
bool terminal_draws(void);

/*
 * Take it for drawing, with keys as they are typed: whether it can be taken.
 * getch() does not wait: it returns ERR where no key has been typed.
 */
bool terminal_begin(void);

/* Give it back as it was. */
void terminal_end(void);

/* Its size may have changed, or others have written on it. */
void terminal_resize(void);

/* As much of a text as fits into the line from there on. */
void terminal_put(int y, int x, const char *words);

/* A line that stands out, with words at its left and right. */
void terminal_bar(int y, const char *left, const char *right);

#endif
