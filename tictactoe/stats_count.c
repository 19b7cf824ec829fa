/* SPDX-License-Identifier: ISC */
#include "stats_count.h"

#include <stdlib.h>
#include <string.h>

#define DAY 86400

const struct subject_names subject_names[SUBJECTS] = {
    [SUBJECT_MESSENGER1] = {"player", "messenger1", "messenger1"},
    [SUBJECT_MESSENGER2] = {"player", "messenger2", "messenger2"},
    [SUBJECT_CIRCLE] = {"symbol", "circle", "circle"},
    [SUBJECT_CROSS] = {"symbol", "cross", "cross"},
    [SUBJECT_FIRST] = {"turn", "first", "first player"},
    [SUBJECT_SECOND] = {"turn", "second", "second player"},
};
const char outcome_names[OUTCOMES][8] = {"wins", "ties", "losses"};

struct counts *
counts_new(void)
{
	return calloc(1, sizeof(struct counts));
}

void
counts_free(struct counts *c)
{
	if (c != NULL)
		free(c->days);
	free(c);
}

/* Which player it is in a game. */
static enum player
player_of(const struct played *f, enum subject subject)
{
	switch (subject) {
	case SUBJECT_MESSENGER2:
		return MESSENGER2;
	case SUBJECT_CIRCLE:
		return (enum player)f->circle;
	case SUBJECT_CROSS:
		return player_other((enum player)f->circle);
	case SUBJECT_FIRST:
		return (enum player)f->first;
	case SUBJECT_SECOND:
		return player_other((enum player)f->first);
	case SUBJECT_MESSENGER1:
	case SUBJECTS:
		break;
	}
	return MESSENGER1;
}

static void
add_outcomes(struct counts *c, const struct played *f)
{
	for (int s = 0; s < SUBJECTS; s++) {
		enum player player = player_of(f, (enum subject)s);
		enum outcome outcome = f->winner == PLAYER_NONE ? OUTCOME_TIE
				       : f->winner == player    ? OUTCOME_WIN
								: OUTCOME_LOSS;

		c->outcomes[s][outcome]++;
	}
}

static void
add_ending(struct counts *c, const struct played *f)
{
	unsigned lines = f->lines;

	for (int i = 0; i < LINES; i++)
		c->lines[i] += lines >> i & 1;
	c->two_lines += (lines & (lines - 1)) != 0;
	c->ninth_cell += lines != 0 && f->moves == BOARD_CELLS;
}

static void
add_rejections(struct counts *c, const struct played *f)
{
	size_t sum = 0;

	for (int by = 0; by < PLAYERS; by++)
		for (int kind = 0; kind < REFUSALS; kind++) {
			c->rejections[by][kind] += f->rejections[by][kind];
			sum += f->rejections[by][kind];
		}
	c->rejecting += sum > 0;
}

static bool
add_day(struct counts *c, const struct gameid *id)
{
	int64_t second = gameid_second(id);
	int64_t number = (second - (second < 0 ? DAY - 1 : 0)) / DAY;

	if (c->day_count > 0 && c->days[c->day_count - 1].number == number) {
		c->days[c->day_count - 1].games++;
		return true;
	}
	if (c->day_count == c->day_size) {
		size_t size = c->day_size == 0 ? 64 : 2 * c->day_size;
		struct day *days = reallocarray(c->days, size, sizeof(*days));

		if (days == NULL)
			return false;
		c->days = days;
		c->day_size = size;
	}
	c->days[c->day_count++] = (struct day){number, 1};
	return true;
}

bool
counts_add(struct counts *c, const struct played *f)
{
	if (!add_day(c, &f->id))
		return false;
	if (c->games == 0)
		c->first = f->id;
	c->last = f->id;
	add_outcomes(c, f);
	add_ending(c, f);
	add_rejections(c, f);
	c->moves[f->moves]++;
	c->openings[f->opening]++;
	(void)forms_add(&c->forms, f->form);
	c->recent[c->games++ % RECENT] = f->form;
	return true;
}

size_t
counts_of_kind(const struct counts *c, const char *kind)
{
	size_t sum = 0;

	for (int i = 0; i < LINES; i++)
		if (strcmp(winning_lines[i].kind, kind) == 0)
			sum += c->lines[i];
	return sum;
}

double
counts_mean_moves(const struct counts *c)
{
	size_t sum = 0;

	for (size_t n = 0; n <= BOARD_CELLS; n++)
		sum += n * c->moves[n];
	return c->games == 0 ? 0 : (double)sum / (double)c->games;
}

size_t
counts_rejections(const struct counts *c)
{
	size_t sum = 0;

	for (int by = 0; by < PLAYERS; by++)
		for (int kind = 0; kind < REFUSALS; kind++)
			sum += c->rejections[by][kind];
	return sum;
}

struct recent
counts_recent(const struct counts *c)
{
	struct recent r = {.games = c->games < RECENT ? c->games : RECENT};

	for (size_t i = 0; i < r.games; i++) {
		size_t before = 0;

		while (before < i && c->recent[before] != c->recent[i])
			before++;
		r.different += before == i;
	}
	r.repeating = r.games == RECENT && r.different <= REPEATS;
	return r;
}

size_t
counts_last_days(const struct counts *c, struct day ret[DAYS_SHOWN])
{
	size_t count = 0, at = c->day_count;
	int64_t first, last;

	if (at == 0)
		return 0;
	last = c->days[at - 1].number;
	first = last - (DAYS_SHOWN - 1);
	if (first < c->days[0].number)
		first = c->days[0].number;
	while (at > 0 && c->days[at - 1].number >= first)
		at--;
	for (int64_t day = first; day <= last; day++) {
		ret[count] = (struct day){day, 0};
		if (c->days[at].number == day)
			ret[count].games = c->days[at++].games;
		count++;
	}
	return count;
}

void
day_date(int64_t number, char ret[DATE_SIZE])
{
	char stamp[32];
	struct text t = text_in(stamp, sizeof(stamp));
	struct text date = text_in(ret, DATE_SIZE);

	gameid_timestamp(&t, number * DAY);
	text_bytes(&date, stamp, DATE_SIZE - 1);
}
