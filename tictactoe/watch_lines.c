/* SPDX-License-Identifier: ISC */
#include "watch_lines.h"

#include "archive.h"
#include "clock.h"
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A line begins with the time, and the game if it is about one. */
static void
begin(int64_t second, const struct gameid *id)
{
	char buf[32];
	struct text t = text_in(buf, sizeof(buf));

	gameid_timestamp(&t, second);
	(void)printf("%s ", buf);
	if (id != NULL)
		(void)printf("%s ", id->text);
}

static void
tell_end(struct lines *l, int64_t second, const char *end)
{
	begin(second, &l->id);
	(void)printf("%s\n", end);
	l->ended = true;
}

static void
tell_result(struct lines *l, int64_t second, const struct game *game)
{
	begin(second, &l->id);
	(void)printf("result: %s\n", game_status_name(game_status(game)));
	l->ended = true;
}

/* From now on lines are about this game. */
static void
turn_to(struct lines *l, const struct gameid *id)
{
	if (gameid_compare(id, &l->id) == 0)
		return;
	if (l->id.text[0] != '\0' && !l->ended)
		tell_end(l, clock_wall(), "given up");
	l->id = *id;
	l->told = 0;
	l->ended = false;
	l->game = (struct game){.move_count = 0};
}

static void
tell_talk(struct lines *l, const struct talk *talk)
{
	if (talk->count - l->told > TALK_MAX)
		l->told = talk->count - TALK_MAX;
	for (; l->told < talk->settled; l->told++) {
		const struct said *said = talk_line(talk, l->told);

		begin(said->second != 0 ? said->second : clock_wall(), &l->id);
		(void)printf("%s: %s\n", player_name(said->by), said->words);
	}
}

static void
tell_game(struct lines *l, const struct model *m)
{
	const struct session *s = &m->game.session;

	if (m->id.text[0] == '\0' || gameid_compare(&m->id, &l->id) < 0)
		return;
	turn_to(l, &m->id);
	if (l->ended)
		return;
	tell_talk(l, &m->game.talk);
	l->game = m->game.settled;
	if (m->game.talk.settled < m->game.talk.count)
		return; /* the end may be among those */
	if (game_status(&s->game) != GAME_IN_PROGRESS)
		tell_result(
		    l, s->finished != 0 ? s->finished : clock_wall(), &s->game);
	else if (s->state == SESSION_QUIT)
		tell_end(l, clock_wall(), "given up");
}

static void
tell_bot(struct lines *l, enum player player, enum life life)
{
	if (l->life[player] != life && life != LIFE_UNKNOWN &&
	    (l->life[player] != LIFE_UNKNOWN || life == LIFE_ENDED)) {
		begin(clock_wall(), NULL);
		(void)printf("%s is %s\n", player_name(player),
		    life == LIFE_RUNNING ? "running again" : "not running");
	}
	l->life[player] = life;
}

static void
tell_shut(struct lines *l, const struct model *m)
{
	bool whole = strcmp(m->shut.text, ".") == 0;

	if (m->shut.text[0] != '\0' && strcmp(m->shut.text, l->shut.text) != 0)
		complain("%s%s%s: %s: what it says is not shown", m->path,
		    whole ? "" : "/", whole ? "" : m->shut.text,
		    strerror(EACCES));
	l->shut = m->shut;
}

void
lines_show(struct lines *l, const struct model *m)
{
	if (m->dir == -1)
		return;
	tell_shut(l, m);
	tell_game(l, m);
	for (enum player p = MESSENGER1; p <= MESSENGER2; p++)
		tell_bot(l, p, m->bots[p].life);
}

void
lines_result(struct lines *l, const struct model *m, const struct gameid *id)
{
	char name[GAMEID_NAME_SIZE];
	struct item item;
	struct game game;
	int n = 0;

	if (gameid_compare(id, &m->id) == 0)
		tell_game(l, m);
	gameid_result_name(id, name);
	if (gameid_compare(id, &l->id) < (l->ended ? 1 : 0) ||
	    archive_read(m->dir, name, &item) == -1 ||
	    result_game(item.bytes, item.len, &game) == -1)
		return;
	turn_to(l, id);
	while (n < l->game.move_count && l->game.moves[n] == game.moves[n])
		n++;
	for (; n < game.move_count; n++) {
		enum player mover = game_mover(&game, n);

		begin(clock_wall(), id);
		(void)printf("%s: %s %d\n", player_name(mover),
		    symbol_name(game.symbol[mover]), game.moves[n]);
	}
	tell_result(l, clock_wall(), &game);
}

void
lines_here(const struct model *m)
{
	begin(clock_wall(), NULL);
	(void)printf(m->dir == -1 ? "the workspace is gone\n"
				  : "the workspace is there again\n");
}
