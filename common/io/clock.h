/* SPDX-License-Identifier: ISC */
#ifndef IO_CLOCK_H
#define IO_CLOCK_H

#include <stdint.h>

/*
 * The only two clocks. Wall time names things and stands in records; boot time
 * (CLOCK_BOOTTIME, which counts suspend and knows no steps) decides when.
 */
#define SECOND_NS INT64_C(1000000000)
#define MS_NS INT64_C(1000000)

int64_t clock_wall(void); /* seconds since 1970, UTC */
int64_t clock_boot(void); /* nanoseconds since the machine was booted */

#endif
