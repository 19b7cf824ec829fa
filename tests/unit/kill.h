/* SPDX-License-Identifier: ISC */
#ifndef UNIT_KILL_H
#define UNIT_KILL_H

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

/* The kernel closes what a killed process had open: all but what we had. */
#define DESCRIPTORS 64
static bool was_open[DESCRIPTORS];

static void
note_open(void)
{
	for (int fd = 0; fd < DESCRIPTORS; fd++)
		was_open[fd] = fcntl(fd, F_GETFD) != -1;
}

static void
close_others(void)
{
	for (int fd = 0; fd < DESCRIPTORS; fd++)
		if (!was_open[fd])
			(void)close(fd);
}

#endif
