/* SPDX-License-Identifier: ISC */
#include "export_format.h"

#include "exported.h"

#define STAMP_SIZE 24 /* 2026-09-03T11:02:00Z */

static bool
put(FILE *to, json_t *object, size_t flags)
{
	bool done = object != NULL && json_dumpf(object, to, flags) == 0;

	(void)fputc('\n', to);
	json_decref(object);
	return done || ferror(to);
}

static bool
write_json(FILE *to, const struct saved *saved, const char *sha256, bool alone)
{
	(void)alone;
	return put(to, exported_game(saved, sha256), JSON_COMPACT);
}

static bool
write_openturn(
    FILE *to, const struct saved *saved, const char *sha256, bool alone)
{
	return put(to, exported_envelope(saved, sha256),
	    alone ? JSON_INDENT(2) : JSON_COMPACT);
}

static void
put_time(FILE *to, int64_t second)
{
	char stamp[STAMP_SIZE];
	struct text t = text_in(stamp, sizeof(stamp));

	gameid_timestamp(&t, second);
	(void)fprintf(to, ",%s", stamp);
}

/* Nothing in it needs quotes. */
static bool
write_csv(FILE *to, const struct saved *saved, const char *sha256, bool alone)
{
	const struct game *game = &saved->game;
	const struct previous *previous = &saved->previous;

	(void)alone;
	(void)fputs(saved->id.text, to);
	put_time(to, saved->started);
	put_time(to, saved->finished);
	(void)fprintf(to, ",%s,%s,%s,%d,",
	    symbol_name(game->symbol[MESSENGER1]),
	    symbol_name(game->symbol[MESSENGER2]), player_name(game->first),
	    game->move_count);
	for (int i = 0; i < game->move_count; i++)
		(void)fprintf(to, i == 0 ? "%d" : " %d", game->moves[i]);
	(void)fprintf(to, ",%zu,%s,%s,%s,%s\n", saved->rejections.count,
	    game_status_name(game_status(game)),
	    previous->sha256[0] == '\0' ? "" : previous->name, previous->sha256,
	    sha256);
	return true;
}

const struct format format_json = {.write = write_json};
const struct format format_openturn = {.write = write_openturn};
const struct format format_csv = {
    .head = "id,started,finished,messenger1,messenger2,first,moves,positions,"
	    "rejected,result,previous,previous_sha256,sha256",
    .write = write_csv};
