/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_ARCHIVE_H
#define TICTACTOE_ARCHIVE_H

#include "result.h"

#include <limits.h>
#include <sys/stat.h>
#include <sys/types.h>

/*
 * The results of a workspace, in the order of their ids. It is only read; 16
 * bytes are kept of each name, so that millions fit.
 */
struct listed {
	uint64_t key; /* the id, packed: see archive_key() */
	ino_t ino;    /* as the folder's list has it */
};

struct archive {
	const char *path;
	int dir;      /* the workspace */
	int seconds;  /* its folder of second names; -1: see why_none */
	int why_none; /* errno */
	uid_t
	    owner; /* messenger1: who has spool/messenger1 or, without it, dir */
	struct listed *list;
	size_t count, size;
};

/* Ids as numbers of the same order. */
uint64_t archive_key(const struct gameid *id);
struct gameid archive_id_of(uint64_t key);
struct gameid archive_id(const struct archive *a, size_t index);

/* The name of a result. */
void archive_name(uint64_t key, char ret[GAMEID_NAME_SIZE]);

/* The key in a result's name: 0, or -1. For one thread only. */
int archive_key_of(const char *name, uint64_t *ret);

/* Where each result has a second name: the path of one, whatever it is. */
#define SECOND_NAMES "state/messenger1/results"
#define SECOND_PATH_SIZE (sizeof(SECOND_NAMES "/") + NAME_MAX)
void archive_second_path(const char *name, char ret[SECOND_PATH_SIZE]);

/* Whether a folder, the workspace or that of second names, has a result's name. */
bool archive_is_there(int dir, uint64_t key);

/*
 * Open the workspace: EX_OK, or EX_NOINPUT or EX_NOPERM after one line. Close
 * frees everything, unlist the list alone.
 */
int archive_open(struct archive *a, const char *path);
void archive_close(struct archive *a);
void archive_unlist(struct archive *a);

/*
 * Whether a folder that is open is a workspace, as one is not where a mount is
 * missing: EX_OK, or an exit status after one line. Who waits for what will come
 * may find it empty.
 */
int archive_check(int dir, const char *path, bool may_be_empty);

/* Any other name there: its type is that of readdir(3). */
typedef void name_fn(void *arg, const char *name, unsigned char type);

/*
 * List the results; other, unless NULL, is told each name that is none, and each
 * result's name that is no regular file's. EX_OK, or an exit status after one
 * line.
 */
int archive_list(struct archive *a, name_fn *other, void *arg);

/* Where an id is in the list, or else the first that is later. */
size_t archive_at(const struct archive *a, uint64_t key);
bool archive_has(const struct archive *a, uint64_t key);

/* Call on every name of a folder held by fd: 0, or -1 with errno. */
typedef void entry_fn(
    void *arg, const char *name, unsigned char type, ino_t ino);
int archive_names(int dir, entry_fn *each, void *arg);

/*
 * Open or look at what a path below a folder names. As with the bots no part of
 * it is followed where it is a link.
 */
int archive_openat(int dir, const char *path, int flags);
int archive_stat(int dir, const char *path, struct stat *st);

/*
 * Read the first bytes of a file that must be regular, and is not waited for nor
 * followed: how many, or -1 with errno (EBADF: no regular file).
 */
ssize_t archive_take(
    int dir, const char *name, char *buf, size_t size, struct stat *st);

/* A file as it was read: one byte more than a result can have is asked for. */
struct item {
	struct stat st;
	size_t len;
	char bytes[RESULT_SIZE + 1];
};

/* The same of a result: 0, or -1. */
int archive_read(int dir, const char *name, struct item *ret);
int archive_read_result(
    const struct archive *a, const struct gameid *id, struct item *ret);

#endif
