/* SPDX-License-Identifier: ISC */
#include "asked.h"
#include "commands.h"
#include "digest.h"
#include "export_format.h"
#include "exported.h"
#include "named.h"
#include "sweep.h"
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

struct options {
	const char *workspace;
	const struct format *format;
	struct asked asked;
};

/* What some results have led to: their text, and the lines about those left out. */
struct part {
	struct stream {
		FILE *to;
		char *text;
		size_t len;
	} games, left_out;

	size_t count; /* of those */
	int status;   /* of the first of them */
	bool lost;    /* there was no memory */
};

struct sum {
	const struct format *format;
	size_t left_out;
	int status;
	bool lost;
};

static bool
stream_begin(struct stream *s)
{
	s->to = open_memstream(&s->text, &s->len);
	return s->to != NULL;
}

static bool
stream_end(struct stream *s)
{
	return s->to == NULL || fclose(s->to) == 0;
}

/* One line about a result that is left out, of its first fault. */
struct complaint {
	FILE *to;
	const char *name;
	bool told;
};

static void
tell(void *arg, const struct fault *fault)
{
	struct complaint *c = arg;
	char text[FAULT_TEXT_SIZE];

	fault_text(
	    text, fault->line, fault->what, fault->expected, fault->found);
	if (!c->told)
		(void)fprintf(c->to, "%s: %s\n", c->name, text);
	c->told = true;
}

static void
leave_out(struct part *p, int status)
{
	if (p->count++ == 0)
		p->status = status;
}

static void
export_one(const struct sweep *s, const struct gameid *id, struct part *p)
{
	const struct sum *sum = s->arg;
	char name[GAMEID_NAME_SIZE], sha256[SHA256_TEXT_SIZE];
	struct complaint complaint = {p->left_out.to, name, false};
	const struct judge judge = {tell, &complaint};
	struct item item;
	struct saved saved;

	gameid_result_name(id, name);
	if (archive_read_result(s->archive, id, &item) == -1) {
		leave_out(p, named_unread(errno));
		(void)fprintf(
		    p->left_out.to, "%s: %s\n", name, strerror(errno));
	} else if (saved_read((struct scan){item.bytes, item.len}, id, &judge,
		       &saved) > 0) {
		leave_out(p, EX_DATAERR);
	} else if (digest_of(item.bytes, item.len, sha256) == -1 ||
		   !sum->format->write(p->games.to, &saved, sha256, false)) {
		p->lost = true;
	}
}

static void
work(const struct sweep *s, size_t from, size_t to, void *part)
{
	struct part *p = part;

	p->lost = !stream_begin(&p->games) || !stream_begin(&p->left_out);
	for (size_t i = from; i < to && !p->lost; i++) {
		struct gameid id = archive_id(s->archive, i);

		export_one(s, &id, p);
	}
	p->lost |= !stream_end(&p->games);
	p->lost |= !stream_end(&p->left_out);
}

static void
take(const struct sweep *s, void *part)
{
	struct sum *sum = s->arg;
	struct part *p = part;
	char *rest = p->left_out.text, *line;

	(void)fwrite(p->games.text, 1, p->games.len, stdout);
	while (
	    !p->lost && (line = strsep(&rest, "\n")) != NULL && *line != '\0')
		complain("%s", line);
	free(p->games.text);
	free(p->left_out.text);
	sum->left_out += p->count;
	if (sum->status == EX_OK)
		sum->status = p->status;
	sum->lost |= p->lost;
}

/* What has a result's name and is none, where it would be exported. */
struct strangers {
	const struct options *o;
	size_t count;
};

static void
tell_stranger(void *arg, const char *name, unsigned char type)
{
	struct strangers *s = arg;
	struct gameid id;

	(void)type;
	if (gameid_of_result_name(name, &id) == -1 || s->o->asked.last > 0 ||
	    gameid_compare(&id, &s->o->asked.since) < 0)
		return;
	complain("%s: not a regular file", name);
	s->count++;
}

static int
export_list(struct archive *a, const struct options *o)
{
	struct strangers strangers = {.o = o};
	struct sum sum = {.format = o->format};
	struct sweep sweep = {.archive = a,
	    .part_size = sizeof(struct part),
	    .work = work,
	    .take = take,
	    .arg = &sum};
	int status = archive_list(a, tell_stranger, &strangers);

	if (status != EX_OK)
		return status;
	sum.left_out = strangers.count;
	sum.status = strangers.count > 0 ? EX_NOINPUT : EX_OK;
	sweep.from = asked_from(&o->asked, a);
	sweep.to = a->count;
	status = sweep_run(&sweep);
	if (status != EX_OK)
		return status;
	if (sum.lost) {
		complain("there is no memory, and not all was exported");
		return EX_OSERR;
	}
	if (sum.left_out > 0)
		complain(
		    "left out: %zu; tictactoe audit says more", sum.left_out);
	return sum.status;
}

static int
export_folder(const struct options *o)
{
	struct archive a;
	int status = archive_open(&a, o->workspace);

	if (status == EX_OK)
		status = archive_check(a.dir, a.path, false);
	if (status == EX_OK) {
		if (o->format->head != NULL)
			(void)puts(o->format->head);
		status = export_list(&a, o);
	}
	archive_close(&a);
	return status;
}

/* Those that cannot be read are left out; the first of them is the status. */
static int
export_named(const struct options *o, char *const words[], bool alone)
{
	int status = EX_OK;

	if (o->format->head != NULL)
		(void)puts(o->format->head);
	for (; *words != NULL; words++) {
		struct named game;
		int error = named_result(o->workspace, *words, &game);

		if (error == EX_OK && !o->format->write(stdout, &game.saved,
					  game.sha256, alone)) {
			complain("%s: there is no memory", *words);
			error = EX_OSERR;
		}
		if (status == EX_OK)
			status = error;
	}
	return status;
}

static int
help(void)
{
	(void)printf(
	    "usage: tictactoe export [option ...] [GAME ...]\n"
	    "Prints all results of a folder, or only each GAME: its ID, or the"
	    " name or path\n"
	    "of its result.\n" HELP_FOLDER ASKED_HELP
	    "      --json           an object a line (the default)\n"
	    "      --csv            a row a game, below a row of names\n"
	    "      --openturn       replay envelopes of openturn, one a "
	    "line\n" HELP_HELP
	    "What cannot be exported is left out; the first gives the exit "
	    "status.\n");
	return printed();
}

enum { JSON = 256, CSV, OPENTURN };

static int
take_format(const struct format *format, struct options *o)
{
	if (o->format != NULL && o->format != format)
		return misused("--json, --csv and --openturn exclude each"
			       " other");
	o->format = format;
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
	case ASKED_SINCE:
	case ASKED_LAST:
		return asked_take(&o->asked, option, optarg);
	case CSV:
		return take_format(&format_csv, o);
	case OPENTURN:
		return take_format(&format_openturn, o);
	default:
		return take_format(&format_json, o);
	}
}

static int
run(const struct options *o, char *const words[], int count)
{
	int status, arrived;

	if (count > 0 && !asked_for_all(&o->asked))
		return misused("with a GAME there is no --since and no --last");
	status =
	    count > 0 ? export_named(o, words, count == 1) : export_folder(o);
	arrived = printed();
	return arrived == EX_OK ? status : arrived;
}

int export(int argc, char *argv[])
{
	static const struct option options[] = {
	    ASKED_OPTIONS,
	    {"json", no_argument, NULL, JSON},
	    {"csv", no_argument, NULL, CSV},
	    {"openturn", no_argument, NULL, OPENTURN},
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {":w:h", options, help, take_option};
	struct options o = {.workspace = DEFAULT_WORKSPACE};
	int status = read_options(&usage, argc, argv, &o);

	if (status != -1)
		return status;
	if (o.format == NULL)
		o.format = &format_json;
	return run(&o, argv + optind, argc - optind);
}
