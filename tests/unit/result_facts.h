/* SPDX-License-Identifier: ISC */
#ifndef UNIT_RESULT_FACTS_H
#define UNIT_RESULT_FACTS_H

/* The game of the manual pages: its result, and the one before it. */
#define SHA256                                                                 \
	"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
#define EXAMPLE_PREVIOUS "game-2026-09-03-110000.txt"
#define EXAMPLE_RESULT                                                         \
	"Game ID: 2026-09-03-110200\n"                                         \
	"Started: 2026-09-03T11:02:00Z\n"                                      \
	"Finished: 2026-09-03T11:02:09Z\n"                                     \
	"Players: messenger1, messenger2\n"                                    \
	"Symbols: messenger1 = cross, messenger2 = circle\n"                   \
	"First player: messenger2\n"                                           \
	"Moves: 5\n"                                                           \
	"1. messenger2: circle 1\n"                                            \
	"2. messenger1: cross 3\n"                                             \
	"3. messenger2: circle 5\n"                                            \
	"4. messenger1: cross 7\n"                                             \
	"5. messenger2: circle 9\n"                                            \
	"Rejected: 1\n"                                                        \
	"after move 4, messenger1 rejected \"circle 3\": "                     \
	"position 3 is occupied\n"                                             \
	"Board:\n"                                                             \
	"O |   | X\n"                                                          \
	"---------\n"                                                          \
	"  | O |  \n"                                                          \
	"---------\n"                                                          \
	"X |   | O\n"                                                          \
	"Result: messenger2 win\n"                                             \
	"Previous: " EXAMPLE_PREVIOUS " sha256 " SHA256 "\n"

#endif
