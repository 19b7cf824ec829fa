/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "random.h"

/* Published outputs of SplitMix64, and its wrap at the limits. */
static struct row {
	const char *name;
	uint64_t seed, step, number;
} vectors[] = {
    {"seed 0, step 0", 0, 0, 0xe220a8397b1dcdafU},
    {"seed 0, step 1", 0, 1, 0x6e789e6aa1b965f4U},
    {"seed 0, step 2", 0, 2, 0x06c45d188009454fU},
    {"seed 0, step 3", 0, 3, 0xf88bb8a8724c81ecU},
    {"seed 1234567, step 0", 1234567, 0, 6457827717110365317U},
    {"seed 1234567, step 1", 1234567, 1, 3203168211198807973U},
    {"seed 1234567, step 2", 1234567, 2, 9817491932198370423U},
    {"seed 1234567, step 3", 1234567, 3, 4593380528125082431U},
    {"seed 1234567, step 4", 1234567, 4, 16408922859458223821U},
    {"greatest seed, step 0", UINT64_MAX, 0, 0xe4d971771b652c20U},
    {"greatest seed and step", UINT64_MAX, UINT64_MAX, 0xb4d055fcf2cbbd7bU},
};

static void
test_vector(void **state)
{
	const struct row *row = *state;

	assert_true(random_at(row->seed, row->step) == row->number);
	assert_true(random_at(row->seed, row->step) == row->number);
}

/* 2520 is a multiple of 1 to 9: evenly spread numbers pick evenly. */
static void
test_pick_is_even(void **state)
{
	(void)state;
	for (size_t count = 1; count <= 9; count++) {
		int picked[9] = {0};

		for (uint64_t k = 0; k < 2520; k++) {
			uint64_t low = (2 * k + 1) * (UINT64_C(1) << 31) / 2520;
			size_t pick = random_pick(low, count);

			assert_true(pick < count);
			picked[pick]++;
		}
		for (size_t i = 0; i < count; i++)
			assert_int_equal(picked[i], 2520 / count);
	}
}

static void
test_pick_is_within_range(void **state)
{
	static const size_t counts[] = {
	    1, 2, 3, 9, 1000, 0x7fffffff, 0x80000000};
	static const uint64_t numbers[] = {0, 1, 0x7fffffff, 0xffffffff,
	    0x100000000, UINT64_MAX - 1, UINT64_MAX};

	(void)state;
	for (size_t c = 0; c < NITEMS(counts); c++)
		for (size_t n = 0; n < NITEMS(numbers); n++)
			assert_true(
			    random_pick(numbers[n], counts[c]) < counts[c]);
	assert_int_equal(random_pick(0, 9), 0);
	assert_int_equal(random_pick(0xffffffff, 9), 8);
	assert_int_equal(random_pick(0xffffffff, 0x80000000), 0x7fffffff);
}

/* strategy_casual decides by the two highest bits: they must not pick, too. */
static void
test_pick_ignores_the_high_bits(void **state)
{
	(void)state;
	for (uint64_t step = 0; step < 1000; step++) {
		uint64_t number = random_at(7, step);

		for (uint64_t top = 0; top < 4; top++)
			assert_int_equal(
			    random_pick(
				(number & (UINT64_MAX >> 2)) | (top << 62), 9),
			    random_pick(number, 9));
	}
}

static void
test_pick_covers(void **state)
{
	(void)state;
	for (size_t count = 1; count <= 9; count++) {
		unsigned seen = 0;

		for (uint64_t step = 0; step < 200; step++)
			seen |= 1U << random_pick(random_at(1, step), count);
		assert_int_equal(seen, (1U << count) - 1);
	}
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "SplitMix64: ");
	suite_rows(&suite, test_vector, ROWS(vectors));
	suite_test(&suite, "a pick is even", test_pick_is_even);
	suite_test(&suite, "a pick is in range", test_pick_is_within_range);
	suite_test(&suite, "a pick ignores the high bits",
	    test_pick_ignores_the_high_bits);
	suite_test(&suite, "every thing is picked", test_pick_covers);
	return suite_run(&suite, "random");
}
