/* SPDX-License-Identifier: ISC */
#include "result.h"

#include "drawing.h"

#include <assert.h>
#include <string.h>

/* a rejection's line is at most this long, the rest of a result below 1 KiB */
#define REJECTION_TEXT_MAX (45 + REJECTED_MAX + REASON_MAX)
static_assert(REJECTIONS_MAX * REJECTION_TEXT_MAX + 1024 < RESULT_SIZE,
    "a result with every rejection fits");

static void
add_line(struct text *t, const char *name, const char *value)
{
	text_add(t, name);
	text_add(t, ": ");
	text_add(t, value);
	text_char(t, '\n');
}

static void
add_time(struct text *t, const char *name, int64_t second)
{
	text_add(t, name);
	text_add(t, ": ");
	gameid_timestamp(t, second);
	text_char(t, '\n');
}

static void
add_symbols(struct text *t, const struct game *game)
{
	text_add(t, "Symbols: messenger1 = ");
	text_add(t, symbol_name(game->symbol[MESSENGER1]));
	text_add(t, ", messenger2 = ");
	text_add(t, symbol_name(game->symbol[MESSENGER2]));
	text_char(t, '\n');
}

static void
add_moves(struct text *t, const struct game *game)
{
	text_add(t, "Moves: ");
	text_number(t, (uint64_t)game->move_count, 1);
	text_char(t, '\n');
	for (int i = 0; i < game->move_count; i++) {
		enum player mover = game_mover(game, i);

		text_number(t, (uint64_t)i + 1, 1);
		text_add(t, ". ");
		text_add(t, player_name(mover));
		text_add(t, ": ");
		text_add(t, symbol_name(game->symbol[mover]));
		text_char(t, ' ');
		text_number(t, (uint64_t)game->moves[i], 1);
		text_char(t, '\n');
	}
}

static void
add_rejection(struct text *t, const struct rejection *r)
{
	if (r->after == 0) {
		text_add(t, "before move 1, ");
	} else {
		text_add(t, "after move ");
		text_number(t, (uint64_t)r->after, 1);
		text_add(t, ", ");
	}
	text_add(t, player_name(r->by));
	text_add(t, " rejected \"");
	text_add(t, r->line);
	text_add(t, "\": ");
	text_add(t, r->reason);
	text_char(t, '\n');
}

static void
add_rejections(struct text *t, const struct rejections *rejections)
{
	text_add(t, "Rejected: ");
	if (rejections->count == 0)
		text_add(t, "none");
	else
		text_number(t, rejections->count, 1);
	text_char(t, '\n');
	for (size_t i = 0; i < rejections->count; i++)
		add_rejection(t, &rejections->list[i]);
}

static void
add_previous(struct text *t, const struct previous *previous)
{
	text_add(t, "Previous: ");
	text_add(t, previous->name);
	if (previous->sha256[0] != '\0') {
		text_add(t, " sha256 ");
		text_add(t, previous->sha256);
	}
	text_char(t, '\n');
}

size_t
result_write(const struct result *result, char ret[RESULT_SIZE])
{
	const struct game *game = result->game;
	struct text t = text_in(ret, RESULT_SIZE);

	add_line(&t, "Game ID", result->id.text);
	add_time(&t, "Started", result->started);
	add_time(&t, "Finished", result->finished);
	add_line(&t, "Players", "messenger1, messenger2");
	add_symbols(&t, game);
	add_line(&t, "First player", player_name(game->first));
	add_moves(&t, game);
	add_rejections(&t, result->rejections);
	text_add(&t, "Board:\n");
	drawing_board(&t, &game->board);
	add_line(&t, "Result", game_status_name(game_status(game)));
	add_previous(&t, result->previous);
	return t.len;
}
