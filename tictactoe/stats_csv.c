/* SPDX-License-Identifier: ISC */
#include "stats_print.h"
#include "stats_share.h"

/* What a count is of: three words, of which the last may be empty. */
struct row {
	const char *group, *name, *what;
};

static void
print_count(FILE *out, struct row row, size_t count)
{
	(void)fprintf(
	    out, "%s,%s,%s,%zu,,,\n", row.group, row.name, row.what, count);
}

/* The same of what is a part of all games. */
static void
print_part(const struct counts *c, FILE *out, struct row row, size_t count)
{
	struct share share = share_of(count, c->games);

	if (c->games == 0)
		print_count(out, row, count);
	else
		(void)fprintf(out, "%s,%s,%s,%zu,%.6f,%.6f,%.6f\n", row.group,
		    row.name, row.what, count, share.part, share.low,
		    share.high);
}

static void
print_numbered(const struct counts *c, FILE *out, struct row row,
    const size_t counts[BOARD_CELLS + 1], int from)
{
	for (int n = from; n <= BOARD_CELLS; n++) {
		const char digit[] = {(char)('0' + n), '\0'};

		row.name = digit;
		print_part(c, out, row, counts[n]);
	}
}

static void
print_endings(const struct counts *c, FILE *out)
{
	for (int i = 0; i < LINES; i++)
		print_part(c, out,
		    (struct row){
			"ending", winning_lines[i].name, winning_lines[i].kind},
		    c->lines[i]);
	print_part(c, out, (struct row){"ending", "tie", ""},
	    c->outcomes[SUBJECT_FIRST][OUTCOME_TIE]);
	print_part(
	    c, out, (struct row){"ending", "two_lines", ""}, c->two_lines);
	print_part(
	    c, out, (struct row){"ending", "ninth_cell", ""}, c->ninth_cell);
}

static void
print_rejections(const struct counts *c, FILE *out)
{
	for (int by = MESSENGER1; by < PLAYERS; by++)
		for (int kind = 0; kind < REFUSALS; kind++)
			print_count(out,
			    (struct row){"rejection",
				player_name((enum player)by),
				refusal_names[kind].name},
			    c->rejections[by][kind]);
}

static void
print_days(const struct counts *c, FILE *out)
{
	for (size_t i = 0; i < c->day_count; i++) {
		char date[DATE_SIZE];

		day_date(c->days[i].number, date);
		print_count(
		    out, (struct row){"day", date, ""}, c->days[i].games);
	}
}

void
stats_csv(const struct counts *c, FILE *out)
{
	(void)fputs("group,name,what,count,share,low,high\n", out);
	print_count(out, (struct row){"games", "counted", ""}, c->games);
	print_count(out, (struct row){"games", "left_out", ""}, c->left_out);
	print_count(
	    out, (struct row){"games", "different", ""}, c->forms.count);
	for (int s = 0; s < SUBJECTS; s++)
		for (int i = 0; i < OUTCOMES; i++)
			print_part(c, out,
			    (struct row){subject_names[s].group,
				subject_names[s].name, outcome_names[i]},
			    c->outcomes[s][i]);
	print_numbered(c, out, (struct row){"moves", "", ""}, c->moves, 5);
	print_endings(c, out);
	print_numbered(
	    c, out, (struct row){"first_move", "", ""}, c->openings, 1);
	print_rejections(c, out);
	print_days(c, out);
}
