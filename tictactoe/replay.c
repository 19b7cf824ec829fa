/* SPDX-License-Identifier: ISC */
#include "commands.h"
#include "named.h"
#include "replay_position.h"
#include "replay_screen.h"
#include "terminal.h"
#include "tool.h"

#include <stdio.h>
#include <sysexits.h>

static void
print(const struct saved *saved, int n)
{
	char drawing[DRAWING_SIZE], line[REJECTION_SIZE];
	size_t at = 0;

	(void)position_draw(saved, n, drawing);
	(void)fputs(drawing, stdout);
	while (position_rejection(saved, n, &at, line))
		(void)puts(line);
}

static int
print_all(const struct saved *saved)
{
	for (int n = 0; n <= saved->game.move_count; n++)
		print(saved, n);
	return printed();
}

static int
print_at(const struct saved *saved, int n)
{
	if (n > saved->game.move_count)
		return misused("option --at: the game has only %d moves",
		    saved->game.move_count);
	print(saved, n);
	return printed();
}

static int
help(void)
{
	(void)printf(
	    "usage: tictactoe replay [option ...] GAME\n"
	    "Steps through a game. GAME is its ID, the name of its result, or"
	    " a file:\n"
	    "a result, or what tictactoe export has made of one.\n" HELP_FOLDER
	    "      --at N           print the position "
	    "after N moves\n"
	    "      --all            print all "
	    "positions\n" HELP_HELP
	    "Keys: Right or space next, Left or b back, "
	    "Home, End, 0 to 9 for"
	    " a position,\n"
	    "q quits. All positions are printed where "
	    "there is no terminal.\n");
	return printed();
}

enum { AT = 256, ALL };

struct options {
	const char *workspace;
	long long at; /* -1: not asked for */
	bool all;
};

static int
run(const struct options *o, const char *word)
{
	struct named game;
	int status = named_game(o->workspace, word, &game);

	if (status != EX_OK)
		return status;
	if (o->at != -1)
		return print_at(&game.saved, (int)o->at);
	if (o->all || !terminal_draws())
		return print_all(&game.saved);
	return replay_screen(&game.saved);
}

static int
take_option(int option, void *arg)
{
	struct options *o = arg;

	switch (option) {
	case 'w':
		o->workspace = optarg;
		return EX_OK;
	case AT:
		o->at = number_option("--at", optarg, 0, BOARD_CELLS);
		return o->at == -1 ? EX_USAGE : EX_OK;
	default:
		o->all = true;
		return EX_OK;
	}
}

int
replay(int argc, char *argv[])
{
	static const struct option options[] = {
	    {"at", required_argument, NULL, AT},
	    {"all", no_argument, NULL, ALL},
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {":w:h", options, help, take_option};
	struct options o = {.workspace = DEFAULT_WORKSPACE, .at = -1};
	int status = read_options(&usage, argc, argv, &o);

	if (status != -1)
		return status;
	if (o.all && o.at != -1)
		return misused("--at and --all exclude each other");
	if (optind == argc)
		return misused("a GAME is missing");
	if (optind < argc - 1)
		return misused("only one GAME can be replayed");
	return run(&o, argv[optind]);
}
