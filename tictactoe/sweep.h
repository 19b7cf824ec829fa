/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_SWEEP_H
#define TICTACTOE_SWEEP_H

#include "archive.h"

/*
 * Many results on all cores: the list is cut into parts, a part is worked on by
 * one thread, and the parts are taken in their order by the caller's. Memory is
 * needed for a few parts only.
 */
#define SWEEP_PART 256 /* results in a part, at most */

struct sweep {
	const struct archive *archive;
	size_t from, to;  /* of the list */
	size_t part_size; /* bytes of what a part makes, zeroed before it */
	/* Work on results from..to of the list; nothing but *part is written. */
	void (*work)(const struct sweep *s, size_t from, size_t to, void *part);
	/* Take what was made, and free it. */
	void (*take)(const struct sweep *s, void *part);
	void *arg; /* the caller's */
};

/* EX_OK, or EX_OSERR after one line. */
int sweep_run(const struct sweep *s);

#endif
