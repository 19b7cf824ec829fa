/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_AUDIT_FINDING_H
#define TICTACTOE_AUDIT_FINDING_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Findings and where they go: to a stream, or into memory that is made at the
 * first of them, so that threads can tell theirs in turn.
 */
struct finding {
	const char *kind; /* one word: see tictactoe(1) */
	const char *file; /* any bytes: it is cleaned when it is told */
	int line;         /* 0: the file as a whole */
	const char *message;
	const char *expected, *found; /* NULL: there is no such thing */
};

enum form { FORM_TEXT, FORM_JSON, FORM_NONE };

struct sink {
	enum form form;
	FILE *out;  /* NULL: into memory */
	char *text; /* the memory after sink_end(), the caller's to free */
	size_t len;
	size_t findings; /* told so far */
};

void sink_tell(struct sink *sink, const struct finding *finding);

/* The same of a result, by the key of its id. */
void sink_tell_of(struct sink *sink, uint64_t key, struct finding finding);

/* Tell what is no finding: a kind, a result, and what was done with it. */
void sink_note(
    struct sink *sink, const char *kind, const char *file, const char *message);

/* Nothing more is told into memory. */
void sink_end(struct sink *sink);

/* Print an object on a line of its own, and let go of it. */
void print_json(FILE *out, json_t *object);

#endif
