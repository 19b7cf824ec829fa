/* SPDX-License-Identifier: ISC */
#include "words.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

const char words_drawing[] = "Game 2026-09-03-110200_0002\n"
			     "O |   | X\n"
			     "---------\n"
			     "  | O |  \n"
			     "---------\n"
			     "X |   | O\n"
			     "Last: circle 9\n"
			     "Empty: 2, 4, 6, 8\n"
			     "Status: in progress\n";

const char words_result[] =
    "Game ID: 2026-09-03-110200_0002\n"
    "Started: 2026-09-03T11:02:00Z\n"
    "Finished: 2026-09-03T11:02:09Z\n"
    "Players: messenger1, messenger2\n"
    "Symbols: messenger1 = cross, messenger2 = circle\n"
    "First player: messenger2\n"
    "Moves: 7\n"
    "1. messenger2: circle 1\n"
    "2. messenger1: cross 3\n"
    "3. messenger2: circle 5\n"
    "4. messenger1: cross 7\n"
    "5. messenger2: circle 4\n"
    "6. messenger1: cross 2\n"
    "7. messenger2: circle 9\n"
    "Rejected: none\n"
    "Board:\n"
    "O | X | X\n"
    "---------\n"
    "O | O |  \n"
    "---------\n"
    "X |   | O\n"
    "Result: messenger2 win\n"
    "Previous: game-2026-09-03-110000.txt sha256 "
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n";

const char words_head[] =
    "journal 1 2026-09-03-110200_0002 2 1788433320 34092290168158 1"
    " game-2026-09-03-110000.txt"
    " 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n";

static void
add(struct word ret[WORDS_MAX], int *n, int by, const char *text)
{
	ret[(*n)++] = (struct word){by, text, strlen(text)};
}

int
words_of(long game, long mean, struct word ret[WORDS_MAX])
{
	static const char *const move[] = {"circle 5\n", "cross 7\n"};
	long moves = (game + 1) * mean / 1000 - game * mean / 1000;
	int n = 0;

	add(ret, &n, 1, "Choose your symbol: circle or cross.\n");
	add(ret, &n, 2, "circle\n");
	add(ret, &n, 2, "Do you want to go first?\n");
	add(ret, &n, 1, game % 2 == 0 ? "yes\n" : "no\n");
	for (long i = 0; i < moves && n < WORDS_MAX; i++)
		add(ret, &n, (int)((game + i) % 2) + 1, move[i % 2]);
	return n;
}

long
words_number(const char *argument)
{
	char *end;
	long number = strtol(argument, &end, 10);

	if (*argument == '\0' || *end != '\0' || number < 1)
		errx(EX_USAGE, "not a number above 0: %s", argument);
	return number;
}
