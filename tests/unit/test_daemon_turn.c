/* SPDX-License-Identifier: ISC */
/*
 * One wake-up: the other is heard, then a due move is made, then what is still
 * to be drawn is drawn, then the role has its turn; and what is counted.
 *
 * wrap: play_hear play_move play_redraw
 */
#include "io_helpers.h"

#include "daemon.h"

static char trace[256];
static const char *stops; /* the step that must wait, or NULL */
static int games;         /* that `after` begins */

static bool
step(const char *name, enum ear_how how, bool names)
{
	size_t len = strlen(trace);

	(void)snprintf(trace + len, sizeof(trace) - len, "%s%d%s ", name,
	    (int)how, names ? "n" : "");
	return stops == NULL || strcmp(stops, name) != 0;
}

WRAP(bool, play_hear, struct play *p, enum ear_how how)
{
	(void)p;
	return step("hear", how, false);
}

WRAP(bool, play_move, struct play *p)
{
	(void)p;
	return step("move", EAR_HELD, false);
}

WRAP(void, play_redraw, struct play *p)
{
	(void)p;
	(void)step("draw", EAR_HELD, false);
}

static bool
before(struct daemon *d, bool names, enum ear_how *how)
{
	(void)d;
	return step("before", *how, names);
}

static bool
after(struct daemon *d, bool *again)
{
	(void)d;
	*again = games-- > 0;
	return step("after", EAR_HELD, false);
}

static const struct role with_before = {.before = before, .after = after};
static const struct role without_before = {.after = after};
static struct options options;
static struct daemon d; /* large */

static struct daemon *
daemon_of(const struct role *role)
{
	memset(&d, 0, sizeof(d));
	memset(&options, 0, sizeof(options));
	d.options = &options;
	d.role = role;
	trace[0] = '\0';
	stops = NULL;
	games = 0;
	return &d;
}

/* The steps of a turn, each with how it looks: 0 held, 1 named, 2 fresh. */
static struct turn_row {
	const char *name;
	const struct role *role;
	bool names, between_games;
	enum ear_how how;
	int games;
	const char *stops; /* NULL: nothing must wait */
	const char *trace;
} turns[] = {
    {"words", &with_before, false, false, EAR_HELD, 0, NULL,
	"before0 hear0 move0 draw0 after0 "},
    {"names", &with_before, true, false, EAR_NAMED, 0, NULL,
	"before1n hear1 move0 draw0 after0 "},
    {"a fresh look", &without_before, true, false, EAR_FRESH, 0, NULL,
	"hear2 move0 draw0 after0 "},
    {"between games", &with_before, true, true, EAR_NAMED, 0, NULL,
	"before1n draw0 after0 "},
    {"a new game", &with_before, true, false, EAR_NAMED, 2, NULL,
	"before1n hear1 move0 draw0 after0 before0 hear0 move0 draw0 after0 "
	"before0 hear0 move0 draw0 after0 "},
    {"nothing before", &with_before, true, false, EAR_NAMED, 1, "before",
	"before1n draw0 "},
    {"nothing heard", &with_before, true, false, EAR_NAMED, 1, "hear",
	"before1n hear1 draw0 "},
    {"no move", &with_before, true, false, EAR_NAMED, 1, "move",
	"before1n hear1 move0 draw0 "},
    {"nothing after", &with_before, true, false, EAR_NAMED, 1, "after",
	"before1n hear1 move0 draw0 after0 "},
};

static void
test_turn(void **state)
{
	const struct turn_row *row = *state;
	struct daemon *daemon = daemon_of(row->role);

	daemon->between_games = row->between_games;
	daemon->play.blocked = "journal";
	stops = row->stops;
	games = row->games;
	assert_int_equal(
	    daemon_turn(daemon, row->names, row->how), row->stops == NULL);
	assert_string_equal(trace, row->trace);
	assert_null(daemon->play.blocked); /* of an earlier turn */
}

/* Each game is counted once, and with -n there is an end. */
static void
test_count(void **state)
{
	struct daemon *daemon = daemon_of(&without_before);

	(void)state;
	options.games = 2;
	for (int64_t completed = 1; completed <= 2; completed++) {
		assert_false(daemon_has_enough(daemon));
		daemon->play.session.head.id = id_of(
		    completed == 1 ? "2026-09-03-110200" : "2026-09-03-110400");
		assert_false(daemon_counted(daemon));
		daemon_count(daemon);
		daemon_count(daemon);
		assert_true(daemon_counted(daemon));
		assert_true(daemon->completed == completed);
	}
	assert_true(daemon_has_enough(daemon));
	options.games = 0;
	assert_false(daemon_has_enough(daemon));
}

static void
test_seed(void **state)
{
	struct daemon *daemon = daemon_of(&without_before);
	uint64_t seed;

	(void)state;
	seed = daemon_seed(daemon, 1);
	assert_true(seed != daemon_seed(daemon, 1));
	options.seeded = true;
	options.seed = 42;
	assert_true(daemon_seed(daemon, 1) == 43);
	assert_true(daemon_seed(daemon, 7) == 49);
	options.seed = INT64_MAX;
	assert_true(daemon_seed(daemon, 1) == (uint64_t)INT64_MAX + 1);
}

int
main(void)
{
	static struct suite suite;

	suite_rows(&suite, test_turn, ROWS(turns));
	suite_test(&suite, "each game is counted once", test_count);
	suite_test(&suite, "seeds", test_seed);
	return suite_run(&suite, "turn");
}
