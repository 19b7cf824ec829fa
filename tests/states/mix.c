/* SPDX-License-Identifier: ISC */
/* What a bot's session and words put into a key. */
#include "mix.h"

#include <string.h>

void
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
void
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
mix_id(struct view *v, const struct gameid *id)
{
	uint64_t rank = 0;

	for (int i = 0; i < v->ids.count; i++)
		if (gameid_compare(&v->ids.id[i], id) == 0)
			rank = (uint64_t)i + 1;
	mix(v, rank);
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

uint64_t
mix_number(const struct view *v, const int *turn, const struct board *board)
{
	unsigned circles = turned(turn, board->circles);
	unsigned crosses = turned(turn, board->crosses);

	return v->exchanged ? (uint64_t)crosses << 16 | circles
			    : (uint64_t)circles << 16 | crosses;
}

void
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
	mix(v, mix_number(v, v->turn, &s->game.board));
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

bool
begins_with(const char *bytes, size_t len, const char *with, size_t with_len)
{
	return len >= with_len && memcmp(bytes, with, with_len) == 0;
}

/*
 * Our own file against what the journal says was said: what it lacks, if the
 * other has not heard that already, and whether it lacks something. One that is
 * not a beginning of that is given up, whatever is in it.
 */
void
mix_own(struct view *v, enum player who)
{
	const struct folded *f = v->folded[who];
	const struct folded *other = v->folded[player_other(who)];
	const struct ram_inode *file = v->own[who];
	size_t from = file->len;
	bool half = file->len > 0 && file->data[file->len - 1] != '\n';

	if (!begins_with(f->said, f->said_len, file->data, file->len)) {
		mix(v, UINT64_MAX);
		return;
	}
	mix(v, file->len < f->said_len);
	if (other->heard > from &&
	    begins_with(f->said, f->said_len, other->past, other->heard))
		from = other->heard;
	else
		mix(v, (uint64_t)file->type << 1 | half);
	if (other->have)
		mix_words(v, f->said + from, f->said_len - from);
}

/*
 * What there is to hear. If nobody with a journal listens to the answer, all
 * rejected lines are the same, and all ignored ones.
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
	if (verdict != SESSION_REJECTS && verdict != SESSION_IGNORES &&
	    v->live[s->me])
		mix_words(v, bytes, len);
	mix(v, len > 0);
}

/*
 * The other's file against what was heard of it: what there is to hear. Where it
 * lacks something (a power cut), whether the other can still say the same.
 */
void
mix_other(struct view *v, enum player who)
{
	const struct folded *f = v->folded[who];
	const struct folded *other = v->folded[player_other(who)];
	const struct ram_inode *file = v->others[who];

	if (session_ended(&f->session))
		return;
	if (!begins_with(file->data, file->len, f->past, f->heard)) {
		mix(v, begins_with(f->past, f->heard, file->data, file->len));
		mix(v, begins_with(
			   other->said, other->said_len, f->past, f->heard));
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
