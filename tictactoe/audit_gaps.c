/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "clock.h"

#include <stdlib.h>

#define SAMPLE 10000 /* neighbours whose distance tells the interval */

static int64_t
second_of(const struct archive *a, size_t index)
{
	struct gameid id = archive_id(a, index);

	return gameid_second(&id);
}

static int
compare(const void *a, const void *b)
{
	const int64_t *one = a, *two = b;

	return (*one > *two) - (*one < *two);
}

/* The value that more than half of them have, or 0. */
static int64_t
most_frequent(int64_t *list, size_t count)
{
	size_t half = count / 2, low = half, high = half;

	qsort(list, count, sizeof(*list), compare);
	/* if there is one, it is in the middle */
	while (low > 0 && list[low - 1] == list[half])
		low--;
	while (high < count && list[high] == list[half])
		high++;
	return high - low > half ? list[half] : 0;
}

static int64_t
find_interval(const struct archive *a)
{
	static int64_t list[SAMPLE];
	size_t count = 0;

	for (size_t i = a->count > SAMPLE ? a->count - SAMPLE : 1; i < a->count;
	     i++)
		list[count++] = second_of(a, i) - second_of(a, i - 1);
	return count > 0 ? most_frequent(list, count) : 0;
}

/* Games are missing, each an interval after the one before. */
static void
tell_gap(struct audit *audit, int64_t from, int64_t interval, int64_t games)
{
	char first[32], last[32];
	struct text f = text_in(first, sizeof(first));
	struct text l = text_in(last, sizeof(last));

	audit->gaps++;
	audit->missed += (size_t)games;
	gameid_timestamp(&f, from);
	gameid_timestamp(&l, from + (games - 1) * interval);
	if (audit->out.form == FORM_TEXT)
		(void)printf("gap: %lld game%s missing from %s to %s\n",
		    (long long)games, games == 1 ? "" : "s", first, last);
	else if (audit->out.form == FORM_JSON)
		print_json(json_pack("{s:s, s:s, s:s, s:I}", "type", "gap",
		    "from", first, "to", last, "games", (json_int_t)games));
}

/* Between two games of the schedule. */
static void
judge_gap(struct audit *audit, int64_t interval, int64_t before, int64_t next)
{
	int64_t apart = next - before;
	int64_t games = (apart + interval / 2) / interval - 1;

	/* whole seconds are only known to one more or less */
	if (games > 0 && apart > interval + 1)
		tell_gap(audit, before + interval, interval, games);
}

/*
 * Since the newest: the game that the journal is in is none that is missing, nor
 * is one that may still be played.
 */
static void
judge_open_gap(struct audit *audit, int64_t interval, int64_t newest)
{
	const struct session *s = &audit->end.session;
	int64_t own = gameid_second(&s->head.id), apart;

	if (audit->end.there && !session_ended(s) && own > newest) {
		judge_gap(audit, interval, newest, own);
		newest = own;
	}
	apart = clock_wall() - newest;
	if (apart > 2 * interval)
		tell_gap(
		    audit, newest + interval, interval, apart / interval - 1);
}

/* From one on, the first that is in the chain. */
static size_t
in_chain(const struct audit *audit, size_t at)
{
	while (at < audit->archive.count && audit->standing[at].aside)
		at++;
	return at;
}

void
audit_gaps(struct audit *audit)
{
	const struct archive *a = &audit->archive;
	size_t i = in_chain(audit, audit->from > 0 ? audit->from - 1 : 0);
	int64_t before = i < a->count ? second_of(a, i) : 0, interval;

	if (audit->interval == 0) {
		audit->interval = find_interval(a);
		audit->guessed = audit->interval != 0;
	}
	interval = audit->interval;
	if (interval == 0 || i == a->count)
		return;
	while ((i = in_chain(audit, i + 1)) < a->count) {
		int64_t next = second_of(a, i);

		judge_gap(audit, interval, before, next);
		before = next;
	}
	if (audit->from < a->count)
		judge_open_gap(audit, interval, before);
}
