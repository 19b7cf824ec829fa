/* SPDX-License-Identifier: ISC */
#ifndef MESSENGER2_RESPONDER_H
#define MESSENGER2_RESPONDER_H

#include "daemon.h"

/* messenger2: answers the newest game that messenger1 has opened. */
extern const struct role responder;

#endif
