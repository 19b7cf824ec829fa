/* SPDX-License-Identifier: ISC */
#include "stats_chart.h"
#include "stats_print.h"
#include "stats_share.h"

#define PERCENT(part) (100 * (part))

struct page {
	const struct counts *c;
	FILE *out;
	struct chart chart;
};

/* The end of a line: a count, its share of all games, and a bar. */
static void
print_share(const struct page *p, size_t count)
{
	struct share share = share_of(count, p->c->games);

	(void)fprintf(p->out, "%9zu %5.1f %%", count, PERCENT(share.part));
	chart_bar(&p->chart, p->out, count, p->c->games);
}

static void
print_head(const struct page *p)
{
	const struct counts *c = p->c;

	(void)fprintf(p->out, "%zu game%s", c->games, plural(c->games));
	if (c->games > 0)
		(void)fprintf(
		    p->out, " from %s to %s", c->first.text, c->last.text);
	(void)fputc('\n', p->out);
	if (c->left_out > 0)
		(void)fprintf(p->out,
		    "%zu result%s left out: see tictactoe audit\n", c->left_out,
		    plural(c->left_out));
}

/* A count with its share, and the interval of that below. */
static void
print_subject(const struct page *p, int subject)
{
	char interval[32];

	(void)fprintf(p->out, "  %-13s", subject_names[subject].label);
	for (int i = 0; i < OUTCOMES; i++) {
		size_t count = p->c->outcomes[subject][i];

		(void)fprintf(p->out, "%10zu %5.1f %%", count,
		    PERCENT(share_of(count, p->c->games).part));
	}
	(void)fprintf(p->out, "\n%15s", "");
	for (int i = 0; i < OUTCOMES; i++) {
		struct share share =
		    share_of(p->c->outcomes[subject][i], p->c->games);

		(void)snprintf(interval, sizeof(interval), "%.1f-%.1f %%",
		    PERCENT(share.low), PERCENT(share.high));
		(void)fprintf(p->out, "%18s", interval);
	}
	(void)fputc('\n', p->out);
}

static void
print_outcomes(const struct page *p)
{
	(void)fprintf(p->out, "\n%-15s", "Outcomes");
	for (int i = 0; i < OUTCOMES; i++)
		(void)fprintf(p->out, "%18s", outcome_names[i]);
	(void)fputc('\n', p->out);
	for (int s = 0; s < SUBJECTS; s++)
		print_subject(p, s);
	(void)fprintf(
	    p->out, "  Below each share: its 95 %% interval (Wilson).\n");
}

static void
print_moves(const struct page *p)
{
	(void)fprintf(p->out, "\nMoves of a game: %.2f on average\n",
	    counts_mean_moves(p->c));
	for (int n = 5; n <= BOARD_CELLS; n++) {
		(void)fprintf(p->out, "  %-14d", n);
		print_share(p, p->c->moves[n]);
	}
}

static void
print_endings(const struct page *p)
{
	const struct counts *c = p->c;

	(void)fprintf(p->out, "\nEndings\n");
	for (int i = 0; i < LINES; i++) {
		(void)fprintf(p->out, "  %-8s %-5s", winning_lines[i].kind,
		    winning_lines[i].name);
		print_share(p, c->lines[i]);
	}
	(void)fprintf(p->out, "  %-14s", "tie");
	print_share(p, c->outcomes[SUBJECT_FIRST][OUTCOME_TIE]);
	(void)fprintf(p->out,
	    "  Rows %zu, columns %zu, diagonals %zu; two lines at once %zu.\n"
	    "  Won with the ninth cell: %zu.\n",
	    counts_of_kind(c, "row"), counts_of_kind(c, "column"),
	    counts_of_kind(c, "diagonal"), c->two_lines, c->ninth_cell);
}

static void
print_openings(const struct page *p)
{
	(void)fprintf(p->out, "\nFirst moves\n");
	for (int position = 1; position <= BOARD_CELLS; position++) {
		struct share share =
		    share_of(p->c->openings[position], p->c->games);

		(void)fprintf(p->out, "  %5.1f %%%s", PERCENT(share.part),
		    position % 3 != 0 ? "  |" : "\n");
		if (position % 3 == 0 && position < BOARD_CELLS)
			(void)fprintf(
			    p->out, "  ---------------------------------\n");
	}
}

static void
print_different(const struct page *p)
{
	struct recent recent = counts_recent(p->c);

	(void)fprintf(p->out,
	    "\nDifferent games: %zu (turned or mirrored it is the same game)\n"
	    "  Among the last %zu: %zu.\n",
	    p->c->forms.count, recent.games, recent.different);
	if (recent.repeating)
		(void)fprintf(
		    p->out, "  Warning: the bots only repeat themselves.\n");
}

static void
print_rejections(const struct page *p)
{
	const struct counts *c = p->c;

	if (c->rejecting == 0) {
		(void)fprintf(p->out, "\nRejections: none\n");
		return;
	}
	(void)fprintf(p->out, "\nRejections: %zu in %zu game%s\n",
	    counts_rejections(c), c->rejecting, plural(c->rejecting));
	(void)fprintf(
	    p->out, "  %15s%15s%15s\n", "", "by messenger1", "by messenger2");
	for (int kind = REFUSALS - 1; kind >= 0; kind--) {
		size_t one = c->rejections[MESSENGER1][kind];
		size_t two = c->rejections[MESSENGER2][kind];

		if (one + two > 0)
			(void)fprintf(p->out, "  %-15s%15zu%15zu\n",
			    refusal_names[kind].label, one, two);
	}
}

static void
print_days(const struct page *p)
{
	struct day days[DAYS_SHOWN];
	size_t count = counts_last_days(p->c, days), most = 0;

	for (size_t i = 0; i < count; i++)
		if (days[i].games > most)
			most = days[i].games;
	(void)fprintf(p->out, "\nGames a day\n");
	for (size_t i = 0; i < count; i++) {
		char date[DATE_SIZE];

		day_date(days[i].number, date);
		(void)fprintf(p->out, "  %-14s%9zu", date, days[i].games);
		chart_bar(&p->chart, p->out, days[i].games, most);
	}
}

void
stats_text(const struct counts *c, FILE *out)
{
	struct page page = {c, out, chart_for(out, 34)};

	print_head(&page);
	if (c->games == 0)
		return;
	print_outcomes(&page);
	print_moves(&page);
	print_endings(&page);
	print_openings(&page);
	print_different(&page);
	print_rejections(&page);
	print_days(&page);
}
