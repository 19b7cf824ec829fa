/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_CONFINE_H
#define DAEMON_CONFINE_H

#include "workspace.h"

/*
 * A bot confines itself wherever it was started: whatever the other's words
 * might make of it, it gains no privilege, and where the kernel has Landlock it
 * runs no program, reads and writes nothing outside the folder that contains
 * the workspace, and below that makes and removes nothing but files and new
 * folders. It is that folder and not the workspace, which may be made anew: a
 * rule holds what stands under a name, not the name.
 *
 *	confine_privileges();	at the start
 *	confine(&ws);		with the workspace open, before a word is read
 *
 * What is open already stays as it is: standard output, the service manager's
 * socket.
 */

/* No program that is run later gains privileges of its own. */
void confine_privileges(void);

/*
 * Confine this process to the folder above the open workspace, once: 0, also
 * where the kernel cannot; -1 with errno where that may be tried again.
 */
int confine(const struct workspace *ws);

/*
 * Whether a workspace for which we lack a right is kept from us by that alone:
 * a new process could use it.
 */
bool confine_hides(const char *path);

#endif
