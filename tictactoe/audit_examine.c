/* SPDX-License-Identifier: ISC */
#include "audit_examine.h"

#include "digest.h"
#include "saved.h"
#include "tool.h"

#include <errno.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

struct examiner {
	EVP_MD *md;
	EVP_MD_CTX *context;
	struct item item;
	struct saved saved;
};

struct examiner *
examiner_new(void)
{
	struct examiner *e = calloc(1, sizeof(*e));

	if (e != NULL) {
		e->md = EVP_MD_fetch(NULL, "SHA256", NULL);
		e->context = EVP_MD_CTX_new();
	}
	if (e == NULL || e->md == NULL || e->context == NULL) {
		complain("libcrypto gives no SHA-256, or there is no memory");
		examiner_free(e);
		return NULL;
	}
	return e;
}

void
examiner_free(struct examiner *e)
{
	if (e == NULL)
		return;
	EVP_MD_CTX_free(e->context);
	EVP_MD_free(e->md);
	free(e);
}

void
examiner_hash(struct examiner *e, const char *bytes, size_t len,
    char ret[SHA256_TEXT_SIZE])
{
	unsigned char sum[DIGEST_SIZE];

	ret[0] = '\0';
	if (EVP_DigestInit_ex2(e->context, e->md, NULL) != 1 ||
	    EVP_DigestUpdate(e->context, bytes, len) != 1 ||
	    EVP_DigestFinal_ex(e->context, sum, NULL) != 1)
		return;
	digest_text(sum, ret);
}

/* A file that is being examined, and where its faults go. */
struct telling {
	const struct exhibit *file;
	struct sink *sink;
};

static void
tell(const struct telling *t, struct finding finding)
{
	finding.file = t->file->shown;
	if (t->sink != NULL)
		sink_tell(t->sink, &finding);
}

static void
tell_fault(void *arg, const struct fault *fault)
{
	tell(arg, (struct finding){.kind = fault->kind,
		      .line = fault->line,
		      .message = fault->what,
		      .expected = fault->expected,
		      .found = fault->found});
}

void
examine_inode(
    const struct exhibit *file, const struct stat *st, struct sink *sink)
{
	const struct telling telling = {file, sink}, *t = &telling;
	uid_t owner = file->archive->owner;
	char expected[32], found[32];

	if ((st->st_mode & 07777) != 0444) {
		(void)snprintf(
		    found, sizeof(found), "%04o", st->st_mode & 07777);
		tell(t, (struct finding){.kind = "mode",
			    .message = "not the mode of a result",
			    .expected = "0444",
			    .found = found});
	}
	if (st->st_uid != owner) {
		(void)snprintf(expected, sizeof(expected), "uid %u", owner);
		(void)snprintf(found, sizeof(found), "uid %u", st->st_uid);
		tell(t, (struct finding){.kind = "owner",
			    .message = "not a file of messenger1's",
			    .expected = expected,
			    .found = found});
	}
}

void
examine_unread(const struct exhibit *file, struct sink *sink)
{
	const struct telling telling = {file, sink}, *t = &telling;
	char message[128];

	if (errno == EBADF) {
		tell(t, (struct finding){
			    .kind = "type", .message = "not a regular file"});
	} else if (errno == ENOENT) {
		tell(t, (struct finding){.kind = "missing",
			    .message = "it has gone while this was looked at"});
	} else {
		(void)snprintf(message, sizeof(message), "cannot be read: %s",
		    strerror(errno));
		tell(t,
		    (struct finding){.kind = "unreadable", .message = message});
	}
}

static void
link_of(const struct previous *previous, struct link *ret)
{
	static const size_t around = sizeof("game-") + sizeof(".txt") - 2;
	size_t len = strlen(previous->name);
	struct gameid id = {{0}};

	if (len > around) {
		memcpy(id.text, previous->name + 5, len - around);
		ret->named = archive_key(&id);
	} else if (len > 0) {
		ret->named = NAMES_NONE;
	}
	memcpy(ret->named_sha256, previous->sha256, SHA256_TEXT_SIZE);
}

void
examine(struct examiner *e, const struct exhibit *file, struct sink *sink,
    struct link *ret)
{
	struct telling telling = {file, sink};
	const struct judge judge = {tell_fault, &telling};
	const struct archive *a = file->archive;
	struct item *item = &e->item;

	ret->key = archive_key(&file->id);
	ret->named = NAMES_UNKNOWN;
	ret->sha256[0] = '\0';
	if (archive_read(
		file->second ? a->seconds : a->dir, file->name, item) == -1) {
		examine_unread(file, sink);
		return;
	}
	examine_inode(file, &item->st, sink);
	(void)saved_read((struct scan){item->bytes, item->len}, &file->id,
	    &judge, &e->saved);
	link_of(&e->saved.previous, ret);
	if (item->len <= RESULT_SIZE)
		examiner_hash(e, item->bytes, item->len, ret->sha256);
	else
		memcpy(ret->sha256, LONGER, sizeof(LONGER));
}

void
examine_key(struct examiner *e, const struct archive *archive, uint64_t key,
    struct sink *sink, struct link *ret)
{
	char name[GAMEID_NAME_SIZE];
	struct exhibit file = {.archive = archive, .id = archive_id_of(key)};

	archive_name(key, name);
	file.name = file.shown = name;
	examine(e, &file, sink, ret);
}

void
examine_second(struct examiner *e, const struct archive *archive, uint64_t key,
    struct link *ret)
{
	char name[GAMEID_NAME_SIZE];
	struct exhibit file = {.archive = archive,
	    .name = name,
	    .id = archive_id_of(key),
	    .second = true};

	archive_name(key, name);
	examine(e, &file, NULL, ret);
	if (ret->sha256[0] != '\0' && e->item.st.st_uid != archive->owner)
		ret->sha256[0] = '\0';
}
