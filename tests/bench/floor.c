/* SPDX-License-Identifier: ISC */
/*
 * floor 1|2 DIR GAMES MEAN [kept] - one of the two players of a game that makes
 * only the bare calls: a line appended, an event and the other's file read, a
 * board exchanged for each state, a result made durable. No rules, no journal,
 * no checks. MEAN is in thousandths of a move. DIR has the folders of a workspace.
 *
 * With "kept" also what the two promise: each word in a journal before it
 * counts, a new journal for each game, a wait for events, time and signals
 * alike, the folder listed for a new game and its file's owner looked at, the
 * drawing of messenger2's symbol, a look at the board at an end that was heard,
 * the result read again, and all of it confined to the folder around DIR.
 */
#include "words.h"

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sysexits.h>
#include <unistd.h>

#define CHECK(call) check((call), #call)

static struct {
	int me;
	int root, state, results, own, other; /* folders */
	int events, timer, signals;
	int mouth, ear; /* spool files of the game, or -1 */
	bool kept;
	int journal; /* of the game, or -1 */
	off_t end;   /* of the journal */
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

/* A new file with this text in it, still open. */
static int
make(int dir, const char *temp, mode_t mode, const char *text, int sync)
{
	int fd = CHECK(
	    openat(dir, temp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));

	CHECK(write(fd, text, strlen(text)));
	if (sync)
		CHECK(fsync(fd));
	return fd;
}

static void
read_named(const char *name)
{
	char text[4096];
	int fd = CHECK(openat(seat.root, name, O_RDONLY | O_CLOEXEC));

	CHECK(pread(fd, text, sizeof(text), 0));
	CHECK(close(fd));
}

static void
begin_journal(void)
{
	int fd = make(seat.state, ".journal", 0644, words_head, seat.me == 1);

	CHECK(renameat(seat.state, ".journal", seat.state, "journal"));
	if (seat.me == 1)
		CHECK(fsync(seat.state));
	if (seat.journal != -1)
		CHECK(close(seat.journal));
	seat.journal = fd;
	seat.end = (off_t)strlen(words_head);
}

static void
record(const struct word *word)
{
	char text[128];
	int len =
	    snprintf(text, sizeof(text), "said 1796039546 %s", word->text);

	seat.end += CHECK(pwrite(seat.journal, text, (size_t)len, seat.end));
}

static void
draw(void)
{
	const char *temp = seat.me == 1 ? ".board-1" : ".board-2";

	CHECK(close(make(seat.root, temp, 0644, words_drawing, 0)));
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

/* Open the other's file, if it is there; messenger2 has to find its name. */
static void
find(void)
{
	char names[4096];
	struct stat st;

	if (seat.kept && seat.me == 2) {
		CHECK(lseek(seat.other, 0, SEEK_SET));
		while (CHECK(getdents64(seat.other, names, sizeof(names))) > 0)
			;
	}
	seat.ear = openat(seat.other, seat.name, O_RDONLY | O_CLOEXEC);
	if (seat.ear == -1 && errno == ENOENT)
		return;
	CHECK(seat.ear);
	if (seat.kept)
		CHECK(fstat(seat.ear, &st));
}

/* Read the other's file, if it is there. */
static void
look(void)
{
	char words[4096];

	if (seat.ear == -1)
		find();
	if (seat.ear == -1)
		return;
	seat.heard = CHECK(pread(seat.ear, words, sizeof(words), 0));
}

static void
hear(const struct word *word)
{
	_Alignas(struct inotify_event) char events[4096];
	struct pollfd fds[] = {{seat.events, POLLIN, 0},
	    {seat.timer, POLLIN, 0}, {seat.signals, POLLIN, 0}};

	seat.due += (ssize_t)word->len;
	while (seat.heard < seat.due) {
		if (seat.kept)
			CHECK(poll(fds, sizeof(fds) / sizeof(fds[0]), -1));
		CHECK(read(seat.events, events, sizeof(events)));
		look();
	}
}

static void
save(void)
{
	char name[80];

	(void)snprintf(name, sizeof(name), "game-%s", seat.name);
	CHECK(close(make(seat.state, ".result", 0444, words_result, 1)));
	CHECK(linkat(seat.state, ".result", seat.root, name, 0));
	CHECK(fsync(seat.root));
	if (seat.kept)
		read_named(name);
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
		bool mine = words[i].by == seat.me;

		if (!mine)
			hear(&words[i]);
		if (seat.kept && i == 0)
			begin_journal();
		if (seat.kept)
			record(&words[i]);
		if (mine && (i == 0 || i >= 4 || (seat.kept && i == 1)))
			draw();
		if (mine)
			say(&words[i]);
		else if (seat.kept && i == count - 1)
			read_named("current-board.txt");
	}
	if (seat.me == 1)
		save();
	(void)close(seat.mouth);
	(void)close(seat.ear);
	seat.mouth = seat.ear = -1;
	memcpy(seat.old, seat.name, sizeof(seat.old));
}

static void
open_folders(const char *dir)
{
	const char *own = seat.me == 1 ? "messenger1" : "messenger2";
	const char *other = seat.me == 1 ? "messenger2" : "messenger1";
	int spool, state;

	seat.root = folder(AT_FDCWD, dir);
	spool = folder(seat.root, "spool");
	state = folder(seat.root, "state");
	seat.state = folder(state, own);
	seat.results = folder(state, "messenger1/results");
	seat.own = folder(spool, own);
	seat.other = folder(spool, other);
}

/* What a seat waits for. Only events happen. */
static void
open_sources(void)
{
	char path[32];
	sigset_t none;

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", seat.other);
	seat.events = CHECK(inotify_init1(IN_CLOEXEC));
	CHECK(inotify_add_watch(
	    seat.events, path, IN_MODIFY | (seat.kept ? IN_CREATE : 0)));
	(void)sigemptyset(&none);
	seat.signals = CHECK(signalfd(-1, &none, SFD_CLOEXEC));
	seat.timer = CHECK(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC));
}

/* Where the kernel can, as the two do: nothing but the folder around DIR. */
static void
confine(void)
{
	const struct landlock_ruleset_attr all = {
	    .handled_access_fs = (LANDLOCK_ACCESS_FS_REFER << 1) - 1};
	struct landlock_path_beneath_attr rule = {
	    .allowed_access = all.handled_access_fs,
	    .parent_fd = CHECK(openat(seat.root, "..", O_PATH | O_CLOEXEC))};
	int ruleset =
	    (int)syscall(SYS_landlock_create_ruleset, &all, sizeof(all), 0);

	if (ruleset == -1)
		return;
	CHECK(syscall(SYS_landlock_add_rule, ruleset,
	    LANDLOCK_RULE_PATH_BENEATH, &rule, 0));
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	CHECK(syscall(SYS_landlock_restrict_self, ruleset, 0));
}

int
main(int argc, char **argv)
{
	long games, mean;

	if (argc < 5)
		errx(EX_USAGE, "usage: floor 1|2 DIR GAMES MEAN [kept]");
	seat.me = strcmp(argv[1], "1") == 0 ? 1 : 2;
	games = words_number(argv[3]);
	mean = words_number(argv[4]);
	seat.kept = argc > 5;
	seat.mouth = seat.ear = seat.journal = -1;
	open_folders(argv[2]);
	open_sources();
	if (seat.kept)
		confine();
	for (long game = 0; game < games; game++)
		play(game, mean);
	return EX_OK;
}
