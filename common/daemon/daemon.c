/* SPDX-License-Identifier: ISC */
#include "daemon.h"

#include "attach.h"
#include "confine.h"
#include "log.h"
#include "notify.h"
#include "status.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#define LOOK_IN_GAME (2 * SECOND_NS)
#define LOOK_IDLE (10 * SECOND_NS)
#define PAUSE_MIN (100 * MS_NS)
#define PAUSE_MAX (5 * SECOND_NS)

static int64_t
earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* How long until the next timed look. */
static int64_t
look_period(const struct daemon *d)
{
	const struct session *s = &d->play.session;
	bool idle = session_ended(s) || s->state == SESSION_IDLE;

	if (!idle || d->retry_at > 0 || d->play.ws.polled ||
	    d->play.ws.peer_spool == -1 || !loop_watches(&d->loop))
		return LOOK_IN_GAME;
	return LOOK_IDLE;
}

/*
 * Waiting for the disk
 */

/* One log line for each trouble; it is counted from then on. */
static void
tell_blocked(struct daemon *d)
{
	const struct play *p = &d->play;

	if (d->trouble != NULL && strcmp(d->trouble, p->blocked) == 0 &&
	    d->trouble_error == p->error)
		return;
	log_warn(
	    "%s: %s: waiting, nothing is lost", p->blocked, strerror(p->error));
	d->trouble = p->blocked;
	d->trouble_error = p->error;
	d->trouble_at = clock_boot();
}

/*
 * A disk that has become read-only is the service manager's to mend, for it may
 * be an old mount; everything else is waited out. -1, or the exit status.
 */
static int
wait_and_retry(struct daemon *d)
{
	int64_t now = clock_boot();

	if (d->trouble_error == EROFS && now - d->trouble_at >= EXIT_AFTER) {
		log_error("%s: %s" EXIT_WORDS, d->options->workspace,
		    strerror(EROFS));
		return EX_TEMPFAIL;
	}
	d->pause =
	    d->retry_at == 0 ? PAUSE_MIN : earlier(d->pause * 2, PAUSE_MAX);
	d->retry_at = now + d->pause;
	return -1;
}

/*
 * All was done that is to be done now, and any trouble is over; but a game that
 * could not be opened is tried again only at a tick. Until then it is known of
 * a read-only disk alone whether it still is one. -1, or the exit status.
 */
static int
go_on(struct daemon *d)
{
	bool untried = d->between_games && d->role->wakes != NULL;
	bool read_only = d->trouble_error == EROFS;

	if (untried && read_only && workspace_is_read_only(&d->play.ws))
		return wait_and_retry(d);
	d->retry_at = 0;
	if (d->trouble == NULL || (untried && !read_only))
		return -1;
	log_info("%s: going on", d->trouble);
	d->trouble = NULL;
	d->trouble_error = 0;
	return -1;
}

/*
 * One wake-up
 */

/* The timed look at the folders: false where they were lost. */
static bool
look(struct daemon *d, int64_t now)
{
	d->looked_at = now;
	if (!workspace_intact(&d->play.ws))
		return false;
	attach_watch(d);
	return true;
}

static enum ear_how
how_to_look(const struct daemon *d, bool names)
{
	if (d->play.ws.polled || !loop_watches(&d->loop))
		return EAR_FRESH;
	return names ? EAR_NAMED : EAR_HELD;
}

/* -1 to go on, or the exit status. */
static int
work(struct daemon *d, unsigned woke)
{
	int64_t now = clock_boot();
	bool timed = woke & LOOP_SELF || now >= d->looked_at + look_period(d) ||
		     (woke & LOOP_NAMES && d->watches_spool);
	bool names = timed || woke & LOOP_NAMES || d->retry_at > 0;

	if (timed && !look(d, now)) {
		attach_lost(d, now);
		return -1;
	}
	if (now < d->retry_at)
		return -1;
	if (daemon_turn(d, names, how_to_look(d, names)))
		return go_on(d);
	tell_blocked(d);
	return wait_and_retry(d);
}

/*
 * The loop
 */

static int64_t
next_wake(const struct daemon *d)
{
	int64_t at = d->pat_at;

	if (!d->attached)
		return earlier(at, d->retry_at);
	at = earlier(at, d->looked_at + look_period(d));
	if (d->retry_at > 0)
		return earlier(at, d->retry_at);
	if (!d->between_games && d->play.think_until > 0)
		at = earlier(at, d->play.think_until);
	return d->role->wakes == NULL ? at : earlier(at, d->role->wakes(d));
}

static void
tell_manager(struct daemon *d, int64_t watchdog)
{
	int64_t now;

	if (watchdog > 0) {
		now = clock_boot();
		if (now >= d->pat_at) {
			notify_send("WATCHDOG=1");
			d->pat_at = now + watchdog;
		}
	}
	status_tell(d);
}

/* Play until there is a reason to stop: the exit status. */
static int
play_on(struct daemon *d)
{
	int64_t watchdog = notify_watchdog();
	unsigned woke = LOOP_NAMES;
	int status = -1;

	d->pat_at = watchdog > 0 ? 0 : INT64_MAX;
	while (!(woke & LOOP_STOP) && !daemon_has_enough(d)) {
		if (woke & LOOP_BACK && d->role->back != NULL)
			d->role->back();
		if (woke & LOOP_INPUT)
			d->role->typed(d);
		if (!d->attached) {
			status = attach_try(d);
			woke = LOOP_NAMES;
		}
		if (status == -1 && d->attached)
			status = work(d, woke);
		if (status != -1)
			return status;
		tell_manager(d, watchdog);
		if (!daemon_has_enough(d))
			woke = loop_wait(&d->loop, next_wake(d));
	}
	notify_send("STOPPING=1");
	return EX_OK;
}

void
fill_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) == -1)
			(void)open("/dev/null",
			    fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Run on one processor only, if it is asked for. */
static bool
keep_to(int cpu)
{
	cpu_set_t one;

	if (cpu == -1)
		return true;
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one) == 0)
		return true;
	if (errno == EINVAL)
		log_error("option --cpu: there is no processor %d for this"
			  " bot; see nproc(1)",
		    cpu);
	else
		log_error("option --cpu: %s: under systemd use CPUAffinity=%d",
		    strerror(errno), cpu);
	return false;
}

int
daemon_run(const struct options *options, const struct role *role)
{
	static struct daemon d; /* large, and mostly never touched */
	int status;

	fill_standard_streams();
	(void)umask(022);
	d.options = options;
	d.role = role;
	log_init(player_name(options->me), options->verbose, !options->quiet);
	if (!keep_to(options->cpu))
		return EX_USAGE;
	confine_privileges();
	if (loop_init(&d.loop) == -1) {
		log_error("timer and signals: %s", strerror(errno));
		return EX_OSERR;
	}
	if (role->typed != NULL)
		d.loop.input = STDIN_FILENO;
	notify_init();
	play_init(&d.play, options);
	status = play_on(&d);
	loop_unwatch(&d.loop);
	play_unload(&d.play);
	workspace_close(&d.play.ws);
	return status;
}
