/* SPDX-License-Identifier: ISC */
#include "saved.h"

void
fault_text(char ret[FAULT_TEXT_SIZE], int line, const char *what,
    const char *expected, const char *found)
{
	struct text t = text_in(ret, FAULT_TEXT_SIZE);

	if (line > 0) {
		text_add(&t, "line ");
		text_number(&t, (uint64_t)line, 1);
		text_add(&t, ": ");
	}
	text_add(&t, what);
	if (expected == NULL)
		return;
	text_add(&t, " (expected ");
	text_add(&t, expected);
	text_add(&t, ", found ");
	text_add(&t, found);
	text_char(&t, ')');
}
