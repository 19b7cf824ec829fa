/* SPDX-License-Identifier: ISC */
/*
 * When two folders are the same: what can follow from them is. Ids count by
 * their order only, times not at all, and of a board turned or mirrored, and of
 * circle and cross exchanged, there is one key.
 */
#include "mix.h"

#include <string.h>

#define OPENING "Choose your symbol: circle or cross.\n"

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

/* Whether a bot says nothing any more in the game of the other's journal. */
static bool
is_silent(const struct view *v, enum player who)
{
	const struct folded *f = v->folded[who];
	const struct folded *other = v->folded[player_other(who)];
	const struct gameid *id = &other->session.head.id;
	int order = gameid_compare(&f->session.head.id, id);

	if (order == 0 && f->have)
		return session_ended(&f->session) ||
		       !begins_with(f->said, f->said_len, v->own[who]->data,
			   v->own[who]->len);
	if (who == MESSENGER1)
		return order > 0;
	/* messenger2 without a journal of it keeps out of what is under way */
	return spool_of(MESSENGER2, id)->type != RAM_FREE ||
	       v->own[MESSENGER1]->len > strlen(OPENING);
}

/* Whether a bot has nothing to hear, to say or to do until a tick. */
static bool
is_at_rest(const struct view *v, enum player who)
{
	const struct folded *f = v->folded[who];
	const struct ram_inode *own = v->own[who], *others = v->others[who];

	return session_next(&f->session) == LINE_NONE &&
	       own->len == f->said_len && others->len <= f->heard &&
	       begins_with(f->past, f->heard, others->data, others->len);
}

/*
 * Whether the moves of a bot's session count for what follows: not those of a
 * game that is over, that messenger1 has left, or that rests for want of the
 * other; and not before a killed bot's journal is out of the way. What may still
 * be heard and said in such a game is checked for one board of each kind.
 */
static bool
is_live(const struct view *v, enum player who)
{
	const struct folded *f = v->folded[who];
	const struct session *s = &f->session;
	enum player other = player_other(who);
	char path[PATH_SIZE];

	if (!f->have || !f->allowed || s->state > SESSION_OVER ||
	    world_unswept(MESSENGER1) || world_unswept(MESSENGER2) ||
	    (who == MESSENGER2 && is_left(v, &s->head.id)) ||
	    (!world_alone && is_silent(v, other) && s->state < SESSION_OVER &&
		is_at_rest(v, who)))
		return false;
	world_result(&s->result_id, path);
	return s->state < SESSION_OVER ||
	       (who == MESSENGER1 && type_of(path) == RAM_FREE);
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
	mix(v, world_was_cut());
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
			number |= mix_number(
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
		mix_session(&v, who);
		if (!v.folded[who]->have)
			continue;
		mix_own(&v, who);
		mix_other(&v, who);
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

		v->own[who] = spool_of(who, id);
		v->others[who] = spool_of(player_other(who), id);
	}
	for (enum player who = MESSENGER1; who <= MESSENGER2; who++)
		v->live[who] = is_live(v, who);
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
