/* SPDX-License-Identifier: ISC */
/*
 * pipe 1|2 DIR GAMES MEAN - one of two players who say the same lines through
 * the pipes DIR/1 and DIR/2, and do nothing else.
 */
#include "words.h"

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

static int
open_pipe(const char *dir, int of, int flags)
{
	char path[4096];
	int fd;

	(void)snprintf(path, sizeof(path), "%s/%d", dir, of);
	fd = open(path, flags | O_CLOEXEC);
	if (fd == -1)
		err(EX_OSERR, "%s", path);
	return fd;
}

/* Lines that come in a row may be read in one. */
static void
hear(int fd, size_t len, size_t *ahead)
{
	char words[4096];

	while (*ahead < len) {
		ssize_t n = read(fd, words, sizeof(words));

		if (n <= 0)
			errx(EX_OSERR, "the other has ended");
		*ahead += (size_t)n;
	}
	*ahead -= len;
}

int
main(int argc, char **argv)
{
	struct word words[WORDS_MAX];
	size_t ahead = 0;
	int me, in, out;

	if (argc != 5)
		errx(EX_USAGE, "usage: pipe 1|2 DIR GAMES MEAN");
	me = strcmp(argv[1], "1") == 0 ? 1 : 2;
	/* both open the first pipe first, or they would wait for each other */
	out = me == 1 ? open_pipe(argv[2], 1, O_WRONLY) : -1;
	in = open_pipe(argv[2], 3 - me, O_RDONLY);
	if (me == 2)
		out = open_pipe(argv[2], 2, O_WRONLY);
	for (long game = 0; game < words_number(argv[3]); game++) {
		int count = words_of(game, words_number(argv[4]), words);

		for (int i = 0; i < count; i++) {
			if (words[i].by != me)
				hear(in, words[i].len, &ahead);
			else if (write(out, words[i].text, words[i].len) == -1)
				err(EX_OSERR, "write");
		}
	}
	return EX_OK;
}
