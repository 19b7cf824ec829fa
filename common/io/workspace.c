/* SPDX-License-Identifier: ISC */
#include "workspace.h"

#include "file.h"
#include "publish.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* The folders below the root, in the order in which they are opened. */
enum { SPOOL, STATE, OWN_SPOOL, OWN_STATE, RESULTS, FOLDERS };

static const char paths[PLAYERS][FOLDERS][32] = {
    [MESSENGER1] = {"spool", "state", "spool/messenger1", "state/messenger1",
	"state/messenger1/results"},
    [MESSENGER2] = {"spool", "state", "spool/messenger2", "state/messenger2",
	""},
};

/* A folder's descriptor, that of the one it lies in, and its name there. */
struct place {
	int *fd;
	int in;
	const char *name;
};

static struct place
place_of(struct workspace *ws, int folder)
{
	switch (folder) {
	case SPOOL:
		return (struct place){&ws->spool, ws->root, "spool"};
	case STATE:
		return (struct place){&ws->state, ws->root, "state"};
	case OWN_SPOOL:
		return (struct place){
		    &ws->own_spool, ws->spool, player_name(ws->me)};
	case OWN_STATE:
		return (struct place){
		    &ws->own_state, ws->state, player_name(ws->me)};
	default:
		return (struct place){&ws->results, ws->own_state, "results"};
	}
}

static int
folders_of(const struct workspace *ws)
{
	return ws->me == MESSENGER1 ? FOLDERS : RESULTS;
}

void
workspace_init(struct workspace *ws, const char *path, enum player me,
    uid_t theirs, bool create)
{
	*ws = (struct workspace){.path = path,
	    .me = me,
	    .mine = geteuid(),
	    .theirs = theirs,
	    .create = create,
	    .root = -1,
	    .spool = -1,
	    .state = -1,
	    .own_spool = -1,
	    .own_state = -1,
	    .results = -1,
	    .peer_spool = -1,
	    .lock = -1};
}

uid_t
workspace_messenger1(const struct workspace *ws)
{
	return ws->me == MESSENGER1 ? ws->mine : ws->theirs;
}

void
workspace_close(struct workspace *ws)
{
	file_close(&ws->lock);
	file_close(&ws->peer_spool);
	for (int folder = folders_of(ws) - 1; folder >= 0; folder--)
		file_close(place_of(ws, folder).fd);
	file_close(&ws->root);
}

int
workspace_fail(struct trouble *trouble, const char *name, int error)
{
	struct text t = text_in(trouble->name, sizeof(trouble->name));

	text_add(&t, name);
	trouble->error = error;
	return -1;
}

bool
workspace_heals(const struct trouble *trouble)
{
	int error = trouble->error;

	return error == ENOSPC || error == EDQUOT || error == EMFILE ||
	       error == ENFILE || error == EIO || error == ENOMEM;
}

/* Make the root and what is missing above it. */
static int
make_root(struct workspace *ws)
{
	char path[PATH_MAX];
	struct text t = text_in(path, sizeof(path));
	size_t len = strlen(ws->path);

	text_add(&t, ws->path);
	if (t.len != len) {
		errno = ENAMETOOLONG;
		return -1;
	}
	for (size_t i = 1; i <= len; i++) {
		if (ws->path[i] != '/' && ws->path[i] != '\0')
			continue;
		path[i] = '\0';
		if (mkdir(path, 0755) == 0) {
			ws->made_path = i;
			ws->made_path_deep++;
		} else if (errno != EEXIST) {
			return -1;
		}
		path[i] = ws->path[i];
	}
	return 0;
}

/* Remove what was made of the path, the deepest first. */
static void
unmake_path(struct workspace *ws)
{
	char path[PATH_MAX];
	struct text t = text_in(path, sizeof(path));
	size_t end = ws->made_path;

	text_bytes(&t, ws->path, end);
	/* what is "." or ".." on the way is no folder that was made */
	while (ws->made_path_deep > 0 && end > 0) {
		path[end] = '\0';
		if (rmdir(path) == 0)
			ws->made_path_deep--;
		while (end > 0 && path[end - 1] != '/')
			end--;
		while (end > 0 && path[end - 1] == '/')
			end--;
	}
}

/* Remove what was made; what is not empty by now stays. */
static void
unmake(struct workspace *ws)
{
	for (int folder = folders_of(ws) - 1; folder >= 0; folder--) {
		struct place place = place_of(ws, folder);

		if (ws->made & (1U << folder))
			(void)unlinkat(place.in, place.name, AT_REMOVEDIR);
	}
	if (ws->made_path_deep > 0)
		unmake_path(ws);
}

static int
open_root(struct workspace *ws, struct trouble *trouble)
{
	const int flags = FOLDER_FLAGS & ~O_NOFOLLOW;

	ws->root = open(ws->path, flags);
	if (ws->root == -1 && errno == ENOENT && ws->create) {
		trouble->missing = make_root(ws) == -1;
		if (trouble->missing)
			return workspace_fail(trouble, "", errno);
		ws->root = open(ws->path, flags);
	}
	if (ws->root == -1 ||
	    faccessat(ws->root, ".", W_OK | X_OK, AT_EACCESS) == -1)
		return workspace_fail(trouble, "", errno);
	return 0;
}

/* Open one of the folders; results/ is ours to make whoever made the rest. */
static int
open_folder(struct workspace *ws, int folder, struct trouble *trouble)
{
	const char *path = paths[ws->me][folder];
	struct place place = place_of(ws, folder);

	*place.fd = openat(place.in, place.name, FOLDER_FLAGS);
	if (*place.fd == -1 && errno == ENOENT &&
	    (ws->create || folder == RESULTS)) {
		if (mkdirat(place.in, place.name, 0755) == 0) {
			ws->made |= 1U << folder;
		} else if (errno != EEXIST) {
			trouble->missing = true;
			return workspace_fail(trouble, path, errno);
		}
		*place.fd = openat(place.in, place.name, FOLDER_FLAGS);
	}
	return *place.fd == -1 ? workspace_fail(trouble, path, errno) : 0;
}

/* In our own folders nobody but us may speak for us. */
static int
check_own(struct workspace *ws, int folder, struct trouble *trouble)
{
	const char *path = paths[ws->me][folder];
	struct place place = place_of(ws, folder);
	struct stat st;

	if (fstat(*place.fd, &st) == -1)
		return workspace_fail(trouble, path, errno);
	if (st.st_uid != ws->mine) {
		trouble->owner = st.st_uid;
		return workspace_fail(trouble, path, WORKSPACE_FOREIGN);
	}
	if (faccessat(place.in, place.name, W_OK | X_OK, AT_EACCESS) == -1)
		return workspace_fail(trouble, path, errno);
	return 0;
}

static int
open_folders(struct workspace *ws, struct trouble *trouble)
{
	if (open_root(ws, trouble) == -1)
		return -1;
	for (int folder = 0; folder < folders_of(ws); folder++)
		if (open_folder(ws, folder, trouble) == -1 ||
		    (folder >= OWN_SPOOL &&
			check_own(ws, folder, trouble) == -1))
			return -1;
	return 0;
}

bool
workspace_is_polled(int fd)
{
	static const unsigned long types[] = {NFS_SUPER_MAGIC, SMB_SUPER_MAGIC,
	    SMB2_SUPER_MAGIC, CIFS_SUPER_MAGIC, FUSE_SUPER_MAGIC, V9FS_MAGIC,
	    AFS_SUPER_MAGIC, AFS_FS_MAGIC, CEPH_SUPER_MAGIC, CODA_SUPER_MAGIC,
	    NCP_SUPER_MAGIC, 0x786f4256 /* vboxsf */};
	struct statfs fs;

	if (fstatfs(fd, &fs) == -1)
		return true;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if ((unsigned long)fs.f_type == types[i])
			return true;
	return false;
}

int
workspace_open(struct workspace *ws, struct trouble *trouble)
{
	*trouble = (struct trouble){.name = ""};
	ws->made = 0;
	ws->made_path_deep = 0;
	if (open_folders(ws, trouble) == -1 ||
	    workspace_lock(ws, trouble) == -1) {
		/* somebody else may be at home in it by now */
		if (trouble->error != WORKSPACE_LOCKED &&
		    !workspace_heals(trouble))
			unmake(ws);
		workspace_close(ws);
		return -1;
	}
	ws->polled = workspace_is_polled(ws->spool);
	publish_sweep(ws->root, ws->own_state, ws->me);
	(void)workspace_find_peer(ws);
	return 0;
}

int
workspace_find_peer(struct workspace *ws)
{
	if (ws->peer_spool == -1)
		ws->peer_spool = openat(
		    ws->spool, player_name(player_other(ws->me)), FOLDER_FLAGS);
	return ws->peer_spool != -1 || errno == ENOENT ? 0 : -1;
}

/* Whether the name in the folder still leads to what fd holds. */
static bool
is_still(int fd, int in, const char *name, int flags)
{
	struct stat held, named;

	return fstat(fd, &held) == 0 && held.st_nlink > 0 &&
	       fstatat(in, name, &named, flags) == 0 &&
	       held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

bool
workspace_intact(struct workspace *ws)
{
	const char *peer = player_name(player_other(ws->me));

	if (ws->peer_spool != -1 &&
	    !is_still(ws->peer_spool, ws->spool, peer, AT_SYMLINK_NOFOLLOW))
		file_close(&ws->peer_spool);
	for (int folder = 0; folder < folders_of(ws); folder++) {
		struct place place = place_of(ws, folder);

		if (!is_still(
			*place.fd, place.in, place.name, AT_SYMLINK_NOFOLLOW))
			return false;
	}
	return is_still(ws->root, AT_FDCWD, ws->path, 0) &&
	       is_still(
		   ws->lock, ws->own_state, LOCK_NAME, AT_SYMLINK_NOFOLLOW);
}
