/* SPDX-License-Identifier: ISC */
#include "brain.h"

#include "choose.h"

struct line
brain_choose(const struct options *options, const struct session *s)
{
	return choose_line(options, s);
}

bool
brain_decided(const struct session *s)
{
	(void)s;
	return true;
}
