/* SPDX-License-Identifier: ISC */
#ifndef IO_SPOOL_H
#define IO_SPOOL_H

#include "session.h"
#include "workspace.h"

#include <sys/stat.h>

/*
 * The two spool files of a game (tictactoe-workspace(5), THE SPOOL): what the
 * other says is heard from one, what we say is appended to the other.
 */

/* Hearing */

#define HEARD_SIZE RECORD_LINE_MAX /* what lies beyond is never heard */

struct ear {
	int fd; /* -1: not open */
	dev_t dev;
	ino_t ino;
	size_t heard;          /* bytes heard so far, in whole lines */
	size_t len;            /* bytes of the last look */
	char past[HEARD_SIZE]; /* the heard ones */
	char now[HEARD_SIZE];  /* the last look */
};

enum ear_how {
	EAR_HELD,  /* read what is held, or look for the name where none is */
	EAR_NAMED, /* see first whether the name leads to another file now */
	EAR_FRESH  /* open it anew */
};

enum ear_saw {
	EAR_MISSING,   /* there is no such name */
	EAR_FOREIGN,   /* it is no regular file of the other's */
	EAR_REWRITTEN, /* it does not begin with every byte heard so far */
	EAR_READ,      /* there may be new lines */
	EAR_FAILED     /* errno says why it could not be read */
};

/* Begin with nothing heard and nothing open; the first needs no open ear. */
void ear_init(struct ear *ear);
void ear_reset(struct ear *ear);

/* Add a line that the journal says was heard: 0, or -1 where it cannot fit. */
int ear_replay(struct ear *ear, const char *bytes, size_t len);

/* Look at the game's file in the other's folder. */
enum ear_saw ear_look(struct ear *ear, const struct workspace *ws,
    const struct gameid *id, enum ear_how how);

/* The next whole line of the last look, without its LF: if there is one. */
bool ear_line(const struct ear *ear, const char **bytes, size_t *len);

/* That line of len bytes has been heard. */
void ear_take(struct ear *ear, size_t len);

/* The newest game in the other's folder. */
struct newest {
	struct gameid id;
	int fd; /* its file, then yours */
	struct stat st;
	struct gameid passed; /* the greatest id passed over, and */
	int why;              /* the errno of its opening */
};

/*
 * Find the greatest id later than `after` in the other's folder whose file can
 * be opened: 1; 0 where there is none; -1 with errno where that cannot be said
 * now. A file that is not the other's (EBADF) or may not be read (EACCES) is
 * passed over.
 */
int spool_newest(
    const struct workspace *ws, const struct gameid *after, struct newest *ret);

/* Hear another file from now on; the ear owns fd then. */
void ear_attach(struct ear *ear, int fd, const struct stat *st);

/* Saying */

struct mouth {
	int fd;         /* -1: not open */
	size_t len;     /* bytes said in this game, by the journal */
	size_t written; /* of them, those in the file */
	char said[SESSION_SAID_SIZE];
};

enum mouth_did {
	MOUTH_SAID,    /* everything is in the file */
	MOUTH_BLOCKED, /* errno says why not yet; call again later */
	MOUTH_DIFFERS  /* what is there is not what we said */
};

void mouth_init(struct mouth *mouth);
void mouth_reset(struct mouth *mouth);

/* Add a line to what is to be said. */
void mouth_add(struct mouth *mouth, const char *words, size_t len);

/*
 * Put what is missing into the game's file, which is made or completed; on a
 * network filesystem it is closed again.
 */
enum mouth_did mouth_speak(
    struct mouth *mouth, const struct workspace *ws, const struct gameid *id);

/*
 * Whether anything has the name of our file of that game: 1, with its size in
 * *ret; 0; or -1 with errno.
 */
int spool_own_size(
    const struct workspace *ws, const struct gameid *id, off_t *ret);

/* Remove our file of that game. */
void spool_remove(const struct workspace *ws, const struct gameid *id);

/* Remove every spool file of our own but that game's. */
void spool_clean(const struct workspace *ws, const struct gameid *keep);

/*
 * Raise *greatest to the greatest id among the names of a spool folder; afresh
 * as in folder_begin(). 0, or -1 with errno where it could not be listed to its
 * end.
 */
int spool_greatest(int dir, bool afresh, struct gameid *greatest);

/* The same of the other's folder, which may be missing. */
int spool_greatest_of_peer(struct workspace *ws, struct gameid *greatest);

#endif
