/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "file.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* What is known from one to the next. */
struct named {
	struct audit *audit;
	struct examiner *e;
	char folder[PATH_MAX]; /* that the archive is */
	uint64_t next; /* what this says of the one before it was told; or 0 */
};

/* Cut a path into its folder and its name. */
static int
cut(const char *path, const char *folder, char ret[PATH_MAX], const char **name)
{
	const char *slash = strrchr(path, '/');
	struct text t = text_in(ret, PATH_MAX);
	size_t len = slash == NULL ? strlen(folder) : (size_t)(slash - path);

	if (len >= PATH_MAX) {
		complain("%s: %s", path, strerror(ENAMETOOLONG));
		return -1;
	}
	if (slash == NULL)
		text_add(&t, folder);
	else
		text_bytes(&t, len > 0 ? path : "/", len > 0 ? len : 1);
	*name = slash == NULL ? path : slash + 1;
	return 0;
}

/* Without an id in the name the one in the text is taken: false is told. */
static bool
find_id(struct audit *audit, struct exhibit *file)
{
	static struct item item;
	bool named = gameid_of_result_name(file->name, &file->id) == 0;

	if (named)
		return true;
	if (archive_read(file->archive->dir, file->name, &item) == 0)
		(void)result_gameid(item.bytes, item.len, &file->id);
	sink_tell(&audit->out, &(struct finding){.kind = "name",
				   .file = file->shown,
				   .message = "not the name of a result"});
	return false;
}

/* The journal, if it names a result, or else the one that follows it. */
static struct voice
voice_after(const struct named *n, uint64_t key)
{
	const struct archive *a = &n->audit->archive;
	size_t next = archive_at(a, key + 1);
	struct voice ret = {.link.named = NAMES_UNKNOWN};

	if (audit_journal_says(n->audit, n->e, key, &ret) &&
	    ret.link.named == key)
		return ret;
	ret = (struct voice){.link.named = NAMES_UNKNOWN};
	if (next < a->count)
		examine_key(n->e, a, a->list[next].key, NULL, &ret.link);
	return ret;
}

/* Whether what comes after a result names it as it is. */
static enum belief
belief_in(const struct named *n, const struct link *link)
{
	const struct voice after = voice_after(n, link->key);

	return link_fits(&after.link, link) ? BELIEVED : UNSURE;
}

/* The one before it and the next one, where they are there. */
static void
judge_neighbours(struct named *n, const struct link *link)
{
	struct audit *audit = n->audit;
	const struct archive *a = &audit->archive;
	struct standing *standing = &audit->standing[archive_at(a, link->key)];
	struct voice next = voice_after(n, link->key), before = {0};
	struct voice it = {.link = *link,
	    .belief = link_fits(&next.link, link) ? BELIEVED : UNSURE};
	bool before_told = link->key == n->next;

	n->next = 0;
	standing->proven = it.belief == BELIEVED;
	if (it.belief != BELIEVED && next.link.named == link->key) {
		n->next = next.link.key;
		if (next.belief != BELIEVED)
			next.belief = belief_in(n, &next.link);
		audit_weigh(audit, n->e, &next, &it);
	}
	if (before_told || it.link.named <= NAMES_UNKNOWN ||
	    !archive_is_there(a->dir, it.link.named))
		return;
	examine_key(n->e, a, it.link.named, NULL, &before.link);
	audit_weigh(audit, n->e, &it, &before);
}

/* Whether it is named twice; what is no regular file is not in the list. */
static bool
was_judged(struct audit *audit, uint64_t key)
{
	const struct archive *a = &audit->archive;
	bool was;

	if (!archive_has(a, key))
		return false;
	was = audit->standing[archive_at(a, key)].judged;
	audit->standing[archive_at(a, key)].judged = true;
	return was;
}

static int
judge(struct named *n, struct exhibit *file)
{
	struct audit *audit = n->audit;
	bool named = find_id(audit, file);
	struct link link;

	if (named && was_judged(audit, archive_key(&file->id)))
		return 0;
	audit->games++;
	if (file->id.text[0] == '\0')
		return 0; /* it is nothing at all */
	examine(n->e, file, &audit->out, &link);
	if (!named)
		return 0;
	/* read while the result is there: its second name may be on its way */
	if (audit_journal(&audit->archive, &audit->end) != 0)
		return COULD_NOT_LOOK;
	judge_neighbours(n, &link);
	if (audit_second(audit, link.key) != 0)
		return COULD_NOT_LOOK;
	audit_replaced(audit, link.key);
	return 0;
}

/* The folder is listed once for all that is named one after the other in it. */
static int
enter(struct named *n, const char *folder)
{
	struct archive *a = &n->audit->archive;

	if (a->dir != -1 && strcmp(folder, n->folder) == 0)
		return 0;
	archive_close(a);
	n->next = 0;
	memcpy(n->folder, folder, strlen(folder) + 1);
	if (archive_open(a, n->folder) != 0)
		return COULD_NOT_LOOK;
	return archive_list(a, NULL, NULL) == 0 ? audit_standing(n->audit)
						: COULD_NOT_LOOK;
}

static int
complain_of_folder(const char *path)
{
	complain("%s: a folder; to judge all results of one: tictactoe audit"
		 " -w FOLDER",
	    path);
	return COULD_NOT_LOOK;
}

static int
judge_path(struct named *n, const char *folder, const char *path)
{
	const struct archive *a = &n->audit->archive;
	char in[PATH_MAX];
	struct exhibit file = {.archive = a, .shown = path};
	struct stat st;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return complain_of_folder(path);
	if (cut(path, folder, in, &file.name) == -1 || enter(n, in) != 0)
		return COULD_NOT_LOOK;
	if (fstatat(a->dir, file.name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		complain("%s: %s; FILE is a name in the folder, or a path",
		    path, strerror(errno));
	else if (S_ISDIR(st.st_mode))
		return complain_of_folder(path);
	else
		return judge(n, &file);
	return COULD_NOT_LOOK;
}

int
audit_named(struct audit *audit, const char *folder, char *const files[])
{
	struct named n = {.audit = audit, .e = examiner_new()};
	int status = n.e == NULL ? COULD_NOT_LOOK : 0;

	for (; n.e != NULL && *files != NULL; files++)
		status |= judge_path(&n, folder, *files);
	archive_close(&audit->archive);
	examiner_free(n.e);
	return status;
}
