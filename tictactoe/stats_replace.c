/* SPDX-License-Identifier: ISC */
#include "stats_replace.h"

#include "file.h"
#include "text.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

static int
cannot_create(const char *path, const char *why)
{
	complain(
	    "%s: %s: name another file, or - for standard output", path, why);
	return EX_CANTCREAT;
}

/* What a new file gets. */
static mode_t
usual_mode(void)
{
	mode_t mask = umask(0);

	(void)umask(mask);
	return 0666 & ~mask;
}

static bool
open_temp(struct replacement *r, mode_t mode)
{
	int fd;

	if (snprintf(r->temp, sizeof(r->temp), "%s.XXXXXX", r->path) >=
	    (int)sizeof(r->temp)) {
		errno = ENAMETOOLONG;
		return false;
	}
	fd = mkostemp(r->temp, O_CLOEXEC);
	if (fd == -1)
		return false;
	(void)fchmod(fd, mode);
	r->out = fdopen(fd, "w");
	if (r->out == NULL) {
		file_close(&fd);
		file_unlink(AT_FDCWD, r->temp);
	}
	return r->out != NULL;
}

/* The folder that a file is in, to go up from: a descriptor, or -1. */
static int
open_folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t len = slash == NULL ? 0 : (size_t)(slash - path) + 1;
	char folder[PATH_MAX];
	struct text t = text_in(folder, sizeof(folder));

	text_bytes(&t, path, len);
	text_char(&t, '.');
	return open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static bool
is_same(const struct stat *one, const struct stat *two)
{
	return one->st_dev == two->st_dev && one->st_ino == two->st_ino;
}

/* Whether a file would be somewhere in a folder, whatever way it is named. */
static bool
is_within(const char *path, const char *folder)
{
	int fd = open_folder_of(path);
	struct stat top, here = {0}, last;
	bool within = false, more = stat(folder, &top) == 0;

	while (more && fd != -1) {
		int up = openat(fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);

		last = here;
		more = fstat(fd, &here) == 0 && !is_same(&here, &last);
		within |= more && is_same(&here, &top);
		file_close(&fd);
		fd = up;
	}
	file_close(&fd);
	return within;
}

int
replace_begin(struct replacement *r, const char *path, const char *outside)
{
	mode_t mode = usual_mode();
	struct stat st;

	r->path = path;
	if (*path == '\0')
		return cannot_create(path, strerror(ENOENT));
	if (is_within(path, outside))
		return cannot_create(path, "in the workspace");
	if (lstat(path, &st) == 0) {
		if (!S_ISREG(st.st_mode))
			return cannot_create(path, "no regular file");
		/* root may write to all, but not here to what is read-only */
		if ((st.st_mode & S_IWUSR) == 0 || access(path, W_OK) == -1)
			return cannot_create(path, "not to be written");
		mode = st.st_mode & 0777;
	}
	if (!open_temp(r, mode))
		return cannot_create(path, strerror(errno));
	return EX_OK;
}

int
replace_end(struct replacement *r)
{
	bool whole = fflush(r->out) == 0 && !ferror(r->out) &&
		     fsync(fileno(r->out)) == 0;
	int error = errno;

	if (fclose(r->out) == 0 && whole && rename(r->temp, r->path) == 0)
		return EX_OK;
	complain("%s: %s", r->path, strerror(whole ? errno : error));
	file_unlink(AT_FDCWD, r->temp);
	return EX_IOERR;
}
