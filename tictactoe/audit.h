/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_AUDIT_H
#define TICTACTOE_AUDIT_H

#include "archive.h"
#include "audit_examine.h"
#include "audit_finding.h"
#include "session.h"

/*
 * The audit of a folder, step by step. What returns an int returns 0, or
 * COULD_NOT_LOOK after one line. Each has a file that bears its name, or that of
 * what stands before it here.
 */
enum { CLEAN = 0, FINDINGS = 1, COULD_NOT_LOOK = 2 };

/* What messenger1's journal says of the newest results. */
struct end {
	bool there; /* a journal whose head can be read */
	const char
	    *unusable; /* why one that is there cannot be read, or NULL */
	struct session session;
	uint64_t previous; /* key of the one saved last before its game; or 0 */
};

/* A result that does not name the one before it in the list as that is. */
struct broken {
	uint64_t named;
	uint32_t index;
};

/* Whether a result is as the next one, or the journal, names it. */
enum belief {
	UNSURE, /* nothing names it that could be believed */
	DOUBTED,
	BELIEVED
};

/* Who names a result as the one before it: a result, or (key 0) the journal. */
struct voice {
	struct link link;
	enum belief belief;
	bool second;  /* these are the bytes of its second name */
	bool changed; /* which is told */
};

/* What becomes known of a result of the list. */
struct standing {
	bool proven;  /* it has the bytes that it was saved with */
	bool aside;   /* it is in no chain that leads to the newest */
	bool differs; /* its second name has others; another thread sets this */
	bool judged;  /* it was named before */
};

struct audit {
	struct archive archive;
	struct sink out;
	size_t from; /* the first of the list that is judged */
	size_t games, unjudged, restored;
	struct end end;     /* the journal that tells of the list's end */
	bool moved;         /* a new game began while the names were listed */
	struct link newest; /* the last of the list */
	bool vouched;       /* for that one, by the journal */
	struct standing *standing; /* of each of the list; audit_standing() */
	struct broken *broken;
	size_t broken_count;
	long long interval;  /* s between games; 0: not known */
	bool guessed;        /* as most of the games are apart */
	size_t gaps, missed; /* in the schedule, and the games in them */
	/* --restore: results with only a second name; the chain proves which */
	const struct archive *removed;
	bool *proven;
};

/* Make room for what becomes known of each of the list, and forget what was. */
int audit_standing(struct audit *audit);

/* Tell that its two names differ, if so: of the second, where the first is proven. */
void audit_replaced(struct audit *audit, uint64_t key);

/* Give back what was removed, from its second name, where the chain proves it. */
int audit_restore(struct audit *audit);

/* Read the journal of a folder, if there is one. */
int audit_journal(const struct archive *archive, struct end *ret);

/* Tell that the journal of the list's end is no use, if so. */
void audit_journal_tell(struct audit *audit);

/* List the names; those that do not belong there are told. */
int audit_names(struct audit *audit);

/* Each result by itself, and what it says of the one before it. */
int audit_files(struct audit *audit);

/* The chain, from its end on: what the journal and the results say of others. */
int audit_chain(struct audit *audit);

/*
 * The newest result against the journal: what names which one as saved last, and
 * the place in the list that this stands before. False: there is no journal.
 */
bool audit_end(
    struct audit *audit, struct examiner *e, struct voice *ret, size_t *at);

/* Each result against its second name. */
int audit_seconds(struct audit *audit);

/* Whether it has one that may be right: a regular file of messenger1's. */
bool audit_has_second(const struct audit *audit, uint64_t key);

/* One of them, where there is a folder of second names. */
int audit_second(struct audit *audit, uint64_t key);

/* Games that the schedule lacks. */
void audit_gaps(struct audit *audit);

/* Only the results named, by name in the folder or by path. */
int audit_named(struct audit *audit, const char *folder, char *const files[]);

/*
 * What the journal names, where that one is the newest result: its own, or the
 * one before its game. False: there is no journal.
 */
bool audit_journal_says(const struct audit *audit, struct examiner *e,
    uint64_t newest, struct voice *ret);

/* Whether a result names that one, and its hash; key 0 is none. */
bool link_fits(const struct link *by, const struct link *it);

/*
 * Judge one that a voice names, or that stands before it in the list. What is
 * wrong is told; then *it has the belief that is left, and the bytes to go by.
 */
void audit_weigh(struct audit *audit, struct examiner *e,
    const struct voice *by, struct voice *it);

/* Tell that it is not what a voice says. */
void audit_changed(
    struct audit *audit, const struct link *by, const struct voice *it);

/* Tell that what a voice names has neither name, if so: whether it has none. */
bool audit_missing(struct audit *audit, const struct voice *by);

/*
 * Wait for what a bot may be about to do with a result, for a few seconds at the
 * most: whether it was seen to be settled.
 */
typedef bool settled_fn(const struct audit *audit, uint64_t key);
bool audit_await(const struct audit *audit, uint64_t key, settled_fn *settled);

#endif
