/* SPDX-License-Identifier: ISC */
#include "stats_picture.h"
#include "stats_print.h"
#include "stats_share.h"

#define WIDTH 860.0
#define HEIGHT 1290.0
#define LEFT 30.0
#define MIDDLE 490.0 /* where the right half begins */
#define BAR "#4c78a8"
#define PERCENT(part) (100 * (part))

static const char outcome_colours[OUTCOMES][8] = {
    [OUTCOME_WIN] = "#0072b2",
    [OUTCOME_TIE] = "#999999",
    [OUTCOME_LOSS] = "#d55e00",
};

static struct words
words_at(double x, double y, const char *anchor)
{
	return (struct words){x, y, 12, anchor, INK};
}

static void
draw_head(const struct counts *c, FILE *out)
{
	struct words w = {LEFT, 46, 24, "start", INK};
	struct recent recent = counts_recent(c);

	picture_words(
	    out, &w, "Tic-tac-toe: %zu game%s", c->games, plural(c->games));
	w.size = 13;
	w.y = 72;
	if (c->games > 0)
		picture_words(out, &w, "%s to %s; %zu result%s left out",
		    c->first.text, c->last.text, c->left_out,
		    plural(c->left_out));
	w.y = 92;
	picture_words(out, &w,
	    "Different games: %zu (turned or mirrored it is the same game);"
	    " among the last %zu: %zu",
	    c->forms.count, recent.games, recent.different);
	w.y = 112;
	w.fill = outcome_colours[OUTCOME_LOSS];
	if (recent.repeating)
		picture_words(
		    out, &w, "Warning: the bots only repeat themselves.");
}

/* A bar from x to the right, its interval, and what it is of. */
struct row {
	struct box all; /* the bar that would be as long as `most` */
	double most;    /* share */
	const char *fill;
};

static void
draw_row(const struct counts *c, FILE *out, const struct row *row, size_t count)
{
	struct share share = share_of(count, c->games);
	struct box box = row->all;
	double scale = box.width / row->most, y = box.y + box.height / 2;
	struct words w = words_at(box.x + box.width + 12, y + 4, "start");

	box.width = share.part * scale;
	picture_box(out, box, row->fill, 1);
	picture_interval(out, (struct point){box.x + share.low * scale, y},
	    (struct point){box.x + share.high * scale, y});
	picture_words(out, &w, "%zu: %.1f %% (%.1f to %.1f)", count,
	    PERCENT(share.part), PERCENT(share.low), PERCENT(share.high));
}

#define OUTCOMES_TOP 150.0
#define SUBJECT_HEIGHT 52.0
#define OUTCOME_HEIGHT 14.0

static void
draw_scale(FILE *out, struct box box)
{
	for (int percent = 0; percent <= 100; percent += 25) {
		double x = box.x + box.width * percent / 100;
		struct words w = words_at(x, box.y + box.height + 16, "middle");

		picture_line(out, (struct point){x, box.y},
		    (struct point){x, box.y + box.height});
		picture_words(out, &w, "%d %%", percent);
	}
}

static void
draw_legend(FILE *out)
{
	for (int i = 0; i < OUTCOMES; i++) {
		double x = 330 + 90 * i;
		struct words w = words_at(x + 18, OUTCOMES_TOP, "start");

		picture_box(out, (struct box){x, OUTCOMES_TOP - 11, 12, 12},
		    outcome_colours[i], 1);
		picture_words(out, &w, "%s", outcome_names[i]);
	}
}

static void
draw_outcomes(const struct counts *c, FILE *out)
{
	struct box box = {
	    150, OUTCOMES_TOP + 18, 480, SUBJECTS * SUBJECT_HEIGHT};
	struct row row = {.most = 1};

	picture_heading(out, LEFT, OUTCOMES_TOP, "Wins, ties and losses");
	draw_legend(out);
	draw_scale(out, box);
	for (int s = 0; s < SUBJECTS; s++) {
		double top = box.y + s * SUBJECT_HEIGHT + 5;
		struct words w = words_at(box.x - 12, top + 25, "end");

		picture_words(out, &w, "%s", subject_names[s].label);
		for (int i = 0; i < OUTCOMES; i++) {
			row.all = (struct box){box.x, top + i * OUTCOME_HEIGHT,
			    box.width, OUTCOME_HEIGHT - 2};
			row.fill = outcome_colours[i];
			draw_row(c, out, &row, c->outcomes[s][i]);
		}
	}
}

#define MOVES_TOP 550.0
#define MOVES_HEIGHT 150.0

/* The longest bar of several, with its interval. */
static double
highest(const struct counts *c, const size_t *counts, size_t count)
{
	double high = 0;

	for (size_t i = 0; i < count; i++) {
		struct share share = share_of(counts[i], c->games);

		if (share.high > high)
			high = share.high;
	}
	return high;
}

static void
draw_moves(const struct counts *c, FILE *out)
{
	double scale = MOVES_HEIGHT / highest(c, c->moves + 5, 5);
	double bottom = MOVES_TOP + 50 + MOVES_HEIGHT;
	struct words w = words_at(LEFT, MOVES_TOP + 20, "start");

	picture_heading(out, LEFT, MOVES_TOP, "Moves of a game");
	picture_words(out, &w, "%.2f on average", counts_mean_moves(c));
	for (int n = 5; n <= BOARD_CELLS; n++) {
		struct share share = share_of(c->moves[n], c->games);
		double x = LEFT + 20 + (n - 5) * 76,
		       height = share.part * scale;

		picture_box(
		    out, (struct box){x, bottom - height, 44, height}, BAR, 1);
		picture_interval(out,
		    (struct point){x + 22, bottom - share.low * scale},
		    (struct point){x + 22, bottom - share.high * scale});
		w = words_at(x + 22, bottom - share.high * scale - 8, "middle");
		picture_words(out, &w, "%.1f %%", PERCENT(share.part));
		w.y = bottom + 16;
		picture_words(out, &w, "%d", n);
	}
}

#define CELL 66.0

static void
draw_openings(const struct counts *c, FILE *out)
{
	size_t most = 0;

	for (int i = 1; i <= BOARD_CELLS; i++)
		if (c->openings[i] > most)
			most = c->openings[i];
	picture_heading(out, MIDDLE, MOVES_TOP, "First moves");
	for (int i = 1; i <= BOARD_CELLS; i++) {
		int row = (i - 1) / 3, column = (i - 1) % 3;
		struct box box = {MIDDLE + column * CELL,
		    MOVES_TOP + 20 + row * CELL, CELL - 2, CELL - 2};
		struct words w =
		    words_at(box.x + CELL / 2, box.y + CELL / 2 + 4, "middle");
		size_t count = c->openings[i];

		picture_box(out, box, "#f2f2f2", 1);
		picture_box(out, box, "#e69f00",
		    most > 0 ? (double)count / (double)most * 0.9 : 0);
		picture_words(out, &w, "%.1f %%",
		    PERCENT(share_of(count, c->games).part));
	}
}

#define ENDINGS_TOP 820.0
#define LINE_HEIGHT 22.0

static void
draw_endings(const struct counts *c, FILE *out)
{
	size_t counts[LINES + 1];
	struct row row = {.fill = BAR};
	struct words w;

	for (int i = 0; i < LINES; i++)
		counts[i] = c->lines[i];
	counts[LINES] = c->outcomes[SUBJECT_FIRST][OUTCOME_TIE];
	row.most = highest(c, counts, LINES + 1);
	picture_heading(out, LEFT, ENDINGS_TOP, "Endings");
	for (int i = 0; i <= LINES; i++) {
		double y = ENDINGS_TOP + 14 + i * LINE_HEIGHT;

		row.all = (struct box){150, y, 150, LINE_HEIGHT - 6};
		w = words_at(138, y + 12, "end");
		picture_words(out, &w, "%s %s",
		    i < LINES ? winning_lines[i].kind : "tie",
		    i < LINES ? winning_lines[i].name : "");
		draw_row(c, out, &row, counts[i]);
	}
	w = words_at(
	    LEFT, ENDINGS_TOP + 26 + (LINES + 1) * LINE_HEIGHT, "start");
	picture_words(out, &w,
	    "Rows %zu, columns %zu, diagonals %zu; two lines at once %zu;"
	    " won with the ninth cell %zu.",
	    counts_of_kind(c, "row"), counts_of_kind(c, "column"),
	    counts_of_kind(c, "diagonal"), c->two_lines, c->ninth_cell);
}

static void
draw_rejections(const struct counts *c, FILE *out)
{
	struct words w = words_at(MIDDLE + 240, ENDINGS_TOP, "end");

	picture_heading(out, MIDDLE + 30, ENDINGS_TOP, "Rejections");
	picture_words(out, &w, "by messenger1");
	w.x += 100;
	picture_words(out, &w, "by messenger2");
	for (int kind = REFUSALS - 1; kind >= 0; kind--) {
		double y =
		    ENDINGS_TOP + 26 + (REFUSALS - 1 - kind) * LINE_HEIGHT;

		w = words_at(MIDDLE + 30, y, "start");
		picture_words(out, &w, "%s", refusal_names[kind].label);
		for (int by = MESSENGER1; by < PLAYERS; by++) {
			w = words_at(MIDDLE + 140 + 100 * by, y, "end");
			picture_words(out, &w, "%zu", c->rejections[by][kind]);
		}
	}
}

#define DAYS_TOP 1096.0
#define DAYS_HEIGHT 120.0

static void
draw_day(FILE *out, const struct day *day, struct box all, size_t most)
{
	struct box box = all;
	struct words w;

	box.height = all.height * (double)day->games / (double)most;
	box.y = all.y + all.height - box.height;
	picture_box(out, box, BAR, 1);
	w = words_at(box.x + box.width / 2, box.y - 5, "middle");
	w.size = 9;
	picture_words(out, &w, "%zu", day->games);
}

/* There is room for the month and day of every other one. */
static void
draw_days(const struct counts *c, FILE *out)
{
	struct day days[DAYS_SHOWN];
	size_t count = counts_last_days(c, days), most = 0;
	double width = (WIDTH - 2 * LEFT) / DAYS_SHOWN;
	char date[DATE_SIZE];

	for (size_t i = 0; i < count; i++)
		if (days[i].games > most)
			most = days[i].games;
	picture_heading(out, LEFT, DAYS_TOP, "Games a day");
	for (size_t i = 0; i < count; i++) {
		struct box box = {LEFT + (double)i * width, DAYS_TOP + 26,
		    width - 3, DAYS_HEIGHT};
		struct words w = words_at(
		    box.x + box.width / 2, box.y + box.height + 16, "middle");

		draw_day(out, &days[i], box, most);
		day_date(days[i].number, date);
		if ((count - 1 - i) % 2 == 0)
			picture_words(out, &w, "%s", date + 5);
	}
}

void
stats_svg(const struct counts *c, FILE *out)
{
	picture_begin(out, WIDTH, HEIGHT);
	draw_head(c, out);
	draw_outcomes(c, out);
	draw_moves(c, out);
	draw_openings(c, out);
	draw_endings(c, out);
	draw_rejections(c, out);
	draw_days(c, out);
	picture_end(out);
}
