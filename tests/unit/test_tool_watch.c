/* SPDX-License-Identifier: ISC */
/*
 * What watch has to show of a game, and the words for it.
 *
 * wrap: clock_wall
 */
#include "io_helpers.h"
#include "played.h"
#include "suite.h"

#include "clock.h"
#include "watch_facts.h"

/*
 * What a conversation looks like, by what the files hold: "1" and "2" before
 * each line say who, "|" ends what is settled.
 */
#define ID "2026-09-03-110200"
#define HEAD "journal 1 " ID " 1 1788433320 0 7 none none\n"
#define OPENING "Choose your symbol: circle or cross.\n"
#define QUESTION "Do you want to go first?\n"

static struct row {
	const char *name;
	enum player witness;
	const char *journal, *spool1, *spool2;
	const char *talk; /* a line each, without the opening */
	const char *status;
	int moves;
	bool lost;
} rows[] = {
    {"nothing at all", PLAYER_NONE, "", "", "", "|", "in progress", 0, false},
    {"two people, no journal", PLAYER_NONE, "", OPENING "no\ncross 5\n",
	"circle\n" QUESTION "circle 1\ncircle 2\n",
	"2circle\n2" QUESTION "1no\n2circle 1\n1cross 5\n2circle 2\n|",
	"in progress", 3, false},
    {"a wrong line is answered before the next", PLAYER_NONE, "",
	OPENING "Rejected \"hm\": answer circle or cross first.\n",
	"hm\ncircle\n",
	"2hm\n1Rejected \"hm\": answer circle or cross first.\n2circle\n|",
	"in progress", 0, false},
    {"the journal of messenger1 has all", MESSENGER1,
	HEAD "said 1 " OPENING "heard 2 cross\nheard 3 " QUESTION, OPENING,
	"cross\n" QUESTION, "2cross\n2" QUESTION "|", "in progress", 0, false},
    {"so has that of messenger2", MESSENGER2,
	HEAD "heard 1 " OPENING "said 2 cross\nsaid 3 " QUESTION
	     "heard 4 no\nsaid 5 cross 9\n",
	OPENING "no\n", "cross\n" QUESTION "cross 9\n",
	"2cross\n2" QUESTION "1no\n2cross 9\n|", "in progress", 1, false},
    {"what was not heard yet comes last", MESSENGER1,
	HEAD "said 1 " OPENING "heard 2 cross\n", OPENING, "cross\n" QUESTION,
	"2cross\n|2" QUESTION, "in progress", 0, false},
    {"half a line is none", MESSENGER1, HEAD "said 1 " OPENING, OPENING, "cros",
	"|", "in progress", 0, false},
    {"rewritten words are not heard", MESSENGER1,
	HEAD "said 1 " OPENING "heard 2 cross\n", OPENING, "circle\n" QUESTION,
	"2cross\n|", "in progress", 0, false},
    {"against the rules", MESSENGER1, HEAD "said 1 " OPENING "said 2 cross 1\n",
	OPENING, "circle\n", "1cross 1\n|2circle\n", "in progress", 0, true},
    {"no whole record", MESSENGER1, HEAD "said 1 " OPENING "heard 2 cro",
	OPENING, "", "|", "in progress", 0, false},
    {"nothing moves a cursor", PLAYER_NONE, "", OPENING, "a\033[2J\"\t\xff\n",
	"2a?[2J\"??\n|", "in progress", 0, false},
};

static struct scan
scan_of(const char *text)
{
	return (struct scan){text, strlen(text)};
}

static void
test_talk(void **state)
{
	static struct watched w;
	const struct row *row = *state;
	struct sources sources = {.witness = row->witness,
	    .journal = scan_of(row->journal),
	    .spool = {{"", 0}, scan_of(row->spool1), scan_of(row->spool2)}};
	struct gameid id = {ID};
	char buf[4096];
	struct text t = text_in(buf, sizeof(buf));

	watched_read(&w, &id, &sources);
	for (size_t i = 0; i <= w.talk.count; i++) {
		const struct said *said = talk_line(&w.talk, i);

		if (i == w.talk.settled)
			text_char(&t, '|');
		if (i == w.talk.count || (i == 0 && said->by == MESSENGER1))
			continue;
		text_char(&t, said->by == MESSENGER1 ? '1' : '2');
		text_add(&t, said->words);
		text_char(&t, '\n');
	}
	assert_string_equal(buf, row->talk);
	assert_string_equal(
	    game_status_name(game_status(&w.session.game)), row->status);
	assert_int_equal(w.session.game.move_count, row->moves);
	assert_int_equal(w.lost, row->lost);
}

static void
test_long_talk(void **state)
{
	static struct watched w;
	static char spool[16384];
	struct sources sources = {.journal = {"", 0},
	    .spool = {{"", 0}, {"", 0}, {spool, sizeof(spool)}}};
	struct gameid id = {ID};

	(void)state;
	memset(spool, '\n', sizeof(spool));
	spool[sizeof(spool) - 2] = 'x';
	watched_read(&w, &id, &sources);
	assert_int_equal(w.talk.count, sizeof(spool) - 1);
	assert_string_equal(talk_line(&w.talk, w.talk.count - 1)->words, "x");
	memset(spool, 'y', sizeof(spool));
	spool[sizeof(spool) - 1] = '\n';
	watched_read(&w, &id, &sources);
	assert_int_equal(strlen(talk_line(&w.talk, 0)->words), LINE_SIZE - 1);
}

static struct grid {
	const char *name;
	int64_t seconds[9];
	size_t count;
	int64_t ms; /* of the interval; 0: none is seen */
} grids[] = {
    {"no game", {0}, 0, 0},
    {"one game", {5}, 1, 0},
    {"two", {0, 120}, 2, 120000},
    {"one was left out", {0, 120, 360, 480}, 4, 120000},
    {"fractions of a second", {0, 2, 5, 7, 10}, 5, 2500},
    {"on the edge of a second", {0, 119, 240, 360}, 4, 120000},
    {"in one second", {7, 7, 7}, 3, 0},
    {"as soon as the last is over", {0, 5, 13, 19, 26}, 5, 0},
    {"a clock put back", {50, 20, 80}, 3, 0},
};

static void
test_interval(void **state)
{
	const struct grid *grid = *state;

	assert_int_equal(
	    interval_of(grid->seconds, grid->count), grid->ms * MS_NS);
}

#define NOW 1788433320

WRAP(int64_t, clock_wall, void)
{
	return NOW;
}

static struct shown {
	const char *name, *moves;
	bool lost;
	int dir; /* -1: the folder is gone */
	enum life life;
	int64_t last_word;
	const char *state, *bot, *note;
} shown[] = {
    {"the first to move", "", false, 0, LIFE_RUNNING, NOW, "Turn: messenger2",
	"  running, silent 0 s", "/x"},
    {"the other", "5", false, 0, LIFE_RUNNING, NOW - 59, "Turn: messenger1",
	"  running, silent 59 s", "/x"},
    {"a minute", "51", false, 0, LIFE_ENDED, NOW - 60, "Turn: messenger2",
	"  not running, silent 1:00", "/x"},
    {"an hour", "", false, 0, LIFE_UNKNOWN, NOW - 3605, "Turn: messenger2",
	"  silent 1:00:05", "/x"},
    {"hours and minutes", "", false, 0, LIFE_UNKNOWN, NOW - 86399,
	"Turn: messenger2", "  silent 23:59:59", "/x"},
    {"a day", "", false, 0, LIFE_UNKNOWN, NOW - 86400, "Turn: messenger2",
	"  silent 1 day", "/x"},
    {"days", "", false, 0, LIFE_UNKNOWN, NOW - 172800, "Turn: messenger2",
	"  silent 2 days", "/x"},
    {"a clock put back", "", false, 0, LIFE_UNKNOWN, NOW + 5,
	"Turn: messenger2", "  silent 0 s", "/x"},
    {"nothing said", "", false, 0, LIFE_ENDED, 0, "Turn: messenger2",
	"  not running, silent", "/x"},
    {"against the rules", "5", true, 0, LIFE_ENDED, 0, "Turn: messenger1",
	"  not running, silent", "Against the rules: /x"},
    {"over", "14253", true, 0, LIFE_ENDED, 0, "Result: messenger2 win",
	"  not running, silent", "/x"},
    {"a folder that is gone", "5", true, -1, LIFE_ENDED, 0, "Turn: messenger1",
	"  not running, silent", "Gone: /x"},
};

static void
test_facts(void **state)
{
	static struct model m;
	static const struct tally none;
	const struct shown *row = *state;
	struct facts facts;

	m = (struct model){.path = "/x", .dir = row->dir, .id = {ID}};
	m.game.session.game = played(MESSENGER2, row->moves);
	m.game.lost = row->lost;
	m.bots[MESSENGER1] = (struct bot){row->life, row->last_word};
	facts_of(&m, &none, &facts);
	assert_string_equal(facts.lines[1].words, row->bot);
	assert_int_equal(facts.lines[1].bad, row->life == LIFE_ENDED);
	assert_string_equal(facts.lines[4].words, row->state);
	assert_string_equal(facts.note + strlen("q quits  "), row->note);
}

static struct cells {
	const char *name, *moves, *outstanding;
} cells[] = {
    {"the last move", "152", "2"},
    {"the line that has won", "14253", "123"},
    {"two lines", "142567983", "12369"},
    {"the last of a tie", "159287364", "4"},
    {"none", "", ""},
};

static void
test_outstanding(void **state)
{
	const struct cells *row = *state;
	struct game game = played(MESSENGER1, row->moves);
	char buf[BOARD_CELLS + 1];
	struct text t = text_in(buf, sizeof(buf));

	for (int i = 1; i <= BOARD_CELLS; i++)
		if (facts_outstanding(&game, i))
			text_number(&t, (uint64_t)i, 1);
	assert_string_equal(buf, row->outstanding);
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "a conversation: ");
	suite_rows(&suite, test_talk, ROWS(rows));
	suite_prefix(&suite, "the interval: ");
	suite_rows(&suite, test_interval, ROWS(grids));
	suite_prefix(&suite, "shown: ");
	suite_rows(&suite, test_facts, ROWS(shown));
	suite_prefix(&suite, "outstanding: ");
	suite_rows(&suite, test_outstanding, ROWS(cells));
	suite_prefix(&suite, "");
	suite_test(
	    &suite, "only the end of a long one is kept", test_long_talk);
	return suite_run(&suite, "watch");
}
