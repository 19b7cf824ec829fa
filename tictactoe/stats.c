/* SPDX-License-Identifier: ISC */
#include "asked.h"
#include "commands.h"
#include "stats_print.h"
#include "stats_replace.h"
#include "sweep.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

struct options {
	const char *workspace;
	print_fn *print;
	const char *file; /* NULL: standard output */
	struct asked asked;
};

/* What some results have led to: facts for each that is not damaged. */
struct part {
	struct played *facts; /* NULL: there was no memory */
	size_t count, left_out;
};

struct total {
	struct counts *counts;
	bool full; /* there is no memory for more */
};

static void
work(const struct sweep *s, size_t from, size_t to, void *part)
{
	struct part *p = part;
	struct item item;
	struct saved saved;

	p->facts = calloc(to - from, sizeof(*p->facts));
	for (size_t i = from; i < to && p->facts != NULL; i++) {
		struct gameid id = archive_id(s->archive, i);

		if (archive_read_result(s->archive, &id, &item) == 0 &&
		    saved_read((struct scan){item.bytes, item.len}, &id, NULL,
			&saved) == 0)
			p->facts[p->count++] = played_of(&saved);
		else
			p->left_out++;
	}
}

static void
take(const struct sweep *s, void *part)
{
	struct total *total = s->arg;
	struct part *p = part;

	total->full |= p->facts == NULL;
	for (size_t i = 0; i < p->count; i++)
		total->full |= !counts_add(total->counts, &p->facts[i]);
	total->counts->left_out += p->left_out;
	free(p->facts);
}

static int
count_all(const struct options *o, struct counts *counts)
{
	struct archive a;
	struct total total = {.counts = counts};
	struct sweep sweep = {.archive = &a,
	    .part_size = sizeof(struct part),
	    .work = work,
	    .take = take,
	    .arg = &total};
	int status = archive_open(&a, o->workspace);

	if (status == EX_OK)
		status = archive_check(a.dir, a.path, false);
	if (status == EX_OK)
		status = archive_list(&a, NULL, NULL);
	if (status == EX_OK) {
		sweep.from = asked_from(&o->asked, &a);
		sweep.to = a.count;
		status = sweep_run(&sweep);
	}
	if (status == EX_OK && total.full) {
		complain("there is no memory for so many games");
		status = EX_OSERR;
	}
	archive_close(&a);
	return status;
}

static int
print(const struct options *o, const struct counts *counts)
{
	struct replacement r;
	int status;

	if (o->file == NULL) {
		o->print(counts, stdout);
		return printed();
	}
	status = replace_begin(&r, o->file, o->workspace);
	if (status != EX_OK)
		return status;
	o->print(counts, r.out);
	return replace_end(&r);
}

static int
run(const struct options *o)
{
	struct counts *counts = counts_new();
	int status;

	if (counts == NULL) {
		complain("there is no memory to count in");
		return EX_OSERR;
	}
	status = count_all(o, counts);
	if (status == EX_OK)
		status = print(o, counts);
	counts_free(counts);
	return status;
}

static int
help(void)
{
	(void)printf("usage: tictactoe stats [option ...]\n"
		     "Counts wins, endings, openings and more in the saved "
		     "results.\n" HELP_FOLDER ASKED_HELP
		     "      --json           print one object\n"
		     "      --csv            print one table\n"
		     "      --svg FILE       draw a picture; - is standard "
		     "output\n" HELP_HELP);
	return printed();
}

enum { JSON = 256, CSV, SVG };

static int
take_form(print_fn *print_in, struct options *o)
{
	if (o->print != stats_text && o->print != print_in)
		return misused("--json, --csv and --svg exclude each other");
	o->print = print_in;
	return EX_OK;
}

static int
take_option(int option, void *arg)
{
	struct options *o = arg;

	switch (option) {
	case 'w':
		o->workspace = optarg;
		return EX_OK;
	case JSON:
		return take_form(stats_json, o);
	case CSV:
		return take_form(stats_csv, o);
	case SVG:
		o->file = strcmp(optarg, "-") == 0 ? NULL : optarg;
		return take_form(stats_svg, o);
	default:
		return asked_take(&o->asked, option, optarg);
	}
}

int
stats(int argc, char *argv[])
{
	static const struct option options[] = {
	    ASKED_OPTIONS,
	    {"json", no_argument, NULL, JSON},
	    {"csv", no_argument, NULL, CSV},
	    {"svg", required_argument, NULL, SVG},
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {":w:h", options, help, take_option};
	struct options o = {
	    .workspace = DEFAULT_WORKSPACE, .print = stats_text};
	int status = read_options(&usage, argc, argv, &o);

	if (status != -1)
		return status;
	if (optind < argc)
		return misused("\"%s\" is no option", argv[optind]);
	return run(&o);
}
