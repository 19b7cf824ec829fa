/* SPDX-License-Identifier: ISC */
#include "named.h"

#include "archive.h"
#include "digest.h"
#include "exported.h"
#include "file.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#define SIZE 1048576 /* more than any export of one game */

/* A file that was named, and what is in it. */
struct file {
	const char *word; /* that it was named by */
	struct gameid id; /* that its name holds, if any */
	bool result;      /* the name is that of a result */
	char *bytes;      /* SIZE + 1 of them */
	size_t len;
};

static int
fail_to_open(const char *word)
{
	int error = errno;

	if (error == ENOENT && strchr(word, '/') == NULL)
		complain(
		    "\"%s\" is neither the ID of a game, as 2026-09-03-110200,"
		    " nor a file here",
		    word);
	else
		complain("%s: %s", word, strerror(error));
	return error == EACCES ? EX_NOPERM : EX_NOINPUT;
}

/* What comes through a pipe until its end: how much, or -1. */
static ssize_t
read_pipe(int fd, char *buf, size_t size)
{
	size_t len = 0;
	ssize_t n = fcntl(fd, F_SETFL, 0); /* it may be waited for */

	while (
	    n >= 0 && len < size && (n = read(fd, buf + len, size - len)) > 0)
		len += (size_t)n;
	return n < 0 ? -1 : (ssize_t)len;
}

/* How much was read, at most SIZE + 1. */
static int
take(struct file *f, ssize_t n)
{
	if (n > SIZE) {
		complain("%s: too long to be a game", f->word);
		return EX_DATAERR;
	}
	f->len = (size_t)n;
	return EX_OK;
}

int
named_unread(int error)
{
	if (error == EACCES)
		return EX_NOPERM;
	return error == EBADF || error == ENOENT ? EX_NOINPUT : EX_IOERR;
}

/* A result in the workspace. */
static int
read_saved(const char *workspace, struct file *f)
{
	char name[GAMEID_NAME_SIZE];
	struct archive a;
	struct stat st;
	int status = archive_open(&a, workspace);
	ssize_t n = -1;

	if (status == EX_OK)
		status = archive_check(a.dir, workspace, false);
	if (status == EX_OK) {
		gameid_result_name(&f->id, name);
		n = archive_take(a.dir, name, f->bytes, SIZE + 1, &st);
	}
	if (status == EX_OK && n == -1) {
		status = named_unread(errno);
		complain("%s/%s: %s", workspace, name,
		    errno == EBADF ? "not a regular file" : strerror(errno));
	}
	archive_close(&a);
	return n == -1 ? status : take(f, n);
}

/* A file by its path, also a pipe. */
static int
read_path(struct file *f)
{
	struct stat st;
	int fd = open(f->word, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	int status = EX_IOERR;
	ssize_t n = -1;

	if (fd == -1)
		return fail_to_open(f->word);
	if (fstat(fd, &st) == 0) {
		if (S_ISREG(st.st_mode))
			n = file_read(fd, f->bytes, SIZE + 1, 0);
		else if (S_ISFIFO(st.st_mode))
			n = read_pipe(fd, f->bytes, SIZE + 1);
		else
			errno = EBADF;
	}
	if (n != -1) {
		status = take(f, n);
	} else if (errno == EBADF) {
		complain("%s: not a regular file", f->word);
		status = EX_NOINPUT;
	} else {
		complain("%s: %s", f->word, strerror(errno));
	}
	file_close(&fd);
	return status;
}

static int
read_file(const char *workspace, struct file *f)
{
	const char *slash = strrchr(f->word, '/');

	f->result = gameid_of_result_name(
			slash == NULL ? f->word : slash + 1, &f->id) == 0;
	if (slash != NULL || (!f->result && gameid_parse(f->word,
						strlen(f->word), &f->id) == -1))
		return read_path(f);
	f->result = true;
	return read_saved(workspace, f);
}

static void
tell(void *arg, const struct fault *fault)
{
	const char **word = arg;
	char text[FAULT_TEXT_SIZE];

	fault_text(
	    text, fault->line, fault->what, fault->expected, fault->found);
	if (*word != NULL) /* one line is enough: audit has them all */
		complain("%s: %s", *word, text);
	*word = NULL;
}

static int
read_result(struct file *f, struct named *ret)
{
	const char *word = f->word;
	const struct judge judge = {tell, &word};

	if (!f->result && result_gameid(f->bytes, f->len, &f->id) == -1) {
		complain("%s: not a saved game", f->word);
		return EX_DATAERR;
	}
	if (saved_read((struct scan){f->bytes, f->len}, &f->id, &judge,
		&ret->saved) > 0)
		return EX_DATAERR;
	if (digest_of(f->bytes, f->len, ret->sha256) == 0)
		return EX_OK;
	complain("libcrypto has no SHA-256");
	return EX_OSERR;
}

static int
read_export(const struct file *f, struct named *ret)
{
	char why[FAULT_SIZE];

	ret->sha256[0] = '\0';
	if (exported_read(f->bytes, f->len, &ret->saved, why) == 0)
		return EX_OK;
	complain("%s: %s", f->word, why);
	return EX_DATAERR;
}

static bool
is_json(const struct file *f)
{
	size_t at = 0;

	while (at < f->len && (f->bytes[at] == ' ' || f->bytes[at] == '\t' ||
				  f->bytes[at] == '\r' || f->bytes[at] == '\n'))
		at++;
	return at < f->len && f->bytes[at] == '{';
}

static int
read_named(
    const char *workspace, const char *word, bool exports, struct named *ret)
{
	struct file f = {.word = word, .bytes = malloc(SIZE + 1)};
	int status;

	if (f.bytes == NULL) {
		complain("%s: there is no memory to read it", word);
		return EX_OSERR;
	}
	status = read_file(workspace, &f);
	if (status == EX_OK)
		status = exports && !f.result && is_json(&f)
			     ? read_export(&f, ret)
			     : read_result(&f, ret);
	free(f.bytes);
	return status;
}

int
named_result(const char *workspace, const char *word, struct named *ret)
{
	return read_named(workspace, word, false, ret);
}

int
named_game(const char *workspace, const char *word, struct named *ret)
{
	return read_named(workspace, word, true, ret);
}
