/* SPDX-License-Identifier: ISC */
#include "audit.h"

#include "asked.h"
#include "commands.h"
#include "tool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

struct options {
	const char *workspace;
	enum form form;
	bool restore;
	struct asked asked;
	long long interval;
};

/* Of the newest, or NULL. */
static const char *
newest_sha256(const struct audit *audit)
{
	const char *sha256 = audit->newest.sha256;

	return strlen(sha256) == SHA256_TEXT_SIZE - 1 ? sha256 : NULL;
}

static void
print_newest(const struct audit *audit)
{
	char name[GAMEID_NAME_SIZE];
	const char *sha256 = newest_sha256(audit);

	archive_name(audit->newest.key, name);
	(void)printf(", newest %s sha256 %s, ", name,
	    sha256 != NULL ? sha256 : "unknown");
	if (!audit->end.there)
		(void)printf("no journal vouches for it");
	else
		(void)printf("%s by messenger1's journal",
		    audit->vouched ? "vouched for" : "not vouched for");
}

static void
print_gaps(const struct audit *audit)
{
	(void)printf(", %zu gaps (", audit->gaps);
	if (audit->gaps > 0)
		(void)printf("%zu games missing, ", audit->missed);
	if (audit->interval > 0)
		(void)printf("interval %lld s, %s)", audit->interval,
		    audit->guessed ? "guessed" : "given");
	else
		(void)printf("interval unknown)");
}

static void
print_summary(const struct audit *audit, bool all)
{
	(void)printf(
	    "%zu games, %zu findings", audit->games, audit->out.findings);
	if (audit->unjudged > 0)
		(void)printf(", %zu not judged", audit->unjudged);
	if (all && audit->archive.count + audit->unjudged == 0)
		(void)printf(", no result is there");
	else if (all)
		print_gaps(audit);
	if (audit->restored > 0)
		(void)printf(", %zu restored", audit->restored);
	if (audit->newest.key != 0)
		print_newest(audit);
	(void)putchar('\n');
}

static void
print_json_summary(const struct audit *audit)
{
	char name[GAMEID_NAME_SIZE];
	bool have = audit->newest.key != 0;

	archive_name(audit->newest.key, name);
	print_json(json_pack(
	    "{s:s, s:I, s:I, s:I, s:I, s:o, s:b, s:I, s:s?, s:s?, s:b, s:b}",
	    "type", "summary", "games", (json_int_t)audit->games, "findings",
	    (json_int_t)audit->out.findings, "gaps", (json_int_t)audit->gaps,
	    "missed", (json_int_t)audit->missed, "interval",
	    audit->interval > 0 ? json_integer(audit->interval) : json_null(),
	    "guessed", audit->guessed, "restored", (json_int_t)audit->restored,
	    "newest", have ? name : NULL, "sha256", newest_sha256(audit),
	    "journal", audit->end.there, "vouched", audit->vouched));
}

/* The second names are looked at beside the results: that is half the waiting. */
struct beside {
	struct audit audit; /* a copy, with a sink of its own */
	int status;
};

static void *
look_beside(void *arg)
{
	struct beside *b = arg;

	b->status = audit_seconds(&b->audit);
	return NULL;
}

static int
judge_results(struct audit *audit)
{
	struct beside beside = {.audit = *audit};
	pthread_t thread;
	bool begun;
	int status;

	beside.audit.out = (struct sink){.form = audit->out.form};
	begun = pthread_create(&thread, NULL, look_beside, &beside) == 0;
	status = audit_files(audit);
	if (status == 0)
		status = audit_chain(audit);
	if (begun)
		(void)pthread_join(thread, NULL);
	else
		(void)look_beside(&beside);
	sink_take(&audit->out, &beside.audit.out);
	for (size_t i = audit->from; i < audit->archive.count; i++)
		if (audit->standing[i].differs)
			audit_replaced(audit, audit->archive.list[i].key);
	return status | beside.status;
}

static int
judge_folder(struct audit *audit, const struct options *o)
{
	if (archive_open(&audit->archive, o->workspace) != 0 ||
	    archive_check(audit->archive.dir, o->workspace, false) != 0 ||
	    (o->restore && audit_restore(audit) != 0) ||
	    audit_names(audit) != 0)
		return COULD_NOT_LOOK;
	audit->from = asked_from(&o->asked, &audit->archive);
	return audit_standing(audit) == 0 ? judge_results(audit)
					  : COULD_NOT_LOOK;
}

static int
run(const struct options *o, char *const files[])
{
	struct audit audit = {.archive = {.dir = -1, .seconds = -1},
	    .out = {.form = o->form},
	    .interval = o->interval};
	int status = *files != NULL ? audit_named(&audit, o->workspace, files)
				    : judge_folder(&audit, o);

	sink_print(&audit.out);
	if (status == 0 && *files == NULL)
		audit_gaps(&audit);
	if (status == 0 && o->form == FORM_TEXT)
		print_summary(&audit, *files == NULL);
	else if (status == 0 && o->form == FORM_JSON)
		print_json_summary(&audit);
	archive_close(&audit.archive);
	free(audit.broken);
	free(audit.standing);
	if (printed() != 0 || status != 0)
		return COULD_NOT_LOOK;
	return audit.out.findings == 0 ? CLEAN : FINDINGS;
}

static int
help(void)
{
	(void)printf(
	    "usage: tictactoe audit [option ...] [FILE ...]\n"
	    "Judges all results of a folder, or only each FILE.\n" HELP_FOLDER
		ASKED_HELP "      --interval SECONDS  of the games, to find "
	    "gaps (guessed)\n"
	    "      --restore        link back what was removed, from its second"
	    " name\n"
	    "      --json           print objects, one a line\n"
	    "  -q, --quiet          print nothing; the exit status "
	    "tells\n" HELP_HELP
	    "Exit status: 0 clean, 1 findings, 2 could not look.\n");
	return printed();
}

enum { INTERVAL = 256, RESTORE, JSON };

static int
take_option(int option, void *arg)
{
	struct options *o = arg;

	switch (option) {
	case 'w':
		o->workspace = optarg;
		return 0;
	case 'q':
		o->form = FORM_NONE;
		return 0;
	case JSON:
		o->form = FORM_JSON;
		return 0;
	case RESTORE:
		o->restore = true;
		return 0;
	case INTERVAL:
		o->interval = number_option("--interval", optarg, 1, 31536000);
		return o->interval == -1 ? EX_USAGE : 0;
	default:
		return asked_take(&o->asked, option, optarg);
	}
}

int
audit(int argc, char *argv[])
{
	static const struct option options[] = {
	    ASKED_OPTIONS,
	    {"interval", required_argument, NULL, INTERVAL},
	    {"restore", no_argument, NULL, RESTORE},
	    {"json", no_argument, NULL, JSON},
	    {"quiet", no_argument, NULL, 'q'},
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {":w:qh", options, help, take_option};
	struct options o = {.workspace = DEFAULT_WORKSPACE};
	int status = read_options(&usage, argc, argv, &o);

	if (status != -1)
		return status;
	if (optind < argc &&
	    (o.restore || o.interval > 0 || !asked_for_all(&o.asked)))
		return misused(
		    "with a FILE there is no --since, --last, --interval or"
		    " --restore");
	return run(&o, argv + optind);
}
