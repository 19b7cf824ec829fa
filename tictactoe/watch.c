/* SPDX-License-Identifier: ISC */
#include "clock.h"
#include "commands.h"
#include "file.h"
#include "terminal.h"
#include "tool.h"
#include "watch_lines.h"
#include "watch_model.h"
#include "watch_screen.h"
#include "watch_tally.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sysexits.h>
#include <unistd.h>

#define PAUSE (50 * MS_NS) /* between two looks, however much happens */
#define WORK (40 * MS_NS)  /* reading of old results between two looks */
#define EVENTS                                                                 \
	(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_MODIFY |     \
	    IN_ONLYDIR)

/* What is waited for. */
enum { FD_EVENTS, FD_OUT, FD_KEYS, FD_SIGNALS, FDS };

struct watch {
	bool on_screen; /* else in lines */
	bool done;
	int signal; /* that has ended it */
	int events, signals;
	int64_t next_second;  /* when what tells of no change is looked at */
	bool has_events;      /* the workspace tells of new results */
	struct gameid listed; /* the game at which they were listed instead */
	struct model model;
	struct tally tally;
	struct lines lines;
};

/* One at a time: it is large. */
static struct watch my = {.events = -1, .signals = -1};

/*
 * Changes
 */

/*
 * A watch that is there already stays. What is missing is tried again. Whether
 * there is one on the workspace itself.
 */
static bool
watch_folders(void)
{
	static const char *const folders[] = {".", "spool/messenger1",
	    "spool/messenger2", "state/messenger1", "state/messenger2"};
	char path[PATH_MAX];
	bool first = false;

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		struct text t = text_in(path, sizeof(path));

		text_add(&t, my.model.path);
		text_char(&t, '/');
		text_add(&t, folders[i]);
		if (inotify_add_watch(my.events, path, EVENTS) != -1 && i == 0)
			first = true;
	}
	return first;
}

static void
take_result(const struct gameid *id)
{
	if (my.on_screen)
		tally_add(&my.tally, id);
	else
		lines_result(&my.lines, &my.model, id);
}

/* The list of all results says what no event has said. */
static void
catch_up(void)
{
	struct archive all = {.path = my.model.path, .dir = my.model.dir};
	uint64_t from =
	    my.on_screen ? my.tally.greatest + 1 : archive_key(&my.lines.id);

	if (archive_list(&all, NULL, NULL) != EX_OK)
		return;
	for (size_t i = archive_at(&all, from); i < all.count; i++) {
		struct gameid id = archive_id(&all, i);

		take_result(&id);
	}
	archive_unlist(&all);
}

/* Without events: what was saved before this game, and when it is over. */
static void
find_results(void)
{
	if (my.model.id.text[0] == '\0')
		return;
	if (my.listed.text[0] == '\0' ||
	    gameid_compare(&my.model.id, &my.listed) == 0)
		take_result(&my.model.id);
	else
		catch_up();
	my.listed = my.model.id;
}

static void
take_event(const struct inotify_event *event)
{
	struct gameid id;

	if (event->mask & IN_Q_OVERFLOW) {
		my.tally.stale = true;
		if (!my.on_screen)
			catch_up();
	}
	if (event->len == 0 || gameid_of_result_name(event->name, &id) == -1)
		return;
	if (event->mask & (IN_DELETE | IN_MOVED_FROM))
		tally_remove(&my.tally, &id);
	else if (!my.on_screen || event->mask & (IN_CREATE | IN_MOVED_TO))
		take_result(&id);
}

static void
take_events(void)
{
	_Alignas(struct inotify_event) char buf[16384];
	ssize_t n;

	while ((n = read(my.events, buf, sizeof(buf))) > 0)
		for (char *at = buf; at < buf + n;) {
			const struct inotify_event *event = (const void *)at;

			take_event(event);
			at += sizeof(*event) + event->len;
		}
}

/* After changes that cannot be followed one by one. */
static void
begin_tally(void)
{
	my.tally.stale = false;
	if (my.on_screen && my.model.dir != -1)
		(void)tally_begin(&my.tally, my.model.dir, my.model.path);
}

static void
take_second(void)
{
	if (model_here(&my.model)) {
		if (!my.on_screen)
			lines_here(&my.model);
		my.tally.stale = true;
	}
	if (my.model.dir != -1)
		my.has_events = watch_folders() && !my.model.polled;
	if (my.tally.stale)
		begin_tally();
	model_look_at_bots(&my.model);
}

/*
 * The loop
 */

/* Look, and show what is new. The look is older than no event that is taken. */
static void
look(void)
{
	int64_t now = clock_boot();
	bool second = now >= my.next_second;

	if (second) {
		my.next_second = now + SECOND_NS;
		take_second();
	}
	model_look(&my.model);
	take_events();
	if (second && !my.has_events && my.model.dir != -1)
		find_results();
	if (my.on_screen) {
		tally_work(&my.tally, now + WORK);
		screen_show(&my.model, &my.tally);
		return;
	}
	lines_show(&my.lines, &my.model);
	if (fflush(stdout) != 0)
		my.done = true;
}

static void
take_signal(void)
{
	struct signalfd_siginfo info;

	if (read(my.signals, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo == SIGWINCH) {
		terminal_resize();
	} else {
		my.signal = (int)info.ssi_signo;
		my.done = true;
	}
}

/* Wait, and take what is not about files; changes of files wait till later. */
static void
wait_until(int64_t later, int64_t latest)
{
	struct pollfd fds[FDS] = {
	    [FD_EVENTS] = {.events = POLLIN},
	    [FD_OUT] = {.fd = STDOUT_FILENO},
	    [FD_KEYS] = {.fd = my.on_screen ? STDIN_FILENO : -1,
		.events = POLLIN},
	    [FD_SIGNALS] = {.fd = my.signals, .events = POLLIN},
	};

	while (!my.done) {
		int64_t now = clock_boot();
		int64_t left = (now < later ? later : latest) - now;

		fds[FD_EVENTS].fd = now < later ? -1 : my.events;
		if (left <= 0 && now >= later)
			return;
		if (poll(fds, FDS, (int)((left + MS_NS - 1) / MS_NS)) == -1)
			return;
		if (fds[FD_SIGNALS].revents != 0)
			take_signal();
		if (fds[FD_KEYS].revents != 0 && screen_keys())
			my.done = true;
		if (fds[FD_OUT].revents != 0)
			my.done = true; /* nobody reads it any more */
		if (fds[FD_EVENTS].revents != 0)
			return;
	}
}

static void
run(void)
{
	while (!my.done) {
		int64_t begun = clock_boot();

		look();
		wait_until(
		    begun + PAUSE, my.tally.left > 0 ? begun : my.next_second);
	}
}

/*
 * Beginning and end
 */

/* A screen has to be left in order, whatever ends us. */
static int
run_on_screen(void)
{
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGHUP);
	(void)sigaddset(&set, SIGWINCH);
	(void)sigprocmask(SIG_BLOCK, &set, NULL);
	my.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	run();
	terminal_end();
	file_close(&my.signals);
	if (my.signal != 0) {
		(void)signal(my.signal, SIG_DFL);
		(void)sigprocmask(SIG_UNBLOCK, &set, NULL);
		(void)raise(my.signal);
	}
	return EX_OK;
}

/* Whoever reads them may go at any time. */
static int
run_in_lines(void)
{
	(void)signal(SIGPIPE, SIG_IGN);
	run();
	if (ferror(stdout) && errno != EPIPE)
		return printed();
	return EX_OK;
}

static int
watch_path(const char *path)
{
	int status;

	if (model_open(&my.model, path) == -1)
		return no_folder(path);
	status = archive_check(my.model.dir, path, true);
	if (status != EX_OK) {
		model_close(&my.model);
		return status;
	}
	my.events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	(void)watch_folders();
	my.on_screen = screen_begin();
	begin_tally();
	status = my.on_screen ? run_on_screen() : run_in_lines();
	tally_end(&my.tally);
	model_close(&my.model);
	file_close(&my.events);
	return status;
}

static int
help(void)
{
	(void)printf(
	    "usage: tictactoe watch [option ...]\n"
	    "Shows the game that is played: on a terminal as a picture, which q"
	    " quits;\nelse in lines.\n" HELP_FOLDER HELP_HELP);
	return printed();
}

static int
take_option(int option, void *arg)
{
	const char **path = arg;

	(void)option; /* there is no other */
	*path = optarg;
	return EX_OK;
}

int
watch(int argc, char *argv[])
{
	static const struct option options[] = {
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {":w:h", options, help, take_option};
	const char *path = DEFAULT_WORKSPACE;
	int status = read_options(&usage, argc, argv, &path);

	if (status != -1)
		return status;
	if (optind < argc)
		return misused("\"%s\" is one word too many", argv[optind]);
	return watch_path(path);
}
