/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "clock.h"
#include "schedule.h"

#define S SECOND_NS
#define MINUTES2 (120 * S)

static struct next_row {
	const char *name;
	int64_t phase, interval, now, next;
} nexts[] = {
    {"at the phase", 0, MINUTES2, 0, MINUTES2},
    {"a nanosecond before it", 0, MINUTES2, -1, 0},
    {"just before the next", 0, MINUTES2, MINUTES2 - 1, MINUTES2},
    {"at the next", 0, MINUTES2, MINUTES2, 2 * MINUTES2},
    {"a phase of its own", 7 * S, MINUTES2, 8 * S, 127 * S},
    {"before the phase", 7 * S, MINUTES2, 6 * S, 7 * S},
    {"after a reboot", 1000 * S, MINUTES2, 50 * S, 160 * S},
    {"after a reboot, on the grid", 1000 * S, MINUTES2, 40 * S, 160 * S},
    {"a negative phase", -50 * S, MINUTES2, 0, 70 * S},
    {"a very negative phase", -1000050 * S, MINUTES2, 0, 30 * S},
    {"a long pause", 0, MINUTES2, 1000001 * S, 1000080 * S},
    {"a fraction of a second", 0, S / 4, S / 2, 3 * S / 4},
    {"a third of a second", 1, 333333333, 1000000000, 1333333333},
    {"a nanosecond", 0, 1, 41, 42},
    {"a year", 5, 31536000 * S, 4, 5},
};

static void
test_next(void **state)
{
	const struct next_row *row = *state;

	assert_true(
	    schedule_next(row->phase, row->interval, row->now) == row->next);
}

/* The first grid point later than now, whatever phase and now are. */
static void
test_next_property(void **state)
{
	(void)state;
	for (int64_t phase = -40; phase <= 40; phase += 1)
		for (int64_t interval = 1; interval <= 13; interval++)
			for (int64_t now = -40; now <= 40; now++) {
				int64_t next =
				    schedule_next(phase, interval, now);

				assert_true(next > now);
				assert_true(next - interval <= now);
				assert_true((next - phase) % interval == 0);
			}
}

/* Late by more than a tenth of the interval, and at most a second. */
static struct missed_row {
	const char *name;
	int64_t interval, late;
	bool missed;
} misseds[] = {
    {"in time", MINUTES2, 0, false},
    {"early", MINUTES2, -S, false},
    {"a second late", MINUTES2, S, false},
    {"more than a second late", MINUTES2, S + 1, true},
    {"a second of ten", 10 * S, S, false},
    {"more of ten", 10 * S, S + 1, true},
    {"a tenth of five seconds", 5 * S, S / 2, false},
    {"more of five seconds", 5 * S, S / 2 + 1, true},
    {"a tenth of a tenth", S / 10, S / 100, false},
    {"more of a tenth", S / 10, S / 100 + 1, true},
    {"a nanosecond of five", 5, 1, true},
    {"hours late", MINUTES2, 10000 * S, true},
};

static void
test_missed(void **state)
{
	const struct missed_row *row = *state;

	for (int64_t tick = -1000 * S; tick <= 1000 * S; tick += 1000 * S)
		assert_int_equal(
		    schedule_missed(tick, row->interval, tick + row->late),
		    row->missed);
}

/* After a restart: the phase is the tick that was used last. */
static struct resume_row {
	const char *name;
	int64_t phase, interval, now, tick;
} resumes[] = {
    {"within the same tick", 1000 * S, MINUTES2, 1000 * S, 1120 * S},
    {"soon after it", 1000 * S, MINUTES2, 1001 * S, 1120 * S},
    {"before the next", 1000 * S, MINUTES2, 1119 * S, 1120 * S},
    {"at the next", 1000 * S, MINUTES2, 1120 * S, 1120 * S},
    {"a second after it", 1000 * S, MINUTES2, 1121 * S, 1120 * S},
    {"too late for it", 1000 * S, MINUTES2, 1121 * S + 1, 1240 * S},
    {"days later", 1000 * S, MINUTES2, 1000005 * S, 1000120 * S},
    {"days later, on the grid", 1000 * S, MINUTES2, 1000121 * S, 1000120 * S},
    {"rebooted", 1000 * S, MINUTES2, 50 * S, 160 * S},
    {"rebooted, in time for one", 1000 * S, MINUTES2, 40 * S, 40 * S},
    {"rebooted, a second late", 1000 * S, MINUTES2, 41 * S, 40 * S},
    {"rebooted, too late", 1000 * S, MINUTES2, 42 * S, 160 * S},
    {"a negative phase", -30 * S, MINUTES2, 0, 90 * S},
    {"a negative phase, in time", -120 * S, MINUTES2, S / 2, 0},
    {"another interval now", 1000 * S, 7 * S, 1010 * S, 1014 * S},
    {"another interval, in time", 1000 * S, 7 * S, 1014 * S + S / 2, 1014 * S},
    {"a fraction", 0, S / 2, 10 * S + 1, 10 * S},
    {"a fraction, too late", 0, S / 2, 10 * S + S / 20 + 1, 10 * S + S / 2},
};

static void
test_resume(void **state)
{
	const struct resume_row *row = *state;

	assert_true(
	    schedule_resume(row->phase, row->interval, row->now) == row->tick);
}

int
main(void)
{
	static struct suite suite;

	suite_rows(&suite, test_next, ROWS(nexts));
	suite_test(&suite, "a later grid point", test_next_property);
	suite_rows(&suite, test_missed, ROWS(misseds));
	suite_rows(&suite, test_resume, ROWS(resumes));
	return suite_run(&suite, "schedule");
}
