/* SPDX-License-Identifier: ISC */
#include "daemon.h"

#include <stdlib.h>

static bool
hear_and_move(struct daemon *d, bool names, enum ear_how how)
{
	struct play *p = &d->play;

	if (d->role->before != NULL && !d->role->before(d, names, &how))
		return false;
	return d->between_games || (play_hear(p, how) && play_move(p));
}

/*
 * At every wake-up, and after a restart: the other is heard to the end first,
 * then a due move, then a due tick (tictactoe-protocol(7), THE GAME). What was
 * heard is drawn in the board file when no move of ours has been by then.
 */
bool
daemon_turn(struct daemon *d, bool names, enum ear_how how)
{
	bool again = true, done;

	while (again) {
		again = false;
		d->play.blocked = NULL;
		done = hear_and_move(d, names, how);
		play_redraw(&d->play);
		if (!done || !d->role->after(d, &again))
			return false;
		names = false;
		how = EAR_HELD;
	}
	return true;
}

bool
daemon_counted(const struct daemon *d)
{
	return gameid_compare(&d->counted_id, &d->play.session.head.id) == 0;
}

void
daemon_count(struct daemon *d)
{
	if (daemon_counted(d))
		return;
	d->counted_id = d->play.session.head.id;
	d->completed++;
}

bool
daemon_has_enough(const struct daemon *d)
{
	return d->options->games > 0 && d->completed >= d->options->games;
}

uint64_t
daemon_seed(const struct daemon *d, uint64_t number)
{
	uint64_t seed;

	if (d->options->seeded)
		return d->options->seed + number;
	arc4random_buf(&seed, sizeof(seed));
	return seed;
}
