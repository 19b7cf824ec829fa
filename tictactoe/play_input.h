/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_PLAY_INPUT_H
#define TICTACTOE_PLAY_INPUT_H

#include "line.h"

/*
 * The lines on standard input: a person's at a terminal, or a script's, which may
 * come all at once and wait here until they are asked for.
 */
void input_begin(void);
bool input_is_terminal(void);

/* Read once, which waits where there is nothing to read yet. */
void input_read(void);

/*
 * The next line, without the blanks around it; what is longer than a line may
 * be is cut. Peek leaves it there. Whether there is one.
 */
bool input_line(char ret[LINE_SIZE]);
bool input_peek(char ret[LINE_SIZE]);

/* Whether no more can be read now, for good or until a line has been taken. */
bool input_is_shut(void);

/* Whether all lines are taken and no more will come. */
bool input_ended(void);

#endif
