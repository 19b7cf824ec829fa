/* SPDX-License-Identifier: ISC */
#include "spool.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The spool folders: which games they have files of. */

/* Open a name for spool_newest(): 1; 0 to pass it over; -1 with errno. */
static int
open_newer(const struct workspace *ws, const char *name,
    const struct gameid *id, struct newest *ret)
{
	struct stat st;
	int fd = file_open(ws->peer_spool, name, O_RDONLY, ws->theirs, &st);

	if (fd != -1) {
		file_close(&ret->fd);
		*ret = (struct newest){*id, fd, st, ret->passed, ret->why};
		return 1;
	}
	if (errno == ENOENT)
		return 0;
	if (errno != EBADF && errno != EACCES)
		return -1;
	if (gameid_compare(id, &ret->passed) > 0) {
		ret->passed = *id;
		ret->why = errno;
	}
	return 0;
}

int
spool_newest(
    const struct workspace *ws, const struct gameid *after, struct newest *ret)
{
	struct folder folder;
	struct gameid id;
	const char *name;

	*ret = (struct newest){.id = *after, .fd = -1};
	if (ws->peer_spool == -1)
		return 0;
	folder_begin(&folder, ws->peer_spool, ws->polled);
	while ((name = folder_next(&folder)) != NULL)
		if (gameid_of_spool_name(name, &id) == 0 &&
		    gameid_compare(&id, &ret->id) > 0 &&
		    open_newer(ws, name, &id, ret) == -1)
			folder.error = errno;
	if (folder_end(&folder) == -1) {
		file_close(&ret->fd);
		return -1;
	}
	return ret->fd != -1;
}

int
spool_own_size(const struct workspace *ws, const struct gameid *id, off_t *ret)
{
	char name[GAMEID_NAME_SIZE];
	struct stat st;

	gameid_spool_name(id, name);
	if (fstatat(ws->own_spool, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return errno == ENOENT ? 0 : -1;
	*ret = st.st_size;
	return 1;
}

void
spool_remove(const struct workspace *ws, const struct gameid *id)
{
	char name[GAMEID_NAME_SIZE];

	gameid_spool_name(id, name);
	(void)unlinkat(ws->own_spool, name, 0);
}

int
spool_greatest(int dir, bool afresh, struct gameid *greatest)
{
	struct folder folder;
	struct gameid id;
	const char *name;

	folder_begin(&folder, dir, afresh);
	while ((name = folder_next(&folder)) != NULL)
		if (gameid_of_spool_name(name, &id) == 0 &&
		    gameid_compare(&id, greatest) > 0)
			*greatest = id;
	return folder_end(&folder);
}

int
spool_greatest_of_peer(struct workspace *ws, struct gameid *greatest)
{
	/* what is no folder in its place has no ids in it */
	if (workspace_find_peer(ws) == -1)
		return errno == ENOTDIR || errno == ELOOP ? 0 : -1;
	return ws->peer_spool == -1
		   ? 0
		   : spool_greatest(ws->peer_spool, ws->polled, greatest);
}

void
spool_clean(const struct workspace *ws, const struct gameid *keep)
{
	struct gameid id;
	struct folder folder;
	const char *name;

	folder_begin(&folder, ws->own_spool, ws->polled);
	while ((name = folder_next(&folder)) != NULL)
		if (gameid_of_spool_name(name, &id) == 0 &&
		    gameid_compare(&id, keep) != 0)
			(void)unlinkat(ws->own_spool, name, 0);
	(void)folder_end(&folder);
}
