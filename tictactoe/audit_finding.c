/* SPDX-License-Identifier: ISC */
#include "audit_finding.h"

#include "archive.h"
#include "saved.h"
#include "tool.h"

#include <limits.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#define NO_KEY (UINT64_C(1) << 63)

/* What stands behind the name of the file in a line. */
static char *
text_line(const struct finding *f)
{
	char text[FAULT_TEXT_SIZE];

	fault_text(text, f->line, f->message, f->expected, f->found);
	return strdup(text);
}

/* An object that has no name yet. */
static char *
json_line(const struct finding *f)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:o, s:s, s:s?, s:s?}",
	    "type", "finding", "kind", f->kind, "file", "", "line",
	    f->line > 0 ? json_integer(f->line) : json_null(), "message",
	    f->message, "expected", f->expected, "found", f->found);
	char *line = json_dumps(object, JSON_COMPACT);

	json_decref(object);
	return line;
}

/* With a name: it is clean, and so as an object has it. */
static void
print_line(enum form form, const char *name, const char *line)
{
	static const char file[] = "\"file\":\"";
	const char *rest = form == FORM_JSON ? strstr(line, file) : NULL;

	if (rest == NULL) {
		(void)printf("%s: %s\n", name, line);
		return;
	}
	rest += strlen(file);
	(void)fwrite(line, 1, (size_t)(rest - line), stdout);
	(void)printf("%s%s\n", name, rest);
}

void
print_json(json_t *object)
{
	if (object == NULL || json_dumpf(object, stdout, JSON_COMPACT) == -1)
		complain("there is no memory for a line");
	(void)putchar('\n');
	json_decref(object);
}

static int
compare_words(const void *a, const void *b)
{
	const struct words *one = a, *two = b;

	return strcmp(one->text, two->text);
}

/* Room for one more in a list, which has a power of two. */
static bool
make_room(void **list, size_t count, size_t *size, size_t bytes)
{
	size_t more = *size == 0 ? 16 : 2 * *size;
	void *grown;

	if (count < *size)
		return true;
	grown = reallocarray(*list, more, bytes);
	if (grown == NULL)
		return false;
	*list = grown;
	*size = more;
	return true;
}

static struct words *
new_words(const char *text, size_t index)
{
	size_t size = strlen(text) + 1;
	struct words *words = malloc(sizeof(*words) + size);

	if (words != NULL)
		*words = (struct words){
		    (uint32_t)index, memcpy(words + 1, text, size)};
	return words;
}

/* Keep words, unless they are kept: which they are, or -1. */
static int64_t
keep_words(struct sink *sink, const char *text)
{
	const struct words key = {.text = text};
	struct words *words, **found;
	void *list = sink->words;

	found = tfind(&key, &sink->words_tree, compare_words);
	if (found != NULL)
		return (*found)->index;
	if (!make_room(
		&list, sink->words_count, &sink->words_size, sizeof(void *)))
		return -1;
	sink->words = list;
	words = new_words(text, sink->words_count);
	if (words == NULL ||
	    tsearch(words, &sink->words_tree, compare_words) == NULL) {
		free(words);
		return -1;
	}
	sink->words[words->index] = words;
	sink->words_count++;
	return words->index;
}

static bool
is_key(const struct told *told)
{
	return (told->file & NO_KEY) == 0;
}

/* The name of the file that a finding is about. */
static const char *
name_of(const struct sink *sink, const struct told *told,
    char buf[GAMEID_NAME_SIZE])
{
	if (!is_key(told))
		return sink->words[told->file & ~NO_KEY]->text;
	archive_name(told->file, buf);
	return buf;
}

/* Keep a finding: whether there was memory for it. */
static bool
keep(struct sink *sink, const char *file, const char *line)
{
	struct gameid id;
	int64_t words = keep_words(sink, line), name = 0;
	void *list = sink->list;
	bool key = gameid_of_result_name(file, &id) == 0;

	if (!key)
		name = keep_words(sink, file);
	if (words == -1 || name == -1 ||
	    !make_room(&list, sink->count, &sink->size, sizeof(*sink->list)))
		return false;
	sink->list = list;
	sink->list[sink->count] = (struct told){
	    .file = key ? archive_key(&id) : NO_KEY | (uint64_t)name,
	    .words = (uint32_t)words,
	    .nth = (uint32_t)sink->count};
	sink->count++;
	return true;
}

static void
forget_all(struct sink *sink)
{
	tdestroy(sink->words_tree, free);
	free(sink->words);
	free(sink->list);
	*sink = (struct sink){.form = sink->form, .findings = sink->findings};
}

void
sink_tell(struct sink *sink, const struct finding *finding)
{
	char file[PATH_MAX], *line;
	struct text t = text_in(file, sizeof(file));

	sink->findings++;
	if (sink->form == FORM_NONE)
		return;
	text_cleaned(
	    &t, finding->file, strlen(finding->file), sizeof(file) - 1);
	line =
	    sink->form == FORM_JSON ? json_line(finding) : text_line(finding);
	if (line == NULL || !keep(sink, file, line))
		complain("%s: a finding cannot be kept: there is no memory, or"
			 " it is no text",
		    file);
	free(line);
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
	char buf[GAMEID_NAME_SIZE];
	size_t lost = 0;

	sink->findings += other->findings;
	for (size_t i = 0; i < other->count; i++) {
		const struct told *told = &other->list[i];

		lost += !keep(sink, name_of(other, told, buf),
		    other->words[told->words]->text);
	}
	if (lost > 0)
		complain("there is no memory for %zu findings", lost);
	forget_all(other);
}

static int
compare(const void *a, const void *b, void *arg)
{
	const struct told *one = a, *two = b;
	char names[2][GAMEID_NAME_SIZE];
	int order;

	if (is_key(one) && is_key(two)) /* of the same order as the names */
		order = (one->file > two->file) - (one->file < two->file);
	else
		order = strcmp(
		    name_of(arg, one, names[0]), name_of(arg, two, names[1]));
	return order != 0 ? order
			  : (one->nth > two->nth) - (one->nth < two->nth);
}

void
sink_print(struct sink *sink)
{
	char buf[GAMEID_NAME_SIZE];

	if (sink->count > 0)
		qsort_r(sink->list, sink->count, sizeof(*sink->list), compare,
		    sink);
	for (size_t i = 0; i < sink->count; i++) {
		const struct told *told = &sink->list[i];

		print_line(sink->form, name_of(sink, told, buf),
		    sink->words[told->words]->text);
	}
	forget_all(sink);
}
