/* SPDX-License-Identifier: ISC */
#include "drawing.h"

#include <string.h>

static const char head[] = "Game ";
#define HEAD_LEN (sizeof(head) - 1)

void
drawing_board(struct text *t, const struct board *board)
{
	static const char marks[] = {' ', 'O', 'X'};

	for (int position = 1; position <= BOARD_CELLS; position++) {
		text_char(t, marks[board_at(board, position)]);
		if (position % 3 != 0)
			text_add(t, " | ");
		else
			text_add(t, position < 9 ? "\n---------\n" : "\n");
	}
}

void
drawing_positions(struct text *t, const int *positions, size_t count)
{
	if (count == 0)
		text_add(t, "none");
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			text_add(t, ", ");
		text_number(t, (uint64_t)positions[i], 1);
	}
}

static void
add_last(struct text *t, const struct game *game)
{
	int n = game->move_count;

	text_add(t, "Last: ");
	if (n == 0) {
		text_add(t, "none\n");
		return;
	}
	text_add(t, symbol_name(game->symbol[game_mover(game, n - 1)]));
	text_char(t, ' ');
	text_number(t, (uint64_t)game->moves[n - 1], 1);
	text_char(t, '\n');
}

size_t
drawing_write(
    const struct gameid *id, const struct game *game, char ret[DRAWING_SIZE])
{
	struct text t = text_in(ret, DRAWING_SIZE);
	int empties[BOARD_CELLS];
	size_t count = board_empties(&game->board, empties);

	text_add(&t, head);
	text_add(&t, id->text);
	text_char(&t, '\n');
	drawing_board(&t, &game->board);
	add_last(&t, game);
	text_add(&t, "Empty: ");
	drawing_positions(&t, empties, count);
	text_add(&t, "\nStatus: ");
	text_add(&t, game_status_name(game_status(game)));
	text_char(&t, '\n');
	return t.len;
}

int
drawing_gameid(const char *bytes, size_t len, struct gameid *ret)
{
	const char *end = memchr(bytes, '\n', len);

	if (end == NULL || (size_t)(end - bytes) < HEAD_LEN ||
	    memcmp(bytes, head, HEAD_LEN) != 0)
		return -1;
	bytes += HEAD_LEN;
	return gameid_parse(bytes, (size_t)(end - bytes), ret);
}
