/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "publish.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* The list of second names is only passed through: a bit for each result. */
struct seconds {
	struct audit *audit;
	unsigned char *seen; /* of the results that are judged */
};

static bool
was_seen(const struct seconds *s, size_t index)
{
	size_t bit = index - s->audit->from;

	return s->seen[bit / 8] >> bit % 8 & 1;
}

static void
tell_name(
    struct audit *audit, const char *name, const char *kind, const char *what)
{
	char path[SECOND_PATH_SIZE];

	archive_second_path(name, path);
	sink_tell(&audit->out,
	    &(struct finding){.kind = kind, .file = path, .message = what});
}

/* What keeps a second name from being that of a result: a kind, or NULL. */
static const char *
unfit(const struct archive *a, const char *name)
{
	struct stat st;

	if (fstatat(a->seconds, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return NULL; /* what reads it will see the same */
	if (!S_ISREG(st.st_mode))
		return "type";
	return st.st_uid == a->owner ? NULL : "owner";
}

static bool
is_unfit(const struct seconds *s, const char *name)
{
	const char *kind = unfit(&s->audit->archive, name);

	if (kind != NULL)
		tell_name(s->audit, name, kind,
		    strcmp(kind, "type") == 0 ? "not a regular file"
					      : "not a file of messenger1's");
	return kind != NULL;
}

static bool
is_same_file(const struct stat *one, const struct stat *two)
{
	return one->st_ino == two->st_ino && one->st_dev == two->st_dev;
}

/* Another file is a copy, where links cannot be made, or was put there. */
static void
compare_bytes(const struct seconds *s, const char *name, uint64_t key)
{
	static struct item first, second;
	char path[SECOND_PATH_SIZE];
	struct exhibit file = {.archive = &s->audit->archive, .shown = path};

	if (is_unfit(s, name))
		return;
	if (archive_read(s->audit->archive.dir, name, &first) == -1)
		return; /* that is told with the result itself */
	archive_second_path(name, path);
	if (archive_read(s->audit->archive.seconds, name, &second) == -1) {
		examine_unread(&file, &s->audit->out);
		return;
	}
	if (!is_same_file(&first.st, &second.st))
		examine_inode(&file, &second.st, &s->audit->out);
	if (first.len == second.len &&
	    memcmp(first.bytes, second.bytes, first.len) == 0)
		return;
	s->audit->standing[archive_at(&s->audit->archive, key)].differs = true;
}

static void
take_name(void *arg, const char *name, unsigned char type, ino_t ino)
{
	struct seconds *s = arg;
	const struct archive *a = &s->audit->archive;
	uint64_t key;
	size_t at;

	(void)type;
	if (archive_key_of(name, &key) == -1) {
		tell_name(
		    s->audit, name, "foreign", "not a name that belongs here");
		return;
	}
	at = archive_at(a, key);
	if (at < s->audit->from)
		return;
	if (at < a->count && a->list[at].key == key) {
		size_t bit = at - s->audit->from;

		s->seen[bit / 8] |= (unsigned char)(1U << bit % 8);
		if (a->list[at].ino != ino)
			compare_bytes(s, name, key);
	} else if (!archive_is_there(a->dir, key) && !is_unfit(s, name)) {
		sink_tell_of(&s->audit->out, key,
		    (struct finding){.kind = "removed",
			.message =
			    "removed: only its second name is there; "
			    "audit --restore links it back, if the chain "
			    "proves it right"});
	}
}

/* Whether messenger1 has yet to move it there, or was killed before it could. */
static bool
is_on_its_way(const struct archive *a, uint64_t key)
{
	char name[GAMEID_NAME_SIZE];
	struct stat first, temporary;

	archive_name(key, name);
	return fstatat(a->dir, name, &first, AT_SYMLINK_NOFOLLOW) == 0 &&
	       archive_stat(
		   a->dir, "state/messenger1/" TEMP_RESULT, &temporary) == 0 &&
	       is_same_file(&first, &temporary);
}

static bool
has_second(const struct audit *audit, uint64_t key)
{
	const struct archive *a = &audit->archive;

	return archive_is_there(a->seconds, key) || is_on_its_way(a, key);
}

/* The journal's own result may have got its first name just now. */
static bool
appears(const struct audit *audit, uint64_t key)
{
	if (audit->end.there &&
	    key == archive_key(&audit->end.session.result_id))
		return audit_await(audit, key, has_second);
	return archive_is_there(audit->archive.seconds, key);
}

static void
tell_unseen(struct audit *audit, uint64_t key)
{
	if (!appears(audit, key))
		sink_tell_of(&audit->out, key,
		    (struct finding){.kind = "second-name",
			.message =
			    "its second name in " SECOND_NAMES " is missing"});
}

static int
complain_of_seconds(const struct archive *a, int error)
{
	complain("%s/%s: %s", a->path, SECOND_NAMES, strerror(error));
	return COULD_NOT_LOOK;
}

/* A folder that is there can be looked at: 0, or COULD_NOT_LOOK. */
static int
check_seconds(const struct archive *a)
{
	if (a->seconds != -1 || a->why_none == ENOENT ||
	    a->why_none == ENOTDIR || a->why_none == ELOOP)
		return 0;
	return complain_of_seconds(a, a->why_none);
}

static int
compare_all(struct audit *audit)
{
	struct seconds s = {.audit = audit};
	const struct archive *a = &audit->archive;
	int status = 0;

	s.seen = calloc((a->count - audit->from) / 8 + 1, 1);
	if (s.seen == NULL) {
		complain("there is no memory for the second names");
		return COULD_NOT_LOOK;
	}
	if (archive_names(a->seconds, take_name, &s) == -1)
		status = complain_of_seconds(a, errno);
	for (size_t i = audit->from; status == 0 && i < a->count; i++)
		if (!was_seen(&s, i))
			tell_unseen(audit, a->list[i].key);
	free(s.seen);
	return status;
}

static void
tell_no_seconds(struct audit *audit, const char *why)
{
	sink_tell(&audit->out,
	    &(struct finding){
		.kind = "second-names", .file = SECOND_NAMES, .message = why});
}

int
audit_seconds(struct audit *audit)
{
	const struct archive *a = &audit->archive;

	if (check_seconds(a) != 0)
		return COULD_NOT_LOOK;
	if (a->seconds != -1)
		return compare_all(audit);
	if (a->why_none != ENOENT)
		tell_no_seconds(audit, "not a folder");
	else if (a->count > 0)
		tell_no_seconds(audit, "the folder of second names is missing");
	return 0;
}

bool
audit_has_second(const struct audit *audit, uint64_t key)
{
	const struct archive *a = &audit->archive;
	char name[GAMEID_NAME_SIZE];

	archive_name(key, name);
	return archive_is_there(a->seconds, key) && unfit(a, name) == NULL;
}

int
audit_second(struct audit *audit, uint64_t key)
{
	const struct seconds s = {.audit = audit};
	const struct archive *a = &audit->archive;
	char name[GAMEID_NAME_SIZE];

	archive_name(key, name);
	if (archive_is_there(a->seconds, key))
		compare_bytes(&s, name, key);
	else if (a->seconds != -1)
		tell_unseen(audit, key);
	return check_seconds(a);
}

/*
 * Restoring
 */

/* Of the second names only those of results that have no other are kept. */
static void
keep_removed(const struct archive *a, struct archive *names)
{
	size_t kept = 0;

	for (size_t i = 0; i < names->count; i++) {
		uint64_t key = names->list[i].key;

		if (!archive_has(a, key) && !archive_is_there(a->dir, key))
			names->list[kept++] = names->list[i];
	}
	names->count = kept;
}

/* Follow the chain without a word. */
static int
prove(struct audit *audit, const struct archive *removed, bool *proven)
{
	struct audit asked = {.archive = audit->archive,
	    .out.form = FORM_NONE,
	    .removed = removed,
	    .proven = proven};
	bool failed = audit_names(&asked) != 0 || audit_standing(&asked) != 0 ||
		      audit_files(&asked) != 0 || audit_chain(&asked) != 0;

	audit->archive = asked.archive;
	free(asked.broken);
	free(asked.standing);
	return failed ? COULD_NOT_LOOK : 0;
}

static void
restore(struct audit *audit, uint64_t key, bool proven)
{
	const struct archive *a = &audit->archive;
	char name[GAMEID_NAME_SIZE];

	archive_name(key, name);
	if (!proven) {
		sink_note(&audit->out, "not-restored", name,
		    "not linked back: its second name is not proven right by "
		    "the chain or messenger1's journal");
		return;
	}
	if (publish_link(a->seconds, name, a->dir, name) == 0) {
		audit->restored++;
		sink_note(&audit->out, "restored", name,
		    "linked back from " SECOND_NAMES);
	} else if (errno != EEXIST) {
		complain("%s: cannot be linked back: %s%s", name,
		    strerror(errno),
		    errno == EPERM || errno == EACCES
			? "; do it as messenger1's user or root"
			: "");
	}
}

static int
restore_removed(struct audit *audit, struct archive *names)
{
	bool *proven;
	int status;

	keep_removed(&audit->archive, names);
	if (names->count == 0)
		return 0;
	proven = calloc(names->count, sizeof(*proven));
	if (proven == NULL) {
		complain("there is no memory for what was removed");
		return COULD_NOT_LOOK;
	}
	status = prove(audit, names, proven);
	for (size_t i = 0; status == 0 && i < names->count; i++)
		restore(audit, names->list[i].key, proven[i]);
	free(proven);
	return status;
}

int
audit_restore(struct audit *audit)
{
	struct archive *a = &audit->archive;
	struct archive names = {.path = SECOND_NAMES, .dir = a->seconds};
	int status = check_seconds(a);

	if (status == 0 && a->seconds != -1 &&
	    (archive_list(a, NULL, NULL) != 0 ||
		archive_list(&names, NULL, NULL) != 0))
		status = COULD_NOT_LOOK;
	if (status == 0)
		status = restore_removed(audit, &names);
	archive_unlist(&names);
	if (status == 0 && audit->restored > 0 && publish_sync(a->dir) == -1) {
		complain("%s: %s", a->path, strerror(errno));
		status = COULD_NOT_LOOK;
	}
	return status;
}
