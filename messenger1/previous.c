/* SPDX-License-Identifier: ISC */
#include "previous.h"

#include <errno.h>
#include <string.h>

/* It is the result of this id that failed. */
static int
fail(struct trouble *trouble, const struct gameid *id)
{
	char name[GAMEID_NAME_SIZE];

	gameid_result_name(id, name);
	return workspace_fail(trouble, name, errno);
}

int
previous_mend(const struct workspace *ws, const struct gameid *id,
    struct trouble *trouble)
{
	const char *results = "state/messenger1/results";
	int have = results_have_second(ws, id);

	if (have != 0)
		return have == 1 ? 0 : workspace_fail(trouble, results, errno);
	/* it may just have been taken away, or another have its name */
	if (results_sync(ws, id) == -1 && errno != ENOENT)
		return fail(trouble, id);
	return results_file(ws, id) == 0
		   ? 0
		   : workspace_fail(trouble, results, errno);
}

/* The greatest of all results, which is the last one. */
static int
find_result(const struct workspace *ws, struct gameid *greatest,
    struct previous *ret, struct trouble *trouble)
{
	int found = 0;

	*ret = (struct previous){.name = "none"};
	if (results_greatest(ws, greatest) == -1)
		return workspace_fail(trouble, "", errno);
	if (greatest->text[0] != '\0')
		found = results_refer(ws, greatest, ret);
	if (found == -1)
		return fail(trouble, greatest);
	/* it may have been published the moment before a crash */
	return found == 1 ? previous_mend(ws, greatest, trouble) : 0;
}

int
previous_find(struct daemon *d, struct previous *ret, struct trouble *trouble)
{
	struct workspace *ws = &d->play.ws;
	struct gameid *own = &d->play.old_spool, greatest;

	if (find_result(ws, &greatest, ret, trouble) == -1)
		return -1;
	if (spool_greatest(ws->own_spool, ws->polled, own) == -1)
		return workspace_fail(trouble, "spool/messenger1", errno);
	if (gameid_compare(own, &greatest) > 0)
		greatest = *own;
	if (spool_greatest_of_peer(ws, &greatest) == -1)
		return workspace_fail(trouble, "spool/messenger2", errno);
	if (gameid_compare(&greatest, &d->last_id) > 0)
		d->last_id = greatest;
	return 0;
}

int
previous_keep(const struct workspace *ws, const struct previous *known,
    struct previous *ret, struct trouble *trouble)
{
	struct gameid later, now = {{0}};
	int found;

	(void)gameid_of_result_name(ret->name, &now);
	if (gameid_of_result_name(known->name, &later) == -1 ||
	    gameid_compare(&later, &now) <= 0)
		return 0;
	found = results_refer(ws, &later, ret);
	return found == -1 ? fail(trouble, &later) : found;
}

/* Read the saved result of the session's game: its length, 0 or -1. */
static ssize_t
read_own(const struct play *p, char buf[RESULT_SIZE])
{
	const struct session *s = &p->session;
	char ours[RESULT_SIZE];
	struct text text = text_in(ours, sizeof(ours));
	ssize_t n = results_read(&p->ws, &s->result_id, buf);
	int filed = 0;

	if (n == -1 || s->state != SESSION_OVER)
		return n;
	text.len = session_result(s, ours);
	if ((size_t)n == text.len && memcmp(ours, buf, text.len) == 0)
		return n;
	if (results_name_taken(&p->ws, &s->result_id) == 1)
		filed = results_filed(&p->ws, &s->result_id, &text);
	if (filed == 1)
		memcpy(buf, ours, text.len);
	return filed == 1 ? (ssize_t)text.len : filed;
}

int
previous_own(
    const struct play *p, struct previous *ret, struct trouble *trouble)
{
	char text[RESULT_SIZE];
	ssize_t n = read_own(p, text);

	*ret = p->session.head.previous;
	if (n == -1)
		return fail(trouble, &p->session.result_id);
	if (n > 0)
		results_previous(&p->session.result_id, text, (size_t)n, ret);
	return n > 0;
}
