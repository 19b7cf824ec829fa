/* SPDX-License-Identifier: ISC */
/*
 * fill DIR COUNT - a workspace with so many results, under both names and each
 * with the hash of the one before it, as the bots would have left them: a game
 * every two minutes, the last of them in the past.
 */
#include "results.h"
#include "words.h"

#include <err.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL 120

static void
make_folders(const char *path)
{
	static const char *const names[] = {"spool", "spool/messenger1",
	    "spool/messenger2", "state", "state/messenger1", "state/messenger2",
	    "state/messenger1/results"};

	if (chdir(path) == -1)
		err(EX_NOINPUT, "%s", path);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (mkdir(names[i], 0755) == -1)
			err(EX_CANTCREAT, "%s", names[i]);
}

/* A game as it may be: won in the fifth move, or a tie. */
static void
play(struct game *game, long number)
{
	static const int won[] = {1, 2, 5, 3, 9, 0};
	static const int tie[] = {5, 1, 3, 7, 4, 6, 2, 8, 9, 0};
	enum player who = number % 2 == 0 ? MESSENGER1 : MESSENGER2;

	*game = (struct game){.first = who};
	game_symbols(game, number % 3 == 0 ? SYMBOL_CIRCLE : SYMBOL_CROSS);
	for (const int *at = number % 4 == 0 ? tie : won; *at != 0; at++) {
		(void)game_move(game, who, game->symbol[who], *at);
		who = player_other(who);
	}
}

static void
put(const struct gameid *id, const char *text, size_t len, int results)
{
	char name[GAMEID_NAME_SIZE];
	int fd;

	gameid_result_name(id, name);
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
	if (fd == -1 || write(fd, text, len) != (ssize_t)len ||
	    close(fd) == -1 || linkat(AT_FDCWD, name, results, name, 0) == -1)
		err(EX_CANTCREAT, "%s", name);
}

int
main(int argc, char **argv)
{
	static const struct rejections none;
	static struct previous previous = {.name = "none"};
	struct gameid id = {{0}};
	char text[RESULT_SIZE];
	struct game game;
	long count;
	int results;

	if (argc != 3)
		errx(EX_USAGE, "usage: fill DIR COUNT");
	count = words_number(argv[2]);
	make_folders(argv[1]);
	results = open("state/messenger1/results", O_RDONLY | O_DIRECTORY);
	for (long i = 0; i < count; i++) {
		int64_t second = time(NULL) - (count - i + 30) * INTERVAL;
		struct result result = {.started = second,
		    .finished = second + 9,
		    .game = &game,
		    .rejections = &none,
		    .previous = &previous};
		size_t len;

		play(&game, i);
		(void)gameid_for(second, &id, &id);
		result.id = id;
		len = result_write(&result, text);
		put(&id, text, len, results);
		results_previous(&id, text, len, &previous);
	}
	return EX_OK;
}
