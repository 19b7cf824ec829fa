/* SPDX-License-Identifier: ISC */
/* Print what the other says, as it says it, from one game to the next. */
#include "archive.h"
#include "clock.h"
#include "commands.h"
#include "file.h"
#include "loop.h"
#include "seat.h"
#include "spool.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#define LOOK (2 * SECOND_NS)
#define LOOK_FOR_FOLDER (SECOND_NS / 2)
#define LINES_MAX 1000000000
#define NO_FILE "not a regular file of its owner's"

static struct {
	struct seat seat;
	bool with_game;  /* the id before each line */
	long long lines; /* left to print; -1: all */

	char folder[PATH_MAX]; /* the other's */
	struct workspace ws;   /* of which only the other's folder is held */
	struct loop loop;
	struct ear ear;
	struct gameid id;
	bool told;            /* that it cannot be heard */
	struct gameid passed; /* the greatest that was passed over and told */
} my;

/* Nothing can be heard, and why: one line in a game. */
static void
tell(const char *why)
{
	if (!my.told)
		complain("%s%s%s: %s: nothing is heard", my.folder,
		    my.id.text[0] == '\0' ? "" : ": the game ", my.id.text,
		    why);
	my.told = true;
}

/*
 * The folder
 */

static bool
is_held(void)
{
	struct stat held, named;

	return my.ws.peer_spool != -1 && fstat(my.ws.peer_spool, &held) == 0 &&
	       stat(my.folder, &named) == 0 && held.st_dev == named.st_dev &&
	       held.st_ino == named.st_ino;
}

static int
open_folder(void)
{
	int dir = open(my.seat.path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	const char *name = my.folder + strlen(my.seat.path) + 1;
	int fd =
	    dir == -1 ? -1 : archive_openat(dir, name, O_RDONLY | O_DIRECTORY);

	file_close(&dir);
	return fd;
}

/* Hold and watch the folder, if it is there; what its owner says counts. */
static void
hold_folder(void)
{
	struct stat st;

	if (is_held())
		return;
	loop_unwatch(&my.loop);
	file_close(&my.ws.peer_spool);
	my.ws.peer_spool = open_folder();
	if (my.ws.peer_spool == -1 || fstat(my.ws.peer_spool, &st) == -1) {
		if (errno != ENOENT)
			tell(strerror(errno));
		return;
	}
	my.ws.theirs = st.st_uid;
	my.ws.polled = workspace_is_polled(my.ws.peer_spool);
	(void)loop_watch(&my.loop, my.ws.peer_spool); /* else by the timer */
}

/*
 * The lines
 */

static void
print_line(const char *bytes, size_t len)
{
	if (my.with_game)
		(void)printf("%s ", my.id.text);
	for (size_t i = 0; i < len; i++)
		(void)putchar(text_printable(bytes[i]));
	(void)putchar('\n');
}

static void
print_new(enum ear_how how)
{
	enum ear_saw saw = ear_look(&my.ear, &my.ws, &my.id, how);
	const char *line;
	size_t len;

	if (saw == EAR_REWRITTEN)
		tell("its words were rewritten");
	if (saw == EAR_FOREIGN)
		tell(NO_FILE);
	if (saw == EAR_FAILED)
		tell(strerror(errno));
	while (my.lines != 0 && ear_line(&my.ear, &line, &len)) {
		print_line(line, len);
		ear_take(&my.ear, len);
		if (my.lines > 0)
			my.lines--;
	}
}

/* A newer game that cannot be heard. */
static void
tell_passed(const struct newest *newest)
{
	if (gameid_compare(&newest->passed, &my.passed) <= 0)
		return;
	my.passed = newest->passed;
	complain("%s/%s.txt: %s: passed over", my.folder, my.passed.text,
	    newest->why == EBADF ? NO_FILE : strerror(newest->why));
}

/* The running game; what an older one still said comes before it. */
static void
find_newer(void)
{
	struct newest newest;
	int found = spool_newest(&my.ws, &my.id, &newest);

	if (found == -1)
		tell(strerror(errno));
	tell_passed(&newest);
	if (found != 1)
		return;
	if (my.id.text[0] != '\0')
		print_new(EAR_HELD);
	ear_reset(&my.ear);
	ear_attach(&my.ear, newest.fd, &newest.st);
	my.id = newest.id;
	my.told = false;
}

static enum ear_how
how_to_look(bool names)
{
	if (my.ws.polled || !loop_watches(&my.loop))
		return EAR_FRESH;
	return names ? EAR_NAMED : EAR_HELD;
}

static void
look(unsigned woke)
{
	bool names = woke != LOOP_WORDS;

	if (names) {
		hold_folder();
		find_newer();
	}
	if (my.id.text[0] != '\0')
		print_new(how_to_look(names));
}

/*
 * Until there is a reason to stop
 */

/* Learn it at once when nobody reads a pipe any more. */
static void
watch_reader(void)
{
	struct stat st;
	int flags = fcntl(STDOUT_FILENO, F_GETFL);

	if (fstat(STDOUT_FILENO, &st) == 0 && S_ISFIFO(st.st_mode) &&
	    flags != -1 && (flags & O_ACCMODE) == O_WRONLY)
		my.loop.input = STDOUT_FILENO;
}

static int
follow(void)
{
	unsigned woke = LOOP_NAMES;

	if (loop_init(&my.loop) == -1) {
		complain("timer and signals: %s", strerror(errno));
		return EX_OSERR;
	}
	watch_reader();
	while (!(woke & (LOOP_STOP | LOOP_INPUT))) {
		look(woke);
		if (fflush(stdout) != 0 && errno == EPIPE)
			return EX_OK; /* who read it has enough */
		if (my.lines == 0 || ferror(stdout))
			break;
		woke = loop_wait(&my.loop,
		    clock_boot() +
			(my.ws.peer_spool == -1 ? LOOK_FOR_FOLDER : LOOK));
	}
	return woke & LOOP_INPUT ? EX_OK : printed();
}

static int
check_workspace(void)
{
	int dir = open(my.seat.path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	int status = dir == -1 ? no_folder(my.seat.path)
			       : archive_check(dir, my.seat.path, true);

	file_close(&dir);
	return status;
}

/* The workspace must be there; the other's folder may come later. */
static int
find_folder(void)
{
	const char *other = player_name(player_other(my.seat.me));
	int status = check_workspace();

	if (status != EX_OK)
		return status;
	errno = ENAMETOOLONG;
	if (snprintf(my.folder, sizeof(my.folder), "%s/spool/%s", my.seat.path,
		other) < (int)sizeof(my.folder) &&
	    (access(my.folder, R_OK | X_OK) == 0 || errno == ENOENT))
		return EX_OK;
	return no_folder(my.folder);
}

/*
 * The command line
 */

static int
help(void)
{
	(void)printf("usage: tictactoe hear [option ...]\n"
		     "Prints what the other seat says, from the running game"
		     " on.\n" SEAT_HELP
		     "      --game           print the game's id before each"
		     " line\n"
		     "  -n, --lines N        end after N lines\n" HELP_HELP);
	return printed();
}

enum { SEAT = 256, GAME };

static int
take_option(int option, void *arg)
{
	(void)arg;
	switch (option) {
	case 'w':
	case SEAT:
		return seat_take(&my.seat, option, optarg);
	case 'n':
		my.lines = number_option("-n", optarg, 1, LINES_MAX);
		return my.lines == -1 ? EX_USAGE : EX_OK;
	default:
		my.with_game = true;
		return EX_OK;
	}
}

int
hear(int argc, char *argv[])
{
	static const struct option options[] = {
	    {"seat", required_argument, NULL, SEAT},
	    {"game", no_argument, NULL, GAME},
	    {"lines", required_argument, NULL, 'n'},
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {
	    ":w:n:h", options, help, take_option};
	int status;

	my.lines = -1;
	seat_begin(&my.seat);
	status = read_options(&usage, argc, argv, NULL);
	if (status != -1)
		return status;
	if (optind < argc)
		return misused("\"%s\" is one word too many", argv[optind]);
	if (seat_find(&my.seat) != EX_OK)
		return EX_USAGE;
	status = find_folder();
	if (status != EX_OK)
		return status;
	workspace_init(&my.ws, my.seat.path, my.seat.me, geteuid(), false);
	ear_init(&my.ear);
	return follow();
}
