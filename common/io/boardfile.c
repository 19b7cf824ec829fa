/* SPDX-License-Identifier: ISC */
#include "boardfile.h"

#include "file.h"
#include "publish.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define NAME "current-board.txt"

/* Whether what is there is this drawing, or a later game's. */
static bool
is_there(const struct workspace *ws, const struct gameid *id,
    const struct text *drawing)
{
	char there[DRAWING_SIZE];
	struct gameid drawn;
	struct stat st;
	ssize_t n;
	int fd = file_open(ws->root, NAME, O_RDONLY, ws->theirs, &st);

	if (fd == -1 && errno == EBADF && ws->mine != ws->theirs)
		fd = file_open(ws->root, NAME, O_RDONLY, ws->mine, &st);
	if (fd == -1)
		return false;
	n = file_read(fd, there, sizeof(there), 0);
	file_close(&fd);
	if (n <= 0)
		return false;
	if ((size_t)n == drawing->len &&
	    memcmp(there, drawing->buf, drawing->len) == 0)
		return true;
	return drawing_gameid(there, (size_t)n, &drawn) == 0 &&
	       gameid_compare(&drawn, id) > 0;
}

int
boardfile_draw(const struct workspace *ws, const struct gameid *id,
    const struct text *drawing, enum boardfile_how how)
{
	const char *temp = ws->me == MESSENGER1 ? TEMP_BOARD1 : TEMP_BOARD2;

	if (how == BOARDFILE_LOOK && is_there(ws, id, drawing))
		return 0;
	return publish_board(ws->root, temp, NAME, drawing) == -1 ? -1 : 1;
}
