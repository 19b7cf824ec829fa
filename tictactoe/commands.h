/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_COMMANDS_H
#define TICTACTOE_COMMANDS_H

/*
 * The subcommands: each takes its own name and the words behind it, and returns
 * the exit status.
 */
typedef int command_fn(int argc, char *argv[]);

command_fn audit;
command_fn stats;
command_fn watch;
command_fn replay;
command_fn export;
command_fn play;
command_fn say;
command_fn hear;

#endif
