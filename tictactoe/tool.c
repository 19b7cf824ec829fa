/* SPDX-License-Identifier: ISC */
#include "tool.h"

#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

const char *command = "";
static int print_error; /* of the first that could not be handed over */

static void say(const char *format, va_list args)
    __attribute__((format(printf, 1, 0)));

/* Names and words are shown as they are, but for what could move a cursor. */
static void
say(const char *format, va_list args)
{
	char *words;

	print_now();
	if (vasprintf(&words, format, args) == -1)
		words = NULL;
	for (char *c = words; c != NULL && *c != '\0'; c++)
		*c = text_printable(*c);
	(void)fprintf(stderr, "tictactoe%s%s: %s", *command ? " " : "", command,
	    words == NULL ? "there is no memory" : words);
	free(words);
}

void
complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	(void)fputc('\n', stderr);
}

int
misused(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	(void)fprintf(
	    stderr, "; see tictactoe%s%s -h\n", *command ? " " : "", command);
	return EX_USAGE;
}

int
no_folder(const char *path)
{
	int error = errno;

	complain("%s: %s: %s", path, strerror(error),
	    error == EACCES ? "run this as a user who may read it"
			    : "name the shared folder with -w");
	return error == EACCES ? EX_NOPERM : EX_NOINPUT;
}

/* What getopt_long() could not make sense of. */
static int
bad_option(int option, char *const argv[])
{
	const char *word = argv[optind - 1];

	if (option == ':')
		return misused("option %s needs a value", word);
	if (optopt > 0 && optopt < 256 && strncmp(word, "--", 2) != 0)
		return misused("option -%c is not known", optopt);
	return misused("option %s is not known", word);
}

int
read_options(const struct usage *usage, int argc, char *argv[], void *arg)
{
	int option, status = EX_OK;

	opterr = 0;
	while (status == EX_OK) {
		option =
		    getopt_long(argc, argv, usage->letters, usage->words, NULL);
		if (option == -1)
			return -1;
		if (option == 'h')
			return usage->help();
		if (option == '?' || option == ':')
			status = bad_option(option, argv);
		else if (option == 'w' && optarg[0] == '\0')
			status = misused("option -w: \"\" is no folder");
		else
			status = usage->take(option, arg);
	}
	return status;
}

long long
number_option(
    const char *option, const char *value, long long least, long long most)
{
	const char *error = NULL;
	long long number = -1;

	if (value[0] >= '0' && value[0] <= '9')
		number = strtonum(value, least, most, &error);
	if (number >= least && error == NULL)
		return number;
	(void)misused(
	    "option %s: \"%s\" is not a whole number from %lld to %lld", option,
	    value, least, most);
	return -1;
}

int
id_option(const char *option, const char *value, struct gameid *ret)
{
	if (gameid_parse(value, strlen(value), ret) == 0)
		return EX_OK;
	return misused("option %s: \"%s\" is not the ID of a game, as"
		       " 2026-09-03-110200",
	    option, value);
}

void
print_now(void)
{
	if (fflush(stdout) != 0 && print_error == 0)
		print_error = errno;
}

int
printed(void)
{
	print_now();
	if (!ferror(stdout))
		return EX_OK;
	complain("standard output: %s",
	    strerror(print_error == 0 ? errno : print_error));
	return EX_IOERR;
}
