/* SPDX-License-Identifier: ISC */
/*
 * floor 1|2 DIR GAMES MEAN - one of the two players of a game that makes only
 * the bare calls: a line appended, an event and the other's file read, a board
 * exchanged for each state, a result made durable. No rules, no journal, no
 * checks. MEAN is in thousandths of a move. DIR has the folders of a workspace.
 */
#include "words.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sysexits.h>
#include <unistd.h>

#define CHECK(call) check((call), #call)

static struct {
	int me;
	int root, state, results, own, other; /* folders */
	int events;
	int mouth, ear; /* spool files of the game, or -1 */
	ssize_t heard, due;
	char name[64], old[64];
} seat;

static int
check(long result, const char *what)
{
	if (result == -1)
		err(EX_OSERR, "%s", what);
	return (int)result;
}

static int
folder(int in, const char *name)
{
	return CHECK(openat(in, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

static void
put_text(int dir, const char *temp, mode_t mode, const char *text, int sync)
{
	int fd = CHECK(
	    openat(dir, temp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));

	CHECK(write(fd, text, strlen(text)));
	if (sync)
		CHECK(fsync(fd));
	CHECK(close(fd));
}

static void
draw(void)
{
	const char *temp = seat.me == 1 ? ".board-1" : ".board-2";

	put_text(seat.root, temp, 0644, words_drawing, 0);
	if (renameat2(seat.root, temp, seat.root, "current-board.txt",
		RENAME_EXCHANGE) == 0)
		CHECK(unlinkat(seat.root, temp, 0));
	else
		CHECK(
		    renameat(seat.root, temp, seat.root, "current-board.txt"));
}

static void
say(const struct word *word)
{
	if (seat.mouth == -1) {
		if (seat.old[0] != '\0')
			CHECK(unlinkat(seat.own, seat.old, 0));
		seat.mouth = CHECK(openat(seat.own, seat.name,
		    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
	}
	CHECK(write(seat.mouth, word->text, word->len));
}

/* Read the other's file, if it is there. */
static void
look(void)
{
	char words[4096];

	if (seat.ear == -1)
		seat.ear = openat(seat.other, seat.name, O_RDONLY | O_CLOEXEC);
	if (seat.ear == -1 && errno == ENOENT)
		return;
	CHECK(seat.ear);
	seat.heard = CHECK(pread(seat.ear, words, sizeof(words), 0));
}

static void
hear(const struct word *word)
{
	_Alignas(struct inotify_event) char events[4096];

	seat.due += (ssize_t)word->len;
	while (seat.heard < seat.due) {
		CHECK(read(seat.events, events, sizeof(events)));
		look();
	}
}

static void
save(void)
{
	char name[80];

	(void)snprintf(name, sizeof(name), "game-%s", seat.name);
	put_text(seat.state, ".result", 0444, words_result, 1);
	CHECK(linkat(seat.state, ".result", seat.root, name, 0));
	CHECK(fsync(seat.root));
	CHECK(renameat(seat.state, ".result", seat.results, name));
}

static void
play(long game, long mean)
{
	struct word words[WORDS_MAX];
	int count = words_of(game, mean, words);

	(void)snprintf(
	    seat.name, sizeof(seat.name), "2026-09-03-110200_%ld.txt", game);
	seat.heard = seat.due = 0;
	if (seat.me == 2)
		look(); /* the opening's event may have come with the last move's */
	for (int i = 0; i < count; i++) {
		if (words[i].by != seat.me) {
			hear(&words[i]);
			continue;
		}
		if (i == 0 || i >= 4)
			draw();
		say(&words[i]);
	}
	if (seat.me == 1)
		save();
	(void)close(seat.mouth);
	(void)close(seat.ear);
	seat.mouth = seat.ear = -1;
	memcpy(seat.old, seat.name, sizeof(seat.old));
}

int
main(int argc, char **argv)
{
	char path[4096];

	if (argc != 5)
		errx(EX_USAGE, "usage: floor 1|2 DIR GAMES MEAN");
	seat.me = strcmp(argv[1], "1") == 0 ? 1 : 2;
	seat.mouth = seat.ear = -1;
	seat.root = folder(AT_FDCWD, argv[2]);
	seat.state = folder(seat.root, "state/messenger1");
	seat.results = folder(seat.root, "state/messenger1/results");
	seat.own = folder(
	    seat.root, seat.me == 1 ? "spool/messenger1" : "spool/messenger2");
	seat.other = folder(
	    seat.root, seat.me == 1 ? "spool/messenger2" : "spool/messenger1");
	(void)snprintf(
	    path, sizeof(path), "%s/spool/messenger%d", argv[2], 3 - seat.me);
	seat.events = CHECK(inotify_init1(IN_CLOEXEC));
	CHECK(inotify_add_watch(seat.events, path, IN_MODIFY));
	for (long game = 0; game < words_number(argv[3]); game++)
		play(game, words_number(argv[4]));
	return EX_OK;
}
