/* SPDX-License-Identifier: ISC */
#include "stats_print.h"
#include "stats_share.h"

#include <jansson.h>

/* What there is not without games is null. */
static json_t *
real(const struct counts *c, double value)
{
	return c->games > 0 ? json_real(value) : json_null();
}

static json_t *
part(const struct counts *c, size_t count)
{
	struct share share = share_of(count, c->games);

	return json_pack("{s:I, s:o, s:o, s:o}", "count", (json_int_t)count,
	    "share", real(c, share.part), "low", real(c, share.low), "high",
	    real(c, share.high));
}

static json_t *
number(size_t value)
{
	return json_integer((json_int_t)value);
}

/* The group of that name, made at its first use. */
static json_t *
group(json_t *all, const char *name)
{
	if (json_object_get(all, name) == NULL)
		(void)json_object_set_new(all, name, json_object());
	return json_object_get(all, name);
}

static void
add_outcomes(json_t *all, const struct counts *c)
{
	for (int s = 0; s < SUBJECTS; s++) {
		json_t *subject = json_object();

		for (int i = 0; i < OUTCOMES; i++)
			(void)json_object_set_new(subject, outcome_names[i],
			    part(c, c->outcomes[s][i]));
		(void)json_object_set_new(group(all, subject_names[s].group),
		    subject_names[s].name, subject);
	}
}

static json_t *
numbered(const struct counts *c, const size_t counts[BOARD_CELLS + 1], int from)
{
	json_t *all = json_object();

	for (int n = from; n <= BOARD_CELLS; n++) {
		const char digit[] = {(char)('0' + n), '\0'};

		(void)json_object_set_new(all, digit, part(c, counts[n]));
	}
	return all;
}

static json_t *
endings(const struct counts *c)
{
	json_t *all = json_object();

	for (int i = 0; i < LINES; i++)
		(void)json_object_set_new(
		    all, winning_lines[i].name, part(c, c->lines[i]));
	(void)json_object_set_new(
	    all, "tie", part(c, c->outcomes[SUBJECT_FIRST][OUTCOME_TIE]));
	(void)json_object_set_new(all, "two_lines", part(c, c->two_lines));
	(void)json_object_set_new(all, "ninth_cell", part(c, c->ninth_cell));
	return all;
}

static json_t *
rejections(const struct counts *c)
{
	json_t *all = json_pack("{s:I}", "games", (json_int_t)c->rejecting);

	for (int by = MESSENGER1; by < PLAYERS; by++)
		for (int kind = 0; kind < REFUSALS; kind++)
			(void)json_object_set_new(
			    group(all, player_name((enum player)by)),
			    refusal_names[kind].name,
			    number(c->rejections[by][kind]));
	return all;
}

static json_t *
days(const struct counts *c)
{
	json_t *all = json_object();

	for (size_t i = 0; i < c->day_count; i++) {
		char date[DATE_SIZE];

		day_date(c->days[i].number, date);
		(void)json_object_set_new(all, date, number(c->days[i].games));
	}
	return all;
}

static json_t *
different(const struct counts *c)
{
	struct recent recent = counts_recent(c);

	return json_pack("{s:I, s:{s:I, s:I}, s:b}", "games",
	    (json_int_t)c->forms.count, "recent", "games",
	    (json_int_t)recent.games, "different", (json_int_t)recent.different,
	    "repeating", recent.repeating);
}

void
stats_json(const struct counts *c, FILE *out)
{
	json_t *all = json_pack("{s:i, s:I, s:I, s:s?, s:s?}", "version", 1,
	    "games", (json_int_t)c->games, "left_out", (json_int_t)c->left_out,
	    "first", c->games > 0 ? c->first.text : NULL, "last",
	    c->games > 0 ? c->last.text : NULL);

	add_outcomes(all, c);
	(void)json_object_set_new(all, "moves", numbered(c, c->moves, 5));
	(void)json_object_set_new(
	    all, "moves_mean", real(c, counts_mean_moves(c)));
	(void)json_object_set_new(all, "ending", endings(c));
	(void)json_object_set_new(
	    all, "first_move", numbered(c, c->openings, 1));
	(void)json_object_set_new(all, "different", different(c));
	(void)json_object_set_new(all, "rejection", rejections(c));
	(void)json_object_set_new(all, "day", days(c));
	(void)json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	(void)fputc('\n', out);
	json_decref(all);
}
