/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_LOOP_H
#define DAEMON_LOOP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The one place that waits: for an event in the watched folder (inotify), a
 * point in boot time (timerfd), a signal (signalfd) or one more descriptor. An
 * event never says more than "look again".
 */
struct loop {
	int timer, signals;
	int events;    /* inotify; -1 while there is none */
	int input;     /* the caller's, like what a person types at; -1: none */
	int64_t armed; /* what the timer is set to */
};

/* What loop_wait() woke for. */
#define LOOP_STOP 1U   /* SIGTERM, SIGINT or SIGHUP */
#define LOOP_WORDS 2U  /* a file in the folder was written to */
#define LOOP_NAMES 4U  /* anything else happened there, or events were lost */
#define LOOP_SELF 8U   /* the folder itself was moved, removed or unmounted */
#define LOOP_INPUT 16U /* input can be read, or nobody has its other end */
#define LOOP_BACK 32U  /* SIGCONT: perhaps we were stopped meanwhile */

/* 0, or -1 with errno. Signals that mean nothing to us are ignored. */
int loop_init(struct loop *loop);

/*
 * Watch the folder held by fd, and no other: 0, or -1 with errno; then only the
 * timer is left. Look at the folder after this returns, not before.
 */
int loop_watch(struct loop *loop, int fd);
void loop_unwatch(struct loop *loop);
bool loop_watches(const struct loop *loop);

/* Wait until something happens or boot time reaches until. */
unsigned loop_wait(struct loop *loop, int64_t until);

#endif
