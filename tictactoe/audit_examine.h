/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_AUDIT_EXAMINE_H
#define TICTACTOE_AUDIT_EXAMINE_H

#include "archive.h"
#include "audit_finding.h"

/*
 * One result by itself: its text, mode and owner, and what the chain needs to
 * know of it. Ids are keys of archive.h here; no id has one of these:
 */
#define NAMES_NONE 0U    /* "Previous: none" */
#define NAMES_UNKNOWN 1U /* that cannot be read */

/* In place of a hash: what is longer than any result is what nothing names. */
#define LONGER "a longer file"

struct link {
	uint64_t key;
	uint64_t named; /* as the one before it, or NAMES_... */
	char named_sha256[SHA256_TEXT_SIZE];
	char sha256[SHA256_TEXT_SIZE]; /* its own, LONGER, or "": not known */
};

/* What one thread hashes with. */
struct examiner;

/* NULL after one line: libcrypto has no SHA-256, or there is no memory. */
struct examiner *examiner_new(void);
void examiner_free(struct examiner *e);

/* The SHA-256 of bytes as text, "" where libcrypto fails. */
void examiner_hash(struct examiner *e, const char *bytes, size_t len,
    char ret[SHA256_TEXT_SIZE]);

/* The file to be examined, and as what. */
struct exhibit {
	const struct archive *archive;
	const char *name; /* in the workspace, or with the second names */
	bool second;
	const char *shown; /* in findings */
	struct gameid id;
};

/* Examine it; what is wrong is told, unless sink is NULL. */
void examine(struct examiner *e, const struct exhibit *file, struct sink *sink,
    struct link *ret);

/* The same of the result with that key. */
void examine_key(struct examiner *e, const struct archive *archive,
    uint64_t key, struct sink *sink, struct link *ret);

/* Mode and owner alone. */
void examine_inode(
    const struct exhibit *file, const struct stat *st, struct sink *sink);

/* Why it could not be read, by errno. */
void examine_unread(const struct exhibit *file, struct sink *sink);

/* What its second name holds; none is told, and sha256 is "" without one. */
void examine_second(struct examiner *e, const struct archive *archive,
    uint64_t key, struct link *ret);

#endif
