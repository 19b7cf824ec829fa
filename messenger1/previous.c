/* SPDX-License-Identifier: ISC */
#include "previous.h"

#include <errno.h>
#include <string.h>

int
previous_find(struct daemon *d, struct previous *ret)
{
	char text[RESULT_SIZE];
	struct workspace *ws = &d->play.ws;
	struct gameid greatest;
	ssize_t n = 0;

	if (results_greatest(ws, &greatest) == -1)
		return -1;
	*ret = (struct previous){.name = "none"};
	if (greatest.text[0] != '\0')
		n = results_read(ws, &greatest, text);
	if (n > 0)
		results_previous(&greatest, text, (size_t)n, ret);
	/* it may have been published the moment before a crash */
	if (n > 0 && ((results_sync(ws, &greatest) == -1 && errno != ENOENT) ||
			 results_file(ws, &greatest) == -1))
		return -1;
	if (n == -1 ||
	    spool_greatest(ws->own_spool, ws->polled, &greatest) == -1)
		return -1;
	if (spool_greatest_of_peer(ws, &greatest) == -1) {
		d->play.blocked = "spool/messenger2";
		return -1;
	}
	if (gameid_compare(&greatest, &d->last_id) > 0)
		d->last_id = greatest;
	return 0;
}

int
previous_keep(const struct workspace *ws, const struct previous *known,
    struct previous *ret)
{
	char text[RESULT_SIZE];
	struct gameid later, now = {{0}};
	ssize_t n;

	(void)gameid_of_result_name(ret->name, &now);
	if (gameid_of_result_name(known->name, &later) == -1 ||
	    gameid_compare(&later, &now) <= 0)
		return 0;
	n = results_read(ws, &later, text);
	if (n > 0)
		results_previous(&later, text, (size_t)n, ret);
	return n > 0 ? 1 : (int)n;
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
previous_own(const struct play *p, struct previous *ret)
{
	char text[RESULT_SIZE];
	ssize_t n = read_own(p, text);

	*ret = p->session.head.previous;
	if (n > 0)
		results_previous(&p->session.result_id, text, (size_t)n, ret);
	return n > 0 ? 1 : (int)n;
}
