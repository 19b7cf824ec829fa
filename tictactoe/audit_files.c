/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "sweep.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* What some results have led to. */
struct part {
	bool failed;
	struct sink sink;
	size_t games;
	struct link last;
	size_t broken_count;
	struct broken broken[SWEEP_PART];
};

/* How a result follows the one before it in the list; key 0: there is none. */
static void
check_link(struct part *p, size_t index, const struct link *before,
    const struct link *now)
{
	if (!link_fits(now, before))
		p->broken[p->broken_count++] =
		    (struct broken){now->named, (uint32_t)index};
}

static void
work(const struct sweep *s, size_t from, size_t to, void *part)
{
	const struct audit *audit = s->arg;
	const struct archive *a = s->archive;
	struct examiner *e = examiner_new();
	struct part *p = part;
	struct link links[2] = {{0}};

	p->failed = e == NULL;
	if (p->failed)
		return;
	p->sink.form = audit->out.form;
	if (from > 0)
		examine_key(
		    e, a, a->list[from - 1].key, NULL, &links[(from - 1) & 1]);
	for (size_t i = from; i < to; i++) {
		struct link *now = &links[i & 1];

		examine_key(e, a, a->list[i].key, &p->sink, now);
		check_link(p, i, &links[(i & 1) ^ 1], now);
	}
	p->games = to - from;
	p->last = links[(to - 1) & 1];
	examiner_free(e);
}

static void
take(const struct sweep *s, void *part)
{
	struct audit *audit = s->arg;
	struct part *p = part;

	sink_take(&audit->out, &p->sink);
	audit->games += p->games;
	audit->newest = p->last;
	memcpy(audit->broken + audit->broken_count, p->broken,
	    p->broken_count * sizeof(*p->broken));
	audit->broken_count += p->broken_count;
}

int
audit_files(struct audit *audit)
{
	const struct archive *a = &audit->archive;
	struct sweep sweep = {.archive = a,
	    .from = audit->from,
	    .to = a->count,
	    .part_size = sizeof(struct part),
	    .work = work,
	    .take = take,
	    .arg = audit};

	if (audit->from == a->count)
		return 0;
	/* of these pages only those are made that are written to */
	audit->broken = calloc(a->count - audit->from, sizeof(*audit->broken));
	if (audit->broken == NULL) {
		complain("%s: there is no memory for the chain", a->path);
		return COULD_NOT_LOOK;
	}
	if (sweep_run(&sweep) != 0 || audit->games != a->count - audit->from)
		return COULD_NOT_LOOK;
	return 0;
}
