/* SPDX-License-Identifier: ISC */
#include "stats_played.h"

#include "stats_symmetry.h"

#include <string.h>

const struct winning_line winning_lines[LINES] = {
    {"1-2-3", "row", 0007},
    {"4-5-6", "row", 0070},
    {"7-8-9", "row", 0700},
    {"1-4-7", "column", 0111},
    {"2-5-8", "column", 0222},
    {"3-6-9", "column", 0444},
    {"1-5-9", "diagonal", 0421},
    {"3-5-7", "diagonal", 0124},
};

const struct refusal_names refusal_names[REFUSALS] = {
    [REFUSAL_NONE] = {"other", "other words"},
    [REFUSAL_WANTS_SYMBOL] = {"wants_symbol", "wants a symbol"},
    [REFUSAL_WANTS_QUESTION] = {"wants_question", "wants question"},
    [REFUSAL_WANTS_ANSWER] = {"wants_answer", "wants yes or no"},
    [REFUSAL_NOT_A_MOVE] = {"not_a_move", "not a move"},
    [REFUSAL_NOT_YOUR_TURN] = {"not_your_turn", "not your turn"},
    [REFUSAL_WRONG_SYMBOL] = {"wrong_symbol", "wrong symbol"},
    [REFUSAL_OUT_OF_RANGE] = {"out_of_range", "outside 1-9"},
    [REFUSAL_OCCUPIED] = {"occupied", "occupied"},
};

/* Whether these are the words that a bot refuses the line with. */
static bool
says(const struct rejection *r, enum refusal why, enum symbol theirs)
{
	struct refused refused = {why, r->line, strlen(r->line)};
	char line[LINE_SIZE], reason[REASON_MAX + 1];
	size_t len = refusal_write(&refused, &(struct board){0}, theirs, line);

	refusal_reason(line, len, reason);
	return strcmp(reason, r->reason) == 0;
}

enum refusal
refusal_of(const struct rejection *r)
{
	/* the last ones are the most frequent */
	for (int kind = REFUSAL_OCCUPIED; kind > REFUSAL_NONE; kind--)
		if (says(r, (enum refusal)kind, SYMBOL_CIRCLE) ||
		    (kind == REFUSAL_WRONG_SYMBOL &&
			says(r, REFUSAL_WRONG_SYMBOL, SYMBOL_CROSS)))
			return (enum refusal)kind;
	return REFUSAL_NONE;
}

static enum player
winner_of(const struct game *game)
{
	switch (game_status(game)) {
	case GAME_MESSENGER1_WIN:
		return MESSENGER1;
	case GAME_MESSENGER2_WIN:
		return MESSENGER2;
	case GAME_IN_PROGRESS:
	case GAME_TIE:
		break;
	}
	return PLAYER_NONE;
}

static uint8_t
lines_of(const struct board *board)
{
	unsigned lines = 0;

	for (unsigned i = 0; i < LINES; i++) {
		uint16_t mask = winning_lines[i].mask;

		if ((board->circles & mask) == mask ||
		    (board->crosses & mask) == mask)
			lines |= 1U << i;
	}
	return (uint8_t)lines;
}

struct played
played_of(const struct saved *saved)
{
	const struct game *game = &saved->game;
	struct played f = {.id = saved->id,
	    .form = symmetry_form(game->moves, game->move_count),
	    .winner = (uint8_t)winner_of(game),
	    .first = (uint8_t)game->first,
	    .circle = game->symbol[MESSENGER1] == SYMBOL_CIRCLE ? MESSENGER1
								: MESSENGER2,
	    .moves = (uint8_t)game->move_count,
	    .opening = (uint8_t)game->moves[0],
	    .lines = lines_of(&game->board)};

	for (size_t i = 0; i < saved->rejections.count; i++) {
		const struct rejection *r = &saved->rejections.list[i];

		f.rejections[r->by][refusal_of(r)]++;
	}
	return f;
}
