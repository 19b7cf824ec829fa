/* SPDX-License-Identifier: ISC */
/*
 * When two folders are the same: what can follow from them is. Ids count by
 * their order only, times not at all, and of a board turned or mirrored, and of
 * circle and cross exchanged, there is one key.
 */
#include "world.h"

#include <stdio.h>
#include <string.h>

#define IDS_MAX 16

/* The board's eight symmetries: where each position goes. */
static const int turns[8][BOARD_CELLS] = {
    {1, 2, 3, 4, 5, 6, 7, 8, 9},
    {3, 6, 9, 2, 5, 8, 1, 4, 7},
    {9, 8, 7, 6, 5, 4, 3, 2, 1},
    {7, 4, 1, 8, 5, 2, 9, 6, 3},
    {3, 2, 1, 6, 5, 4, 9, 8, 7},
    {7, 8, 9, 4, 5, 6, 1, 2, 3},
    {1, 4, 7, 2, 5, 8, 3, 6, 9},
    {9, 6, 3, 8, 5, 2, 7, 4, 1},
};

/* The ids there are, in their order. */
struct ids {
	struct gameid id[IDS_MAX];
	int count;
};

/* What a key is made of. */
struct view {
	const struct folded *folded[MESSENGER2 + 1];
	bool live[MESSENGER2 + 1]; /* its moves count */
	/* the spool files of each bot's game: its own, the other's */
	const struct ram_inode *own[MESSENGER2 + 1], *others[MESSENGER2 + 1];
	struct ids ids;
	const int *turn;
	bool exchanged; /* circle is cross: messenger1's is always circle */
	struct key key;
};

static void
mix(struct view *v, uint64_t value)
{
	v->key.high = (v->key.high ^ value) * UINT64_C(0x100000001b3);
	v->key.high ^= v->key.high >> 32;
	v->key.low = (v->key.low + value + 1) * UINT64_C(0x9e3779b97f4a7c15);
	v->key.low ^= v->key.low >> 29;
}

static unsigned
turned(const int *turn, unsigned mask)
{
	unsigned result = 0;

	for (int position = 1; mask >> (position - 1) != 0; position++)
		if (mask & 1U << (position - 1))
			result |= 1U << (turn[position - 1] - 1);
	return result;
}

static enum symbol
exchanged(const struct view *v, enum symbol symbol)
{
	if (!v->exchanged || symbol == SYMBOL_NONE)
		return symbol;
	return symbol == SYMBOL_CIRCLE ? SYMBOL_CROSS : SYMBOL_CIRCLE;
}

/* Mix a symbol or a list of the empties, which follows from the board. */
static size_t
mix_word(struct view *v, const char *bytes, size_t len)
{
	static const struct {
		const char *text;
		size_t len;
		enum symbol symbol;
	} known[] = {
	    {"circle", 6, SYMBOL_CIRCLE},
	    {"cross", 5, SYMBOL_CROSS},
	    {"Choose another position: ", 25, SYMBOL_NONE},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const char *lf = memchr(bytes, '\n', len);

		if (len < known[i].len ||
		    memcmp(bytes, known[i].text, known[i].len) != 0)
			continue;
		mix(v, UINT64_C(256) + exchanged(v, known[i].symbol));
		if (known[i].symbol != SYMBOL_NONE)
			return known[i].len;
		return lf == NULL ? len : (size_t)(lf - bytes);
	}
	return 0;
}

/* Words, with the positions in them turned. */
static void
mix_words(struct view *v, const char *bytes, size_t len)
{
	size_t i = 0;

	while (i < len) {
		size_t word = mix_word(v, bytes + i, len - i);
		bool alone =
		    i > 0 && bytes[i - 1] == ' ' &&
		    (i + 1 == len || bytes[i + 1] < '0' || bytes[i + 1] > '9');

		if (word == 0 && alone && bytes[i] >= '1' && bytes[i] <= '9')
			mix(v, (uint64_t)v->turn[bytes[i] - '1']);
		else if (word == 0)
			mix(v, (unsigned char)bytes[i]);
		i += word > 0 ? word : 1;
	}
	mix(v, len);
}

static void
add_id(struct ids *ids, const struct gameid *id)
{
	int at = 0;

	if (id->text[0] == '\0')
		return;
	while (at < ids->count && gameid_compare(&ids->id[at], id) < 0)
		at++;
	if (at < ids->count && gameid_compare(&ids->id[at], id) == 0)
		return;
	for (int i = ids->count; i > at; i--)
		ids->id[i] = ids->id[i - 1];
	ids->id[at] = *id;
	ids->count++;
}

static void
mix_id(struct view *v, const struct gameid *id)
{
	uint64_t rank = 0;

	for (int i = 0; i < v->ids.count; i++)
		if (gameid_compare(&v->ids.id[i], id) == 0)
			rank = (uint64_t)i + 1;
	mix(v, rank);
}

static uint64_t
type_of(const char *path)
{
	return ram.inodes[ram_find(path)].type;
}

static const struct ram_inode *
spool_of(enum player who, const struct gameid *id)
{
	char path[PATH_SIZE];

	world_spool(who, id, path);
	return &ram.inodes[ram_find(path)];
}

/* Whether messenger2 may turn to a game later than that. */
static bool
is_left(const struct view *v, const struct gameid *id)
{
	for (int i = 0; i < v->ids.count; i++)
		if (gameid_compare(&v->ids.id[i], id) > 0 &&
		    spool_of(MESSENGER1, &v->ids.id[i])->type != RAM_FREE)
			return true;
	return gameid_compare(&v->folded[MESSENGER1]->session.head.id, id) > 0;
}

/*
 * Whether the moves of a bot's session count for what follows: not those of a
 * game that is over or, for messenger2, that messenger1 has left.
 */
static bool
is_live(const struct view *v, enum player who)
{
	const struct folded *f = v->folded[who];
	const struct session *s = &f->session;
	char path[PATH_SIZE];

	if (!f->have || !f->allowed || s->state > SESSION_OVER ||
	    (who == MESSENGER2 && is_left(v, &s->head.id)))
		return false;
	world_result(&s->result_id, path);
	return s->state < SESSION_OVER ||
	       (who == MESSENGER1 && type_of(path) == RAM_FREE);
}

/*
 * My last line: as a move it counts while it is the last on the board, and an
 * answer may be said once more while it is the last.
 */
static void
mix_last(struct view *v, const struct session *s)
{
	struct line last = line_read(s->last, strlen(s->last));

	mix(v, last.kind);
	mix(v, exchanged(v, last.symbol));
	mix(v, last.yes);
	if (last.kind == LINE_MOVE && s->state == SESSION_PLAY &&
	    game_turn(&s->game) != s->me)
		mix(v, (uint64_t)v->turn[last.position - 1]);
	if (last.kind >= LINE_OPENING && last.kind <= LINE_ANSWER)
		mix(v, s->again_used);
}

/* Both halves of a board in a number. */
static uint64_t
number_of(const struct view *v, const int *turn, const struct board *board)
{
	unsigned circles = turned(turn, board->circles);
	unsigned crosses = turned(turn, board->crosses);

	return v->exchanged ? (uint64_t)crosses << 16 | circles
			    : (uint64_t)circles << 16 | crosses;
}

static void
mix_session(struct view *v, enum player who)
{
	const struct folded *f = v->folded[who];
	const struct session *s = &f->session;

	mix(v, (uint64_t)f->have << 1 | f->allowed);
	if (!f->have || !f->allowed)
		return;
	mix_id(v, &s->head.id);
	mix_id(v, &s->result_id);
	mix(v, s->state);
	mix(v, session_next(s));
	if (!v->live[who])
		return;
	mix(v, number_of(v, v->turn, &s->game.board));
	mix(v, turned(v->turn, s->refused));
	mix(v, exchanged(v, s->game.symbol[MESSENGER1]));
	mix(v, s->game.first);
	mix(v, s->again);
	mix(v, (uint64_t)s->rejections_said);
	mix_last(v, s);
	if (v->folded[player_other(who)]->have)
		mix_words(v, s->rejection, strlen(s->rejection));
	else
		mix(v, s->rejection[0] != '\0');
}

static bool
begins(const char *bytes, size_t len, const char *with, size_t with_len)
{
	return len >= with_len && memcmp(bytes, with, with_len) == 0;
}

/*
 * Our own file against what the journal says was said: what it lacks, if the
 * other has not heard that already, and whether it lacks something. One that is
 * not a beginning of that is given up, whatever is in it.
 */
static void
mix_own(struct view *v, const struct folded *f, const struct ram_inode *file,
    const struct folded *other)
{
	size_t from = file->len;
	bool half = file->len > 0 && file->data[file->len - 1] != '\n';

	if (!begins(f->said, f->said_len, file->data, file->len)) {
		mix(v, UINT64_MAX);
		return;
	}
	mix(v, file->len < f->said_len);
	if (other->heard > from &&
	    begins(f->said, f->said_len, other->past, other->heard))
		from = other->heard;
	else
		mix(v, (uint64_t)file->type << 1 | half);
	if (other->have)
		mix_words(v, f->said + from, f->said_len - from);
}

/*
 * What there is to hear. If nobody with a journal listens to the answer, all
 * lines that are not accepted and are judged the same are the same.
 */
static void
mix_unheard(
    struct view *v, const struct session *s, const char *bytes, size_t len)
{
	const char *lf = memchr(bytes, '\n', len);
	enum session_verdict verdict = SESSION_ACCEPTS;

	if (lf == bytes + len - 1 && !v->folded[player_other(s->me)]->have)
		verdict = session_judge(s, bytes, len - 1);
	mix(v, verdict);
	if (verdict == SESSION_ACCEPTS && v->live[s->me])
		mix_words(v, bytes, len);
	mix(v, len > 0);
}

/*
 * The other's file against what was heard of it: what there is to hear. Where it
 * lacks something (a power cut), whether the other can still say the same.
 */
static void
mix_other(struct view *v, const struct folded *f, const struct folded *other,
    const struct ram_inode *file)
{
	if (session_ended(&f->session))
		return;
	if (!begins(file->data, file->len, f->past, f->heard)) {
		mix(v, begins(f->past, f->heard, file->data, file->len));
		mix(v, begins(other->said, other->said_len, f->past, f->heard));
		return;
	}
	mix(v, file->type);
	if (f->session.state == SESSION_OPENING_DUE) {
		mix(v, file->len > f->heard);
	} else {
		mix_unheard(v, &f->session, file->data + f->heard,
		    file->len - f->heard);
	}
}

/* How a file begins that messenger2 may turn to. */
static void
mix_first(struct view *v, const struct ram_inode *file)
{
	const char *lf = memchr(file->data, '\n', file->len);
	size_t len = lf == NULL ? 0 : (size_t)(lf - file->data);

	mix(v, file->type);
	mix_words(v, file->data, len);
	mix(v, file->len > len + 1);
}

/*
 * The spool files of games that are not the journals': those messenger2 may turn
 * to, and which of its own it has of them.
 */
static void
mix_later_spools(struct view *v)
{
	const struct session *two = &v->folded[MESSENGER2]->session;

	for (int i = 0; i < v->ids.count; i++) {
		const struct gameid *id = &v->ids.id[i];

		if (gameid_compare(id, &two->head.id) <= 0)
			continue;
		mix_first(v, spool_of(MESSENGER1, id));
		mix(v, spool_of(MESSENGER2, id)->type);
	}
}

/* Which results have which of their names; what is in them follows. */
static void
mix_results(struct view *v)
{
	/* a board's temporary is the same in every state: it is left out */
	static const char *const temps[] = {".result-messenger1",
	    "state/messenger1/.journal", "state/messenger1/.result",
	    "state/messenger2/.journal"};
	char path[PATH_SIZE];

	for (int i = 0; i < v->ids.count; i++) {
		world_result(&v->ids.id[i], path);
		mix(v, type_of(path));
		world_second(&v->ids.id[i], path);
		mix(v, type_of(path));
	}
	for (size_t i = 0; i < sizeof(temps) / sizeof(temps[0]); i++)
		mix(v, type_of(temps[i]));
}

/*
 * The ids that count: those of the journals, and of the games messenger2 may
 * still turn to. Anything else only messenger1 looks at, without a journal; it
 * has one before there is anything.
 */
static void
find_ids(struct view *v)
{
	const struct session *one = &v->folded[MESSENGER1]->session;
	const struct session *two = &v->folded[MESSENGER2]->session;
	int spool = ram_find("spool/messenger1");
	struct gameid id;

	add_id(&v->ids, &one->head.id);
	add_id(&v->ids, &one->result_id);
	add_id(&v->ids, &two->head.id);
	for (size_t i = 0; i < RAM_ENTRIES; i++)
		if (ram.entries[i].folder == spool &&
		    world_is_spool(&ram, &ram.entries[i], &id) &&
		    gameid_compare(&id, &two->head.id) > 0)
			add_id(&v->ids, &id);
}

/* Both boards as a number. */
static uint64_t
boards(const struct view *v, const int *turn)
{
	uint64_t number = 0;

	for (enum player who = MESSENGER1; who <= MESSENGER2; who++) {
		number <<= 32;
		if (v->live[who])
			number |= number_of(
			    v, turn, &v->folded[who]->session.game.board);
	}
	return number;
}

static struct key
key_of(const struct view *view, const int *turn)
{
	struct view v = *view;

	v.turn = turn;
	for (enum player who = MESSENGER1; who <= MESSENGER2; who++) {
		enum player other = player_other(who);

		mix_session(&v, who);
		if (!v.folded[who]->have)
			continue;
		mix_own(&v, v.folded[who], v.own[who], v.folded[other]);
		mix_other(&v, v.folded[who], v.folded[other], v.others[who]);
	}
	return v.key;
}

/* Whether the game that counts is played with messenger1's cross. */
static bool
is_exchanged(const struct view *v)
{
	enum player who = v->live[MESSENGER1] ? MESSENGER1 : MESSENGER2;

	return v->live[who] &&
	       v->folded[who]->session.game.symbol[MESSENGER1] == SYMBOL_CROSS;
}

/* What is the same however the board lies. */
static void
look(struct view *v)
{
	*v = (struct view){
	    .turn = turns[0], .key = {UINT64_C(0xcbf29ce484222325), 0}};
	for (enum player who = MESSENGER1; who <= MESSENGER2; who++)
		v->folded[who] = world_fold(&ram, who);
	find_ids(v);
	for (enum player who = MESSENGER1; who <= MESSENGER2; who++) {
		const struct gameid *id = &v->folded[who]->session.head.id;

		v->live[who] = is_live(v, who);
		v->own[who] = spool_of(who, id);
		v->others[who] = spool_of(player_other(who), id);
	}
	v->exchanged = is_exchanged(v);
	mix_later_spools(v);
	mix_results(v);
}

/* Of the turns with the smallest boards, the one with the smallest key. */
struct key
world_key(void)
{
	struct view v;
	uint64_t smallest = UINT64_MAX, found[8];
	struct key least = {UINT64_MAX, UINT64_MAX};

	look(&v);
	for (int i = 0; i < 8; i++) {
		found[i] = boards(&v, turns[i]);
		if (found[i] < smallest)
			smallest = found[i];
	}
	for (int i = 0; i < 8; i++) {
		struct key key;

		if (found[i] != smallest)
			continue;
		key = key_of(&v, turns[i]);
		if (key.high < least.high ||
		    (key.high == least.high && key.low < least.low))
			least = key;
	}
	return least;
}
