/* SPDX-License-Identifier: ISC */
#include "saved_near.h"

#include <string.h>

#define DATE_LEN 10  /* 2026-09-03 */
#define STAMP_LEN 20 /* 2026-09-03T11:02:00Z */

/* Two digits below a limit, or -1. */
static int
two(const char *at, int limit)
{
	unsigned tens = (unsigned)at[0] - '0', ones = (unsigned)at[1] - '0';
	int value = (int)(tens * 10 + ones);

	return tens < 10 && ones < 10 && value < limit ? value : -1;
}

/* The second of the day, or -1: hours, minutes and seconds lie apart. */
static int
second_of_day(const char *at, size_t apart)
{
	int hour = two(at, 24), minute = two(at + apart, 60);
	int second = two(at + 2 * apart, 60);

	if (hour == -1 || minute == -1 || second == -1)
		return -1;
	return hour * 3600 + minute * 60 + second;
}

static bool
same_day(const struct gameid *known, struct scan bytes, size_t len)
{
	return bytes.len == len && memcmp(known->text, bytes.at, DATE_LEN) == 0;
}

int
near_id(const struct gameid *known, struct scan bytes, struct gameid *ret)
{
	if (!same_day(known, bytes, ID_LEN) || bytes.at[DATE_LEN] != '-' ||
	    second_of_day(bytes.at + DATE_LEN + 1, 2) == -1)
		return gameid_parse(bytes.at, bytes.len, ret);
	memset(ret, 0, sizeof(*ret));
	memcpy(ret->text, bytes.at, ID_LEN);
	return 0;
}

int
near_timestamp(const struct gameid *known, struct scan bytes, int64_t *ret)
{
	const char *at = bytes.at;
	int second;

	if (!same_day(known, bytes, STAMP_LEN) || at[10] != 'T' ||
	    at[13] != ':' || at[16] != ':' || at[19] != 'Z')
		return gameid_read_timestamp(at, bytes.len, ret);
	second = second_of_day(at + DATE_LEN + 1, 3);
	if (second == -1)
		return -1;
	*ret = gameid_second(known) + second -
	       second_of_day(known->text + DATE_LEN + 1, 2);
	return 0;
}
