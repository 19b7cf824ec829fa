/* SPDX-License-Identifier: ISC */
#include "log.h"
#include "play.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Bring the board file up to date; one that cannot be holds up nothing. */
static void
put_board(struct play *p, enum boardfile_how how)
{
	const struct text drawing = {.buf = p->drawn, .len = p->drawn_len};
	int put = boardfile_draw(&p->ws, &p->drawn_id, &drawing, how);

	p->is_put = put != -1;
	if (put == -1 && !p->told_board)
		log_warn("current-board.txt: %s: not drawn for now",
		    strerror(errno));
	if (put == 1 && p->told_board)
		log_info("current-board.txt is drawn again");
	if (put != 0) /* that the other could draw it says nothing of us */
		p->told_board = put == -1;
}

void
play_draw(struct play *p, const struct gameid *id, const struct game *game,
    enum boardfile_how how)
{
	char drawing[DRAWING_SIZE];
	size_t len = drawing_write(id, game, drawing);

	if (!p->options->quiet)
		log_put(STDOUT_FILENO, drawing, len);
	if (p->is_put && len == p->drawn_len &&
	    memcmp(drawing, p->drawn, len) == 0)
		return;
	p->drawn_id = *id;
	memcpy(p->drawn, drawing, len);
	p->drawn_len = len;
	p->is_put = false;
	if (how == BOARDFILE_PUT)
		put_board(p, how);
}

void
play_redraw(struct play *p)
{
	if (!p->is_put && p->drawn_len > 0)
		put_board(p, BOARDFILE_LOOK);
}

void
play_draw_session(struct play *p, enum boardfile_how how)
{
	play_draw(p, &p->session.head.id, &p->session.game, how);
}

void
play_show(struct play *p)
{
	char drawing[DRAWING_SIZE];

	if (!p->options->quiet)
		log_put(STDOUT_FILENO, drawing,
		    drawing_write(
			&p->session.head.id, &p->session.game, drawing));
}
