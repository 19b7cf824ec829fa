/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_TOOL_H
#define TICTACTOE_TOOL_H

#include "gameid.h"
#include "workspace.h"

#include <getopt.h>

/*
 * What all subcommands share. Each is a file with one function that takes the
 * words behind `tictactoe` and returns the exit status; main.c has the table.
 */

/* One clear line on standard error: "tictactoe COMMAND: ...". */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a wrong option or word; returns EX_USAGE. */
int misused(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A folder that errno says cannot be used; returns EX_NOPERM or EX_NOINPUT. */
int no_folder(const char *path);

/*
 * The options of a command. take() is given each but -h, with its value in
 * optarg, and returns EX_OK or an exit status.
 */
struct usage {
	const char *letters; /* as getopt_long() has them, from ":" on */
	const struct option *words;
	int (*help)(void); /* prints them; returns the exit status */
	int (*take)(int option, void *arg);
};

/* Read them: -1 to go on with the words from optind on, or the exit status. */
int read_options(const struct usage *usage, int argc, char *argv[], void *arg);

/* What all of them have, in the tables and in the help. */
#define OPTIONS_OF_ALL                                                         \
	{"workspace", required_argument, NULL, 'w'},                           \
	    {"help", no_argument, NULL, 'h'},                                  \
	{                                                                      \
		NULL, 0, NULL, 0                                               \
	}
#define HELP_FOLDER_BY(folder)                                                 \
	"  -w, --workspace DIR  the shared folder (" folder ")\n"
#define HELP_FOLDER HELP_FOLDER_BY(DEFAULT_WORKSPACE)
#define HELP_HELP "  -h, --help           print this\n"

/* A whole number from least to most, or -1 after one line: least is not below 0. */
long long number_option(
    const char *option, const char *value, long long least, long long most);

/* The ID of a game: EX_OK, or EX_USAGE after one line. */
int id_option(const char *option, const char *value, struct gameid *ret);

/* Hand over what was printed on standard output so far. */
void print_now(void);

/* Whether all of it has arrived: EX_OK, or EX_IOERR after one line. */
int printed(void);

/* The subcommand that runs, for messages. */
extern const char *command;

#endif
