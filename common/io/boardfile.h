/* SPDX-License-Identifier: ISC */
#ifndef IO_BOARDFILE_H
#define IO_BOARDFILE_H

#include "drawing.h"
#include "workspace.h"

/*
 * current-board.txt, which both bots keep drawn (section 15;
 * tictactoe-workspace(5), THE BOARD).
 */
enum boardfile_how {
	BOARDFILE_PUT, /* for a word of our own */
	BOARDFILE_LOOK /* after hearing: not what is there, nor over a later
			   game's */
};

/* Put the drawing of that game there: 1; 0 if there is no need; or -1. */
int boardfile_draw(const struct workspace *ws, const struct gameid *id,
    const struct text *drawing, enum boardfile_how how);

#endif
