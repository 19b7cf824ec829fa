/* SPDX-License-Identifier: ISC */
#include "drawing.h"
#include "saved_near.h"
#include "saved_reader.h"

#include <string.h>

static void
read_id(struct reader *r, const struct gameid *id)
{
	struct scan value;

	if (!reader_value(r, "Game ID:", &value))
		return;
	r->ret->id = *id;
	if (!reader_is(value, id->text))
		TELL(r, "id", "not the id of the file's name", id->text, value);
}

static bool
read_time(struct reader *r, const char *name, int64_t *ret)
{
	struct scan value;

	if (!reader_value(r, name, &value))
		return false;
	if (near_timestamp(&r->ret->id, value, ret) == 0)
		return true;
	TELL(r, "time", "not a time", "YYYY-MM-DDThh:mm:ssZ", value);
	return false;
}

static void
tell_time(struct reader *r, const char *what, int64_t limit, int64_t found)
{
	char e[32], f[32];
	struct text expected = text_in(e, sizeof(e));
	struct text t = text_in(f, sizeof(f));

	text_add(&expected, found > limit ? "not after " : "not before ");
	gameid_timestamp(&expected, limit);
	gameid_timestamp(&t, found);
	TELL(r, "time", what, e, ((struct scan){f, t.len}));
}

static bool
is_sha256(struct scan value)
{
	int others = 0;

	if (value.len != SHA256_TEXT_SIZE - 1)
		return false;
	for (size_t i = 0; i < SHA256_TEXT_SIZE - 1; i++)
		others |= !((value.at[i] >= '0' && value.at[i] <= '9') ||
			    (value.at[i] >= 'a' && value.at[i] <= 'f'));
	return others == 0;
}

/* `none`, or `game-ID.txt sha256 HASH` of an earlier game. */
static bool
parse_previous(
    struct scan value, const struct gameid *before, struct previous *ret)
{
	struct scan name = value, id, end;
	struct gameid earlier;

	if (reader_is(value, "none")) {
		memcpy(ret->name, "none", sizeof("none"));
		return true;
	}
	if (!reader_until(&value, " sha256 ", &name) || !is_sha256(value))
		return false;
	end = name;
	if (!reader_skip(&end, "game-") || !reader_until(&end, ".txt", &id) ||
	    end.len > 0 || near_id(before, id, &earlier) == -1 ||
	    gameid_compare(&earlier, before) >= 0)
		return false;
	memcpy(ret->name, name.at, name.len);
	memcpy(ret->sha256, value.at, value.len);
	return true;
}

/* Where it is not reached, as a text cannot be read to its end or not yet. */
static void
find_previous(struct scan text, const struct gameid *id, struct previous *ret)
{
	static const char name[] = "\nPrevious: ";
	const char *at = memmem(text.at, text.len, name, strlen(name));
	struct scan rest, value;

	if (at == NULL)
		return;
	at += strlen(name);
	rest = (struct scan){at, text.len - (size_t)(at - text.at)};
	if (scan_line(&rest, &value) && rest.len == 0)
		(void)parse_previous(value, id, ret);
}

/*
 * An id is never earlier than the second in which its game began, nor later: but
 * where the clock was set back ids go on by their suffixes, and behind the last
 * of a second with the next one.
 */
static bool
may_be_later(const struct reader *r)
{
	const struct gameid *id = &r->ret->id;
	struct previous previous = {.name = ""};
	struct gameid before;

	if (strchr(id->text, '_') != NULL)
		return true;
	find_previous(r->rest, id, &previous);
	return previous.name[0] == '\0' ||
	       (gameid_of_result_name(previous.name, &before) == 0 &&
		   gameid_second(&before) == gameid_second(id) - 1);
}

static void
read_times(struct reader *r)
{
	struct saved *s = r->ret;
	bool began = read_time(r, "Started:", &s->started);

	if (began && s->started > gameid_second(&s->id))
		tell_time(r, "the game began after its id was given",
		    gameid_second(&s->id), s->started);
	else if (began && s->started < gameid_second(&s->id) &&
		 !may_be_later(r))
		tell_time(r, "the game began before the second of its id",
		    gameid_second(&s->id), s->started);
	if (read_time(r, "Finished:", &s->finished) && began &&
	    s->finished < s->started)
		tell_time(r, "the game ended before it began", s->started,
		    s->finished);
}

static void
read_players(struct reader *r)
{
	static const char both[] = "messenger1, messenger2";
	struct scan value;

	if (reader_value(r, "Players:", &value) && !reader_is(value, both))
		TELL(r, "players", "not the two players", both, value);
}

static void
read_symbols(struct reader *r)
{
	struct scan value;

	if (!reader_value(r, "Symbols:", &value))
		return;
	if (reader_is(value, "messenger1 = cross, messenger2 = circle"))
		game_symbols(&r->ret->game, SYMBOL_CIRCLE);
	else if (reader_is(value, "messenger1 = circle, messenger2 = cross"))
		game_symbols(&r->ret->game, SYMBOL_CROSS);
	else
		TELL(r, "symbols", "not one symbol each",
		    "messenger1 = SYMBOL, messenger2 = SYMBOL", value);
}

static void
read_first(struct reader *r)
{
	struct scan value;

	if (!reader_value(r, "First player:", &value))
		return;
	if (reader_is(value, "messenger1"))
		r->ret->game.first = MESSENGER1;
	else if (reader_is(value, "messenger2"))
		r->ret->game.first = MESSENGER2;
	else
		TELL(r, "first", "not a player", "messenger1 or messenger2",
		    value);
}

static void
read_head(struct reader *r, const struct gameid *id)
{
	read_id(r, id);
	read_times(r);
	read_players(r);
	read_symbols(r);
	read_first(r);
	/* without these no move can be judged */
	r->lost |= r->ret->game.first == PLAYER_NONE ||
		   r->ret->game.symbol[MESSENGER1] == SYMBOL_NONE;
}

static void
read_board(struct reader *r)
{
	char drawn[DRAWING_SIZE], line[16];
	struct text t = text_in(drawn, sizeof(drawn));
	struct scan value, rest, row;

	if (!reader_line(r, "Board:", &value))
		return;
	if (!reader_is(value, "Board:"))
		TELL(r, "format", "not the line that belongs here",
		    "Board:", value);
	drawing_board(&t, &r->ret->game.board);
	rest = (struct scan){drawn, t.len};
	while (scan_line(&rest, &row)) {
		memcpy(line, row.at, row.len);
		line[row.len] = '\0';
		if (!reader_line(r, line, &value))
			return;
		if (!reader_is(value, line))
			TELL(r, "board", "not the board that the moves make",
			    line, value);
	}
}

static void
read_result(struct reader *r)
{
	const char *status = game_status_name(game_status(&r->ret->game));
	struct scan value;

	if (reader_value(r, "Result:", &value) && !reader_is(value, status))
		TELL(r, "result", "not the result that the moves make", status,
		    value);
}

static void
read_previous(struct reader *r)
{
	struct scan value;

	if (reader_value(r, "Previous:", &value) &&
	    !parse_previous(value, &r->ret->id, &r->ret->previous))
		TELL(r, "previous", "not an earlier result and its hash",
		    "none, or game-ID.txt sha256 HASH", value);
}

int
saved_read(struct scan text, const struct gameid *id, const struct judge *judge,
    struct saved *ret)
{
	struct reader r = {.rest = text, .judge = judge, .ret = ret};

	memset(ret, 0, offsetof(struct saved, rejections));
	ret->rejections.count = 0;
	memset(&ret->previous, 0, sizeof(ret->previous));
	if (text.len == 0) {
		TELL(&r, "empty", "the file is empty", "a result", text);
		return r.faults;
	}
	read_head(&r, id);
	saved_read_moves(&r);
	saved_read_rejections(&r);
	read_board(&r);
	read_result(&r);
	read_previous(&r);
	r.line++;
	if (r.lost)
		find_previous(text, id, &ret->previous);
	else if (r.rest.len > 0)
		TELL(&r, "format", "more behind the last line", "nothing",
		    r.rest);
	return r.faults;
}

struct result
saved_result(const struct saved *saved)
{
	return (struct result){.id = saved->id,
	    .started = saved->started,
	    .finished = saved->finished,
	    .game = &saved->game,
	    .rejections = &saved->rejections,
	    .previous = &saved->previous};
}
