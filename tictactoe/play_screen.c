/* SPDX-License-Identifier: ISC */
#include "play_screen.h"

#include "drawing.h"
#include "line.h"
#include "tool.h"

#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define WORDS_SIZE (PATH_MAX + 1024)

static struct {
	bool verbose;
	bool open; /* a question stands in the last line, without its end */
	char asked[LINE_SIZE];
	struct gameid game;
	size_t drawn_len;
	char drawn[DRAWING_SIZE];
} screen;

/*
 * Leave an open question where it is. What is half typed behind it could not be
 * seen any more: it is dropped.
 */
static void
leave_question(void)
{
	int whole = 0;

	if (screen.open) {
		(void)putchar('\n');
		if (ioctl(STDIN_FILENO, FIONREAD, &whole) == 0 && whole == 0)
			(void)tcflush(STDIN_FILENO, TCIFLUSH);
	}
	screen.open = false;
	screen.asked[0] = '\0';
}

/* Nothing that is shown moves a cursor. */
static void
clean(char *words)
{
	for (; *words != '\0'; words++)
		*words = text_printable(*words);
}

void
screen_line(const char *format, ...)
{
	char words[WORDS_SIZE];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(words, sizeof(words), format, args);
	va_end(args);
	clean(words);
	leave_question();
	(void)puts(words);
	print_now();
}

static void
put_question(const char *question)
{
	struct text asked = text_in(screen.asked, sizeof(screen.asked));

	text_add(&asked, question);
	screen.open = isatty(STDOUT_FILENO);
	(void)printf("%s%s", question, screen.open ? "" : "\n");
	print_now();
}

void
screen_ask(const char *question)
{
	if (strcmp(question, screen.asked) == 0)
		return;
	leave_question();
	put_question(question);
}

void
screen_show_again(void)
{
	char asked[LINE_SIZE];
	pid_t typing = tcgetpgrp(STDIN_FILENO);

	if (typing > 0 && typing != getpgrp()) {
		(void)raise(SIGTTIN); /* until there may be an answer */
		return;
	}
	if (!screen.open || tcgetpgrp(STDOUT_FILENO) != getpgrp())
		return;
	memcpy(asked, screen.asked, sizeof(asked));
	leave_question();
	(void)fwrite(screen.drawn, 1, screen.drawn_len, stdout);
	put_question(asked);
}

void
screen_wait(const char *what)
{
	if (isatty(STDOUT_FILENO))
		screen_ask(what);
}

void
screen_answered(void)
{
	/* what a terminal has echoed ends the line */
	if (screen.open && !isatty(STDIN_FILENO))
		(void)putchar('\n');
	screen.open = false;
	screen.asked[0] = '\0';
}

bool
screen_is_gone(void)
{
	return ferror(stdout) != 0;
}

/*
 * What log.h promises
 */

void
log_init(const char *name, bool verbose, bool drawings)
{
	(void)name;
	(void)drawings;
	screen.verbose = verbose;
}

void
log_game(const struct gameid *id)
{
	screen.game = *id;
}

void
log_put(int fd, const char *bytes, size_t len)
{
	(void)fd;
	/* what is no change is for those who were not there */
	if (len == screen.drawn_len && memcmp(bytes, screen.drawn, len) == 0)
		return;
	memcpy(screen.drawn, bytes, len);
	screen.drawn_len = len;
	leave_question();
	(void)fwrite(bytes, 1, len, stdout);
	print_now();
}

static void put_words(const char *format, va_list args)
    __attribute__((format(printf, 1, 0)));

static void
put_words(const char *format, va_list args)
{
	char words[WORDS_SIZE];

	(void)vsnprintf(words, sizeof(words), format, args);
	clean(words);
	leave_question();
	complain("%s%s%s", screen.game.text,
	    screen.game.text[0] == '\0' ? "" : ": ", words);
}

void
log_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_words(format, args);
	va_end(args);
}

void
log_warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_words(format, args);
	va_end(args);
}

void
log_info(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (screen.verbose)
		put_words(format, args);
	va_end(args);
}

void
log_debug(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (screen.verbose)
		put_words(format, args);
	va_end(args);
}
