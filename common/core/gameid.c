/* SPDX-License-Identifier: ISC */
#include "gameid.h"

#include <string.h>

#define PLAIN_LEN 17    /* 2026-09-03-110200 */
#define SUFFIXED_LEN 22 /* 2026-09-03-110200_0002 */
#define SUFFIX_MAX 9999
#define DAY 86400

struct date {
	int64_t year; /* 0 to 9999 */
	int64_t month, day, hour, minute, second;
};

/*
 * Days between 1970-01-01 and a date of the proleptic Gregorian calendar, and
 * back. Years are counted from March, so that the leap day is a year's last;
 * 400 such years have 146097 days.
 */
static int64_t
days_of(const struct date *d)
{
	int64_t year = d->year - (d->month <= 2) + 400;
	int64_t month = (d->month + 9) % 12;
	int64_t of_year = (153 * month + 2) / 5 + d->day - 1;

	return year * 365 + year / 4 - year / 100 + year / 400 + of_year -
	       719468 - 146097;
}

static void
date_of_days(int64_t days, struct date *ret)
{
	int64_t from_march = days + 719468 + 146097;
	int64_t era = from_march / 146097;
	int64_t of_era = from_march % 146097;
	int64_t year =
	    (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
	int64_t month = (5 * of_year + 2) / 153;

	ret->day = of_year - (153 * month + 2) / 5 + 1;
	ret->month = month < 10 ? month + 3 : month - 9;
	ret->year = year + era * 400 - 400 + (ret->month <= 2);
}

static int64_t
second_of(const struct date *d)
{
	return days_of(d) * DAY + d->hour * 3600 + d->minute * 60 + d->second;
}

static int64_t
clamp(int64_t second)
{
	if (second < GAMEID_SECOND_MIN)
		return GAMEID_SECOND_MIN;
	return second > GAMEID_SECOND_MAX ? GAMEID_SECOND_MAX : second;
}

static struct date
date_of(int64_t second)
{
	struct date d = {0};
	int64_t from_min = clamp(second) - GAMEID_SECOND_MIN;
	int64_t of_day = from_min % DAY;

	date_of_days(from_min / DAY + GAMEID_SECOND_MIN / DAY, &d);
	d.hour = of_day / 3600;
	d.minute = of_day / 60 % 60;
	d.second = of_day % 60;
	return d;
}

static void
add_date(struct text *t, const struct date *d)
{
	text_number(t, (uint64_t)d->year, 4);
	text_char(t, '-');
	text_number(t, (uint64_t)d->month, 2);
	text_char(t, '-');
	text_number(t, (uint64_t)d->day, 2);
}

static struct gameid
id_of(int64_t second, int suffix)
{
	struct date d = date_of(second);
	struct gameid id = {{0}};
	struct text t = text_in(id.text, sizeof(id.text));

	add_date(&t, &d);
	text_char(&t, '-');
	text_number(
	    &t, (uint64_t)(d.hour * 10000 + d.minute * 100 + d.second), 6);
	if (suffix > 1) {
		text_char(&t, '_');
		text_number(&t, (uint64_t)suffix, 4);
	}
	return id;
}

/* A number of exactly n digits, or -1. */
static int
digits(const char *bytes, int n)
{
	int value = 0;

	for (int i = 0; i < n; i++) {
		if (bytes[i] < '0' || bytes[i] > '9')
			return -1;
		value = value * 10 + (bytes[i] - '0');
	}
	return value;
}

/* The second an id begins with; what is no calendar second is caught later. */
static int64_t
leading_second(const char *bytes)
{
	struct date d = {.year = digits(bytes, 4),
	    .month = digits(bytes + 5, 2),
	    .day = digits(bytes + 8, 2),
	    .hour = digits(bytes + 11, 2),
	    .minute = digits(bytes + 13, 2),
	    .second = digits(bytes + 15, 2)};

	return second_of(&d);
}

int
gameid_parse(const char *bytes, size_t len, struct gameid *ret)
{
	struct gameid id;
	int suffix = 1;

	if (len != PLAIN_LEN && len != SUFFIXED_LEN)
		return -1;
	if (len == SUFFIXED_LEN) {
		suffix = digits(bytes + PLAIN_LEN + 1, 4);
		if (suffix < 2)
			return -1;
	}
	/* An id is real if writing what was read gives the same bytes. */
	id = id_of(leading_second(bytes), suffix);
	if (memcmp(id.text, bytes, len) != 0)
		return -1;
	*ret = id;
	return 0;
}

static int
id_between(const char *name, const char *before, struct gameid *ret)
{
	size_t prefix = strlen(before), len = strlen(name);

	if (len < prefix + 4 || memcmp(name, before, prefix) != 0 ||
	    memcmp(name + len - 4, ".txt", 4) != 0)
		return -1;
	return gameid_parse(name + prefix, len - prefix - 4, ret);
}

int
gameid_of_spool_name(const char *name, struct gameid *ret)
{
	return id_between(name, "", ret);
}

int
gameid_of_result_name(const char *name, struct gameid *ret)
{
	return id_between(name, "game-", ret);
}

static void
name_of(const struct gameid *id, const char *before, char *ret)
{
	struct text t = text_in(ret, GAMEID_NAME_SIZE);

	text_add(&t, before);
	text_add(&t, id->text);
	text_add(&t, ".txt");
}

void
gameid_spool_name(const struct gameid *id, char ret[GAMEID_NAME_SIZE])
{
	name_of(id, "", ret);
}

void
gameid_result_name(const struct gameid *id, char ret[GAMEID_NAME_SIZE])
{
	name_of(id, "game-", ret);
}

int
gameid_compare(const struct gameid *a, const struct gameid *b)
{
	return strcmp(a->text, b->text);
}

int
gameid_after(const struct gameid *id, struct gameid *ret)
{
	int64_t second = leading_second(id->text);
	int suffix = 1;

	if (strlen(id->text) == SUFFIXED_LEN)
		suffix = digits(id->text + PLAIN_LEN + 1, 4);
	if (suffix < SUFFIX_MAX)
		*ret = id_of(second, suffix + 1);
	else if (second < GAMEID_SECOND_MAX)
		*ret = id_of(second + 1, 1);
	else
		return -1;
	return 0;
}

int
gameid_for(int64_t now, const struct gameid *last, struct gameid *ret)
{
	struct gameid id = id_of(now, 1);

	if (gameid_compare(&id, last) <= 0)
		return gameid_after(last, ret);
	*ret = id;
	return 0;
}

void
gameid_timestamp(struct text *t, int64_t second)
{
	struct date d = date_of(second);

	add_date(t, &d);
	text_char(t, 'T');
	text_number(t, (uint64_t)d.hour, 2);
	text_char(t, ':');
	text_number(t, (uint64_t)d.minute, 2);
	text_char(t, ':');
	text_number(t, (uint64_t)d.second, 2);
	text_char(t, 'Z');
}

int
gameid_read_timestamp(const char *bytes, size_t len, int64_t *ret)
{
	static const char form[] = "0000-00-00T00:00:00Z";
	char again[sizeof(form)];
	struct text t = text_in(again, sizeof(again));
	int64_t second;

	if (len != sizeof(form) - 1)
		return -1;
	second = second_of(&(struct date){.year = digits(bytes, 4),
	    .month = digits(bytes + 5, 2),
	    .day = digits(bytes + 8, 2),
	    .hour = digits(bytes + 11, 2),
	    .minute = digits(bytes + 14, 2),
	    .second = digits(bytes + 17, 2)});
	gameid_timestamp(&t, second);
	if (memcmp(again, bytes, len) != 0)
		return -1;
	*ret = second;
	return 0;
}

int64_t
gameid_second(const struct gameid *id)
{
	return leading_second(id->text);
}
