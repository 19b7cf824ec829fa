/* SPDX-License-Identifier: ISC */
#include "watch_tally.h"

#include "clock.h"

#include <errno.h>
#include <string.h>

static void
note_id(struct tally *t, const struct gameid *id)
{
	if (t->ids == TALLY_IDS)
		memmove(t->seconds, t->seconds + 1,
		    --t->ids * sizeof(t->seconds[0]));
	t->seconds[t->ids++] = gameid_second(id);
	t->greatest = archive_key(id);
}

/* Count how a game has ended: whether there is such a file at all. */
static bool
read_one(struct tally *t, const struct gameid *id)
{
	struct item item;
	struct game game;

	if (archive_read_result(&t->archive, id, &item) == -1 &&
	    errno == ENOENT)
		return false;
	if (result_game(item.bytes, item.len, &game) == 0)
		t->ended[game_status(&game)]++;
	else
		t->unread++;
	return true;
}

int
tally_begin(struct tally *t, int dir, const char *path)
{
	struct gameid id;
	int status;
	size_t from;

	tally_end(t);
	*t = (struct tally){.archive = {.path = path, .dir = dir}};
	status = archive_list(&t->archive, NULL, NULL);
	t->games = t->left = t->archive.count;
	from = t->games < TALLY_IDS ? 0 : t->games - TALLY_IDS;
	for (size_t i = from; i < t->games; i++) {
		id = archive_id(&t->archive, i);
		note_id(t, &id);
	}
	return status;
}

void
tally_end(struct tally *t)
{
	archive_unlist(&t->archive);
	t->left = 0;
}

void
tally_work(struct tally *t, int64_t until)
{
	struct gameid id;

	while (t->left > 0 && clock_boot() < until) {
		id = archive_id(&t->archive, --t->left);
		if (!read_one(t, &id))
			t->stale = true;
	}
}

void
tally_add(struct tally *t, const struct gameid *id)
{
	uint64_t key = archive_key(id);

	if (key > t->greatest) {
		if (read_one(t, id)) {
			t->games++;
			note_id(t, id);
		}
	} else if (!archive_has(&t->archive, key)) {
		/* it may also have been added before, and named twice since */
		t->stale |= t->archive.count > 0 &&
			    key < t->archive.list[t->archive.count - 1].key;
	}
}

void
tally_remove(struct tally *t, const struct gameid *id)
{
	t->stale |= archive_key(id) <= t->greatest;
}
