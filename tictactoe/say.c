/* SPDX-License-Identifier: ISC */
/* Append one line to the spool file of a seat that a script plays. */
#include "clock.h"
#include "commands.h"
#include "file.h"
#include "results.h"
#include "seat.h"
#include "spool.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

/* The words joined by blanks: how long they are, or 0 after one line. */
static size_t
join(char *const words[], char ret[LINE_SIZE])
{
	struct text t = text_in(ret, LINE_SIZE);
	size_t len = 0;

	for (size_t i = 0; words[i] != NULL; i++) {
		if (i > 0)
			text_char(&t, ' ');
		text_add(&t, words[i]);
		len += strlen(words[i]) + (i > 0);
	}
	for (size_t i = 0; i < t.len; i++)
		if (ret[i] < ' ' || ret[i] > '~')
			len = 0;
	if (len > 0 && len == t.len)
		return len;
	(void)misused("the line to say is not 1 to %d printable characters of"
		      " ASCII",
	    LINE_SIZE - 1);
	return 0;
}

/*
 * The workspace
 */

/* A folder that is not there or not ours, or a machine that fails us. */
static int
status_of(int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
	case EROFS:
		return EX_NOPERM;
	case EBADF:
	case ELOOP:
	case ENAMETOOLONG:
	case ENOENT:
	case ENOTDIR:
		return EX_NOINPUT;
	default:
		return EX_IOERR;
	}
}

static int
tell_trouble(const struct seat *seat, const struct trouble *trouble)
{
	const char *slash = trouble->name[0] == '\0' ? "" : "/";
	int status = status_of(trouble->error);

	if (trouble->error == WORKSPACE_LOCKED) {
		complain("%s is in use: the seat of %s is taken by the process"
			 " with pid %jd",
		    seat->path, player_name(seat->me), trouble->owner);
		return EX_TEMPFAIL;
	}
	if (trouble->error == WORKSPACE_FOREIGN) {
		complain("%s%s%s belongs to the user with id %jd: use another"
			 " folder with -w",
		    seat->path, slash, trouble->name, trouble->owner);
		return EX_NOPERM;
	}
	complain("%s%s%s: %s%s", seat->path, slash, trouble->name,
	    trouble->error == EBADF ? "not a regular file of ours"
				    : strerror(trouble->error),
	    status == EX_IOERR ? "" : ": use another folder with -w");
	return status;
}

/* Take the seat: only who opens a game makes the folder. */
static int
sit_down(const struct seat *seat, bool opens, struct workspace *ws)
{
	struct trouble trouble = {.name = ""};
	struct stat st;

	(void)umask(022);
	workspace_init(ws, seat->path, seat->me, geteuid(), true);
	if (!opens && stat(seat->path, &st) == -1) {
		trouble.error = errno;
		return tell_trouble(seat, &trouble);
	}
	return workspace_open(ws, &trouble) == 0 ? EX_OK
						 : tell_trouble(seat, &trouble);
}

/*
 * The game
 */

static int
fail(const struct seat *seat)
{
	complain("%s: %s", seat->path, strerror(errno));
	return EX_IOERR;
}

/* The game that runs, which must be the wanted one, unless that is none. */
static int
find_game(const struct seat *seat, const struct workspace *ws,
    const struct gameid *wanted, struct gameid *ret)
{
	struct newest newest;
	int found, over;

	*ret = (struct gameid){{0}};
	if (seat->me == MESSENGER1) {
		found = spool_greatest(ws->own_spool, ws->polled, ret);
	} else {
		found = spool_newest(ws, ret, &newest) == -1 ? -1 : 0;
		*ret = newest.id;
		file_close(&newest.fd);
	}
	over =
	    found == -1 || ret->text[0] == '\0' ? found : results_have(ws, ret);
	if (over == -1)
		return fail(seat);
	if (ret->text[0] != '\0' && over == 0 &&
	    (wanted->text[0] == '\0' || gameid_compare(ret, wanted) == 0))
		return EX_OK;
	if (ret->text[0] != '\0' && over == 0)
		complain("%s: not the game %s runs, but %s: give that ID, or"
			 " none",
		    seat->path, wanted->text, ret->text);
	else if (over == 1)
		complain("%s: the game %s is over: wait for the next one",
		    seat->path, ret->text);
	else
		complain("%s: no game has been opened by messenger1: %s",
		    seat->path,
		    seat->me == MESSENGER1 ? "say the opening first"
					   : "wait for one");
	return EX_TEMPFAIL;
}

static int
no_later_id(const struct seat *seat, const struct gameid *last)
{
	complain("%s: there is no ID after %s, which is in use: remove what"
		 " has it",
	    seat->path, last->text);
	return EX_IOERR;
}

/* A new game, later than every one that left a trace. */
static int
open_game(const struct seat *seat, struct workspace *ws, struct gameid *ret)
{
	struct gameid last = {{0}};
	int taken = 1;

	if (results_greatest(ws, &last) == -1 ||
	    spool_greatest(ws->own_spool, ws->polled, &last) == -1 ||
	    spool_greatest_of_peer(ws, &last) == -1)
		return fail(seat);
	if (gameid_for(clock_wall(), &last, ret) == -1)
		return no_later_id(seat, &last);
	while (taken == 1) {
		taken = results_name_taken(ws, ret);
		if (taken == 1 && gameid_after(ret, ret) == -1)
			return no_later_id(seat, ret);
	}
	return taken == -1 ? fail(seat) : EX_OK;
}

/*
 * The line
 */

/* Whether what is there already allows one more line. */
static bool
takes_more(int fd, const struct stat *st, size_t len, const char *name)
{
	char last = '\n';
	ssize_t n = 1;

	if (st->st_size > 0)
		n = file_read(fd, &last, 1, st->st_size - 1);
	if (n != 1) {
		complain("%s: %s", name, strerror(n == -1 ? errno : EIO));
		return false;
	}
	if (last != '\n') {
		complain("%s ends with half a line: end it first", name);
		return false;
	}
	if ((size_t)st->st_size + len > HEARD_SIZE) {
		complain("%s is full: no more than %d bytes of a game are"
			 " heard",
		    name, HEARD_SIZE);
		return false;
	}
	return true;
}

/* The seat's file of the game, which has no other name. */
static int
open_file(const struct workspace *ws, const struct gameid *id, struct stat *st)
{
	char name[GAMEID_NAME_SIZE];
	int fd;

	gameid_spool_name(id, name);
	fd = file_open(
	    ws->own_spool, name, O_RDWR | O_CREAT | O_APPEND, ws->mine, st);
	if (fd != -1 && st->st_nlink != 1) {
		file_close(&fd);
		errno = EBADF;
	}
	return fd;
}

/* What was not taken whole is taken back, and a file that is left empty. */
static void
take_back(const struct workspace *ws, const struct gameid *id, int fd,
    const struct stat *before)
{
	if (ftruncate(fd, before->st_size) == 0 && before->st_size == 0)
		spool_remove(ws, id);
}

/* One write; network filesystems tell of a full disk only at a close. */
static bool
put(int fd, const char *line, size_t len, const char *name)
{
	ssize_t n = write(fd, line, len);
	int other = -1;

	if (n == (ssize_t)len)
		other = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	else if (n != -1)
		errno = ENOSPC;
	if (other != -1 && close(other) == 0)
		return true;
	complain("%s: %s", name, strerror(errno));
	return false;
}

static int
append(const struct workspace *ws, const struct gameid *id, const char *line,
    size_t len)
{
	char name[PATH_MAX + 64];
	struct stat st;
	int status = EX_IOERR, fd;

	(void)snprintf(name, sizeof(name), "%s/spool/%s/%s.txt", ws->path,
	    player_name(ws->me), id->text);
	fd = open_file(ws, id, &st);
	if (fd == -1) {
		complain("%s: %s", name,
		    errno == EBADF ? "not a regular file of ours, with one"
				     " name: remove it"
				   : strerror(errno));
		return EX_IOERR;
	}
	if (takes_more(fd, &st, len, name)) {
		if (put(fd, line, len, name))
			status = EX_OK;
		else
			take_back(ws, id, fd, &st);
	}
	file_close(&fd);
	return status;
}

static int
say_line(const struct seat *seat, const struct gameid *wanted,
    char line[LINE_SIZE + 1], size_t len)
{
	bool opens =
	    seat->me == MESSENGER1 && line_read(line, len).kind == LINE_OPENING;
	struct workspace ws;
	struct gameid id;
	int status = sit_down(seat, opens, &ws);

	if (status != EX_OK)
		return status;
	status = opens ? open_game(seat, &ws, &id)
		       : find_game(seat, &ws, wanted, &id);
	line[len] = '\n';
	if (status == EX_OK)
		status = append(&ws, &id, line, len + 1);
	/* what was said in an older game goes when something is in the next */
	if (status == EX_OK)
		spool_clean(&ws, &id);
	workspace_close(&ws);
	if (status == EX_OK && opens)
		(void)printf("%s\n", id.text);
	return status == EX_OK ? printed() : status;
}

static int
help(void)
{
	(void)printf(
	    "usage: tictactoe say [option ...] LINE\n"
	    "Appends a line to what a seat says in the running game. As"
	    " messenger1\nthe opening makes a new game and prints its id."
	    "\n" SEAT_HELP
	    "      --game ID        only while this game runs\n" HELP_HELP);
	return printed();
}

struct options {
	struct seat seat;
	struct gameid wanted; /* all-zero: any */
};

static int
take_option(int option, void *arg)
{
	struct options *o = arg;

	if (option != 'g')
		return seat_take(&o->seat, option, optarg);
	return id_option("--game", optarg, &o->wanted);
}

int
say(int argc, char *argv[])
{
	static const struct option options[] = {
	    {"seat", required_argument, NULL, 's'},
	    {"game", required_argument, NULL, 'g'},
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {":w:h", options, help, take_option};
	char line[LINE_SIZE + 1];
	struct options o = {.wanted = {{0}}};
	size_t len;
	int status;

	seat_begin(&o.seat);
	status = read_options(&usage, argc, argv, &o);
	if (status != -1)
		return status;
	len = join(argv + optind, line);
	if (len == 0 || seat_find(&o.seat) != EX_OK)
		return EX_USAGE;
	return say_line(&o.seat, &o.wanted, line, len);
}
