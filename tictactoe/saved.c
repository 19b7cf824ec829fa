/* SPDX-License-Identifier: ISC */
#include "saved.h"

#include "drawing.h"

#include <string.h>

/* A text that is being read. What cannot be read ends the judging of it. */
struct reader {
	struct scan rest;
	int line; /* that was read last */
	int faults;
	bool lost;
	const struct judge *judge;
	struct saved *ret;
};

static void
tell(struct reader *r, int line, const char *const words[2],
    const char *expected, struct scan found)
{
	struct fault fault = {.kind = words[0], .line = line, .what = words[1]};
	struct text e = text_in(fault.expected, sizeof(fault.expected));
	struct text f = text_in(fault.found, sizeof(fault.found));

	r->faults++;
	if (r->judge == NULL)
		return;
	text_add(&e, expected);
	text_cleaned(&f, found.at, found.len, FAULT_SIZE - 1);
	r->judge->tell(r->judge->arg, &fault);
}

#define TELL(r, kind, what, expected, found)                                   \
	tell(r, (r)->line, (const char *const[2]){kind, what}, expected, found)

static bool
is(struct scan scan, const char *expected)
{
	return scan_skip(&scan, expected) && scan.len == 0;
}

/* The next line, or nothing can be read any more. */
static bool
next_line(struct reader *r, const char *expected, struct scan *ret)
{
	if (r->lost)
		return false;
	r->line++;
	if (scan_line(&r->rest, ret))
		return true;
	r->lost = true;
	if (r->rest.len > 0)
		TELL(r, "partial", "the file ends within a line", expected,
		    r->rest);
	else
		TELL(r, "partial", "the file ends here", expected,
		    ((struct scan){"nothing", 7}));
	return false;
}

/* A line that begins with a name, and what is behind it. */
static bool
next_value(struct reader *r, const char *name, struct scan *ret)
{
	struct scan line;

	if (!next_line(r, name, ret))
		return false;
	line = *ret;
	if (scan_skip(ret, name))
		return true;
	r->lost = true;
	TELL(r, "format", "not the line that belongs here", name, line);
	return false;
}

static void
read_id(struct reader *r, const struct gameid *id)
{
	struct scan value;

	if (!next_value(r, "Game ID: ", &value))
		return;
	r->ret->id = *id;
	if (!is(value, id->text))
		TELL(r, "id", "not the id of the file's name", id->text, value);
}

static bool
read_time(struct reader *r, const char *name, int64_t *ret)
{
	struct scan value;

	if (!next_value(r, name, &value))
		return false;
	if (gameid_read_timestamp(value.at, value.len, ret) == 0)
		return true;
	TELL(r, "time", "not a time", "YYYY-MM-DDThh:mm:ssZ", value);
	return false;
}

static void
tell_time(struct reader *r, const char *what, int64_t limit, int64_t found)
{
	char e[32] = "not before ", f[32];
	struct text expected = {e, sizeof(e), strlen(e)};
	struct text t = text_in(f, sizeof(f));

	if (found > limit) {
		expected = text_in(e, sizeof(e));
		text_add(&expected, "not after ");
	}
	gameid_timestamp(&expected, limit);
	gameid_timestamp(&t, found);
	TELL(r, "time", what, e, ((struct scan){f, t.len}));
}

/* An id is never earlier than the second in which its game began. */
static void
read_times(struct reader *r)
{
	struct saved *s = r->ret;
	bool began = read_time(r, "Started: ", &s->started);

	if (began && s->started > gameid_second(&s->id))
		tell_time(r, "the game began after its id was given",
		    gameid_second(&s->id), s->started);
	if (read_time(r, "Finished: ", &s->finished) && began &&
	    s->finished < s->started)
		tell_time(r, "the game ended before it began", s->started,
		    s->finished);
}

static void
read_players(struct reader *r)
{
	static const char both[] = "messenger1, messenger2";
	struct scan value;

	if (next_value(r, "Players: ", &value) && !is(value, both))
		TELL(r, "players", "not the two players", both, value);
}

static void
read_symbols(struct reader *r)
{
	struct scan value;

	if (!next_value(r, "Symbols: ", &value))
		return;
	if (is(value, "messenger1 = cross, messenger2 = circle"))
		game_symbols(&r->ret->game, SYMBOL_CIRCLE);
	else if (is(value, "messenger1 = circle, messenger2 = cross"))
		game_symbols(&r->ret->game, SYMBOL_CROSS);
	else
		TELL(r, "symbols", "not one symbol each",
		    "messenger1 = SYMBOL, messenger2 = SYMBOL", value);
}

static void
read_first(struct reader *r)
{
	struct scan value;

	if (!next_value(r, "First player: ", &value))
		return;
	if (is(value, "messenger1"))
		r->ret->game.first = MESSENGER1;
	else if (is(value, "messenger2"))
		r->ret->game.first = MESSENGER2;
	else
		TELL(r, "first", "not a player", "messenger1 or messenger2",
		    value);
}

/*
 * Moves
 */

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

static bool
skip_either(struct scan *scan, const char *one, const char *two, int *ret)
{
	*ret = scan_skip(scan, one) ? 1 : 2;
	return *ret == 1 || scan_skip(scan, two);
}

/* "messenger2: circle 9" behind the number: whether it is a move at all. */
static bool
read_move(struct reader *r, struct scan move, struct scan line)
{
	int player, symbol, cell;
	enum game_error error;

	if (!skip_either(&move, "messenger1", "messenger2", &player) ||
	    !scan_skip(&move, ": ") ||
	    !skip_either(&move, "circle", "cross", &symbol) ||
	    !scan_skip(&move, " ") || move.len != 1 || move.at[0] < '1' ||
	    move.at[0] > '9')
		return false;
	cell = move.at[0] - '0';
	error = game_move(&r->ret->game, player == 1 ? MESSENGER1 : MESSENGER2,
	    symbol == 1 ? SYMBOL_CIRCLE : SYMBOL_CROSS, cell);
	/* what follows can only be judged on the right board */
	r->lost |= error != GAME_OK;
	tell_move(r, error, line);
	return true;
}

static void
read_moves(struct reader *r)
{
	struct scan line, move;
	char name[] = "1. ";
	int count;

	if (!next_value(r, "Moves: ", &line))
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
		if (!next_line(r, name, &line))
			return;
		move = line;
		if (!scan_skip(&move, name) || !read_move(r, move, line)) {
			TELL(r, "format", "not a move", name, line);
			r->lost = true;
		}
	}
	if (!r->lost && game_status(&r->ret->game) == GAME_IN_PROGRESS)
		TELL(r, "end", "the game is not over with its last move",
		    "a winner or a full board", line);
}

/*
 * Rejections
 */

/* Printable ASCII without quotes and backslashes, and not too long. */
static bool
take_cleaned(struct scan from, size_t max, char *ret)
{
	struct text t = text_in(ret, max + 1);

	text_cleaned(&t, from.at, from.len, max);
	return from.len <= max && memcmp(ret, from.at, from.len) == 0;
}

static bool
take_until(struct scan *from, const char *end, struct scan *ret)
{
	const char *at = memmem(from->at, from->len, end, strlen(end));

	if (at == NULL)
		return false;
	*ret = (struct scan){from->at, (size_t)(at - from->at)};
	from->len -= ret->len + strlen(end);
	from->at = at + strlen(end);
	return true;
}

/* `after move 4, messenger1 rejected "circle 3": position 3 is occupied` */
static bool
read_rejection(struct scan line, struct rejection *ret)
{
	struct scan quoted;
	int player;

	ret->after = 0;
	if (!scan_skip(&line, "before move 1")) {
		if (!scan_skip(&line, "after move ") || line.len == 0 ||
		    line.at[0] < '1' || line.at[0] > '8')
			return false;
		ret->after = line.at[0] - '0';
		line.at++;
		line.len--;
	}
	if (!scan_skip(&line, ", ") ||
	    !skip_either(&line, "messenger1", "messenger2", &player) ||
	    !scan_skip(&line, " rejected \"") ||
	    !take_until(&line, "\": ", &quoted))
		return false;
	ret->by = player == 1 ? MESSENGER1 : MESSENGER2;
	return take_cleaned(quoted, REJECTED_MAX, ret->line) && line.len > 0 &&
	       take_cleaned(line, REASON_MAX, ret->reason);
}

/* How many there are said to be, or -1. */
static int
rejection_count(struct scan value)
{
	int count = 0;

	if (is(value, "none"))
		return 0;
	if (value.len == 0 || value.len > 2 || value.at[0] == '0')
		return -1;
	for (size_t i = 0; i < value.len; i++) {
		if (value.at[i] < '0' || value.at[i] > '9')
			return -1;
		count = count * 10 + (value.at[i] - '0');
	}
	return count <= REJECTIONS_MAX ? count : -1;
}

/* Oldest first; a move taken back leaves one move less. */
static bool
in_order(const struct reader *r, const struct rejection *now)
{
	const struct rejections *all = &r->ret->rejections;

	return now->after <= r->ret->game.move_count &&
	       (all->count == 0 ||
		   now->after >= all->list[all->count - 1].after - 1);
}

static void
read_rejections(struct reader *r)
{
	struct rejections *all = &r->ret->rejections;
	struct rejection one;
	struct scan line;
	int count;

	if (!next_value(r, "Rejected: ", &line))
		return;
	count = rejection_count(line);
	if (count == -1) {
		TELL(r, "rejection", "not a number of rejections",
		    "none, or 1 to 47", line);
		r->lost = true;
	}
	for (int i = 0; i < count; i++) {
		if (!next_line(r, "a rejection", &line))
			return;
		if (!read_rejection(line, &one)) {
			TELL(r, "rejection", "not a rejection",
			    "after move N, PLAYER rejected \"LINE\": REASON",
			    line);
			r->lost = true;
			return;
		}
		if (!in_order(r, &one))
			TELL(r, "rejection", "a rejection out of its order",
			    "oldest first", line);
		all->list[all->count++] = one;
	}
}

/*
 * What follows from the moves
 */

static void
read_board(struct reader *r)
{
	char drawn[DRAWING_SIZE], line[16];
	struct text t = text_in(drawn, sizeof(drawn));
	struct scan value, rest, row;

	if (!next_value(r, "Board:", &value))
		return;
	if (value.len > 0)
		TELL(r, "format", "more than belongs here", "Board:", value);
	drawing_board(&t, &r->ret->game.board);
	rest = (struct scan){drawn, t.len};
	while (scan_line(&rest, &row)) {
		memcpy(line, row.at, row.len);
		line[row.len] = '\0';
		if (!next_line(r, line, &value))
			return;
		if (!is(value, line))
			TELL(r, "board", "not the board that the moves make",
			    line, value);
	}
}

static void
read_result(struct reader *r)
{
	const char *status = game_status_name(game_status(&r->ret->game));
	struct scan value;

	if (next_value(r, "Result: ", &value) && !is(value, status))
		TELL(r, "result", "not the result that the moves make", status,
		    value);
}

static bool
is_sha256(struct scan value)
{
	if (value.len != SHA256_TEXT_SIZE - 1)
		return false;
	for (size_t i = 0; i < value.len; i++)
		if (value.at[i] == '\0' ||
		    strchr("0123456789abcdef", value.at[i]) == NULL)
			return false;
	return true;
}

static void
read_previous(struct reader *r)
{
	struct previous *ret = &r->ret->previous;
	struct scan value, rest, name = {NULL, 0};
	struct gameid id;

	if (!next_value(r, "Previous: ", &value))
		return;
	rest = value;
	if (is(value, "none")) {
		memcpy(ret->name, "none", sizeof("none"));
	} else if (!take_until(&rest, " sha256 ", &name) || !is_sha256(rest) ||
		   name.len >= sizeof(ret->name)) {
		TELL(r, "previous", "not the name and hash of a result",
		    "none, or game-ID.txt sha256 HASH", value);
	} else {
		memcpy(ret->name, name.at, name.len);
		memcpy(ret->sha256, rest.at, rest.len);
		if (gameid_of_result_name(ret->name, &id) == -1 ||
		    gameid_compare(&id, &r->ret->id) >= 0)
			TELL(r, "previous", "not the name of an earlier result",
			    "none, or game-ID.txt sha256 HASH", value);
	}
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
		TELL(&r, "empty", "the file is empty", "a result",
		    ((struct scan){"nothing", 7}));
		return r.faults;
	}
	read_id(&r, id);
	read_times(&r);
	read_players(&r);
	read_symbols(&r);
	read_first(&r);
	/* without these no move can be judged */
	r.lost |=
	    r.faults > 0 && (ret->game.first == PLAYER_NONE ||
				ret->game.symbol[MESSENGER1] == SYMBOL_NONE);
	read_moves(&r);
	read_rejections(&r);
	read_board(&r);
	read_result(&r);
	read_previous(&r);
	r.line++;
	if (!r.lost && r.rest.len > 0)
		TELL(&r, "format", "more behind the last line", "nothing",
		    r.rest);
	return r.faults;
}
