/* SPDX-License-Identifier: ISC */
#include "schedule.h"

#include "clock.h"

int64_t
schedule_next(int64_t phase, int64_t interval, int64_t now)
{
	/* each by itself: a damaged journal can hold any phase */
	int64_t into = (now % interval - phase % interval) % interval;

	if (into < 0)
		into += interval;
	return now - into + interval;
}

bool
schedule_missed(int64_t tick, int64_t interval, int64_t now)
{
	int64_t slack = interval / 10;

	return now - tick > (slack < SECOND_NS ? slack : SECOND_NS);
}

int64_t
schedule_resume(int64_t phase, int64_t interval, int64_t now)
{
	int64_t next = schedule_next(phase, interval, now);
	int64_t due = next - interval;

	/* now < phase: the clock has started anew with a boot */
	if ((due > phase || now < phase) &&
	    !schedule_missed(due, interval, now))
		return due;
	return next;
}
