/* SPDX-License-Identifier: ISC */
#include "commands.h"
#include "daemon.h"
#include "tool.h"
#include "version.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	command_fn *run;
	const char *summary;
} commands[] = {
    {"audit", audit, "judge the saved results"},
    {"stats", stats, "count what they tell"},
    {"watch", watch, "show the game that is played"},
    {"replay", replay, "step through a saved game"},
    {"export", export, "print saved games as JSON or CSV"},
    {"play", play, "take a seat at the board"},
    {"say", say, "say a line for a seat"},
    {"hear", hear, "print what the other seat says"},
};

static int
help(void)
{
	(void)printf("usage: tictactoe COMMAND [option ...]\n"
		     "Looks after a workspace of messenger1 and messenger2; see"
		     " tictactoe(1).\n\n");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		(void)printf(
		    "  %-8s %s\n", commands[i].name, commands[i].summary);
	(void)printf("\n  -h, --help     print this\n"
		     "  -V, --version  print the version\n\n"
		     "tictactoe COMMAND -h prints the options of one.\n");
	return printed();
}

static int
run(int argc, char *argv[])
{
	const char *name = argv[0];

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(name, commands[i].name) == 0) {
			command = commands[i].name;
			return commands[i].run(argc, argv);
		}
	return name[0] == '-' ? misused("option %s is not known", name)
			      : misused("\"%s\" is no command", name);
}

int
main(int argc, char *argv[])
{
	fill_standard_streams();
	/* a limit on the size of files is told as a full disk is */
	(void)signal(SIGXFSZ, SIG_IGN);
	if (argc < 2)
		return misused("a command is missing");
	if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0)
		return help();
	if (strcmp(argv[1], "-V") == 0 || strcmp(argv[1], "--version") == 0) {
		(void)printf("tictactoe " VERSION "\n");
		return printed();
	}
	json_object_seed(0); /* before there are threads */
	return run(argc - 1, argv + 1);
}
