/* SPDX-License-Identifier: ISC */
#include "audit_finding.h"

#include "archive.h"
#include "saved.h"
#include "tool.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static char *
text_line(const char *file, const struct finding *f)
{
	char text[FAULT_TEXT_SIZE], *line = NULL;

	fault_text(text, f->line, f->message, f->expected, f->found);
	return asprintf(&line, "%s: %s", file, text) == -1 ? NULL : line;
}

static char *
json_line(const char *file, const struct finding *f)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:o, s:s, s:s?, s:s?}",
	    "type", "finding", "kind", f->kind, "file", file, "line",
	    f->line > 0 ? json_integer(f->line) : json_null(), "message",
	    f->message, "expected", f->expected, "found", f->found);
	char *line = json_dumps(object, JSON_COMPACT);

	json_decref(object);
	return line;
}

void
print_json(json_t *object)
{
	if (object == NULL || json_dumpf(object, stdout, JSON_COMPACT) == -1)
		complain("there is no memory for a line");
	(void)putchar('\n');
	json_decref(object);
}

/* Room for so many more. */
static bool
make_room(struct sink *sink, size_t more)
{
	size_t size = sink->size < 16 ? 16 : sink->size;
	struct told *list = sink->list;

	while (size < sink->count + more)
		size *= 2;
	if (size > sink->size)
		list = reallocarray(list, size, sizeof(*list));
	if (list == NULL)
		return false;
	sink->list = list;
	sink->size = size;
	return true;
}

static void
forget(const struct told *told)
{
	free(told->file);
	free(told->line);
}

void
sink_tell(struct sink *sink, const struct finding *finding)
{
	char file[PATH_MAX];
	struct text t = text_in(file, sizeof(file));
	struct told told = {0};

	sink->findings++;
	if (sink->form == FORM_NONE)
		return;
	text_cleaned(
	    &t, finding->file, strlen(finding->file), sizeof(file) - 1);
	told.file = strdup(file);
	told.line = sink->form == FORM_JSON ? json_line(file, finding)
					    : text_line(file, finding);
	if (told.file == NULL || told.line == NULL || !make_room(sink, 1)) {
		complain("%s: there is no memory for a finding", file);
		forget(&told);
		return;
	}
	sink->list[sink->count++] = told;
}

void
sink_tell_of(struct sink *sink, uint64_t key, struct finding finding)
{
	char name[GAMEID_NAME_SIZE];

	archive_name(key, name);
	finding.file = name;
	sink_tell(sink, &finding);
}

void
sink_note(
    struct sink *sink, const char *kind, const char *file, const char *message)
{
	if (sink->form == FORM_TEXT)
		(void)printf("%s: %s\n", file, message);
	else if (sink->form == FORM_JSON)
		print_json(json_pack("{s:s, s:s, s:s}", "type", kind, "file",
		    file, "message", message));
}

void
sink_take(struct sink *sink, struct sink *other)
{
	sink->findings += other->findings;
	if (other->count > 0 && !make_room(sink, other->count)) {
		complain("there is no memory for the findings");
	} else if (other->count > 0) {
		memcpy(sink->list + sink->count, other->list,
		    other->count * sizeof(*other->list));
		sink->count += other->count;
	}
	free(other->list);
	*other = (struct sink){.form = other->form};
}

static int
compare(const void *a, const void *b)
{
	const struct told *one = a, *two = b;
	int order = strcmp(one->file, two->file);

	return order != 0 ? order
			  : (one->nth > two->nth) - (one->nth < two->nth);
}

void
sink_print(struct sink *sink)
{
	for (size_t i = 0; i < sink->count; i++)
		sink->list[i].nth = i;
	if (sink->count > 0)
		qsort(sink->list, sink->count, sizeof(*sink->list), compare);
	for (size_t i = 0; i < sink->count; i++) {
		(void)puts(sink->list[i].line);
		forget(&sink->list[i]);
	}
	free(sink->list);
	sink->list = NULL;
	sink->count = sink->size = 0;
}
