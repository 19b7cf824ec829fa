/* SPDX-License-Identifier: ISC */
#include "exported.h"

#include "digest.h"

#include <string.h>

#define MS 1000 /* of a second */

/* Remember why it cannot be read; returns false. */
static bool
because(char why[FAULT_SIZE], const char *words, const char *more)
{
	struct text t = text_in(why, FAULT_SIZE);

	text_add(&t, words);
	text_cleaned(&t, more, strlen(more), FAULT_SIZE - 1 - t.len);
	return false;
}

static enum symbol
symbol_named(const char *name)
{
	return strcmp(name, "circle") == 0  ? SYMBOL_CIRCLE
	       : strcmp(name, "cross") == 0 ? SYMBOL_CROSS
					    : SYMBOL_NONE;
}

static enum player
player_named(const char *name)
{
	return strcmp(name, "messenger1") == 0   ? MESSENGER1
	       : strcmp(name, "messenger2") == 0 ? MESSENGER2
						 : PLAYER_NONE;
}

/*
 * What is taken here need not be right: what is not is seen when the same is
 * made of it once more.
 */
static bool
read_rejected(json_t *list, struct rejections *ret)
{
	if (json_array_size(list) > REJECTIONS_MAX)
		return false;
	for (size_t i = 0; i < json_array_size(list); i++) {
		struct rejection *r = &ret->list[i];
		struct text line = text_in(r->line, sizeof(r->line));
		struct text reason = text_in(r->reason, sizeof(r->reason));
		const char *by, *words, *why;

		if (json_unpack(json_array_get(list, i), "{s:i, s:s, s:s, s:s}",
			"after", &r->after, "by", &by, "line", &words, "reason",
			&why) == -1 ||
		    r->after < 0 || r->after >= BOARD_CELLS)
			return false;
		r->by = player_named(by);
		text_add(&line, words);
		text_add(&reason, why);
		ret->count++;
	}
	return true;
}

static bool
read_previous(json_t *value, struct previous *ret)
{
	struct text name = text_in(ret->name, sizeof(ret->name));
	struct text sum = text_in(ret->sha256, sizeof(ret->sha256));
	const char *words = "none", *sha256 = "";

	if (!json_is_null(value) && json_unpack(value, "{s:s, s:s}", "name",
					&words, "sha256", &sha256) == -1)
		return false;
	text_add(&name, words);
	text_add(&sum, sha256);
	return true;
}

/* All of a game but its moves. */
static bool
read_facts(json_t *from, struct saved *ret)
{
	const char *id, *started, *finished, *one, *two, *first;
	json_t *rejected, *previous;
	struct game *game = &ret->game;

	if (json_unpack(from, "{s:s, s:s, s:s, s:{s:s, s:s}, s:s, s:o, s:o}",
		"id", &id, "started", &started, "finished", &finished,
		"symbols", "messenger1", &one, "messenger2", &two, "first",
		&first, "rejected", &rejected, "previous", &previous) == -1 ||
	    gameid_parse(id, strlen(id), &ret->id) == -1 ||
	    gameid_read_timestamp(started, strlen(started), &ret->started) ==
		-1 ||
	    gameid_read_timestamp(finished, strlen(finished), &ret->finished) ==
		-1)
		return false;
	game_symbols(game, symbol_named(two));
	game->first = player_named(first);
	return game->symbol[MESSENGER2] != SYMBOL_NONE &&
	       game->first != PLAYER_NONE &&
	       read_rejected(rejected, &ret->rejections) &&
	       read_previous(previous, &ret->previous);
}

static bool
make_move(struct game *game, int position)
{
	enum player turn = game_turn(game);

	return game_move(game, turn, game->symbol[turn], position) == GAME_OK;
}

static bool
read_moves(json_t *moves, struct game *game)
{
	int position;

	for (size_t i = 0; i < json_array_size(moves); i++)
		if (json_unpack(json_array_get(moves, i), "{s:i}", "position",
			&position) == -1 ||
		    !make_move(game, position))
			return false;
	return true;
}

/* The players take turns, and the first in the list begins. */
static bool
read_actions(json_t *envelope, struct game *game)
{
	const char *players[2], *type, *event, *player;
	json_t *actions;
	json_int_t row, col;

	if (json_unpack(envelope, "{s:{s:[s, s!]}, s:o}", "match", "players",
		&players[0], &players[1], "actions", &actions) == -1 ||
	    !json_is_array(actions))
		return false;
	for (size_t i = 0; i < json_array_size(actions); i++)
		if (json_unpack(json_array_get(actions, i),
			"{s:s, s:s, s:s, s:{s:I, s:I}}", "type", &type, "event",
			&event, "playerID", &player, "payload", "row", &row,
			"col", &col) == -1 ||
		    strcmp(type, "event") != 0 ||
		    strcmp(event, "placeMark") != 0 ||
		    strcmp(player, players[i % 2]) != 0 || row < 0 || row > 2 ||
		    col < 0 || col > 2 ||
		    !make_move(game, (int)(3 * row + col + 1)))
			return false;
	return true;
}

/* What an envelope that is not ours does not say. */
static bool
suppose_facts(json_t *envelope, struct saved *ret)
{
	static const struct gameid none;
	const json_t *action =
	    json_array_get(json_object_get(envelope, "actions"), 0);
	double now =
	    json_number_value(action != NULL
				  ? json_object_get(action, "at")
				  : json_object_get(envelope, "initialNow")) /
	    MS;

	if (now < (double)GAMEID_SECOND_MIN)
		now = (double)GAMEID_SECOND_MIN;
	if (now > (double)GAMEID_SECOND_MAX)
		now = (double)GAMEID_SECOND_MAX;
	ret->started = ret->finished = (int64_t)now;
	game_symbols(&ret->game, SYMBOL_CIRCLE);
	ret->game.first = MESSENGER1;
	return gameid_for(ret->started, &none, &ret->id) == 0;
}

static void
take_fault(void *arg, const struct fault *fault)
{
	char *why = arg;
	struct text t = text_in(why + strlen(why), FAULT_SIZE - strlen(why));

	if (t.size < FAULT_SIZE)
		return; /* the first says enough */
	text_add(&t, fault->what);
	text_add(&t, ": ");
	text_cleaned(
	    &t, fault->found, strlen(fault->found), FAULT_SIZE - 1 - t.len);
}

/* Whether it is all there that is made of these facts. */
static bool
agrees(json_t *given, json_t *made, char *why)
{
	void *at = json_object_iter(made);

	for (; at != NULL; at = json_object_iter_next(made, at)) {
		const char *key = json_object_iter_key(at);

		if (!json_equal(json_object_iter_value(at),
			json_object_get(given, key)))
			return because(
			    why, "what it says does not fit together: ", key);
	}
	return made != NULL || because(why, "there is no memory", "");
}

typedef json_t *make_fn(const struct saved *saved, const char *sha256);

/* The facts make a result that could be saved, and that makes what was given. */
static bool
judge(json_t *given, make_fn *make, struct saved *saved, char *why)
{
	const struct judge judge = {take_fault, why};
	const struct result result = saved_result(saved);
	char text[RESULT_SIZE], sha256[SHA256_TEXT_SIZE];
	size_t len = result_write(&result, text);
	struct saved again;
	json_t *made;
	bool ok;

	if (saved_read((struct scan){text, len}, &saved->id, &judge, &again) >
	    0)
		return false;
	if (digest_of(text, len, sha256) == -1)
		return because(why, "libcrypto has no SHA-256", "");
	made = make(saved, sha256);
	ok = agrees(given, made, why);
	json_decref(made);
	return ok;
}

static bool
read_game(json_t *root, struct saved *ret, char *why)
{
	if (!read_facts(root, ret))
		return because(why, "facts of the game are missing", "");
	if (!read_moves(json_object_get(root, "moves"), &ret->game))
		return because(why, "there is a move that is none", "");
	return judge(root, exported_game, ret, why);
}

/* Whether metadata have any of the facts by which ours are known. */
static bool
are_ours(const json_t *metadata)
{
	return json_object_get(metadata, "symbols") != NULL ||
	       json_object_get(metadata, "previous") != NULL ||
	       json_object_get(metadata, "sha256") != NULL;
}

static bool
read_envelope(json_t *root, struct saved *ret, char *why)
{
	json_t *metadata = json_object_get(root, "metadata");
	bool ours = are_ours(metadata);

	if (json_integer_value(json_object_get(root, "version")) != 1)
		return because(why, "an envelope whose version is not 1", "");
	if (!(ours ? read_facts(metadata, ret) : suppose_facts(root, ret)))
		return because(why, "facts of the game are missing", "");
	if (!read_actions(root, &ret->game))
		return because(why,
		    "there is an action that is no move of tic-tac-toe", "");
	return !ours || judge(root, exported_envelope, ret, why);
}

int
exported_read(
    const char *bytes, size_t len, struct saved *ret, char why[FAULT_SIZE])
{
	json_error_t error;
	json_t *root = json_loadb(bytes, len,
	    JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error);
	size_t end = root == NULL ? 0 : (size_t)error.position;
	bool ok;

	memset(ret, 0, sizeof(*ret));
	why[0] = '\0';
	while (end < len && bytes[end] != '\0' &&
	       strchr(" \t\r\n", bytes[end]) != NULL)
		end++;
	if (root == NULL)
		ok = because(why, "not JSON: ", error.text);
	else if (end < len)
		ok =
		    because(why, "more than one game, or more than a game", "");
	else if (json_object_get(root, "version") != NULL)
		ok = read_envelope(root, ret, why);
	else
		ok = read_game(root, ret, why);
	json_decref(root);
	return ok ? 0 : -1;
}
