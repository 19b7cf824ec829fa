/* SPDX-License-Identifier: ISC */
#include "sweep.h"

#include "progress.h"
#include "tool.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#define WORKERS_MAX 64 /* threads */

/* A part on its way: a ring of them, each for one part at a time. */
struct slot {
	bool done;
	void *part;
};

struct pool {
	const struct sweep *sweep;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct slot *ring;
	size_t ring_size;
	size_t parts, given, taken; /* in all, begun, and taken by the caller */
};

static size_t
cores(void)
{
	cpu_set_t set;
	size_t count = 1;

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		count = (size_t)CPU_COUNT(&set);
	return count < WORKERS_MAX ? count : WORKERS_MAX;
}

static void
work_on(const struct sweep *s, size_t number, void *part)
{
	size_t from = s->from + number * SWEEP_PART;
	size_t to = s->to - from < SWEEP_PART ? s->to : from + SWEEP_PART;

	s->work(s, from, to, part);
}

static void *
worker(void *arg)
{
	struct pool *p = arg;

	(void)pthread_mutex_lock(&p->lock);
	while (p->given < p->parts) {
		size_t number = p->given;
		struct slot *slot = &p->ring[number % p->ring_size];

		if (number >= p->taken + p->ring_size) {
			(void)pthread_cond_wait(&p->changed, &p->lock);
			continue;
		}
		p->given++;
		(void)pthread_mutex_unlock(&p->lock);
		memset(slot->part, 0, p->sweep->part_size);
		work_on(p->sweep, number, slot->part);
		(void)pthread_mutex_lock(&p->lock);
		slot->done = true;
		(void)pthread_cond_broadcast(&p->changed);
	}
	(void)pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* Take the parts in their order. */
static void
take_all(struct pool *p)
{
	(void)pthread_mutex_lock(&p->lock);
	while (p->taken < p->parts) {
		struct slot *slot = &p->ring[p->taken % p->ring_size];

		if (!slot->done) {
			(void)pthread_cond_wait(&p->changed, &p->lock);
			continue;
		}
		(void)pthread_mutex_unlock(&p->lock);
		p->sweep->take(p->sweep, slot->part);
		progress_show((p->taken + 1) * SWEEP_PART);
		(void)pthread_mutex_lock(&p->lock);
		slot->done = false;
		p->taken++;
		(void)pthread_cond_broadcast(&p->changed);
	}
	(void)pthread_mutex_unlock(&p->lock);
}

/* With one core there is nothing to wait for. */
static void
run_alone(struct pool *p)
{
	for (size_t i = 0; i < p->parts; i++) {
		memset(p->ring[0].part, 0, p->sweep->part_size);
		work_on(p->sweep, i, p->ring[0].part);
		p->sweep->take(p->sweep, p->ring[0].part);
		progress_show((i + 1) * SWEEP_PART);
	}
}

static void
run_on(struct pool *p, size_t threads)
{
	pthread_t ids[WORKERS_MAX];
	size_t begun = 0;

	while (begun < threads && begun < WORKERS_MAX &&
	       pthread_create(&ids[begun], NULL, worker, p) == 0)
		begun++;
	if (begun == 0)
		run_alone(p);
	else
		take_all(p);
	for (size_t i = 0; i < begun; i++)
		(void)pthread_join(ids[i], NULL);
}

static bool
make_ring(struct pool *p)
{
	p->ring = calloc(p->ring_size, sizeof(*p->ring));
	if (p->ring == NULL)
		return false;
	for (size_t i = 0; i < p->ring_size; i++) {
		p->ring[i].part = malloc(p->sweep->part_size);
		if (p->ring[i].part == NULL)
			return false;
	}
	return true;
}

static void
free_ring(struct pool *p)
{
	for (size_t i = 0; p->ring != NULL && i < p->ring_size; i++)
		free(p->ring[i].part);
	free(p->ring);
}

int
sweep_run(const struct sweep *s)
{
	size_t threads = cores();
	struct pool pool = {.sweep = s,
	    .lock = PTHREAD_MUTEX_INITIALIZER,
	    .changed = PTHREAD_COND_INITIALIZER,
	    .ring_size = threads * 4,
	    .parts = (s->to - s->from + SWEEP_PART - 1) / SWEEP_PART};
	bool made = make_ring(&pool);

	if (made) {
		progress_begin(s->to - s->from);
		if (threads > 1 && pool.parts > 1)
			run_on(&pool, threads);
		else
			run_alone(&pool);
		progress_end();
	} else {
		complain("there is no memory for %zu threads", threads);
	}
	free_ring(&pool);
	return made ? EX_OK : EX_OSERR;
}
