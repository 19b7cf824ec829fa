/* SPDX-License-Identifier: ISC */
#include "saved_reader.h"

#include <string.h>

void
reader_tell(struct reader *r, const char *const words[2], const char *expected,
    struct scan found)
{
	struct fault fault = {
	    .kind = words[0], .line = r->line, .what = words[1]};
	struct text e = text_in(fault.expected, sizeof(fault.expected));
	struct text f = text_in(fault.found, sizeof(fault.found));

	r->faults++;
	if (r->judge == NULL)
		return;
	text_add(&e, expected);
	text_cleaned(&f, found.at, found.len, FAULT_SIZE - 1);
	if (found.len == 0)
		text_add(&f, "nothing");
	r->judge->tell(r->judge->arg, &fault);
}

bool
reader_line(struct reader *r, const char *expected, struct scan *ret)
{
	if (r->lost)
		return false;
	r->line++;
	if (scan_line(&r->rest, ret))
		return true;
	r->lost = true;
	TELL(r, "partial",
	    r->rest.len > 0 ? "the file ends within a line"
			    : "the file ends here",
	    expected, r->rest);
	return false;
}

bool
reader_until(struct scan *from, const char *end, struct scan *ret)
{
	const char *at = memmem(from->at, from->len, end, strlen(end));

	if (at == NULL)
		return false;
	*ret = (struct scan){from->at, (size_t)(at - from->at)};
	from->len -= ret->len + strlen(end);
	from->at = at + strlen(end);
	return true;
}

bool
reader_not(struct reader *r, const char *name, struct scan line)
{
	r->lost = true;
	TELL(r, "format", "not the line that belongs here", name, line);
	return false;
}
