/* SPDX-License-Identifier: ISC */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#define LOG_LINE_SIZE 1024

/* How standard output or error is written to without waiting. */
enum out_kind { OUT_FILE, OUT_TERMINAL, OUT_SOCKET };

struct out {
	enum out_kind kind;
	int fd;
};

static struct {
	struct out out[2];
	const char *name;
	bool verbose;
	bool prefixed; /* journald reads standard error */
	struct gameid game;
} state;

/* Whether JOURNAL_STREAM names what standard error is connected to. */
static bool
is_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	char expected[48];
	struct stat st;

	if (stream == NULL || fstat(STDERR_FILENO, &st) == -1)
		return false;
	(void)snprintf(expected, sizeof(expected), "%ju:%ju",
	    (uintmax_t)st.st_dev, (uintmax_t)st.st_ino);
	return strcmp(stream, expected) == 0;
}

/*
 * The descriptors are shared with the user's shell, whose they must stay: a
 * terminal or a pipe is opened once more, so that only ours does not block.
 * Another user's terminal cannot be: that one may take no more than a byte.
 */
static void
open_out(struct out *out, int fd)
{
	char path[32];
	struct stat st;
	int again;

	out->fd = fd;
	out->kind = OUT_FILE;
	if (fstat(fd, &st) == -1)
		return;
	if (S_ISSOCK(st.st_mode))
		out->kind = OUT_SOCKET;
	if (!S_ISFIFO(st.st_mode) && !isatty(fd))
		return;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (again == -1) {
		out->kind = S_ISFIFO(st.st_mode) ? OUT_FILE : OUT_TERMINAL;
		return;
	}
	/* not in the place of a standard stream that is closed */
	out->fd = fcntl(again, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	(void)close(again);
}

void
log_init(const char *name, bool verbose, bool drawings)
{
	if (state.name == NULL)
		open_out(&state.out[1], STDERR_FILENO);
	if (drawings && state.out[0].fd == 0)
		open_out(&state.out[0], STDOUT_FILENO);
	state.name = name;
	state.verbose = verbose;
	state.prefixed = is_journal();
}

void
log_game(const struct gameid *id)
{
	state.game = *id;
}

static bool
is_writable(int fd)
{
	struct pollfd out = {.fd = fd, .events = POLLOUT};

	return poll(&out, 1, 0) == 1 && out.revents == POLLOUT;
}

void
log_put(int fd, const char *bytes, size_t len)
{
	const struct out *out = &state.out[fd == STDERR_FILENO];
	int error = errno;
	size_t piece = out->kind == OUT_TERMINAL ? 1 : len;

	if (out->kind == OUT_SOCKET) {
		(void)send(fd, bytes, len, MSG_DONTWAIT | MSG_NOSIGNAL);
		len = 0;
	}
	for (size_t at = 0; at < len && is_writable(out->fd); at += piece)
		if (write(out->fd, bytes + at, piece) == -1)
			break;
	errno = error;
}

static void put_line(int priority, const char *format, va_list words)
    __attribute__((format(printf, 2, 0)));

static void
put_line(int priority, const char *format, va_list words)
{
	char buf[LOG_LINE_SIZE] = "";
	size_t size = sizeof(buf) - 1, start, len; /* one is left for the LF */

	if (state.prefixed)
		(void)snprintf(buf, size, "<%d>", priority);
	start = strlen(buf);
	(void)snprintf(buf + start, size - start, "%s: %s%s", state.name,
	    state.game.text, state.game.text[0] == '\0' ? "" : ": ");
	len = strlen(buf);
	(void)vsnprintf(buf + len, size - len, format, words);
	len = strlen(buf);
	for (size_t i = start; i < len; i++)
		if (buf[i] < ' ' || buf[i] > '~')
			buf[i] = '?';
	buf[len++] = '\n';
	log_put(STDERR_FILENO, buf, len);
}

void
log_error(const char *format, ...)
{
	va_list words;

	va_start(words, format);
	put_line(LOG_ERR, format, words);
	va_end(words);
}

void
log_warn(const char *format, ...)
{
	va_list words;

	va_start(words, format);
	put_line(LOG_WARNING, format, words);
	va_end(words);
}

void
log_info(const char *format, ...)
{
	va_list words;

	va_start(words, format);
	put_line(LOG_INFO, format, words);
	va_end(words);
}

void
log_debug(const char *format, ...)
{
	va_list words;

	if (!state.verbose)
		return;
	va_start(words, format);
	put_line(LOG_DEBUG, format, words);
	va_end(words);
}
