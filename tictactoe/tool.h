/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_TOOL_H
#define TICTACTOE_TOOL_H

#include <stddef.h>

/*
 * What all subcommands share. Each is a file with one function that takes the
 * words behind `tictactoe` and returns the exit status; main.c has the table.
 */
#define DEFAULT_WORKSPACE "/workspace/tictactoe"

/* One clear line on standard error: "tictactoe COMMAND: ...". */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a wrong option or word; returns EX_USAGE. */
int misused(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What getopt_long() could not make sense of; returns EX_USAGE. */
int bad_option(int option, char *const argv[]);

/* A whole number from least to most, or -1 after one line: least is not below 0. */
long long number_option(
    const char *option, const char *value, long long least, long long most);

/* Whether all that was printed on standard output has arrived: EX_OK, or
 * EX_IOERR after one line. */
int printed(void);

/* The subcommand that runs, for messages. */
extern const char *command;

#endif
