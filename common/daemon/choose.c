/* SPDX-License-Identifier: ISC */
#include "choose.h"

#include "log.h"
#include "random.h"

static int
choose_position(const struct options *options, const struct session *s)
{
	int empties[BOARD_CELLS];
	const struct choice choice = {
	    .board = &s->game.board,
	    .symbol = s->game.symbol[s->me],
	    .empties = empties,
	    .count = session_choices(s, empties),
	    .random = session_random(s),
	};
	int position = options->strategy->choose(&choice);

	/* verified like anyone's move (section 6) */
	for (size_t i = 0; i < choice.count; i++)
		if (position == empties[i])
			return position;
	log_error("strategy %s chose %d, which it was not offered",
	    options->strategy->name, position);
	return empties[0];
}

struct line
choose_line(const struct options *options, const struct session *s)
{
	bool heads = random_pick(session_random(s), 2) == 0;
	struct line line = {.kind = session_next(s)};

	switch (line.kind) {
	case LINE_SYMBOL:
		line.symbol = options->symbol;
		if (line.symbol == SYMBOL_NONE)
			line.symbol = heads ? SYMBOL_CIRCLE : SYMBOL_CROSS;
		break;
	case LINE_ANSWER:
		line.yes = options->first == CHANCE_RANDOM
			       ? heads
			       : options->first == CHANCE_YES;
		break;
	case LINE_MOVE:
		line.position = choose_position(options, s);
		break;
	case LINE_NONE:
	case LINE_OPENING:
	case LINE_QUESTION:
	case LINE_REJECTION:
	case LINE_OTHER:
		break; /* nothing to choose */
	}
	return line;
}
