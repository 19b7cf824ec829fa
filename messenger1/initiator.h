/* SPDX-License-Identifier: ISC */
#ifndef MESSENGER1_INITIATOR_H
#define MESSENGER1_INITIATOR_H

#include "daemon.h"

/* messenger1: opens a game at every tick and saves its result. */
extern const struct role initiator;

#endif
