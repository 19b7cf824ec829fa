/* SPDX-License-Identifier: ISC */
#include "audit_finding.h"

#include "archive.h"
#include "saved.h"
#include "tool.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static void
tell_text(FILE *out, const char *file, const struct finding *f)
{
	char text[FAULT_TEXT_SIZE];

	fault_text(text, f->line, f->message, f->expected, f->found);
	(void)fprintf(out, "%s: %s\n", file, text);
}

static void
tell_json(FILE *out, const char *file, const struct finding *f)
{
	print_json(out,
	    json_pack("{s:s, s:s, s:s, s:o, s:s, s:s?, s:s?}", "type",
		"finding", "kind", f->kind, "file", file, "line",
		f->line > 0 ? json_integer(f->line) : json_null(), "message",
		f->message, "expected", f->expected, "found", f->found));
}

void
print_json(FILE *out, json_t *object)
{
	if (object == NULL || json_dumpf(object, out, JSON_COMPACT) == -1)
		complain("there is no memory for a line");
	(void)fputc('\n', out);
	json_decref(object);
}

void
sink_tell(struct sink *sink, const struct finding *finding)
{
	char file[PATH_MAX];
	struct text t = text_in(file, sizeof(file));

	sink->findings++;
	if (sink->form == FORM_NONE)
		return;
	if (sink->out == NULL)
		sink->out = open_memstream(&sink->text, &sink->len);
	if (sink->out == NULL) {
		complain("a finding is not told: %s", strerror(errno));
		return;
	}
	text_cleaned(
	    &t, finding->file, strlen(finding->file), sizeof(file) - 1);
	if (sink->form == FORM_JSON)
		tell_json(sink->out, file, finding);
	else
		tell_text(sink->out, file, finding);
}

void
sink_tell_of(struct sink *sink, uint64_t key, struct finding finding)
{
	char name[GAMEID_NAME_SIZE];
	struct gameid id = archive_id_of(key);

	gameid_result_name(&id, name);
	finding.file = name;
	sink_tell(sink, &finding);
}

void
sink_note(
    struct sink *sink, const char *kind, const char *file, const char *message)
{
	if (sink->form == FORM_TEXT)
		(void)fprintf(sink->out, "%s: %s\n", file, message);
	else if (sink->form == FORM_JSON)
		print_json(sink->out, json_pack("{s:s, s:s, s:s}", "type", kind,
					  "file", file, "message", message));
}

void
sink_end(struct sink *sink)
{
	if (sink->out != NULL)
		(void)fclose(sink->out);
	sink->out = NULL;
}
