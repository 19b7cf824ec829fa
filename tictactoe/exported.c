/* SPDX-License-Identifier: ISC */
#include "exported.h"

#define STAMP_SIZE 24 /* 2026-09-03T11:02:00Z */
#define MS 1000       /* of a second */

/* Appends to an array that may be NULL, where there was no memory before. */
static void
append(json_t **array, json_t *value)
{
	if (json_array_append_new(*array, value) == 0)
		return;
	json_decref(*array);
	*array = NULL;
}

static json_t *
moves_of(const struct game *game)
{
	json_t *moves = json_array();

	for (int i = 0; i < game->move_count; i++) {
		enum player mover = game_mover(game, i);
		int cell = game->moves[i] - 1;

		append(&moves, json_pack("{s:s, s:s, s:i, s:i, s:i}", "player",
				   player_name(mover), "symbol",
				   symbol_name(game->symbol[mover]), "position",
				   cell + 1, "row", cell / 3, "col", cell % 3));
	}
	return moves;
}

static json_t *
rejected_of(const struct rejections *all)
{
	json_t *rejected = json_array();

	for (size_t i = 0; i < all->count; i++) {
		const struct rejection *r = &all->list[i];

		append(&rejected, json_pack("{s:i, s:s, s:s, s:s}", "after",
				      r->after, "by", player_name(r->by),
				      "line", r->line, "reason", r->reason));
	}
	return rejected;
}

static const char *
cell_name(const struct board *board, int position)
{
	enum symbol symbol = board_at(board, position);

	return symbol == SYMBOL_NONE ? NULL : symbol_name(symbol);
}

static json_t *
board_of(const struct board *board)
{
	json_t *rows = json_array();

	for (int i = 1; i <= BOARD_CELLS; i += 3)
		append(&rows,
		    json_pack("[s?, s?, s?]", cell_name(board, i),
			cell_name(board, i + 1), cell_name(board, i + 2)));
	return rows;
}

static json_t *
previous_of(const struct previous *previous)
{
	if (previous->sha256[0] == '\0')
		return json_null();
	return json_pack(
	    "{s:s, s:s}", "name", previous->name, "sha256", previous->sha256);
}

static json_t *
time_of(int64_t second)
{
	char stamp[STAMP_SIZE];
	struct text t = text_in(stamp, sizeof(stamp));

	gameid_timestamp(&t, second);
	return json_string(stamp);
}

json_t *
exported_game(const struct saved *saved, const char *sha256)
{
	const struct game *game = &saved->game;

	return json_pack("{s:s, s:o, s:o, s:{s:s, s:s}, s:s, s:o, s:o, s:o,"
			 " s:s, s:o, s:s}",
	    "id", saved->id.text, "started", time_of(saved->started),
	    "finished", time_of(saved->finished), "symbols", "messenger1",
	    symbol_name(game->symbol[MESSENGER1]), "messenger2",
	    symbol_name(game->symbol[MESSENGER2]), "first",
	    player_name(game->first), "moves", moves_of(game), "rejected",
	    rejected_of(&saved->rejections), "board", board_of(&game->board),
	    "result", game_status_name(game_status(game)), "previous",
	    previous_of(&saved->previous), "sha256", sha256);
}

/* Only the first and the last second are known: the moves are spread evenly. */
static json_t *
actions_of(const struct saved *saved)
{
	const struct game *game = &saved->game;
	int64_t span = (saved->finished - saved->started) * MS;
	json_t *actions = json_array();

	for (int i = 0; i < game->move_count; i++) {
		json_int_t at =
		    saved->started * MS + span * (i + 1) / game->move_count;
		int cell = game->moves[i] - 1;
		char id[] = "m_1";

		id[2] = (char)('1' + i);
		append(&actions,
		    json_pack("{s:s, s:s, s:s, s:s, s:{s:i, s:i}, s:i, s:I}",
			"type", "event", "actionID", id, "playerID",
			i % 2 == 0 ? "0" : "1", "event", "placeMark", "payload",
			"row", cell / 3, "col", cell % 3, "turn", i + 1, "at",
			at));
	}
	return actions;
}

/* All of a game but its moves, which the actions are. */
static json_t *
metadata_of(const struct saved *saved, const char *sha256)
{
	json_t *metadata = exported_game(saved, sha256);
	enum player first = saved->game.first;

	(void)json_object_del(metadata, "moves");
	(void)json_object_set_new(metadata, "players",
	    json_pack("{s:s, s:s}", "0", player_name(first), "1",
		player_name(player_other(first))));
	return metadata;
}

json_t *
exported_envelope(const struct saved *saved, const char *sha256)
{
	return json_pack("{s:i, s:s, s:s, s:I, s:{s:[s, s]}, s:o, s:o}",
	    "version", 1, "gameID", EXPORTED_GAME, "seed", saved->id.text,
	    "initialNow", saved->started * (json_int_t)MS, "match", "players",
	    "0", "1", "actions", actions_of(saved), "metadata",
	    metadata_of(saved, sha256));
}
