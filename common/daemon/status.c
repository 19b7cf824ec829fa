/* SPDX-License-Identifier: ISC */
#include "status.h"

#include "notify.h"

#include <string.h>

#define IN_SECONDS 120 /* what is further away is told in minutes */

/* Nobody but messenger1 knows, and it only by the clock. */
static void
add_next(struct text *t, const struct daemon *d)
{
	int64_t left;

	if (d->role->wakes == NULL || d->options->interval == 0)
		return;
	left = d->role->wakes(d) - clock_boot();
	left = left > 0 ? (left + SECOND_NS - 1) / SECOND_NS : 0;
	text_add(t, ", next game in ");
	text_number(t, (uint64_t)(left < IN_SECONDS ? left : left / 60), 1);
	text_add(t, left < IN_SECONDS ? " s" : " min");
}

static void
add_game(struct text *t, const struct session *s)
{
	if (s->head.id.text[0] == '\0') {
		text_add(t, "no game yet");
		return;
	}
	text_add(t, "game ");
	text_add(t, s->head.id.text);
	text_add(t, ", ");
	text_add(t, session_state_name(s));
	if (s->state == SESSION_OVER) {
		text_add(t, ": ");
		text_add(t, game_status_name(game_status(&s->game)));
	}
}

void
status_tell(const struct daemon *d)
{
	char buf[256];
	struct text t = text_in(buf, sizeof(buf));

	if (!notify_wanted())
		return;
	if (!d->attached) {
		notify_status("STATUS=waiting for %s", d->options->workspace);
		return;
	}
	add_game(&t, &d->play.session);
	if (d->retry_at > 0 && d->trouble != NULL) {
		text_add(&t, ", waiting for ");
		text_add(&t, d->trouble);
		text_add(&t, ": ");
		text_add(&t, strerror(d->trouble_error));
	}
	text_add(&t, ", ");
	text_number(&t, (uint64_t)d->completed, 1);
	text_add(&t, d->completed == 1 ? " result" : " results");
	text_add(&t, " so far");
	add_next(&t, d);
	notify_status("STATUS=%s", buf);
}
