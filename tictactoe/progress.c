/* SPDX-License-Identifier: ISC */
#include "progress.h"

#include "clock.h"
#include "tool.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PERIOD (SECOND_NS / 4)

static struct {
	size_t total;
	bool shown, on_terminal;
	int64_t begun, next;
} my;

void
progress_begin(size_t total)
{
	my.total = total;
	my.shown = false;
	my.on_terminal = isatty(STDERR_FILENO) == 1;
	my.begun = clock_boot();
	my.next = my.begun + SECOND_NS;
}

/* How much goes into a line of the terminal. */
static int
width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col - 1;
	return 79;
}

void
progress_show(size_t done)
{
	char line[128];
	int64_t now, left;

	if (!my.on_terminal || done == 0)
		return;
	now = clock_boot();
	if (now < my.next)
		return;
	my.next = now + PERIOD;
	if (done > my.total) /* the last part is seldom a whole one */
		done = my.total;
	left = (int64_t)((double)(now - my.begun) / (double)done *
			 (double)(my.total - done) / (double)SECOND_NS);
	(void)snprintf(line, sizeof(line),
	    "tictactoe %s: %zu of %zu, %lld s left", command, done, my.total,
	    (long long)left);
	(void)fflush(stdout);
	(void)fprintf(stderr, "\r%.*s\033[K", width(), line);
	my.shown = true;
}

void
progress_end(void)
{
	if (my.shown)
		(void)fputs("\r\033[K", stderr);
	my.shown = false;
}
