/* SPDX-License-Identifier: ISC */
#include "play_input.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static struct {
	bool terminal;
	bool ended;
	bool cut; /* the rest of the last line is still to come */
	size_t len;
	char buf[8192];
} in;

void
input_begin(void)
{
	in.terminal = isatty(STDIN_FILENO);
}

bool
input_is_terminal(void)
{
	return in.terminal;
}

/* Take len bytes away from the front. */
static void
drop(size_t len)
{
	in.len -= len;
	memmove(in.buf, in.buf + len, in.len);
}

/* How long the first line is; it may lack its end. 0: there is none. */
static size_t
first_line(void)
{
	const char *end = memchr(in.buf, '\n', in.len);

	if (end != NULL)
		return (size_t)(end - in.buf) + 1;
	return in.ended || in.len == sizeof(in.buf) ? in.len : 0;
}

/* Pass over the rest of a line that was cut. */
static void
drop_rest(void)
{
	size_t len = in.cut ? first_line() : 0;

	if (in.cut && len == 0)
		len = in.len;
	if (len == 0)
		return;
	in.cut = in.buf[len - 1] != '\n';
	drop(len);
}

void
input_read(void)
{
	ssize_t n =
	    read(STDIN_FILENO, in.buf + in.len, sizeof(in.buf) - in.len);

	if (n > 0)
		in.len += (size_t)n;
	else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		in.ended = true;
	drop_rest();
}

bool
input_peek(char ret[LINE_SIZE])
{
	size_t len = first_line(), from = 0;

	if (len == 0)
		return false;
	while (from < len && isspace((unsigned char)in.buf[from]))
		from++;
	while (len > from && isspace((unsigned char)in.buf[len - 1]))
		len--;
	len = len - from < LINE_SIZE - 1 ? len - from : LINE_SIZE - 1;
	memcpy(ret, in.buf + from, len);
	ret[len] = '\0';
	for (size_t i = 0; i < len; i++)
		if (ret[i] == '\0')
			ret[i] = '?';
	return true;
}

bool
input_line(char ret[LINE_SIZE])
{
	size_t len = first_line();

	if (!input_peek(ret))
		return false;
	in.cut = in.buf[len - 1] != '\n';
	drop(len);
	return true;
}

bool
input_is_shut(void)
{
	return in.ended || in.len == sizeof(in.buf);
}

bool
input_ended(void)
{
	return in.ended && in.len == 0;
}
