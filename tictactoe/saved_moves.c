/* SPDX-License-Identifier: ISC */
#include "drawing.h"
#include "saved_reader.h"

#include <string.h>

static void
tell_move(struct reader *r, enum game_error error, struct scan found)
{
	const struct game *game = &r->ret->game;
	const char *whose = player_name(game_turn(game));
	int empties[BOARD_CELLS];
	char cells[64];
	struct text t = text_in(cells, sizeof(cells));

	drawing_positions(&t, empties, board_empties(&game->board, empties));
	switch (error) {
	case GAME_ENDED:
		TELL(r, "end", "a move after the game was over", "none", found);
		break;
	case GAME_NOT_YOUR_TURN:
		TELL(r, "move", "a move out of turn", whose, found);
		break;
	case GAME_WRONG_SYMBOL:
		TELL(r, "move", "a move with the wrong symbol",
		    symbol_name(game->symbol[game_turn(game)]), found);
		break;
	case GAME_OUT_OF_RANGE:
	case GAME_OCCUPIED:
		TELL(r, "move", "a move to a cell that is not empty", cells,
		    found);
		break;
	case GAME_OK:
		break;
	}
}

/* "messenger2: circle 9" behind the number: whether it is a move at all. */
static bool
read_move(struct reader *r, struct scan move, struct scan line)
{
	int player, symbol, cell;
	enum game_error error;

	if (!reader_either(&move, "messenger1", "messenger2", &player) ||
	    !reader_skip(&move, ": ") ||
	    !reader_either(&move, "circle", "cross", &symbol) ||
	    !reader_skip(&move, " ") || move.len != 1 || move.at[0] < '1' ||
	    move.at[0] > '9')
		return false;
	cell = move.at[0] - '0';
	error = game_move(&r->ret->game, player == 1 ? MESSENGER1 : MESSENGER2,
	    symbol == 1 ? SYMBOL_CIRCLE : SYMBOL_CROSS, cell);
	if (error != GAME_OK) {
		tell_move(r, error, line);
		/* what follows can only be judged on the right board */
		r->lost = true;
	}
	return true;
}

void
saved_read_moves(struct reader *r)
{
	struct scan line, move;
	char name[] = "1.";
	int count;

	if (!reader_value(r, "Moves:", &line))
		return;
	count = line.len == 1 && line.at[0] >= '5' && line.at[0] <= '9'
		    ? line.at[0] - '0'
		    : 0;
	if (count == 0) {
		TELL(r, "moves", "not the number of moves of a game", "5 to 9",
		    line);
		r->lost = true;
	}
	for (int i = 1; i <= count && !r->lost; i++) {
		name[0] = (char)('0' + i);
		if (!reader_line(r, name, &line))
			return;
		move = line;
		if (!reader_skip(&move, name) || !reader_skip(&move, " ") ||
		    !read_move(r, move, line)) {
			TELL(r, "format", "not a move", name, line);
			r->lost = true;
		}
	}
	if (!r->lost && game_status(&r->ret->game) == GAME_IN_PROGRESS) {
		TELL(r, "end", "the game is not over with its last move",
		    "a winner or a full board", line);
		r->lost = true;
	}
}
