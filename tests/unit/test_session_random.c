/* SPDX-License-Identifier: ISC */
#include "bench.h"

#include "random.h"

/*
 * Property tests. A bot is a session and the bytes of its journal: after every
 * record a third session is folded anew from those bytes, as a restart does,
 * and must be the same to the byte.
 */
#define JOURNAL_SIZE 131072
#define GAMES 150

struct bot {
	struct session s;
	char journal[JOURNAL_SIZE];
	size_t journal_len;
	char spool[SESSION_SAID_SIZE]; /* all that it says in a game */
	size_t spool_len;
	size_t heard; /* bytes of the other's spool */
};

struct table {
	struct bot bots[PLAYERS];
	char scratch[RECORD_SIZE];
	uint64_t seed, step;
};

static size_t
below(struct table *t, size_t count)
{
	return random_pick(random_at(t->seed, t->step++), count);
}

static int
setup(void **state)
{
	*state = suite_alloc(sizeof(struct table));
	return 0;
}

static int
teardown(void **state)
{
	free(*state);
	return 0;
}

static void
begin_bot(struct bot *bot, enum player me)
{
	begin(&bot->s, me);
	bot->journal_len = head_write(&bot->s.head, bot->journal);
	bot->spool_len = bot->heard = 0;
}

static void
begin_table(struct table *t, uint64_t seed)
{
	t->seed = seed;
	t->step = 0;
	begin_bot(&t->bots[MESSENGER1], MESSENGER1);
	begin_bot(&t->bots[MESSENGER2], MESSENGER2);
}

static void
check_restart(const struct bot *bot)
{
	struct head head;
	struct session again;
	struct record record;
	size_t at = head_read(bot->journal, bot->journal_len, &head);

	assert_true(at > 0);
	session_begin(&again, bot->s.me, &head);
	while (at < bot->journal_len) {
		size_t size = record_read(
		    bot->journal + at, bot->journal_len - at, &record);

		assert_true(size > 0);
		assert_int_not_equal(
		    session_fold(&again, &record), SESSION_INVALID);
		at += size;
	}
	expect_same(&again, &bot->s);
}

static void
check_bot(const struct bot *bot)
{
	const struct session *s = &bot->s;
	struct game game = {.first = s->game.first};

	assert_true(s->rejections.count <= REJECTIONS_MAX);
	assert_true(s->rejections_said <= SESSION_REJECTIONS_MAX);
	if (session_ended(s))
		assert_int_equal(session_next(s), LINE_NONE);
	/* the board is what the moves make of it by the rules */
	game_symbols(&game, s->game.symbol[MESSENGER2]);
	for (int n = 0; n < s->game.move_count; n++) {
		enum player mover = game_turn(&game);

		assert_int_equal(game_move(&game, mover, game.symbol[mover],
				     s->game.moves[n]),
		    GAME_OK);
	}
	assert_memory_equal(&game, &s->game, sizeof(game));
	check_restart(bot);
}

static void
step(struct table *t, struct bot *bot, enum record_kind kind, const char *bytes,
    size_t len)
{
	struct record record = {kind, STARTED + (int64_t)t->step, bytes, len};
	size_t size = record_write(&record, t->scratch);

	assert_true(bot->journal_len + size <= JOURNAL_SIZE);
	memcpy(bot->journal + bot->journal_len, t->scratch, size);
	bot->journal_len += size;
	assert_int_not_equal(session_fold(&bot->s, &record), SESSION_INVALID);
	check_bot(bot);
}

/* Say what is due, with a random choice where there is one. */
static void
say_due(struct table *t, struct bot *bot)
{
	int cells[BOARD_CELLS];
	struct line choice = {.symbol = SYMBOL_CIRCLE};
	char words[LINE_SIZE];
	size_t len;

	if (below(t, 2) == 1) {
		choice.symbol = SYMBOL_CROSS;
		choice.yes = true;
	}
	if (session_next(&bot->s) == LINE_MOVE) {
		size_t count = session_choices(&bot->s, cells);

		choice.position = cells[below(t, count)];
	}
	len = session_line(&bot->s, &choice, words);
	step(t, bot, RECORD_SAID, words, len);
	words[len++] = '\n';
	assert_true(bot->spool_len + len <= SESSION_SAID_SIZE);
	memcpy(bot->spool + bot->spool_len, words, len);
	bot->spool_len += len;
}

/* Say all that is due and no move; the other is heard first for that. */
static void
say_answers(struct table *t, struct bot *bot)
{
	while (session_next(&bot->s) != LINE_NONE &&
	       session_next(&bot->s) != LINE_MOVE)
		say_due(t, bot);
}

/* A line of any kind: rubbish, moves, words of the protocol, rejections. */
static size_t
random_line(struct table *t, const struct session *to, char ret[512])
{
	static const char *const words[] = {OPENING, QUESTION, "circle",
	    "cross", "yes", "no", "", " ", "circle ", "Circle 5", "circle 05",
	    "cross 5 ", "circle 0", "cross 10", "cross 999", "circle 1000",
	    "Rejected \"", "Rejected \"\"", "Rejected \"yes\": no.",
	    "Rejected \"circle\": no.",
	    "Rejected \"Choose your symbol: circle or cross.\": no.",
	    "Rejected \"Do you want to go first?\": no."};
	size_t kind = below(t, 10), len;

	if (kind < 4)
		return (size_t)snprintf(
		    ret, 512, "%s", words[below(t, NITEMS(words))]);
	if (kind < 7)
		return (size_t)snprintf(ret, 512, "%s %zu",
		    below(t, 2) ? "circle" : "cross", below(t, 11));
	if (kind < 8)
		return (size_t)snprintf(
		    ret, 512, "Rejected \"%s\": why? No. Or", to->last);
	if (kind < 9)
		return (size_t)snprintf(ret, 512, "Rejected \"%s %zu\": no.",
		    below(t, 2) ? "circle" : "cross", below(t, 11));
	len = below(t, 400);
	for (size_t i = 0; i < len; i++) {
		size_t byte = below(t, 255);

		ret[i] = (char)(byte < '\n' ? byte : byte + 1);
	}
	return len;
}

/* Hear one line that was said, if there is one. */
static bool
hear_next(struct table *t, struct bot *bot, const struct bot *other)
{
	const char *start = other->spool + bot->heard;
	const char *end;

	if (bot->heard == other->spool_len)
		return false;
	end = memchr(start, '\n', other->spool_len - bot->heard);
	bot->heard += (size_t)(end + 1 - start);
	if (!session_ended(&bot->s))
		step(t, bot, RECORD_HEARD, start, (size_t)(end - start));
	return true;
}

/*
 * A line in the other's name that the other has not said. It must not be its
 * last one, whose refusal would move it, nor one that would move the bot.
 */
static void
hear_forged(struct table *t, struct bot *bot, const struct bot *other)
{
	char line[512];
	size_t len = random_line(t, &bot->s, line);
	enum session_verdict verdict = session_judge(&bot->s, line, len);

	if (session_ended(&bot->s) || session_next(&bot->s) == LINE_OPENING ||
	    verdict == SESSION_ACCEPTS || verdict == SESSION_TAKES_BACK ||
	    (len == strlen(other->s.last) &&
		memcmp(line, other->s.last, len) == 0))
		return;
	step(t, bot, RECORD_HEARD, line, len);
}

/* One thing that a daemon may do next. */
static void
act(struct table *t)
{
	enum player me = below(t, 2) ? MESSENGER1 : MESSENGER2;
	struct bot *bot = &t->bots[me], *other = &t->bots[player_other(me)];

	say_answers(t, bot);
	switch (below(t, 4)) {
	case 0:
		hear_forged(t, bot, other);
		break;
	case 1:
		/* a move waits until there is nothing left to hear */
		if (session_next(&bot->s) == LINE_MOVE &&
		    bot->heard == other->spool_len)
			say_due(t, bot);
		break;
	default:
		(void)hear_next(t, bot, other);
		break;
	}
}

static bool
all_heard(const struct table *t)
{
	const struct bot *one = &t->bots[MESSENGER1];
	const struct bot *two = &t->bots[MESSENGER2];

	return one->heard == two->spool_len && two->heard == one->spool_len;
}

/* Sections 11 and 16: the same board throughout, and silence after the end. */
static void
test_two_sides(void **state)
{
	struct table *t = *state;
	struct bot *one = &t->bots[MESSENGER1], *two = &t->bots[MESSENGER2];

	for (uint64_t game = 0; game < GAMES; game++) {
		begin_table(t, game);
		for (int n = 0; n < 2000; n++) {
			act(t);
			if (!all_heard(t))
				continue;
			assert_memory_equal(
			    &one->s.game, &two->s.game, sizeof(struct game));
			if (session_ended(&one->s))
				break;
		}
		assert_int_equal(one->s.state, SESSION_OVER);
		assert_int_equal(two->s.state, SESSION_OVER);
		assert_int_equal(session_next(&one->s), LINE_NONE);
		assert_int_equal(session_next(&two->s), LINE_NONE);
	}
}

/* A record that the rules do not allow, at any time, changes nothing. */
static void
try_invalid(struct table *t, struct session *s)
{
	struct session before;
	char words[512];
	size_t len = random_line(t, s, words);
	bool must_say = session_next(s) != LINE_NONE &&
			session_next(s) != LINE_MOVE &&
			s->state != SESSION_OPENING_DUE;

	memcpy(&before, s, sizeof(before));
	if (must_say || session_ended(s))
		assert_int_equal(
		    fold(s, RECORD_HEARD, words, len), SESSION_INVALID);
	else if (line_read(words, len).kind != session_next(s))
		assert_int_equal(
		    fold(s, RECORD_SAID, words, len), SESSION_INVALID);
	expect_same(s, &before);
}

/* A hostile other: refuses with this probability in ten, lies otherwise. */
static void
play_hostile(struct table *t, struct bot *bot, size_t refuses)
{
	char line[512];
	size_t len;

	for (int n = 0; n < 200 && !session_ended(&bot->s); n++) {
		try_invalid(t, &bot->s);
		if (bot->s.state == SESSION_OPENING_DUE)
			say_due(t, bot);
		say_answers(t, bot);
		if (below(t, 10) < refuses)
			len = (size_t)snprintf(line, sizeof(line),
			    "Rejected \"%s\": no.", bot->s.last);
		else
			len = random_line(t, &bot->s, line);
		step(t, bot, RECORD_HEARD, line, len);
		try_invalid(t, &bot->s);
		say_answers(t, bot);
		if (session_next(&bot->s) == LINE_MOVE && below(t, 2) == 1)
			say_due(t, bot);
	}
	try_invalid(t, &bot->s);
}

static void
hostile(struct table *t, enum player me)
{
	static const size_t refuses[] = {0, 3, 9};

	for (size_t i = 0; i < NITEMS(refuses); i++)
		for (uint64_t game = 0; game < GAMES / 3; game++) {
			begin_table(t, 1000 * (i + 1) + game);
			play_hostile(t, &t->bots[me], refuses[i]);
		}
}

static void
test_hostile_to_messenger1(void **state)
{
	hostile(*state, MESSENGER1);
}

static void
test_hostile_to_messenger2(void **state)
{
	hostile(*state, MESSENGER2);
}

#define WITH_TABLE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_TABLE(test_two_sides),
	    WITH_TABLE(test_hostile_to_messenger1),
	    WITH_TABLE(test_hostile_to_messenger2),
	};

	return cmocka_run_group_tests_name("session_random", tests, NULL, NULL);
}
