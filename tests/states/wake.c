/* SPDX-License-Identifier: ISC */
/*
 * The parts of the daemon floor that have no place in a model: the loop, the
 * clock, the log and the brain, which here answers as the explorer wants.
 */
#include "attach.h"
#include "brain.h"
#include "confine.h"
#include "initiator.h"
#include "log.h"
#include "notify.h"
#include "responder.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INTERVAL (120 * SECOND_NS)
#define FIRST_BOOT (1000 * SECOND_NS)
#define WALL 1788433320 /* 2026-09-03T11:02:00Z */

/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void __wrap_arc4random_buf(void *buf, size_t size);

struct choices choices;
static int64_t boot;

void
choices_first(void)
{
	memset(&choices, 0, sizeof(choices));
	choices.fresh = -1;
}

bool
choices_next(void)
{
	while (choices.used > 0) {
		int last = choices.used - 1;

		if (choices.taken[last] + 1 < choices.among[last]) {
			choices.taken[last]++;
			choices.fresh = last;
			return true;
		}
		choices.taken[last] = 0;
		choices.used = last;
	}
	return false;
}

static int
choose(int among)
{
	int n = choices.used++;

	if (n == CHOICES_MAX)
		abort();
	choices.among[n] = among;
	return choices.taken[n];
}

static int
choose_cell(const struct session *s)
{
	int cells[BOARD_CELLS];
	int count = (int)session_choices(s, cells);

	return cells[choose(count)];
}

struct line
brain_choose(const struct options *options, const struct session *s)
{
	struct line line = {.kind = session_next(s)};

	(void)options;
	if (line.kind == LINE_SYMBOL && s->state == SESSION_SYMBOL_DUE)
		line.symbol = choose(2) == 0 ? SYMBOL_CIRCLE : SYMBOL_CROSS;
	if (line.kind == LINE_ANSWER && s->state == SESSION_ANSWER_DUE)
		line.yes = choose(2) == 0;
	if (line.kind == LINE_MOVE)
		line.position = choose_cell(s);
	return line;
}

bool
brain_decided(const struct session *s)
{
	(void)s;
	return true;
}

int64_t
clock_wall(void)
{
	return WALL;
}

int64_t
clock_boot(void)
{
	return boot;
}

/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void
__wrap_arc4random_buf(void *buf, size_t size)
{
	memset(buf, 1, size);
}

void
log_game(const struct gameid *id)
{
	(void)id;
}

void
log_error(const char *format, ...)
{
	(void)format;
}

void
log_warn(const char *format, ...)
{
	(void)format;
}

void
log_info(const char *format, ...)
{
	(void)format;
}

void
log_debug(const char *format, ...)
{
	(void)format;
}

void
log_put(int fd, const char *bytes, size_t len)
{
	(void)fd;
	(void)bytes;
	(void)len;
}

void
notify_send(const char *message)
{
	(void)message;
}

int
confine(const struct workspace *ws)
{
	(void)ws;
	return 0;
}

bool
confine_hides(const char *path)
{
	(void)path;
	return false;
}

int
loop_watch(struct loop *loop, int fd)
{
	(void)fd;
	loop->events = 0;
	return 0;
}

void
loop_unwatch(struct loop *loop)
{
	loop->events = -1;
}

bool
loop_watches(const struct loop *loop)
{
	return loop->events != -1;
}

/* A tick is due, or the last one was a second ago. */
static void
set_clock(bool tick)
{
	const struct folded *folded = world_fold(&ram, MESSENGER1);

	boot = FIRST_BOOT;
	if (folded->have)
		boot =
		    folded->session.head.phase + (tick ? INTERVAL : SECOND_NS);
}

/* What a live session holds must be what its journal folds to. */
static void
check_fold(const struct daemon *d, enum player who)
{
	const struct folded *folded;

	if (d->between_games)
		return;
	folded = world_fold(&ram, who);
	if (!folded->have || !folded->allowed)
		return;
	/* byte for byte: session_begin() has cleared what is between the fields */
	/* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) */
	if (memcmp(&folded->session, &d->play.session,
		sizeof(struct session)) != 0)
		world_fault(
		    "the journal folds to another session", player_name(who));
}

void
world_wake(enum player who, unsigned how)
{
	static struct daemon d;
	static struct options options;

	options = (struct options){.me = who,
	    .workspace = "w",
	    .strategy = strategy_find("random"),
	    .peer = RAM_UID,
	    .quiet = true,
	    .pace = how & WAKE_THINKS ? SECOND_NS : 0,
	    .interval = INTERVAL};
	set_clock(how & WAKE_TICK);
	memset(&d, 0, offsetof(struct daemon, play.ear));
	memset((char *)&d + offsetof(struct daemon, play.old_spool), 0,
	    sizeof(d) - offsetof(struct daemon, play.old_spool));
	d.options = &options;
	d.role = who == MESSENGER1 ? &initiator : &responder;
	d.loop.events = -1;
	choices.used = 0;
	play_init(&d.play, &options);
	if (attach_try(&d) != -1 || !d.attached ||
	    !daemon_turn(&d, true, EAR_NAMED))
		world_fault("a wake-up did not end well", player_name(who));
	check_fold(&d, who);
	ram_close_all();
}
