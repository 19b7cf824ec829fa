/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_AUDIT_FINDING_H
#define TICTACTOE_AUDIT_FINDING_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Findings: each thread has a sink of its own, one takes what is in the others,
 * and in the end it prints all, in the order of the files' names, which is that
 * of the ids; those of one file as they were told.
 */
struct finding {
	const char *kind; /* one word: see tictactoe(1) */
	const char *file; /* any bytes: it is cleaned when it is told */
	int line;         /* 0: the file as a whole */
	const char *message;
	const char *expected, *found; /* NULL: there is no such thing */
};

enum form { FORM_TEXT, FORM_JSON, FORM_NONE };

/* Of millions of findings most have the same words, which are kept once. */
struct told {
	uint64_t file; /* the key of a result, or which words: see is_key() */
	uint32_t words, nth;
};

struct sink {
	enum form form;
	size_t findings; /* in all */
	struct told *list;
	size_t count, size; /* those in the list */

	struct words {
		uint32_t index;
		const char *text; /* behind this */
	} * *words;

	size_t words_count, words_size;
	void *words_tree; /* of tsearch(3) */
};

void sink_tell(struct sink *sink, const struct finding *finding);

/* The same of a result, by the key of its id. */
void sink_tell_of(struct sink *sink, uint64_t key, struct finding finding);

/* Print at once what is no finding: a kind, a result, and what was done with it. */
void sink_note(
    struct sink *sink, const char *kind, const char *file, const char *message);

/* Take all that was told to another. */
void sink_take(struct sink *sink, struct sink *other);

/* Print what was told, and forget it. */
void sink_print(struct sink *sink);

/* Print an object on a line of its own, and let go of it. */
void print_json(json_t *object);

#endif
