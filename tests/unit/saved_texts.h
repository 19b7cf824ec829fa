/* SPDX-License-Identifier: ISC */
#ifndef UNIT_SAVED_TEXTS_H
#define UNIT_SAVED_TEXTS_H

#include "result_facts.h"
#include "suite.h"

#include "saved.h"

/* The example's text with other lines, read back. */
#define FAULTS_MAX 64

static const struct gameid game_id = {"2026-09-03-110200"};

struct told {
	size_t count;
	struct fault list[FAULTS_MAX];
};

static inline void
take_fault(void *arg, const struct fault *fault)
{
	struct told *told = arg;

	if (told->count < FAULTS_MAX)
		told->list[told->count++] = *fault;
}

/* Read a text that lies in memory of just its size. */
static inline int
read_text(const char *text, size_t len, struct told *told, struct saved *ret)
{
	const struct judge judge = {take_fault, told};
	char *bytes = suite_copy(text, len);
	int faults;

	memset(told, 0, sizeof(*told));
	memset(ret, 0xa5, sizeof(*ret));
	faults = saved_read((struct scan){bytes, len}, &game_id, &judge, ret);
	assert_int_equal(faults, told->count);
	assert_int_equal(
	    saved_read((struct scan){bytes, len}, &game_id, NULL, ret), faults);
	free(bytes);
	return faults;
}

/* What was read without a fault makes the same bytes again. */
static inline void
check_written(const struct saved *saved, const char *text, size_t len)
{
	const struct result result = saved_result(saved);
	char again[RESULT_SIZE];

	assert_int_equal(result_write(&result, again), len);
	assert_memory_equal(again, text, len);
}

/* Put one line in the place of another, or leave it out: NULL. */
static inline size_t
replace_line(long number, const char *line, char ret[RESULT_SIZE])
{
	const char *rest = EXAMPLE_RESULT;
	struct text t = text_in(ret, RESULT_SIZE);

	for (long at = 1; *rest != '\0'; at++) {
		size_t len = strcspn(rest, "\n") + 1;

		if (at != number)
			text_bytes(&t, rest, len);
		else if (line != NULL)
			text_add(&t, line);
		rest += len;
	}
	return t.len;
}

#endif
