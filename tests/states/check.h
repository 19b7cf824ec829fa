/* SPDX-License-Identifier: ISC */
#ifndef STATES_CHECK_H
#define STATES_CHECK_H

#include "world.h"

/* The parts of world_check(): a bot's words, and the files. */
void check_words(const struct ram *before, enum player who, bool completed);
void check_files(const struct ram *before, enum player who, bool completed);

#endif
