/* SPDX-License-Identifier: ISC */
/* Any bytes as a saved result: what has no fault is written as it was read. */
#include "fuzz.h"
#include "saved.h"

#include <string.h>

static void
check_fault(void *arg, const struct fault *fault)
{
	int *told = arg;

	(*told)++;
	must(fault->kind[0] != '\0' && fault->what[0] != '\0',
	    "a fault has words");
	must(fault->line >= 0, "and a line");
	must(is_printable(fault->expected, strlen(fault->expected)) &&
		 is_printable(fault->found, strlen(fault->found)),
	    "and can be shown");
}

static void
must_be_written(const struct saved *saved, struct scan in)
{
	const struct result result = saved_result(saved);
	char again[RESULT_SIZE];

	must(result_write(&result, again) == in.len &&
		 memcmp(again, in.at, in.len) == 0,
	    "a result without a fault is written as it was read");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scan in = {(const char *)data, size};
	struct gameid id = {"2026-09-03-110200"};
	struct saved saved;
	int told = 0, faults;

	/* under the name that its first line asks for, where there is one */
	(void)result_gameid(in.at, in.len, &id);
	faults =
	    saved_read(in, &id, &(struct judge){check_fault, &told}, &saved);
	must(faults == told, "every fault is told");
	must(saved_read(in, &id, NULL, &saved) == faults,
	    "and is one whether it is told or not");
	must(saved.previous.name[0] != '\0' || faults > 0,
	    "without a fault there is a previous");
	if (faults == 0)
		must_be_written(&saved, in);
	return 0;
}
