/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_RESULTS_H
#define UNIT_IO_RESULTS_H

#include "io_helpers.h"

#include "results.h"

/*
 * A result of messenger1's and its names. Who includes this wraps renameat and
 * fsync.
 */
#define ID "2026-09-03-110200"
#define NAME "ws/game-" ID ".txt"
#define SECOND "ws/state/messenger1/results/game-" ID ".txt"
#define TEMP "ws/state/messenger1/.result"
#define TEXT "Game ID: " ID "\nResult: tie\n"

static const struct gameid id = {ID};
static const struct text text = {
    .buf = (char[]){TEXT}, .len = sizeof(TEXT) - 1};
static struct workspace ws;

WRAP(int, renameat, int from_dir, const char *from, int dir, const char *name)
{
	(void)from_dir;
	(void)dir;
	fail_msg("plain rename of %s to %s", from, name);
	return -1;
}

WRAP(int, fsync, int fd)
{
	struct stat st;

	assert_int_equal(fstat(fd, &st), 0);
	if (fault_hits(S_ISDIR(st.st_mode) ? "fsync_folder" : "fsync"))
		return -1;
	return __real_fsync(fd);
}

#endif
