/* SPDX-License-Identifier: ISC */
/* Shares and their intervals, against values that are known. */
#include "stats_chart.h"
#include "stats_share.h"
#include "suite.h"

#include <math.h>

/* To four digits by R. G. Newcombe, Statistics in Medicine 17 (1998), table I,
 * method 3; the rest is exact. */
static struct known {
	const char *name;
	size_t count, of;
	double part, low, high;
} known[] = {
    {"81 of 263", 81, 263, 0.3080, 0.2553, 0.3662},
    {"15 of 148", 15, 148, 0.1014, 0.0624, 0.1605},
    {"0 of 20", 0, 20, 0.0000, 0.0000, 0.1611},
    {"1 of 29", 1, 29, 0.0345, 0.0061, 0.1718},
    {"29 of 29: as 0 of 29", 29, 29, 1.0000, 0.8830, 1.0000},
    {"0 of 0: nothing is known", 0, 0, 0, 0, 1},
};

static void
test_known(void **state)
{
	const struct known *row = *state;
	struct share share = share_of(row->count, row->of);

	assert_true(fabs(share.part - row->part) < 0.00005);
	assert_true(fabs(share.low - row->low) < 0.00005);
	assert_true(fabs(share.high - row->high) < 0.00005);
}

/* The ends are where the chance would be 1.96 deviations off what was seen. */
static void
test_ends(void **state)
{
	(void)state;
	for (size_t of = 1; of <= 60; of++)
		for (size_t count = 0; count <= of; count++) {
			struct share s = share_of(count, of);
			double n = (double)of, z = 1.959963984540054;

			assert_true(s.low >= 0 && s.low <= s.part);
			assert_true(s.high <= 1 && s.high >= s.part);
			if (count > 0)
				assert_true(fabs(s.part - s.low -
						 z * sqrt(s.low * (1 - s.low) /
							  n)) < 1e-9);
			if (count < of)
				assert_true(
				    fabs(s.high - s.part -
					 z * sqrt(s.high * (1 - s.high) / n)) <
				    1e-9);
		}
}

static struct bar {
	const char *name;
	size_t value;
	const char *bar;
} bars[] = {
    {"nothing", 0, "\n"},
    {"what is not nothing is seen", 1, "  #\n"},
    {"a half", 500, "  #####\n"},
    {"all", 1000, "  ##########\n"},
};

static void
test_bar(void **state)
{
	const struct bar *row = *state;
	const struct chart chart = {.room = 10};
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	chart_bar(&chart, out, row->value, 1000);
	(void)fclose(out);
	assert_string_equal(text, row->bar);
	free(text);
}

int
main(void)
{
	static struct suite suite;

	suite_rows(&suite, test_known, ROWS(known));
	suite_test(&suite, "the ends of all up to 60", test_ends);
	suite_prefix(&suite, "a bar: ");
	suite_rows(&suite, test_bar, ROWS(bars));
	return suite_run(&suite, "stats_share");
}
