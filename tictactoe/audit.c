/* SPDX-License-Identifier: ISC */
#include "archive.h"
#include "commands.h"
#include "saved.h"
#include "sweep.h"
#include "tool.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLEAN = 0, FINDINGS = 1, COULD_NOT_LOOK = 2 };

/* What some results have led to: how many there were, and the lines. */
struct part {
	size_t games, findings;
	char *text;
	size_t len;
};

/* Where one result's faults go. */
struct file {
	FILE *out;
	struct part *part;
	const struct gameid *id;
};

static void
tell(void *arg, const struct fault *fault)
{
	const struct file *f = arg;

	f->part->findings++;
	(void)fprintf(f->out,
	    "game-%s.txt: line %d: %s (expected %s, found %s)\n", f->id->text,
	    fault->line, fault->what, fault->expected, fault->found);
}

static void
judge_one(const struct sweep *s, const struct gameid *id, struct file *f)
{
	const struct judge judge = {tell, f};
	struct item item;
	struct saved saved;

	f->id = id;
	f->part->games++;
	if (archive_read_result(s->archive, id, &item) == 0) {
		(void)saved_read(
		    (struct scan){item.bytes, item.len}, id, &judge, &saved);
		return;
	}
	f->part->findings++;
	(void)fprintf(f->out, "game-%s.txt: %s\n", id->text, strerror(errno));
}

static void
work(const struct sweep *s, size_t from, size_t to, void *part)
{
	struct part *p = part;
	struct file file = {.part = p};

	file.out = open_memstream(&p->text, &p->len);
	if (file.out == NULL)
		abort(); /* there is no memory for one line */
	for (size_t i = from; i < to; i++) {
		struct gameid id = archive_id(s->archive, i);

		judge_one(s, &id, &file);
	}
	(void)fclose(file.out);
}

static void
take(const struct sweep *s, void *part)
{
	struct part *sum = s->arg, *p = part;

	(void)fwrite(p->text, 1, p->len, stdout);
	free(p->text);
	sum->games += p->games;
	sum->findings += p->findings;
}

static int
judge_all(struct archive *a)
{
	struct part sum = {0};
	struct sweep sweep = {.archive = a,
	    .part_size = sizeof(sum),
	    .work = work,
	    .take = take,
	    .arg = &sum};

	if (archive_list(a, NULL, NULL) != 0)
		return COULD_NOT_LOOK;
	sweep.to = a->count;
	if (sweep_run(&sweep) != 0)
		return COULD_NOT_LOOK;
	(void)printf("%zu games, %zu findings\n", sum.games, sum.findings);
	if (printed() != 0)
		return COULD_NOT_LOOK;
	return sum.findings == 0 ? CLEAN : FINDINGS;
}

static int
help(void)
{
	(void)printf(
	    "usage: tictactoe audit [option ...]\n"
	    "  -w, --workspace DIR  the shared folder (" DEFAULT_WORKSPACE ")\n"
	    "  -h, --help           print this\n");
	return printed();
}

int
audit(int argc, char *argv[])
{
	static const struct option options[] = {
	    {"workspace", required_argument, NULL, 'w'},
	    {"help", no_argument, NULL, 'h'},
	    {NULL, 0, NULL, 0},
	};
	const char *path = DEFAULT_WORKSPACE;
	struct archive a;
	int option, status;

	opterr = 0;
	while ((option = getopt_long(argc, argv, ":w:h", options, NULL)) != -1)
		if (option == 'w')
			path = optarg;
		else
			return option == 'h' ? help()
					     : bad_option(option, argv);
	if (archive_open(&a, path) != 0)
		return COULD_NOT_LOOK;
	status = judge_all(&a);
	archive_close(&a);
	return status;
}
