/* SPDX-License-Identifier: ISC */
#include "audit.h"
#include "file.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

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

static int
judge(struct audit *audit, struct examiner *e, struct exhibit *file)
{
	const struct archive *a = &audit->archive;
	bool named = find_id(audit, file);
	struct link link, before;

	audit->games++;
	if (file->id.text[0] == '\0')
		return 0; /* it is nothing at all */
	examine(e, file, &audit->out, &link);
	if (!named)
		return 0;
	if (link.named > NAMES_UNKNOWN && audit_is_there(a, "", link.named)) {
		examine_key(e, a, link.named, NULL, &before);
		audit_link(&audit->out, &before, &link);
	}
	return audit_second(audit, link.key);
}

static int
judge_path(struct audit *audit, struct examiner *e, const char *folder,
    const char *path)
{
	char in[PATH_MAX];
	struct exhibit file = {.archive = &audit->archive, .shown = path};
	struct stat st;
	int status = COULD_NOT_LOOK;

	if (cut(path, folder, in, &file.name) == -1 ||
	    archive_open(&audit->archive, in) != 0)
		return COULD_NOT_LOOK;
	if (fstatat(audit->archive.dir, file.name, &st, AT_SYMLINK_NOFOLLOW) ==
	    -1)
		complain("%s: %s; FILE is a name in the folder, or a path",
		    path, strerror(errno));
	else
		status = judge(audit, e, &file);
	archive_close(&audit->archive);
	return status;
}

int
audit_named(struct audit *audit, const char *folder, char *const files[])
{
	struct examiner *e = examiner_new();
	int status = e == NULL ? COULD_NOT_LOOK : 0;

	for (; e != NULL && *files != NULL; files++)
		status |= judge_path(audit, e, folder, *files);
	examiner_free(e);
	return status;
}
