/* SPDX-License-Identifier: ISC */
#include "stats_chart.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS 80
#define ROOM_MIN 10
#define ROOM_MAX 100
#define EIGHTHS 8

static bool
has_utf8(void)
{
	return setlocale(LC_CTYPE, "") != NULL &&
	       strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

struct chart
chart_for(FILE *out, size_t begun)
{
	const char *no_color = getenv("NO_COLOR");
	struct winsize size = {0};
	size_t columns = COLUMNS, room;
	bool terminal = isatty(fileno(out)) == 1;

	if (terminal && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 &&
	    size.ws_col > 0)
		columns = size.ws_col;
	room = columns > begun + 2 ? columns - begun - 2 : 0;
	if (room < ROOM_MIN)
		room = ROOM_MIN;
	return (struct chart){
	    .blocks = terminal && (no_color == NULL || *no_color == '\0') &&
		      has_utf8(),
	    .room = room < ROOM_MAX ? room : ROOM_MAX};
}

/* From nothing to a whole block, in eighths from its left. */
static const char blocks[EIGHTHS + 1][4] = {
    "", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};

/* What is not nothing is seen. */
void
chart_bar(const struct chart *c, FILE *out, size_t value, size_t most)
{
	size_t least = c->blocks ? 1 : EIGHTHS;
	size_t eighths = value == 0 ? 0 : value * c->room * EIGHTHS / most;

	if (value > 0)
		(void)fputs("  ", out);
	if (value > 0 && eighths < least)
		eighths = least;
	for (; eighths >= EIGHTHS; eighths -= EIGHTHS)
		(void)fputs(c->blocks ? blocks[EIGHTHS] : "#", out);
	if (c->blocks)
		(void)fputs(blocks[eighths], out);
	(void)fputc('\n', out);
}
