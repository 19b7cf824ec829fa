/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "gameid.h"

#define DAY 86400

static const struct gameid none;

static struct gameid
id(const char *text)
{
	struct gameid ret = {{0}};

	assert_int_equal(gameid_parse(text, strlen(text), &ret), 0);
	assert_string_equal(ret.text, text);
	return ret;
}

static struct second_row {
	const char *name; /* the id */
	int64_t second;
	const char *timestamp;
} seconds[] = {
    {"0000-01-01-000000", GAMEID_SECOND_MIN, "0000-01-01T00:00:00Z"},
    {"0000-02-29-000000", -62162121600, "0000-02-29T00:00:00Z"},
    {"0001-01-01-000000", -62135596800, "0001-01-01T00:00:00Z"},
    {"0004-02-29-000000", -62035891200, "0004-02-29T00:00:00Z"},
    {"1582-10-15-000000", -12219292800, "1582-10-15T00:00:00Z"},
    {"1600-02-29-000000", -11670998400, "1600-02-29T00:00:00Z"},
    {"1900-02-28-235959", -2203891201, "1900-02-28T23:59:59Z"},
    {"1900-03-01-000000", -2203891200, "1900-03-01T00:00:00Z"},
    {"1969-12-31-235959", -1, "1969-12-31T23:59:59Z"},
    {"1970-01-01-000000", 0, "1970-01-01T00:00:00Z"},
    {"2000-02-29-235959", 951868799, "2000-02-29T23:59:59Z"},
    {"2000-03-01-000000", 951868800, "2000-03-01T00:00:00Z"},
    {"2004-02-29-000000", 1078012800, "2004-02-29T00:00:00Z"},
    {"2024-12-31-235959", 1735689599, "2024-12-31T23:59:59Z"},
    {"2026-09-03-110200", 1788433320, "2026-09-03T11:02:00Z"},
    {"2038-01-19-031408", 2147483648, "2038-01-19T03:14:08Z"},
    {"2100-02-28-235959", 4107542399, "2100-02-28T23:59:59Z"},
    {"2100-03-01-000000", 4107542400, "2100-03-01T00:00:00Z"},
    {"2400-02-29-000000", 13574563200, "2400-02-29T00:00:00Z"},
    {"9999-12-31-235959", GAMEID_SECOND_MAX, "9999-12-31T23:59:59Z"},
};

static void
test_second(void **state)
{
	const struct second_row *row = *state;
	char buf[32];
	struct text t = text_in(buf, sizeof(buf));
	struct gameid made, parsed = id(row->name);
	int64_t back = 1;

	assert_int_equal(gameid_for(row->second, &none, &made), 0);
	assert_string_equal(made.text, row->name);
	assert_memory_equal(&made, &parsed, sizeof(made));
	gameid_timestamp(&t, row->second);
	assert_string_equal(buf, row->timestamp);
	assert_int_equal(gameid_read_timestamp(buf, t.len, &back), 0);
	assert_int_equal(back, row->second);
	assert_int_equal(gameid_second(&parsed), row->second);
}

static const char *no_times[] = {"", "2026-09-03T11:02:00",
    "2026-09-03T11:02:00Zx", "2026-09-03 11:02:00Z", "2026-02-29T11:02:00Z",
    "2026-09-03T24:00:00Z", "2026-09-03T11:02:60Z", "2026-9-003T11:02:00Z",
    "+026-09-03T11:02:00Z"};

static void
test_no_time(void **state)
{
	const char *bytes = *(const char **)*state;
	int64_t second = 42;

	assert_int_equal(
	    gameid_read_timestamp(bytes, strlen(bytes), &second), -1);
	assert_int_equal(second, 42);
}

static int
days_in(int year, int month)
{
	static const int days[] = {
	    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return month == 2 && leap ? 29 : days[month - 1];
}

static void
check_day(int64_t number, int year, int month, int day)
{
	int of_day = (int)((number * 7919) % DAY);
	char want[64];
	struct gameid made, parsed;

	(void)snprintf(want, sizeof(want), "%04d-%02d-%02d-%02d%02d%02d", year,
	    month, day, of_day / 3600, of_day / 60 % 60, of_day % 60);
	assert_int_equal(
	    gameid_for(GAMEID_SECOND_MIN + number * DAY + of_day, &none, &made),
	    0);
	assert_string_equal(made.text, want);
	assert_int_equal(gameid_parse(want, strlen(want), &parsed), 0);
	assert_memory_equal(&made, &parsed, sizeof(made));
}

static void
test_every_day_of_ten_thousand_years(void **state)
{
	int64_t number = 0;

	(void)state;
	for (int year = 0; year <= 9999; year++)
		for (int month = 1; month <= 12; month++)
			for (int day = 1; day <= days_in(year, month); day++)
				check_day(number++, year, month, day);
	assert_int_equal(
	    GAMEID_SECOND_MIN + number * DAY, GAMEID_SECOND_MAX + 1);
}

/* What is no id; `len` 0 stands for all of it. */
static struct refused_row {
	const char *name, *text;
	size_t len;
} refused[] = {
    {"empty", "", 0},
    {"February 29, 2026", "2026-02-29-110200", 0},
    {"February 29, 1900", "1900-02-29-110200", 0},
    {"February 29, 2100", "2100-02-29-110200", 0},
    {"February 30, 2000", "2000-02-30-110200", 0},
    {"April 31", "2026-04-31-110200", 0},
    {"month 00", "2026-00-03-110200", 0},
    {"month 13", "2026-13-03-110200", 0},
    {"day 00", "2026-09-00-110200", 0},
    {"day 32", "2026-08-32-110200", 0},
    {"hour 24", "2026-09-03-240000", 0},
    {"minute 60", "2026-09-03-116000", 0},
    {"second 60", "2026-09-03-110260", 0},
    {"before the first", "0000-00-00-000000", 0},
    {"after the last", "9999-12-31-235960", 0},
    {"far after the last", "9999-99-99-999999", 0},
    {"slashes", "2026/09/03-110200", 0},
    {"T as separator", "2026-09-03T110200", 0},
    {"a blank in front", " 2026-09-03-110200", 0},
    {"a blank behind", "2026-09-03-110200 ", 0},
    {"a blank for a digit", "2026-09- 3-110200", 0},
    {"a sign", "+026-09-03-110200", 0},
    {"a minus sign", "-026-09-03-110200", 0},
    {"a letter", "2026-09-03-1102o0", 0},
    {"a NUL at the end", "2026-09-03-11020", 17},
    {"a NUL in the middle", "2026-09\00003-110200", 17},
    {"a byte above ASCII", "2026-09-03-11020\xb0", 0},
    {"a second short", "2026-09-03-11020", 0},
    {"a digit too many", "2026-09-03-1102000", 0},
    {"LF", "2026-09-03-110200\n", 0},
    {"suffix 0000", "2026-09-03-110200_0000", 0},
    {"suffix 0001", "2026-09-03-110200_0001", 0},
    {"suffix of three digits", "2026-09-03-110200_002", 0},
    {"suffix of five digits", "2026-09-03-110200_00002", 0},
    {"suffix with a dash", "2026-09-03-110200-0002", 0},
    {"suffix with a sign", "2026-09-03-110200_+002", 0},
    {"suffix with a letter", "2026-09-03-110200_000a", 0},
    {"suffix of an impossible day", "2026-02-29-110200_0002", 0},
    {"an empty suffix", "2026-09-03-110200_", 0},
};

static void
test_refused(void **state)
{
	const struct refused_row *row = *state;
	size_t len = row->len > 0 ? row->len : strlen(row->text);
	char *bytes = suite_copy(row->text, len);
	struct gameid ret = id("2026-09-03-110200"), before = ret;

	assert_int_equal(gameid_parse(bytes, len, &ret), -1);
	assert_memory_equal(&ret, &before, sizeof(ret));
	free(bytes);
}

/* One byte of a good id changed: refused, or it is read as what it says. */
static void
test_damaged(void **state)
{
	static const char good[] = "2026-09-03-110200_0002";

	(void)state;
	for (size_t at = 0; at < sizeof(good) - 1; at++)
		for (int byte = 0; byte < 256; byte++) {
			char *bytes = suite_copy(good, sizeof(good) - 1);
			struct gameid ret;

			bytes[at] = (char)byte;
			if (gameid_parse(bytes, sizeof(good) - 1, &ret) == 0)
				assert_memory_equal(
				    ret.text, bytes, sizeof(good) - 1);
			free(bytes);
		}
}

static void
test_suffixes(void **state)
{
	struct gameid last = id("2026-09-03-110200"), next;
	char want[64];

	(void)state;
	for (int suffix = 2; suffix <= 9999; suffix++) {
		(void)snprintf(
		    want, sizeof(want), "2026-09-03-110200_%04d", suffix);
		assert_int_equal(gameid_after(&last, &next), 0);
		assert_string_equal(next.text, want);
		assert_true(gameid_compare(&last, &next) < 0);
		assert_true(gameid_compare(&next, &last) > 0);
		(void)id(want);
		last = next;
	}
	assert_int_equal(gameid_after(&last, &next), 0);
	assert_string_equal(next.text, "2026-09-03-110201");
	assert_true(gameid_compare(&last, &next) < 0);
}

static void
test_byte_order_is_time_order(void **state)
{
	static const char *const ids[] = {"0000-01-01-000000",
	    "1999-12-31-235959", "1999-12-31-235959_0002",
	    "1999-12-31-235959_9999", "2000-01-01-000000", "2026-09-03-110159",
	    "2026-09-03-110200", "2026-09-03-110200_0002",
	    "2026-09-03-110200_0010", "2026-09-03-110201", "2026-09-03-110210",
	    "2026-10-01-000000", "9999-12-31-235959_9999"};

	(void)state;
	for (size_t a = 0; a < NITEMS(ids); a++)
		for (size_t b = 0; b < NITEMS(ids); b++) {
			struct gameid x = id(ids[a]), y = id(ids[b]);
			int order = gameid_compare(&x, &y);

			assert_int_equal(order < 0, a < b);
			assert_int_equal(order > 0, a > b);
			assert_true(gameid_compare(&none, &x) < 0);
		}
}

/* The clock reads `now`, the last game had `last`; none: no greater id. */
static struct for_row {
	const char *name, *last;
	int64_t now;
	const char *next;
} fors[] = {
    {"no last game", "", 1788433320, "2026-09-03-110200"},
    {"the clock has gone on", "2026-09-03-110159", 1788433320,
	"2026-09-03-110200"},
    {"gone on after a suffix", "2026-09-03-110159_0007", 1788433320,
	"2026-09-03-110200"},
    {"the same second", "2026-09-03-110200", 1788433320,
	"2026-09-03-110200_0002"},
    {"the same second again", "2026-09-03-110200_0002", 1788433320,
	"2026-09-03-110200_0003"},
    {"the clock was set back", "2026-09-03-110200", 1788433319,
	"2026-09-03-110200_0002"},
    {"set back after a suffix", "2026-09-03-110200_0009", 0,
	"2026-09-03-110200_0010"},
    {"after _9999 the next second", "2026-09-03-110200_9999", 0,
	"2026-09-03-110201"},
    {"the next second over midnight", "2026-12-31-235959_9999", 0,
	"2027-01-01-000000"},
    {"a clock before the first second", "", INT64_MIN, "0000-01-01-000000"},
    {"a clock after the last second", "", INT64_MAX, "9999-12-31-235959"},
    {"the last second again", "9999-12-31-235959", INT64_MAX,
	"9999-12-31-235959_0002"},
    {"no id is left", "9999-12-31-235959_9999", 1788433320, NULL},
    {"no id is left for a late clock", "9999-12-31-235959_9999", INT64_MAX,
	NULL},
};

static void
test_for(void **state)
{
	const struct for_row *row = *state;
	struct gameid last = none, next;

	if (row->last[0] != '\0')
		last = id(row->last);
	if (row->next == NULL) {
		assert_int_equal(gameid_for(row->now, &last, &next), -1);
		assert_int_equal(gameid_after(&last, &next), -1);
		return;
	}
	assert_int_equal(gameid_for(row->now, &last, &next), 0);
	assert_string_equal(next.text, row->next);
	assert_true(gameid_compare(&last, &next) < 0);
	assert_int_equal(gameid_for(row->now, &last, &last), 0);
	assert_memory_equal(&last, &next, sizeof(next));
}

static void
test_timestamps_are_brought_into_range(void **state)
{
	char buf[64];
	struct text t = text_in(buf, sizeof(buf));

	(void)state;
	gameid_timestamp(&t, INT64_MIN);
	gameid_timestamp(&t, INT64_MAX);
	assert_string_equal(buf, "0000-01-01T00:00:00Z9999-12-31T23:59:59Z");
}

static struct name_row {
	const char *name;
	bool spool, result;
} names[] = {
    {"2026-09-03-110200.txt", true, false},
    {"2026-09-03-110200_0002.txt", true, false},
    {"game-2026-09-03-110200.txt", false, true},
    {"game-2026-09-03-110200_0002.txt", false, true},
    {"", false, false},
    {".txt", false, false},
    {"game-", false, false},
    {"game-.txt", false, false},
    {"2026-09-03-110200", false, false},
    {"game-2026-09-03-110200", false, false},
    {"2026-09-03-110200.TXT", false, false},
    {"2026-09-03-110200.txt~", false, false},
    {"2026-09-03-110200.txt\n", false, false},
    {".2026-09-03-110200.txt", false, false},
    {"./2026-09-03-110200.txt", false, false},
    {"2026-02-29-110200.txt", false, false},
    {"game-2026-02-29-110200.txt", false, false},
    {"Game-2026-09-03-110200.txt", false, false},
    {"game-game-2026-09-03-110200.txt", false, false},
    {"game-2026-09-03-110200.txt.txt", false, false},
    {"2026-09-03-110200_0001.txt", false, false},
    {"current-board.txt", false, false},
};

static void
test_name(void **state)
{
	const struct name_row *row = *state;
	struct gameid ret = none;
	char name[GAMEID_NAME_SIZE];

	assert_int_equal(
	    gameid_of_spool_name(row->name, &ret), row->spool ? 0 : -1);
	if (row->spool) {
		gameid_spool_name(&ret, name);
		assert_string_equal(name, row->name);
	} else {
		assert_memory_equal(&ret, &none, sizeof(ret));
	}
	ret = none;
	assert_int_equal(
	    gameid_of_result_name(row->name, &ret), row->result ? 0 : -1);
	if (row->result) {
		gameid_result_name(&ret, name);
		assert_string_equal(name, row->name);
	} else {
		assert_memory_equal(&ret, &none, sizeof(ret));
	}
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "second ");
	suite_rows(&suite, test_second, ROWS(seconds));
	suite_test(&suite, "every day of ten thousand years",
	    test_every_day_of_ten_thousand_years);
	suite_prefix(&suite, "no id: ");
	suite_rows(&suite, test_refused, ROWS(refused));
	suite_test(&suite, "one byte damaged", test_damaged);
	suite_test(&suite, "all suffixes of a second", test_suffixes);
	suite_test(
	    &suite, "byte order is time order", test_byte_order_is_time_order);
	suite_prefix(&suite, "next id: ");
	suite_rows(&suite, test_for, ROWS(fors));
	suite_test(&suite, "timestamps are brought into range",
	    test_timestamps_are_brought_into_range);
	suite_prefix(&suite, "no time: ");
	suite_rows(&suite, test_no_time, ROWS(no_times));
	suite_prefix(&suite, "a name: ");
	suite_rows(&suite, test_name, ROWS(names));
	return suite_run(&suite, "gameid");
}
