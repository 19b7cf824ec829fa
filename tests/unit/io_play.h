/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_PLAY_H
#define UNIT_IO_PLAY_H

#include "io_helpers.h"

#include "clock.h"
#include "log.h"
#include "play.h"

#include <stdarg.h>
#include <time.h>

/*
 * What the tests of play share: both bots in one process, on real files and a
 * clock that stands still, so that the same game makes the same bytes. What is
 * logged and drawn is kept. A program that includes this wraps clock_gettime,
 * log_put, log_error, log_warn and log_info.
 */
#define ID "2026-09-03-110200"
#define NEXT_ID "2026-09-03-110400"
#define SPOOL1 "ws/spool/messenger1/" ID ".txt"
#define SPOOL2 "ws/spool/messenger2/" ID ".txt"
#define JOURNAL1 "ws/state/messenger1/journal"
#define JOURNAL2 "ws/state/messenger2/journal"
#define BOARD "ws/current-board.txt"
#define OPENING "Choose your symbol: circle or cross.\n"
#define QUESTION "Do you want to go first?\n"
#define STARTED 1788433320

static struct play bots[PLAYERS];
static struct options bot_options[PLAYERS];
static int64_t now_boot = 5 * SECOND_NS;

WRAP(int, clock_gettime, clockid_t clock, struct timespec *ret)
{
	if (clock != CLOCK_REALTIME && clock != CLOCK_BOOTTIME)
		return __real_clock_gettime(clock, ret);
	ret->tv_sec = clock == CLOCK_REALTIME ? STARTED : now_boot / SECOND_NS;
	ret->tv_nsec = clock == CLOCK_REALTIME ? 0 : now_boot % SECOND_NS;
	return 0;
}

static char logged[32768], shown[32768]; /* standard error and output */

static inline void
keep(char *kept, const char *bytes, size_t len)
{
	size_t old = strlen(kept);

	(void)snprintf(
	    kept + old, sizeof(logged) - old, "%.*s", (int)len, bytes);
}

WRAP(void, log_put, int fd, const char *bytes, size_t len)
{
	assert_int_equal(fd, STDOUT_FILENO);
	keep(shown, bytes, len);
}

/* Each of the three that a program wraps, into one text. */
#define WRAP_LOG(name)                                                         \
	void __wrap_##name(const char *format, ...)                            \
	    __attribute__((format(printf, 1, 2)));                             \
	void __wrap_##name(const char *format, ...)                            \
	{                                                                      \
		char line[1024];                                               \
		va_list words;                                                 \
                                                                               \
		va_start(words, format);                                       \
		(void)vsnprintf(line, sizeof(line), format, words);            \
		va_end(words);                                                 \
		keep(logged, line, strlen(line));                              \
		keep(logged, "\n", 1);                                         \
	}

WRAP_LOG(log_error)

WRAP_LOG(log_warn)

WRAP_LOG(log_info)

/* How often the words were logged, or shown. */
static inline int
count_words(const char *in, const char *words)
{
	int count = 0;

	while ((in = strstr(in, words)) != NULL) {
		in += strlen(words);
		count++;
	}
	return count;
}

/* The head of a game; its seed makes the game another one. */
static inline struct head
head_of(const char *id, uint64_t seed)
{
	struct head head;

	memset(&head, 0, sizeof(head));
	(void)snprintf(head.id.text, sizeof(head.id.text), "%s", id);
	head.number = 1;
	head.started = STARTED;
	head.seed = seed;
	(void)snprintf(head.previous.name, sizeof(head.previous.name), "none");
	return head;
}

/* A bot's process begins: it knows nothing but its options. */
static inline struct play *
start(enum player me)
{
	struct trouble trouble;
	struct options *o = &bot_options[me];
	struct play *p = &bots[me];

	if (o->me != me) {
		o->me = me;
		o->workspace = "ws";
		o->strategy = strategy_find("random");
		o->peer = geteuid();
		o->quiet = true;
	}
	memset(p, 0, sizeof(*p));
	play_init(p, o);
	assert_int_equal(workspace_open(&p->ws, &trouble), 0);
	assert_int_not_equal(play_load(p), -1);
	return p;
}

static inline void
stop(enum player me)
{
	play_unload(&bots[me]);
	workspace_close(&bots[me].ws);
}

/* messenger2 begins the newest game, with its first whole line. */
static inline bool
take_newest(struct play *p, uint64_t seed)
{
	struct newest newest;
	struct head head;
	const char *line;
	size_t len;
	off_t size;

	if (spool_newest(&p->ws, &p->session.head.id, &newest) != 1)
		return true;
	ear_reset(&p->ear);
	ear_attach(&p->ear, newest.fd, &newest.st);
	if (ear_look(&p->ear, &p->ws, &newest.id, EAR_HELD) != EAR_READ ||
	    !ear_line(&p->ear, &line, &len)) {
		ear_reset(&p->ear);
		return true;
	}
	head = head_of(newest.id.text, seed);
	return play_begin(
	    p, &head, spool_own_size(&p->ws, &newest.id, &size) == 1);
}

/* One wake-up: false where something must wait. */
static inline bool
turn(enum player me, uint64_t seed)
{
	struct play *p = &bots[me];
	struct head head = head_of(ID, seed);
	bool done;

	workspace_find_peer(&p->ws);
	if (me == MESSENGER1 && p->session.head.id.text[0] == '\0' &&
	    !play_begin(p, &head, false))
		return false;
	if (me == MESSENGER2 && !take_newest(p, ~seed))
		return false;
	done = play_hear(p, EAR_NAMED) && play_move(p);
	play_redraw(p);
	return done;
}

static inline bool
both_are_done(void)
{
	return bots[MESSENGER1].session.state == SESSION_OVER &&
	       bots[MESSENGER2].session.state == SESSION_OVER &&
	       play_said(&bots[MESSENGER1]) && play_said(&bots[MESSENGER2]);
}

/* What a game leaves in the files. */
struct outcome {
	size_t len;
	char bytes[16384];
};

static inline void
keep_outcome(struct outcome *outcome)
{
	static const char *const files[] = {
	    SPOOL1, SPOOL2, JOURNAL1, JOURNAL2, BOARD};

	outcome->len = 0;
	for (size_t i = 0; i < NITEMS(files); i++)
		outcome->len +=
		    get_bytes(files[i], outcome->bytes + outcome->len,
			sizeof(outcome->bytes) - outcome->len);
	/* and nothing else is there */
	assert_int_equal(count_names("ws"), 3);
	assert_int_equal(count_names("ws/spool/messenger1"), 1);
	assert_int_equal(count_names("ws/spool/messenger2"), 1);
	assert_int_equal(count_names("ws/state/messenger1"), 3);
	assert_int_equal(count_names("ws/state/messenger2"), 2);
}

static inline void
expect_same_outcome(const struct outcome *want)
{
	static struct outcome there;

	keep_outcome(&there);
	assert_int_equal(there.len, want->len);
	assert_memory_equal(there.bytes, want->bytes, want->len);
}

/*
 * messenger1 alone: the other's words are written by hand
 */

/* messenger1 with a game begun, of which nothing is said yet. */
static inline struct play *
solo_begin(void)
{
	struct play *p;
	struct head head = head_of(ID, 42);

	p = start(MESSENGER1);
	bot_options[MESSENGER1].first = CHANCE_YES;
	assert_int_equal(mkdir("ws/spool/messenger2", 0755), 0);
	workspace_find_peer(&p->ws);
	assert_true(play_begin(p, &head, false));
	logged[0] = shown[0] = '\0';
	return p;
}

static inline void
solo_step(struct play *p)
{
	assert_true(play_hear(p, EAR_NAMED));
	assert_true(play_move(p));
	play_redraw(p);
}

static inline struct play *
solo_again(void)
{
	stop(MESSENGER1);
	return start(MESSENGER1);
}

static inline void
solo_end(void)
{
	stop(MESSENGER1);
}

static inline void
expect_state(const struct play *p, enum session_state state)
{
	assert_int_equal(p->session.state, state);
}

#endif
