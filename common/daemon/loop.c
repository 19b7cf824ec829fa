/* SPDX-License-Identifier: ISC */
#include "loop.h"

#include "clock.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { POLL_EVENTS, POLL_TIMER, POLL_SIGNALS, POLL_INPUT, POLL_COUNT };

#define BLIND_MS 200 /* between looks where nothing can be waited for */

/* Not among them: what our own reading does, and the other's clearing up. */
#define WATCHED                                                                \
	(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF |    \
	    IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)

int
loop_init(struct loop *loop)
{
	static const int stray[] = {SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM,
	    SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGQUIT, SIGTTOU};
	struct sigaction old;
	sigset_t heard;

	for (size_t i = 0; i < sizeof(stray) / sizeof(stray[0]); i++)
		if (signal(stray[i], SIG_IGN) == SIG_ERR)
			return -1;
	(void)sigemptyset(&heard);
	(void)sigaddset(&heard, SIGCONT);
	(void)sigaddset(&heard, SIGTERM);
	(void)sigaddset(&heard, SIGINT);
	/* nohup has its way; a closed terminal ends us */
	if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		(void)sigaddset(&heard, SIGHUP);
	if (sigprocmask(SIG_BLOCK, &heard, NULL) == -1)
		return -1;
	loop->events = loop->input = -1;
	loop->armed = 0;
	loop->signals = signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
	loop->timer =
	    timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	return loop->signals == -1 || loop->timer == -1 ? -1 : 0;
}

/*
 * Watch the folder held, whatever its name leads to by now: only from within it
 * has it a name that is its own, and needs no /proc. From a folder that cannot
 * be come back to no relative path led anywhere: then / is as good.
 */
static int
watch_from_within(int events, int fd)
{
	int back = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int result = fchdir(fd);

	if (result == 0)
		result = inotify_add_watch(events, ".", WATCHED);
	if ((back == -1 ? chdir("/") : fchdir(back)) == -1)
		result = -1;
	file_close(&back);
	return result;
}

int
loop_watch(struct loop *loop, int fd)
{
	loop_unwatch(loop);
	loop->events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (loop->events == -1)
		return -1;
	if (watch_from_within(loop->events, fd) == -1) {
		loop_unwatch(loop);
		return -1;
	}
	return 0;
}

void
loop_unwatch(struct loop *loop)
{
	file_close(&loop->events);
}

bool
loop_watches(const struct loop *loop)
{
	return loop->events != -1;
}

static unsigned
meaning(const struct inotify_event *event)
{
	if (event->mask &
	    (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED))
		return LOOP_SELF;
	return event->mask & IN_MODIFY ? LOOP_WORDS : LOOP_NAMES;
}

/* One bounded read of events. */
static unsigned
read_events(int fd)
{
	_Alignas(struct inotify_event) char buf[4096];
	unsigned woke = 0;
	ssize_t n = read(fd, buf, sizeof(buf));

	for (ssize_t at = 0; at < n;) {
		const struct inotify_event *event =
		    (const struct inotify_event *)(const void *)(buf + at);

		woke |= meaning(event);
		at += (ssize_t)(sizeof(*event) + event->len);
	}
	return woke;
}

static unsigned
read_signals(int fd)
{
	struct signalfd_siginfo info;

	if (read(fd, &info, sizeof(info)) <= 0)
		return 0;
	return info.ssi_signo == SIGCONT ? LOOP_BACK : LOOP_STOP;
}

/* Set the timer only if that changes anything; a new time also silences it. */
static void
arm(struct loop *loop, int64_t until)
{
	struct itimerspec at = {0};

	if (until == loop->armed)
		return;
	at.it_value.tv_sec = until / SECOND_NS;
	at.it_value.tv_nsec = until % SECOND_NS;
	if (timerfd_settime(loop->timer, TFD_TIMER_ABSTIME, &at, NULL) == 0)
		loop->armed = until;
}

/* Fewer descriptors are allowed by now than poll would have to be given. */
static unsigned
wait_blindly(const struct loop *loop)
{
	(void)poll(NULL, 0, BLIND_MS);
	return read_signals(loop->signals);
}

unsigned
loop_wait(struct loop *loop, int64_t until)
{
	struct pollfd fds[POLL_COUNT] = {
	    [POLL_EVENTS] = {.fd = loop->events, .events = POLLIN},
	    [POLL_TIMER] = {.fd = loop->timer, .events = POLLIN},
	    [POLL_SIGNALS] = {.fd = loop->signals, .events = POLLIN},
	    [POLL_INPUT] = {.fd = loop->input, .events = POLLIN},
	};
	unsigned woke = 0;

	arm(loop, until > 0 ? until : 1);
	if (poll(fds, loop->input == -1 ? POLL_INPUT : POLL_COUNT, -1) <= 0)
		return errno == EINVAL ? wait_blindly(loop) : 0;
	if (fds[POLL_SIGNALS].revents)
		woke |= read_signals(loop->signals);
	if (fds[POLL_EVENTS].revents)
		woke |= read_events(loop->events);
	if (fds[POLL_TIMER].revents)
		loop->armed = 0; /* it has rung: whatever comes is new */
	if (fds[POLL_INPUT].revents)
		woke |= LOOP_INPUT;
	return woke;
}
