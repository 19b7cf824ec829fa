/* SPDX-License-Identifier: ISC */
#include "watch_facts.h"

#include "clock.h"
#include "schedule.h"

#include <string.h>

void
facts_time(struct text *t, int64_t second)
{
	char stamp[32];
	struct text s = text_in(stamp, sizeof(stamp));

	gameid_timestamp(&s, second);
	text_bytes(
	    t, second == 0 ? "--:--:--" : stamp + sizeof("2026-09-03"), 8);
}

bool
facts_outstanding(const struct game *game, int position)
{
	enum symbol symbol = board_at(&game->board, position);
	unsigned bit = board_bit(position), mine = game->board.crosses;

	if (symbol == SYMBOL_CIRCLE)
		mine = game->board.circles;
	if (board_winner(&game->board) == symbol)
		return (board_completing(mine & ~bit, BOARD_FULL & ~mine) &
			   bit) != 0;
	return game->move_count > 0 &&
	       game->moves[game->move_count - 1] == position;
}

/* "12 s", "1:05", "1:00:00", "3 days" */
static void
add_span(struct text *t, int64_t seconds)
{
	uint64_t s = seconds < 0 ? 0 : (uint64_t)seconds;

	if (s < 60) {
		text_number(t, s, 1);
		text_add(t, " s");
	} else if (s < 3600) {
		text_number(t, s / 60, 1);
		text_char(t, ':');
		text_number(t, s % 60, 2);
	} else if (s < 86400) {
		text_number(t, s / 3600, 1);
		text_char(t, ':');
		text_number(t, s / 60 % 60, 2);
		text_char(t, ':');
		text_number(t, s % 60, 2);
	} else {
		text_number(t, s / 86400, 1);
		text_add(t, s < 172800 ? " day" : " days");
	}
}

static void
add_player(struct text *t, const struct model *m, enum player player)
{
	enum symbol symbol = m->game.session.game.symbol[player];

	text_number(t, player == MESSENGER1 ? 1 : 2, 1);
	text_char(t, ' ');
	text_add(t, player_name(player));
	if (symbol != SYMBOL_NONE) {
		text_add(t, symbol == SYMBOL_CROSS ? ": X " : ": O ");
		text_add(t, symbol_name(symbol));
	}
}

static bool
add_bot(struct text *t, const struct bot *bot, int64_t now)
{
	static const char *const lives[] = {
	    [LIFE_UNKNOWN] = "  ",
	    [LIFE_RUNNING] = "  running, ",
	    [LIFE_ENDED] = "  not running, ",
	};

	text_add(t, lives[bot->life]);
	if (bot->last_word == 0) {
		text_add(t, "silent");
	} else {
		text_add(t, "silent ");
		add_span(t, now - bot->last_word);
	}
	return bot->life == LIFE_ENDED;
}

static void
add_state(struct text *t, const struct model *m)
{
	const struct session *s = &m->game.session;
	enum game_status status = game_status(&s->game);

	if (m->id.text[0] == '\0') {
		text_add(t, "No game yet");
	} else if (status != GAME_IN_PROGRESS) {
		text_add(t, "Result: ");
		text_add(t, game_status_name(status));
	} else if (s->state == SESSION_QUIT) {
		text_add(t, "Given up");
	} else if (s->game.first == PLAYER_NONE) {
		text_add(t, s->game.symbol[MESSENGER1] == SYMBOL_NONE
				? "Symbols: still open"
				: "First player: still open");
	} else {
		text_add(t, "Turn: ");
		text_add(t, player_name(game_turn(&s->game)));
	}
}

static void
add_count(struct text *t, const char *words, size_t count)
{
	text_add(t, words);
	text_number(t, count, 1);
}

static void
add_tally(struct text *t, const struct tally *tally)
{
	const size_t *ended = tally->ended;

	if (tally->left > 0) {
		add_count(t, "Games ", tally->games);
		add_count(t, ", read ",
		    (tally->archive.count - tally->left) * 100 /
			tally->archive.count);
		text_add(t, " %");
	} else {
		add_count(t, "Won ", ended[GAME_MESSENGER1_WIN]);
		add_count(t, " : ", ended[GAME_MESSENGER2_WIN]);
		add_count(t, ", tied ", ended[GAME_TIE]);
		add_count(t, ", games ", tally->games);
	}
	if (tally->unread > 0)
		add_count(t, ", unread ", tally->unread);
}

/* Nanoseconds until the next game by our own boot clock, or -1. */
static int64_t
wait_of(const struct model *m, const struct tally *tally)
{
	enum life life = m->bots[MESSENGER1].life;
	int64_t seconds[TALLY_IDS + 1], now = clock_boot(), interval;
	size_t n = tally->ids;

	if (!m->scheduled || life == LIFE_ENDED ||
	    (m->polled && life == LIFE_UNKNOWN))
		return -1;
	memcpy(seconds, tally->seconds, sizeof(tally->seconds));
	seconds[n] = gameid_second(&m->id);
	if (n == 0 || seconds[n] > seconds[n - 1])
		n++;
	interval = interval_of(seconds, n);
	return interval == 0
		   ? -1
		   : schedule_next(m->game.session.head.phase, interval, now) -
			 now;
}

static void
add_next(struct text *t, const struct model *m, const struct tally *tally)
{
	int64_t wait = wait_of(m, tally);

	if (wait == -1) {
		text_add(t, "Next game: ?");
	} else {
		text_add(t, "Next game in ");
		add_span(t, (wait + SECOND_NS - 1) / SECOND_NS);
	}
}

static void
add_note(struct text *t, const struct model *m)
{
	const char *where = m->path;

	text_add(t, "q quits  ");
	if (m->dir == -1) {
		text_add(t, "Gone: ");
	} else if (m->shut.text[0] != '\0') {
		text_add(t, "Permission denied: ");
		if (strcmp(m->shut.text, ".") != 0)
			where = m->shut.text;
	} else if (m->game.lost &&
		   game_status(&m->game.session.game) == GAME_IN_PROGRESS) {
		text_add(t, "Against the rules: ");
	}
	text_cleaned(t, where, strlen(where), 80);
}

static struct text
line_of(struct facts *facts, int n)
{
	return text_in(facts->lines[n].words, FACT_SIZE);
}

void
facts_of(const struct model *m, const struct tally *t, struct facts *ret)
{
	int64_t now = clock_wall();
	struct text text = text_in(ret->title, FACT_SIZE);
	int n = 0;

	memset(ret, 0, sizeof(*ret));
	text_add(&text, m->id.text[0] == '\0' ? "tictactoe watch" : "Game ");
	text_add(&text, m->id.text);
	text = text_in(ret->now, FACT_SIZE);
	facts_time(&text, now);
	text_add(&text, " UTC");
	for (enum player p = MESSENGER1; p <= MESSENGER2; p++) {
		text = line_of(ret, n++);
		add_player(&text, m, p);
		text = line_of(ret, n);
		ret->lines[n++].bad = add_bot(&text, &m->bots[p], now);
	}
	text = line_of(ret, n++);
	add_state(&text, m);
	text = line_of(ret, n++);
	add_tally(&text, t);
	text = line_of(ret, n);
	add_next(&text, m, t);
	text = text_in(ret->note, FACT_SIZE);
	add_note(&text, m);
}
