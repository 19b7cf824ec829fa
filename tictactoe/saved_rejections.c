/* SPDX-License-Identifier: ISC */
#include "saved_reader.h"

#include <string.h>

/* Printable ASCII without quotes and backslashes, and not too long. */
static bool
take_cleaned(struct scan from, size_t max, char *ret)
{
	struct text t = text_in(ret, max + 1);

	text_cleaned(&t, from.at, from.len, max);
	return from.len <= max && memcmp(ret, from.at, from.len) == 0;
}

/* `after move 4, messenger1 rejected "circle 3": position 3 is occupied` */
static bool
read_rejection(struct scan line, struct rejection *ret)
{
	struct scan quoted;
	int player;

	ret->after = 0;
	if (!reader_skip(&line, "before move 1")) {
		if (!reader_skip(&line, "after move ") || line.len == 0 ||
		    line.at[0] < '1' || line.at[0] > '8')
			return false;
		ret->after = line.at[0] - '0';
		line.at++;
		line.len--;
	}
	if (!reader_skip(&line, ", ") ||
	    !reader_either(&line, "messenger1", "messenger2", &player) ||
	    !reader_skip(&line, " rejected \"") ||
	    !reader_until(&line, "\": ", &quoted))
		return false;
	ret->by = player == 1 ? MESSENGER1 : MESSENGER2;
	return take_cleaned(quoted, REJECTED_MAX, ret->line) && line.len > 0 &&
	       take_cleaned(line, REASON_MAX, ret->reason);
}

/* How many there are said to be, or -1. */
static int
rejection_count(struct scan value)
{
	int count = 0;

	if (reader_is(value, "none"))
		return 0;
	if (value.len == 0 || value.len > 2 || value.at[0] == '0')
		return -1;
	for (size_t i = 0; i < value.len; i++) {
		if (value.at[i] < '0' || value.at[i] > '9')
			return -1;
		count = count * 10 + (value.at[i] - '0');
	}
	return count <= REJECTIONS_MAX ? count : -1;
}

/*
 * Oldest first. Only a move that messenger1 was told to take back leaves one
 * move less than before, and behind the last rejection there was a move.
 */
static bool
in_order(const struct reader *r, const struct rejection *now, bool last)
{
	const struct rejections *all = &r->ret->rejections;
	int least = all->count > 0 ? all->list[all->count - 1].after : 0;

	if (now->by == MESSENGER2)
		least--;
	return now->after >= least &&
	       now->after + last <= r->ret->game.move_count;
}

/* A session that cannot follow any more is told nothing more. */
static void
check_rules(struct reader *r, struct session *s, const struct rejection *one,
    struct scan line)
{
	char expected[REASON_MAX + 1];

	if (s->state == SESSION_QUIT ||
	    saved_rules_allow(s, &r->ret->game, one, expected))
		return;
	TELL(r, "rejection", "not a rejection that the rules make", expected,
	    line);
	s->state = SESSION_QUIT;
}

static bool
read_one(struct reader *r, struct session *s, bool last)
{
	struct rejections *all = &r->ret->rejections;
	struct rejection *one = &all->list[all->count];
	struct scan line;

	if (!reader_line(r, "a rejection", &line))
		return false;
	if (!read_rejection(line, one)) {
		TELL(r, "rejection", "not a rejection",
		    "after move N, PLAYER rejected \"LINE\": REASON", line);
		r->lost = true;
		return false;
	}
	if (in_order(r, one, last)) {
		check_rules(r, s, one, line);
	} else {
		TELL(r, "rejection", "a rejection out of its order",
		    "oldest first, the last before the last move", line);
		s->state = SESSION_QUIT;
	}
	all->count++;
	return true;
}

void
saved_read_rejections(struct reader *r)
{
	struct session session;
	struct scan value;
	int count;

	if (!reader_value(r, "Rejected:", &value))
		return;
	count = rejection_count(value);
	if (count == -1) {
		TELL(r, "rejection", "not a number of rejections",
		    "none, or 1 to 47", value);
		r->lost = true;
	}
	if (count > 0)
		saved_rules_begin(&session, &r->ret->game);
	for (int i = 1; i <= count; i++)
		if (!read_one(r, &session, i == count))
			return;
	if (count > 0 && session.state != SESSION_QUIT &&
	    !saved_rules_end(&session, &r->ret->game))
		TELL(r, "rejection", "the game cannot go on after it",
		    "another move", ((struct scan){"the same", 8}));
}
