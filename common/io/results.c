/* SPDX-License-Identifier: ISC */
#include "results.h"

#include "file.h"
#include "publish.h"

#include <errno.h>
#include <fcntl.h>
#include <sha256.h>
#include <string.h>
#include <unistd.h>

/* Whether the folder is shut, and not a file that nobody may read. */
static bool
is_shut(const struct workspace *ws, const char *name)
{
	struct stat st;

	return fstatat(ws->root, name, &st, AT_SYMLINK_NOFOLLOW) == -1;
}

/*
 * Open a file of that name that may be a result. -1 with ENOENT where there is
 * no such thing, and with another errno where that cannot be said now.
 */
static int
open_result(const struct workspace *ws, const char *name)
{
	struct stat st;
	int fd =
	    file_open(ws->root, name, O_RDONLY, workspace_messenger1(ws), &st);

	if (fd == -1 &&
	    (errno == EBADF || (errno == EACCES && !is_shut(ws, name))))
		errno = ENOENT;
	return fd;
}

/* Read it: its length, 0 where it is none, or -1. A longer one is none. */
static ssize_t
read_result(const struct workspace *ws, const char *name, char buf[RESULT_SIZE])
{
	int fd = open_result(ws, name);
	ssize_t n;

	if (fd == -1)
		return errno == ENOENT ? 0 : -1;
	n = file_read(fd, buf, RESULT_SIZE, 0);
	file_close(&fd);
	return n < RESULT_SIZE ? n : 0;
}

ssize_t
results_read(
    const struct workspace *ws, const struct gameid *id, char buf[RESULT_SIZE])
{
	char name[GAMEID_NAME_SIZE];
	struct gameid first;
	ssize_t n;

	gameid_result_name(id, name);
	n = read_result(ws, name, buf);
	if (n > 0 && (result_gameid(buf, (size_t)n, &first) == -1 ||
			 gameid_compare(&first, id) != 0))
		return 0;
	return n;
}

int
results_have(const struct workspace *ws, const struct gameid *id)
{
	char buf[RESULT_SIZE];
	ssize_t n = results_read(ws, id, buf);

	return n > 0 ? 1 : (int)n;
}

/* Whether anything at all has the name of a game's result in a folder. */
static int
name_taken(int dir, const struct gameid *id)
{
	char name[GAMEID_NAME_SIZE];
	struct stat st;

	gameid_result_name(id, name);
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return 1;
	return errno == ENOENT ? 0 : -1;
}

int
results_name_taken(const struct workspace *ws, const struct gameid *id)
{
	return name_taken(ws->root, id);
}

int
results_filed(const struct workspace *ws, const struct gameid *id,
    const struct text *text)
{
	char name[GAMEID_NAME_SIZE], there[RESULT_SIZE];
	struct stat st;
	ssize_t n;
	int fd;

	gameid_result_name(id, name);
	fd = file_open(ws->results, name, O_RDONLY, ws->mine, &st);
	if (fd == -1)
		return errno == ENOENT || errno == EBADF ? 0 : -1;
	n = file_read(fd, there, sizeof(there), 0);
	file_close(&fd);
	if (n == -1)
		return -1;
	return (size_t)n == text->len &&
	       memcmp(there, text->buf, text->len) == 0;
}

void
results_previous(
    const struct gameid *id, const char *text, size_t len, struct previous *ret)
{
	gameid_result_name(id, ret->name);
	(void)SHA256Data((const uint8_t *)text, len, ret->sha256);
}

int
results_refer(
    const struct workspace *ws, const struct gameid *id, struct previous *ret)
{
	char text[RESULT_SIZE];
	ssize_t n = results_read(ws, id, text);

	if (n <= 0)
		return (int)n;
	results_previous(id, text, (size_t)n, ret);
	return 1;
}

/* Whether the file of that name has exactly this text: 1, 0 or -1. */
static int
has_text(const struct workspace *ws, const char *name, const struct text *text)
{
	char there[RESULT_SIZE];
	ssize_t n = read_result(ws, name, there);

	if (n == -1)
		return -1;
	return (size_t)n == text->len &&
	       memcmp(there, text->buf, text->len) == 0;
}

/* Give the text, which stands in the temporary, its name. */
static int
name_result(
    const struct workspace *ws, const char *name, const struct text *text)
{
	if (publish_link(ws->own_state, TEMP_RESULT, ws->root, name) == 0)
		return 0;
	if (!publish_cannot_link(errno))
		return -1;
	return publish_copy(ws->root, TEMP_RESULT_COPY, ws->root, name, text);
}

/* The name is taken. By our own bytes it is a result we had saved before. */
static enum results_saved
meet_taken(const struct workspace *ws, const struct gameid *id,
    const char *name, const struct text *text)
{
	int same = has_text(ws, name, text);

	if (same == 0)
		return RESULTS_TAKEN;
	if (same == -1 || results_sync(ws, id) == -1)
		return RESULTS_BLOCKED;
	/* the second name is to be one of that file, not of this copy */
	file_unlink(ws->own_state, TEMP_RESULT);
	return RESULTS_SAVED;
}

/* Link, sync the folder, and read it again. */
static enum results_saved
publish(const struct workspace *ws, const struct gameid *id,
    const struct text *text)
{
	char name[GAMEID_NAME_SIZE];
	int same;

	gameid_result_name(id, name);
	if (name_result(ws, name, text) == -1)
		return errno == EEXIST ? meet_taken(ws, id, name, text)
				       : RESULTS_BLOCKED;
	if (publish_sync(ws->root) == -1) {
		file_unlink(ws->root, name);
		return RESULTS_BLOCKED;
	}
	same = has_text(ws, name, text);
	if (same == 0)
		errno = EIO;
	return same == 1 ? RESULTS_SAVED : RESULTS_BLOCKED;
}

enum results_saved
results_save(const struct workspace *ws, const struct gameid *id,
    const struct text *text)
{
	enum results_saved saved;

	if (publish_write(ws->own_state, TEMP_RESULT, text) == -1)
		return RESULTS_BLOCKED;
	saved = publish(ws, id, text);
	if (saved != RESULTS_SAVED)
		file_unlink(ws->own_state, TEMP_RESULT);
	return saved;
}

int
results_sync(const struct workspace *ws, const struct gameid *id)
{
	char name[GAMEID_NAME_SIZE];
	int fd, result;

	gameid_result_name(id, name);
	fd = open_result(ws, name);
	if (fd == -1)
		return -1;
	result = publish_sync(fd);
	file_close(&fd);
	return result == -1 ? -1 : publish_sync(ws->root);
}

int
results_have_second(const struct workspace *ws, const struct gameid *id)
{
	return name_taken(ws->results, id);
}

/* A second name for a result whose temporary is gone. */
static int
file_again(
    const struct workspace *ws, const struct gameid *id, const char *name)
{
	char buf[RESULT_SIZE];
	struct text text = {.buf = buf, .size = sizeof(buf)};
	ssize_t n = results_read(ws, id, buf);

	if (n <= 0)
		return (int)n; /* 0: there is none, whatever has its name */
	if (publish_link(ws->root, name, ws->results, name) == 0)
		return 0;
	if (errno != ENOENT && !publish_cannot_link(errno))
		return -1;
	text.len = (size_t)n;
	return publish_copy(
	    ws->own_state, TEMP_RESULT, ws->results, name, &text);
}

int
results_file(const struct workspace *ws, const struct gameid *id)
{
	char name[GAMEID_NAME_SIZE];
	int have;

	gameid_result_name(id, name);
	if (publish_move(ws->own_state, TEMP_RESULT, ws->results, name) == 0)
		return 0;
	if (errno == EEXIST) {
		file_unlink(ws->own_state, TEMP_RESULT);
		return 0;
	}
	if (errno != ENOENT)
		return -1;
	/* the temporary is gone */
	have = results_have_second(ws, id);
	return have == 0 ? file_again(ws, id, name) : have == 1 ? 0 : -1;
}

int
results_greatest(const struct workspace *ws, struct gameid *ret)
{
	struct gameid greatest = {{0}}, id;
	struct folder folder;
	const char *name;

	folder_begin(&folder, ws->root, ws->polled);
	while ((name = folder_next(&folder)) != NULL) {
		int have;

		if (gameid_of_result_name(name, &id) == -1 ||
		    gameid_compare(&id, &greatest) <= 0)
			continue;
		have = results_have(ws, &id);
		if (have == -1)
			folder.error = errno;
		if (have == 1)
			greatest = id;
	}
	if (folder_end(&folder) == -1)
		return -1;
	*ret = greatest;
	return 0;
}
