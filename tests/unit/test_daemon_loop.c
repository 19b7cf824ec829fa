/* SPDX-License-Identifier: ISC */
/*
 * The one place that waits, and what it says it woke for.
 *
 * wrap: timerfd_settime signal sigprocmask signalfd timerfd_create poll
 */
#include "daemon_loop.h"

#include "clock.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

WRAP(int, timerfd_settime, int fd, int flags, const struct itimerspec *at,
    struct itimerspec *old)
{
	if (fault_hits("timerfd_settime"))
		return -1;
	return __real_timerfd_settime(fd, flags, at, old);
}

WRAP(sighandler_t, signal, int number, sighandler_t handler)
{
	return fault_hits("signal") ? SIG_ERR : __real_signal(number, handler);
}

WRAP(int, sigprocmask, int how, const sigset_t *set, sigset_t *old)
{
	if (fault_hits("sigprocmask"))
		return -1;
	return __real_sigprocmask(how, set, old);
}

WRAP(int, signalfd, int fd, const sigset_t *set, int flags)
{
	return fault_hits("signalfd") ? -1 : __real_signalfd(fd, set, flags);
}

WRAP(int, timerfd_create, clockid_t clock, int flags)
{
	if (fault_hits("timerfd_create"))
		return -1;
	return __real_timerfd_create(clock, flags);
}

WRAP(int, poll, struct pollfd *fds, nfds_t count, int timeout)
{
	return fault_hits("poll") ? -1 : __real_poll(fds, count, timeout);
}

/* Without any of these there is no daemon. */
static struct call_row {
	const char *name;
} calls[] = {{"signal"}, {"sigprocmask"}, {"signalfd"}, {"timerfd_create"}};

static void
test_no_loop(void **state)
{
	const struct room *room = *state;
	const struct call_row *row = room->row;

	loop.signals = loop.timer = -1;
	fault_at(row->name, 1, EMFILE);
	assert_int_equal(loop_init(&loop), -1);
	assert_int_equal(errno, EMFILE);
	(void)fault_off();
	(void)close(loop.signals);
	(void)close(loop.timer);
}

/* A wait that is interrupted is no event, and the next one waits on. */
static void
test_interrupted(void **state)
{
	int64_t until = clock_boot() + 2 * MS_NS;

	(void)state;
	begin();
	fault_at("poll", 1, EINTR);
	assert_int_equal(loop_wait(&loop, until), 0);
	assert_int_equal(loop_wait(&loop, until), 0);
	assert_true(clock_boot() >= until);
	(void)fault_off();
	end();
}

static void
test_descriptors(void **state)
{
	(void)state;
	begin();
	assert_int_equal(loop_watch(&loop, folder), 0);
	assert_int_equal(fcntl(loop.timer, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(fcntl(loop.signals, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(fcntl(loop.events, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	end();
}

static void
test_timer(void **state)
{
	int64_t until;

	(void)state;
	begin();
	for (int i = 0; i < 3; i++) {
		until = clock_boot() + 2 * MS_NS;
		assert_int_equal(loop_wait(&loop, until), 0);
		assert_true(clock_boot() >= until);
		assert_true(clock_boot() < until + SECOND_NS);
	}
	/* what has passed rings at once, whatever it is */
	assert_int_equal(loop_wait(&loop, clock_boot()), 0);
	assert_int_equal(loop_wait(&loop, 1), 0);
	assert_int_equal(loop_wait(&loop, 0), 0);
	assert_int_equal(loop_wait(&loop, -SECOND_NS), 0);
	assert_int_equal(loop_wait(&loop, INT64_MIN), 0);
	end();
}

/* Only a new time, and one that comes after a ring, sets the timer. */
static void
test_armed_when_changed(void **state)
{
	int64_t until;

	(void)state;
	begin();
	assert_int_equal(loop_watch(&loop, folder), 0);
	until = clock_boot() + 3600 * SECOND_NS;
	fault_at("timerfd_settime", 0, 0);
	for (int i = 0; i < 5; i++) {
		put_text("in/name", "x");
		assert_int_not_equal(loop_wait(&loop, until), 0);
	}
	assert_int_equal(fault_off(), 1);
	fault_at("timerfd_settime", 0, 0);
	assert_int_equal(woken(), 0);
	put_text("in/name", "x");
	assert_int_not_equal(loop_wait(&loop, until), 0);
	assert_int_equal(fault_off(), 2); /* to now, and back again */
	/* never: no timer is needed, and none rings */
	put_text("in/name", "x");
	assert_int_not_equal(loop_wait(&loop, INT64_MAX), 0);
	end();
}

static struct signal_row {
	const char *name;
	int number;
	unsigned woke;
} signals[] = {
    {"SIGTERM", SIGTERM, LOOP_STOP},
    {"SIGINT", SIGINT, LOOP_STOP},
    {"SIGHUP", SIGHUP, LOOP_STOP},
    {"SIGCONT", SIGCONT, LOOP_BACK},
    {"SIGPIPE", SIGPIPE, 0},
    {"SIGXFSZ", SIGXFSZ, 0},
    {"SIGUSR1", SIGUSR1, 0},
    {"SIGUSR2", SIGUSR2, 0},
    {"SIGALRM", SIGALRM, 0},
    {"SIGQUIT", SIGQUIT, 0},
    {"SIGCHLD", SIGCHLD, 0},
    {"SIGWINCH", SIGWINCH, 0},
};

static void
test_signal(void **state)
{
	const struct room *room = *state;
	const struct signal_row *row = room->row;

	/* a shell ignores some for what it starts in the background */
	assert_true(signal(row->number, SIG_DFL) != SIG_ERR);
	begin();
	assert_int_equal(raise(row->number), 0);
	if (row->woke != 0)
		/* and it does not wait for anything else */
		assert_int_equal(
		    loop_wait(&loop, clock_boot() + 3600 * SECOND_NS),
		    row->woke);
	expect_woken(0);
	end();
}

/* What a person types wakes it, and the end of that: nobody else's input does. */
static void
test_input(void **state)
{
	int ends[2];
	char c;

	(void)state;
	begin();
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	assert_int_equal(write(ends[1], "5", 1), 1);
	expect_woken(0);
	loop.input = ends[0];
	assert_int_equal(loop_wait(&loop, INT64_MAX), LOOP_INPUT);
	assert_int_equal(read(ends[0], &c, 1), 1);
	expect_woken(0);
	(void)close(ends[1]);
	assert_int_equal(loop_wait(&loop, INT64_MAX), LOOP_INPUT);
	loop.input = -1;
	expect_woken(0);
	(void)close(ends[0]);
	end();
}

/* Where fewer descriptors are allowed than are waited for, it sleeps, and stops. */
static void
test_few_descriptors(void **state)
{
	struct rlimit limit, few;
	struct rusage before, after;

	(void)state;
	begin();
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
	for (rlim_t count = 3; count > 0; count--) {
		few = (struct rlimit){count, limit.rlim_max};
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		for (int i = 0; i < 2; i++)
			(void)loop_wait(&loop, clock_boot() + SECOND_NS / 10);
		assert_int_equal(raise(SIGTERM), 0);
		assert_int_equal(
		    loop_wait(&loop, clock_boot() + SECOND_NS), LOOP_STOP);
	}
	assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
	/* a loop that cannot sleep gives the processor up for nothing */
	assert_true(after.ru_nvcsw > before.ru_nvcsw);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	end();
}

/* nohup: who ignores the end of its terminal goes on. */
static void
test_nohup(void **state)
{
	(void)state;
	assert_true(signal(SIGHUP, SIG_IGN) != SIG_ERR);
	begin();
	assert_int_equal(raise(SIGHUP), 0);
	expect_woken(0);
	assert_int_equal(raise(SIGTERM), 0);
	expect_woken(LOOP_STOP);
	end();
	assert_true(signal(SIGHUP, SIG_DFL) != SIG_ERR);
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "close-on-exec", test_descriptors);
	room_test(&suite, "the timer", test_timer);
	room_test(&suite, "armed when changed", test_armed_when_changed);
	room_rows(&suite, test_signal, ROWS(signals));
	room_test(&suite, "interrupted", test_interrupted);
	room_test(&suite, "input", test_input);
	room_test(&suite, "few descriptors are allowed", test_few_descriptors);
	room_test(&suite, "nohup", test_nohup);
	suite_prefix(&suite, "nothing without ");
	room_rows(&suite, test_no_loop, ROWS(calls));
	return suite_run(&suite, "loop");
}
