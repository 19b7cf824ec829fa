/* SPDX-License-Identifier: ISC */
#include "bench.h"

/*
 * Every game there is, played by two sessions: what one says the other hears.
 * Nobody referees, and after each move both know the same.
 */
struct seats {
	struct session m1, m2;
};

struct census {
	long games, wins[4];
};

static struct seats *
seats_of(const char *conversation)
{
	struct seats *seats = (void *)suite_alloc(sizeof(*seats));

	begin_and_play(&seats->m1, MESSENGER1, conversation);
	begin_and_play(&seats->m2, MESSENGER2, conversation);
	return seats;
}

/* Both are silent, and the result is what the board shows (section 11). */
static void
check_end(struct seats *seats, struct census *c)
{
	enum game_status status = game_status(&seats->m1.game);
	char text[RESULT_SIZE];
	struct game game;
	size_t len;

	assert_int_equal(seats->m1.state, SESSION_OVER);
	assert_int_equal(seats->m2.state, SESSION_OVER);
	assert_int_equal(session_next(&seats->m1), LINE_NONE);
	assert_int_equal(session_next(&seats->m2), LINE_NONE);
	len = session_result(&seats->m1, text);
	assert_int_equal(result_game(text, len, &game), 0);
	assert_memory_equal(&game, &seats->m2.game, sizeof(game));
	c->games++;
	c->wins[status]++;
}

static void
walk(struct seats *seats, struct census *c)
{
	enum player mover = game_turn(&seats->m1.game);
	struct session *says = mover == MESSENGER1 ? &seats->m1 : &seats->m2;
	struct session *hears = mover == MESSENGER1 ? &seats->m2 : &seats->m1;
	struct session says_before, hears_before;
	int cells[BOARD_CELLS];
	size_t count;

	if (mover == PLAYER_NONE) {
		check_end(seats, c);
		return;
	}
	assert_int_equal(session_next(says), LINE_MOVE);
	assert_int_equal(session_next(hears), LINE_NONE);
	count = session_choices(says, cells);
	memcpy(&says_before, says, sizeof(*says));
	memcpy(&hears_before, hears, sizeof(*hears));
	for (size_t i = 0; i < count; i++) {
		struct line choice = {.position = cells[i]};
		char words[LINE_SIZE];

		(void)session_line(says, &choice, words);
		assert_int_equal(say(says, words), SESSION_DRAW);
		assert_int_equal(hear(hears, words), SESSION_DRAW);
		assert_memory_equal(
		    &says->game, &hears->game, sizeof(says->game));
		walk(seats, c);
		memcpy(says, &says_before, sizeof(*says));
		memcpy(hears, &hears_before, sizeof(*hears));
	}
}

static struct row {
	const char *name, *conversation;
	enum game_status first_wins, second_wins;
} rows[] = {
    {"all games, messenger1 goes first", YES, GAME_MESSENGER1_WIN,
	GAME_MESSENGER2_WIN},
    {"all games, messenger2 goes first", NO, GAME_MESSENGER2_WIN,
	GAME_MESSENGER1_WIN},
};

static void
test_all_games(void **state)
{
	const struct row *row = *state;
	struct seats *seats = seats_of(row->conversation);
	struct census c = {0};

	walk(seats, &c);
	assert_int_equal(c.games, 255168);
	assert_int_equal(c.wins[row->first_wins], 131184);
	assert_int_equal(c.wins[row->second_wins], 77904);
	assert_int_equal(c.wins[GAME_TIE], 46080);
	free(seats);
}

int
main(void)
{
	static struct suite suite;

	suite_rows(&suite, test_all_games, ROWS(rows));
	return suite_run(&suite, "session_games");
}
