/* SPDX-License-Identifier: ISC */
/*
 * Log lines: how they look, and that they never wait for anyone. Each test runs
 * in a process of its own, with a standard error of its own.
 *
 * wrap: open poll
 */
#include "io_helpers.h"

#include "log.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>

static const struct gameid none;
static const struct gameid id = {"2026-09-03-110200"};

WRAP(int, open, const char *path, int flags, mode_t mode)
{
	return fault_hits("open") ? -1 : __real_open(path, flags, mode);
}

/* Another writer fills it after every poll. */
static bool raced;

WRAP(int, poll, struct pollfd *fds, nfds_t count, int timeout)
{
	if (!raced)
		return __real_poll(fds, count, timeout);
	fds->revents = fds->events;
	return 1;
}

/* Standard error is the file "err" from now on. */
static void
log_to_file(void)
{
	int fd = open("err", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	(void)dup2(fd, STDERR_FILENO);
}

/* What standard error is connected to, for the journal. */
enum stream { STREAM_NONE, STREAM_MATCHES, STREAM_OTHER, STREAM_JUNK };

static void
set_stream(enum stream stream)
{
	char value[64];
	struct stat st = {0};

	(void)fstat(STDERR_FILENO, &st);
	(void)snprintf(value, sizeof(value), "%ju:%ju", (uintmax_t)st.st_dev,
	    (uintmax_t)st.st_ino + (stream == STREAM_OTHER));
	if (stream == STREAM_NONE)
		(void)unsetenv("JOURNAL_STREAM");
	else
		(void)setenv("JOURNAL_STREAM",
		    stream == STREAM_JUNK ? "hello" : value, 1);
}

static struct line_row {
	const char *name;
	enum stream stream;
	bool verbose, game;
	const char *lines; /* of an error, a warning, an info and a debug */
} rows[] = {
    {"no journal", STREAM_NONE, false, false,
	"bot: one 1\nbot: two\nbot: three\n"},
    {"with a game", STREAM_NONE, false, true,
	"bot: 2026-09-03-110200: one 1\nbot: 2026-09-03-110200: two\n"
	"bot: 2026-09-03-110200: three\n"},
    {"-v", STREAM_NONE, true, false,
	"bot: one 1\nbot: two\nbot: three\nbot: four\n"},
    {"the journal", STREAM_MATCHES, true, true,
	"<3>bot: 2026-09-03-110200: one 1\n<4>bot: 2026-09-03-110200: two\n"
	"<6>bot: 2026-09-03-110200: three\n"
	"<7>bot: 2026-09-03-110200: four\n"},
    {"the journal of another stream", STREAM_OTHER, false, false,
	"bot: one 1\nbot: two\nbot: three\n"},
    {"junk for a journal", STREAM_JUNK, false, false,
	"bot: one 1\nbot: two\nbot: three\n"},
};

static bool
log_lines(const struct room *room)
{
	const struct line_row *row = room->row;

	log_to_file();
	set_stream(row->stream);
	log_init("bot", row->verbose, true);
	log_game(row->game ? &id : &none);
	log_error("one %d", 1);
	log_warn("%s", "two");
	log_info("three");
	log_debug("four");
	return true;
}

static void
test_lines(void **state)
{
	const struct room *room = *state;
	const struct line_row *row = room->row;

	in_child(log_lines, room);
	expect_text("err", row->lines);
}

static struct bytes_row {
	const char *name, *words, *line;
} bytes[] = {
    {"nothing", "", "bot: \n"},
    {"printable bytes", "!\" '%s\\~", "bot: !\" '%s\\~\n"},
    {"a newline", "a\nb\n", "bot: a?b?\n"},
    {"a forged line", "x\nbot: saved", "bot: x?bot: saved\n"},
    {"a priority", "\n<0>x", "bot: ?<0>x\n"},
    {"an escape", "\033[2J\007\t\r\x7f", "bot: ?[2J????\n"},
    {"no ASCII", "\x80\xc3\xa9\xff", "bot: ????\n"},
};

static bool
log_bytes(const struct room *room)
{
	const struct bytes_row *row = room->row;

	log_to_file();
	log_init("bot", false, true);
	log_info("%s", row->words);
	return true;
}

static void
test_bytes(void **state)
{
	const struct room *room = *state;
	const struct bytes_row *row = room->row;

	in_child(log_bytes, room);
	expect_text("err", row->line);
}

/* Longer than any line may be: cut, with its LF. */
#define LONG_FIRST 900
#define LONG_LAST 1100

static bool
log_long(const struct room *room)
{
	char words[LONG_LAST + 1];

	(void)room;
	log_to_file();
	log_init("bot", false, true);
	log_game(&id);
	for (size_t len = LONG_FIRST; len < LONG_LAST; len++) {
		memset(words, 'x', len);
		words[len] = '\0';
		log_info("%s", words);
	}
	return true;
}

static void
test_long(void **state)
{
	static const char prefix[] = "bot: 2026-09-03-110200: ";
	static char there[(LONG_LAST - LONG_FIRST) * (LONG_LAST + 64)];
	const char *line = there, *end;
	size_t words = LONG_FIRST;

	in_child(log_long, *state);
	there[get_bytes("err", there, sizeof(there) - 1)] = '\0';
	for (; (end = strchr(line, '\n')) != NULL; line = end + 1, words++) {
		size_t len = (size_t)(end - line), whole;

		whole = sizeof(prefix) - 1 + words;
		assert_true(len <= whole && len < 1024);
		assert_true(len == whole || len > 1000);
		assert_memory_equal(line, prefix, sizeof(prefix) - 1);
		assert_int_equal(strspn(line + sizeof(prefix) - 1, "x"),
		    len - (sizeof(prefix) - 1));
	}
	assert_string_equal(line, "");
	assert_int_equal(words, LONG_LAST);
}

/*
 * Writing without waiting; an alarm ends a child that does
 */

static bool
puts_line(void)
{
	errno = ENOTTY;
	log_put(STDERR_FILENO, "hello\n", 6);
	return errno == ENOTTY;
}

static void
fill(int fd)
{
	char junk[4096] = "";
	int flags = fcntl(fd, F_GETFL);

	(void)fcntl(fd, F_SETFL, flags | O_NONBLOCK);
	while (write(fd, junk, sizeof(junk)) > 0)
		;
	while (write(fd, junk, 2) > 0)
		;
	(void)fcntl(fd, F_SETFL, flags);
}

/* Read all there is, and say how much that was. */
static size_t
drain(int fd)
{
	struct pollfd in = {.fd = fd, .events = POLLIN};
	char junk[4096];
	size_t count = 0;

	while (poll(&in, 1, 10) == 1 && in.revents & POLLIN) {
		ssize_t n = read(fd, junk, sizeof(junk));

		if (n <= 0)
			break;
		count += (size_t)n;
	}
	return count;
}

enum kind { PIPE, STREAM, DGRAM, TERMINAL };

static bool
make_ends(enum kind kind, int ends[2])
{
	struct termios raw;

	switch (kind) {
	case PIPE:
		return pipe2(ends, O_CLOEXEC) == 0;
	case STREAM:
	case DGRAM:
		return socketpair(AF_UNIX,
			   (kind == STREAM ? SOCK_STREAM : SOCK_DGRAM) |
			       SOCK_CLOEXEC,
			   0, ends) == 0;
	case TERMINAL:
		ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
		if (ends[0] == -1 || grantpt(ends[0]) == -1 ||
		    unlockpt(ends[0]) == -1)
			return false;
		ends[1] =
		    open(ptsname(ends[0]), O_RDWR | O_NOCTTY | O_CLOEXEC, 0);
		if (ends[1] == -1 || tcgetattr(ends[1], &raw) == -1)
			return false;
		cfmakeraw(&raw);
		return tcsetattr(ends[1], TCSANOW, &raw) == 0;
	}
	return false;
}

static struct full_row {
	const char *name;
	enum kind kind;
	bool shut; /* it cannot be opened once more */
} fulls[] = {
    {"a pipe", PIPE, false},
    {"a pipe that is shut", PIPE, true},
    {"a stream socket", STREAM, false},
    {"a datagram socket", DGRAM, false},
    {"a terminal", TERMINAL, false},
    {"a terminal that is shut", TERMINAL, true},
};

static bool
never_waits(const struct room *room)
{
	const struct full_row *row = room->row;
	int ends[2], flags;

	(void)alarm(20);
	(void)signal(SIGHUP, SIG_IGN);
	if (!make_ends(row->kind, ends) || dup2(ends[1], STDERR_FILENO) == -1)
		return false;
	flags = fcntl(ends[1], F_GETFL);
	if (row->shut)
		fault_always("open", EACCES);
	log_init("bot", false, true);
	if (!puts_line() || drain(ends[0]) != 6)
		return false;
	fill(ends[1]);
	for (int i = 0; i < 100; i++) {
		raced = i >= 50 && !row->shut;
		if (!puts_line())
			return false;
	}
	raced = false;
	if (drain(ends[0]) % 2 != 0)
		return false;
	/* whole lines are taken again, and it is left as it was */
	if (!puts_line() || drain(ends[0]) != 6 ||
	    fcntl(ends[1], F_GETFL) != flags)
		return false;
	/* nobody reads any more: no signal ends us */
	(void)close(ends[0]);
	return puts_line();
}

static void
test_full(void **state)
{
	in_child(never_waits, *state);
}

static bool
puts_into_file(const struct room *room)
{
	(void)room;
	log_to_file();
	log_init("bot", false, true);
	for (int i = 0; i < 300; i++)
		if (!puts_line())
			return false;
	return true;
}

/* A file loses nothing, whatever filesystem it is on. */
static void
test_file(void **state)
{
	in_child(puts_into_file, *state);
	assert_int_equal(look_at("err").st_size, 300 * 6);
}

static struct nobody_row {
	const char *name, *path; /* NULL: closed */
	int flags;
} nobodies[] = {
    {"closed", NULL, 0},
    {"not for writing", "/dev/null", O_RDONLY},
    {"full", "/dev/full", O_WRONLY},
    {"null", "/dev/null", O_WRONLY},
};

static bool
nobody_takes_it(const struct room *room)
{
	const struct nobody_row *row = room->row;

	(void)alarm(20);
	if (row->path == NULL)
		(void)close(STDERR_FILENO);
	else
		(void)dup2(
		    open(row->path, row->flags | O_CLOEXEC, 0), STDERR_FILENO);
	log_init("bot", false, true);
	log_error("lost");
	return puts_line();
}

static void
test_nobody(void **state)
{
	in_child(nobody_takes_it, *state);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_lines, ROWS(rows));
	room_rows(&suite, test_bytes, ROWS(bytes));
	room_test(&suite, "long lines", test_long);
	room_rows(&suite, test_full, ROWS(fulls));
	room_test(&suite, "a file", test_file);
	room_rows(&suite, test_nobody, ROWS(nobodies));
	return suite_run(&suite, "log");
}
