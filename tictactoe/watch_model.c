/* SPDX-License-Identifier: ISC */
#include "watch_model.h"

#include "archive.h"
#include "file.h"
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* More than a journal of the most and shortest lines. */
#define JOURNAL_SIZE 1048576
#define TRIES 3 /* a game can be followed by the next while it is read */

static struct {
	char journal[JOURNAL_SIZE];
	char spool[PLAYERS][HEARD_SIZE];
} buffers;

int
model_open(struct model *m, const char *path)
{
	*m = (struct model){.path = path};
	m->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (m->dir != -1 && faccessat(m->dir, ".", X_OK, AT_EACCESS) == -1)
		file_close(&m->dir);
	if (m->dir == -1)
		return -1;
	m->polled = workspace_is_polled(m->dir);
	return 0;
}

void
model_close(struct model *m)
{
	file_close(&m->dir);
}

bool
model_here(struct model *m)
{
	struct stat named, held;

	if (m->dir != -1 && stat(m->path, &named) == 0 &&
	    fstat(m->dir, &held) == 0 && named.st_dev == held.st_dev &&
	    named.st_ino == held.st_ino)
		return false;
	if (m->dir == -1)
		return model_open(m, m->path) == 0;
	file_close(&m->dir);
	(void)model_open(m, m->path);
	return true;
}

/*
 * Files
 */

/* The first bytes of a regular file: how many; 0 also where there is none. */
static size_t
read_file(const struct model *m, const char *name, char *buf, size_t size,
    struct stat *st)
{
	ssize_t n;

	*st = (struct stat){0};
	n = archive_take(m->dir, name, buf, size, st);
	return n == -1 ? 0 : (size_t)n;
}

/* "FOLDER/messengerN/NAME" */
static struct name
name_of(const char *folder, enum player player, const char *name)
{
	struct name ret = {""};
	struct text t = text_in(ret.text, sizeof(ret.text));

	text_add(&t, folder);
	text_char(&t, '/');
	text_add(&t, player_name(player));
	text_char(&t, '/');
	text_add(&t, name);
	return ret;
}

/* The folder that keeps us from what is in it, or else that itself. */
static struct name
shut_part(const struct model *m, const struct name *name)
{
	struct name part = {"."};
	const char *slash = name->text;

	while (faccessat(m->dir, part.text, X_OK, AT_EACCESS) == 0 &&
	       (slash = strchr(slash, '/')) != NULL) {
		struct text t = text_in(part.text, sizeof(part.text));

		text_bytes(&t, name->text, (size_t)(slash++ - name->text));
	}
	return slash == NULL ? *name : part;
}

/* What could not be opened: the first that we may not read is noted. */
static void
note_shut(struct model *m, const struct name *name, int error)
{
	if (error == EACCES && m->shut.text[0] == '\0')
		m->shut = shut_part(m, name);
}

static struct scan
read_noting(
    struct model *m, struct name name, char *buf, size_t size, struct stat *st)
{
	struct scan ret = {buf, 0};

	errno = 0;
	ret.len = read_file(m, name.text, buf, size, st);
	note_shut(m, &name, ret.len == 0 ? errno : 0);
	return ret;
}

static struct scan
read_journal(struct model *m, enum player of)
{
	struct stat st;

	return read_noting(m, name_of("state", of, "journal"), buffers.journal,
	    JOURNAL_SIZE, &st);
}

/* The id in the journal of a bot, or an id of zeros. */
static struct gameid
journal_id(struct scan journal)
{
	struct head head = {0};

	(void)head_read(journal.at, journal.len, &head);
	return head.id;
}

static void
read_spool(struct model *m, const struct gameid *id, enum player of,
    struct sources *sources)
{
	char file[GAMEID_NAME_SIZE];
	struct stat st;

	gameid_spool_name(id, file);
	sources->spool[of] = read_noting(
	    m, name_of("spool", of, file), buffers.spool[of], HEARD_SIZE, &st);
	m->bots[of].last_word = st.st_mtim.tv_sec;
}

/*
 * The game
 */

static struct gameid
later(struct gameid a, struct gameid b)
{
	return gameid_compare(&a, &b) < 0 ? b : a;
}

static struct gameid
opened_id(struct model *m)
{
	static const struct name name = {"spool/messenger1"};
	struct gameid id = {{0}};
	int fd = archive_openat(m->dir, name.text, O_RDONLY | O_DIRECTORY);

	if (fd != -1)
		(void)spool_greatest(fd, false, &id);
	else
		note_shut(m, &name, errno);
	file_close(&fd);
	return id;
}

/* A game that is over by its result file: the board is there. */
static void
take_result(struct model *m)
{
	char name[GAMEID_NAME_SIZE];
	struct session *s = &m->game.session;
	struct item item;
	struct game game;

	if (s->state != SESSION_FOUND_OVER)
		return;
	gameid_result_name(&s->result_id, name);
	if (archive_read(m->dir, name, &item) == 0 &&
	    result_game(item.bytes, item.len, &game) == 0)
		s->game = game;
}

/* Read the game with the greatest id: whether it was that until the end. */
static bool
read_game(struct model *m)
{
	struct sources sources = {.witness = PLAYER_NONE};
	struct gameid ids[PLAYERS], id, still;

	m->shut = (struct name){""};
	for (enum player p = MESSENGER1; p <= MESSENGER2; p++)
		ids[p] = journal_id(read_journal(m, p));
	id = later(opened_id(m), later(ids[MESSENGER1], ids[MESSENGER2]));
	/* what they hold, a journal that is read after them knows */
	for (enum player p = MESSENGER1; p <= MESSENGER2; p++)
		read_spool(m, &id, p, &sources);
	sources.journal = (struct scan){buffers.journal, 0};
	for (enum player p = MESSENGER2; p >= MESSENGER1; p--)
		if (gameid_compare(&ids[p], &id) == 0)
			sources.witness = p;
	if (sources.witness != PLAYER_NONE) {
		sources.journal = read_journal(m, sources.witness);
		still = journal_id(sources.journal);
		if (gameid_compare(&still, &id) != 0)
			return false;
	}
	m->id = id;
	m->scheduled = sources.witness == MESSENGER1;
	watched_read(&m->game, &m->id, &sources);
	take_result(m);
	return true;
}

void
model_look(struct model *m)
{
	int tries = TRIES;

	if (m->dir == -1)
		return;
	while (!read_game(m) && --tries > 0)
		;
}

/*
 * The bots
 */

struct search {
	int dir; /* of a process's descriptors */
	const struct stat *lock;
	bool found;
};

static void
compare_file(void *arg, const char *name, unsigned char type, ino_t ino)
{
	struct search *s = arg;
	struct stat st;

	(void)type;
	(void)ino;
	if (fstatat(s->dir, name, &st, 0) == 0 &&
	    st.st_dev == s->lock->st_dev && st.st_ino == s->lock->st_ino)
		s->found = true;
}

/* Whether a process has that file open; a number is soon another's. */
static bool
has_open(long pid, const struct stat *lock)
{
	struct search s = {.lock = lock};
	char path[48];

	(void)snprintf(path, sizeof(path), "/proc/%ld/fd", pid);
	s.dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s.dir == -1)
		return errno == EACCES; /* there is one, and no more is told */
	if (archive_names(s.dir, compare_file, &s) == -1 && errno == EACCES)
		s.found = true;
	file_close(&s.dir);
	return s.found;
}

static void
look_at_bot(const struct model *m, enum player player, struct bot *bot)
{
	struct name name = name_of("state", player, LOCK_NAME);
	char buf[16] = "";
	struct stat st;
	long pid;

	/* one on another machine has no process here */
	bot->life = m->polled ? LIFE_UNKNOWN : LIFE_ENDED;
	errno = 0;
	if (read_file(m, name.text, buf, sizeof(buf) - 1, &st) == 0 &&
	    (errno == EACCES || errno == ENOENT)) {
		bot->life = LIFE_UNKNOWN;
		return;
	}
	pid = strtol(buf, NULL, 10);
	if (pid > 0 && has_open(pid, &st))
		bot->life = LIFE_RUNNING;
}

void
model_look_at_bots(struct model *m)
{
	for (enum player p = MESSENGER1; m->dir != -1 && p <= MESSENGER2; p++)
		look_at_bot(m, p, &m->bots[p]);
}
