/* SPDX-License-Identifier: ISC */
#include "play_practice.h"

#include "brain.h"
#include "choose.h"
#include "clock.h"
#include "drawing.h"
#include "loop.h"
#include "play_input.h"
#include "play_person.h"
#include "play_screen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

/* Both sides of one game, each with its session, as over a folder. */
struct table {
	const struct options *options;
	struct loop loop;
	struct session side[PLAYERS];
};

static void
draw(const struct session *s)
{
	char drawing[DRAWING_SIZE];

	log_put(STDOUT_FILENO, drawing,
	    drawing_write(&s->head.id, &s->game, drawing));
}

/* One line goes from a side to the other. */
static void
pass(struct table *t, enum player from, const struct line *choice)
{
	struct session *sayer = &t->side[from];
	struct session *hearer = &t->side[player_other(from)];
	char words[LINE_SIZE];
	size_t len = session_line(sayer, choice, words);
	struct record record = {.kind = RECORD_SAID,
	    .second = clock_wall(),
	    .bytes = words,
	    .len = len};
	enum session_change said = session_fold(sayer, &record), heard;

	record.kind = RECORD_HEARD;
	heard = session_fold(hearer, &record);
	if ((from == t->options->me ? said : heard) == SESSION_DRAW)
		draw(&t->side[t->options->me]);
}

/* Something is typed, or it is left. */
static void
wait_for_input(struct loop *loop)
{
	unsigned woke = loop_wait(loop, INT64_MAX);

	if (woke & LOOP_STOP || screen_is_gone())
		person_leave();
	if (woke & LOOP_BACK)
		screen_show_again();
	if (woke & LOOP_INPUT)
		input_read();
}

/* The person's answer, waited for: whether there is one. */
static bool
wait_for_person(struct table *t, const struct session *s)
{
	while (!brain_decided(s)) {
		if (person_left())
			return false;
		person_ask(s);
		wait_for_input(&t->loop);
	}
	return true;
}

static void
play_game(struct table *t)
{
	const struct session *mine = &t->side[t->options->me];

	while (!session_ended(mine) && !person_left()) {
		bool my_line = session_next(mine) != LINE_NONE;
		const struct session *s =
		    &t->side[my_line ? mine->me : player_other(mine->me)];
		struct line line;

		if (my_line && !wait_for_person(t, s))
			return;
		line = my_line ? brain_choose(t->options, s)
			       : choose_line(t->options, s);
		pass(t, s->me, &line);
		person_tell(mine);
	}
}

static void
begin(struct table *t, const struct gameid *last, uint64_t seed)
{
	struct head head = {.started = clock_wall(),
	    .seed = seed,
	    .previous = {.name = "none"}};

	(void)gameid_for(head.started, last, &head.id);
	session_begin(&t->side[MESSENGER1], MESSENGER1, &head);
	session_begin(&t->side[MESSENGER2], MESSENGER2, &head);
	/* two brains that are one would choose alike */
	t->side[player_other(t->options->me)].head.seed = ~seed;
}

/* Whether one more game is wanted. */
static bool
wait_for_more(struct loop *loop)
{
	char typed[LINE_SIZE];

	screen_ask("Enter for one more game (q leaves): ");
	while (!input_line(typed)) {
		if (person_left() || input_ended())
			return false;
		wait_for_input(loop);
	}
	screen_answered();
	return !person_is_leaving(typed);
}

int
practice(const struct options *options)
{
	static struct table table;
	struct gameid last = {{0}};
	int64_t number = 0;
	uint64_t seed;

	table.options = options;
	if (loop_init(&table.loop) == -1) {
		log_error("timer and signals: %s", strerror(errno));
		return EX_OSERR;
	}
	table.loop.input = STDIN_FILENO;
	screen_line("Practice against %s (%s).",
	    player_name(player_other(options->me)), options->strategy->name);
	do {
		number++;
		seed = options->seed + (uint64_t)number;
		if (!options->seeded)
			arc4random_buf(&seed, sizeof(seed));
		begin(&table, &last, seed);
		play_game(&table);
		last = table.side[options->me].head.id;
	} while (!person_left() && number != options->games &&
		 wait_for_more(&table.loop));
	return EX_OK;
}
