/* SPDX-License-Identifier: ISC */
#ifndef UNIT_SUITE_H
#define UNIT_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * What every test program needs of cmocka. A table of rows becomes one test for
 * each row: a row begins with its name, and the test finds it in *state.
 *
 *	static struct suite suite;
 *
 *	suite_prefix(&suite, "a number: ");
 *	suite_rows(&suite, test_number, ROWS(numbers));
 *	suite_prefix(&suite, "");
 *	suite_test(&suite, "never past the buffer", test_buffer);
 *	return suite_run(&suite, "text");
 */
#define SUITE_MAX 1024
#define SUITE_NAME_SIZE 128

struct suite {
	const char *prefix; /* of the names of rows */
	struct CMUnitTest tests[SUITE_MAX];
	char names[SUITE_MAX][SUITE_NAME_SIZE];
	size_t count;
};

#define NITEMS(array) (sizeof(array) / sizeof((array)[0]))
#define ROWS(table) (table), NITEMS(table), sizeof((table)[0])

static inline void
suite_prefix(struct suite *suite, const char *prefix)
{
	suite->prefix = prefix;
}

static inline void
suite_add(struct suite *suite, struct CMUnitTest test)
{
	if (suite->count == SUITE_MAX)
		abort();
	suite->tests[suite->count++] = test;
}

static inline void
suite_test(struct suite *suite, const char *name, CMUnitTestFunction test)
{
	suite_add(suite, (struct CMUnitTest){.name = name, .test_func = test});
}

/* One row, whose first member is its name. */
static inline void
suite_row(struct suite *suite, CMUnitTestFunction test, void *row)
{
	const char *prefix = suite->prefix != NULL ? suite->prefix : "";
	const char *name;

	if (suite->count == SUITE_MAX)
		abort();
	memcpy(&name, row, sizeof(name));
	(void)snprintf(
	    suite->names[suite->count], SUITE_NAME_SIZE, "%s%s", prefix, name);
	suite_add(suite, (struct CMUnitTest){.name = suite->names[suite->count],
			     .test_func = test,
			     .initial_state = row});
}

static inline void
suite_rows(struct suite *suite, CMUnitTestFunction test, void *rows,
    size_t count, size_t size)
{
	for (size_t i = 0; i < count; i++)
		suite_row(suite, test, (char *)rows + i * size);
}

/* Exactly size bytes, so that a sanitizer sees the first one past them. */
static inline char *
suite_alloc(size_t size)
{
	char *bytes = malloc(size > 0 ? size : 1);

	if (bytes == NULL)
		abort();
	return bytes;
}

static inline char *
suite_copy(const char *bytes, size_t size)
{
	return memcpy(suite_alloc(size), bytes, size);
}

static inline int
suite_run(struct suite *suite, const char *name)
{
	return _cmocka_run_group_tests(
	    name, suite->tests, suite->count, NULL, NULL);
}

#endif
