/* SPDX-License-Identifier: ISC */
/* What a folder holds, and when two folders are the same. */
#include "world.h"

#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDS_MAX 16

void
world_fold(const struct ram *folder, enum player who, struct folded *ret)
{
	const char *path = who == MESSENGER1 ? "state/messenger1/journal"
					     : "state/messenger2/journal";
	const struct ram_inode *journal =
	    &folder->inodes[ram_find_in(folder, path)];
	struct record record;
	struct head head;
	size_t at, size;

	memset(ret, 0, offsetof(struct folded, said));
	ret->who = who;
	if (journal->type != RAM_FILE)
		return;
	at = head_read(journal->data, journal->len, &head);
	if (at == 0)
		return;
	ret->have = ret->allowed = true;
	session_begin(&ret->session, who, &head);
	while ((size = record_read(
		    journal->data + at, journal->len - at, &record)) > 0) {
		at += size;
		if (session_fold(&ret->session, &record) == SESSION_INVALID) {
			ret->allowed = false;
			return;
		}
		if (record.kind == RECORD_SAID) {
			memcpy(ret->said + ret->said_len, record.bytes,
			    record.len);
			ret->said_len += record.len;
			ret->said[ret->said_len++] = '\n';
		}
		if (record.kind == RECORD_HEARD) {
			memcpy(
			    ret->past + ret->heard, record.bytes, record.len);
			ret->heard += record.len;
			ret->past[ret->heard++] = '\n';
		}
	}
}

void
world_spool(enum player who, const struct gameid *id, char path[64])
{
	(void)snprintf(path, 64, "spool/%s/%s.txt", player_name(who), id->text);
}

void
world_result(const struct gameid *id, char path[64])
{
	(void)snprintf(path, 64, "game-%s.txt", id->text);
}

static void
print_folder(void)
{
	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		const struct ram_entry *entry = &ram.entries[i];
		const struct ram_inode *inode = &ram.inodes[entry->inode];

		if (entry->folder == 0 || inode->type != RAM_FILE)
			continue;
		(void)fprintf(stderr, "--- %d/%s (%u links)\n%.*s",
		    entry->folder, entry->name, inode->links, (int)inode->len,
		    inode->data);
	}
}

void
world_fault(const char *what, const char *detail)
{
	(void)fprintf(stderr, "FAULT: %s: %s\n", what, detail);
	print_folder();
	exit(1);
}

bool
world_is_result(const struct ram_entry *entry, struct gameid *id)
{
	return entry->folder == RAM_ROOT &&
	       gameid_of_result_name(entry->name, id) == 0;
}

bool
world_is_spool(const struct ram_entry *entry)
{
	return entry->folder == ram_find("spool/messenger1") ||
	       entry->folder == ram_find("spool/messenger2");
}

void
world_prune(void)
{
	static struct folded one;
	struct gameid id, keep = {{0}};
	char path[96];

	world_fold(&ram, MESSENGER1, &one);
	if (!one.have)
		return;
	(void)gameid_of_result_name(one.session.head.previous.name, &keep);
	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		if (!world_is_result(&ram.entries[i], &id) ||
		    gameid_compare(&id, &keep) >= 0)
			continue;
		(void)snprintf(path, sizeof(path),
		    "state/messenger1/results/game-%s.txt", id.text);
		ram_remove(path);
		world_result(&id, path);
		ram_remove(path);
	}
}

/*
 * Keys
 */

static void
mix(struct key *key, const void *bytes, size_t len)
{
	const unsigned char *b = bytes;

	for (size_t i = 0; i < len; i++) {
		key->high = (key->high ^ b[i]) * 0x100000001b3U;
		key->low = (key->low + b[i] + 1) * 0x9e3779b97f4a7c15U;
		key->low ^= key->low >> 29;
	}
}

static void
mix_int(struct key *key, int64_t value)
{
	mix(key, &value, sizeof(value));
}

/* The ids there are, in their order: only their rank counts. */
struct ids {
	struct gameid id[IDS_MAX];
	int count;
};

static void
add_id(struct ids *ids, const struct gameid *id)
{
	int at = 0;

	if (id->text[0] == '\0')
		return;
	while (at < ids->count && gameid_compare(&ids->id[at], id) < 0)
		at++;
	if (at < ids->count && gameid_compare(&ids->id[at], id) == 0)
		return;
	for (int i = ids->count; i > at; i--)
		ids->id[i] = ids->id[i - 1];
	ids->id[at] = *id;
	ids->count++;
}

static int
rank(const struct ids *ids, const struct gameid *id)
{
	for (int i = 0; i < ids->count; i++)
		if (gameid_compare(&ids->id[i], id) == 0)
			return i + 1;
	return 0;
}

/* A session without what is only names, times and the way it came about. */
static void
mix_session(struct key *key, const struct ids *ids, const struct folded *f)
{
	const struct session *s = &f->session;

	mix_int(key, f->have);
	mix_int(key, f->allowed);
	if (!f->have)
		return;
	mix_int(key, rank(ids, &s->head.id));
	mix_int(key, rank(ids, &s->result_id));
	mix_int(key, s->state);
	mix_int(key, s->game.board.circles);
	mix_int(key, s->game.board.crosses);
	mix_int(key, s->game.symbol[MESSENGER1]);
	mix_int(key, s->game.first);
	mix_int(key, s->refused);
	mix_int(key, s->again);
	mix_int(key, s->again_used);
	mix_int(key, s->rejections_said);
	mix(key, s->last, strlen(s->last));
	mix(key, s->rejection, strlen(s->rejection));
}

static bool
begins(const char *bytes, size_t len, const char *with, size_t with_len)
{
	return len >= with_len && memcmp(bytes, with, with_len) == 0;
}

/*
 * Our own file against what the journal says was said: how many lines it lacks.
 * One that is not a beginning of that is given up, whatever is in it.
 */
static void
mix_own(struct key *key, const struct folded *f, const struct ram_inode *file)
{
	int lines = 0;

	mix_int(key, file->type);
	if (!begins(f->said, f->said_len, file->data, file->len)) {
		mix_int(key, -1);
		return;
	}
	for (size_t at = file->len; at < f->said_len; at++)
		lines += f->said[at] == '\n';
	mix_int(key, lines);
	mix_int(key, file->len > 0 && file->data[file->len - 1] != '\n');
}

/*
 * The other's file against what was heard of it: what there is to hear. Where it
 * lacks something (a power cut), whether the other can still say the same.
 */
static void
mix_other(struct key *key, const struct folded *f, const struct folded *other,
    const struct ram_inode *file)
{
	mix_int(key, file->type);
	mix_int(key, begins(other->said, other->said_len, f->past, f->heard));
	if (!begins(file->data, file->len, f->past, f->heard))
		mix_int(key,
		    begins(f->past, f->heard, file->data, file->len) ? -2 : -1);
	else if (f->session.state == SESSION_OPENING_DUE)
		mix_int(key, file->len > f->heard);
	else
		mix(key, file->data + f->heard, file->len - f->heard);
}

/*
 * A spool file of a game that is not its bot's journal's: that it is there. What
 * is in it nobody reads any more, but messenger1's newest, which is compared
 * with messenger1's own journal.
 */
static void
mix_path(struct key *key, const char *path)
{
	const struct ram_inode *file = &ram.inodes[ram_find(path)];

	mix_int(key, file->type);
	mix_int(key, file->len > 0);
}

/* Both spool files of the game of a bot's journal, and its other ones. */
static void
mix_spools(struct key *key, const struct ids *ids, const struct folded *mine,
    const struct folded *other)
{
	enum player me = player_other(other->who);
	const struct gameid *id = &mine->session.head.id;
	char path[64];

	if (mine->have) {
		world_spool(me, id, path);
		mix_own(key, mine, &ram.inodes[ram_find(path)]);
		world_spool(player_other(me), id, path);
		mix_other(key, mine, other, &ram.inodes[ram_find(path)]);
	}
	for (int i = 0; i < ids->count; i++) {
		if (mine->have && gameid_compare(&ids->id[i], id) == 0)
			continue;
		world_spool(me, &ids->id[i], path);
		mix_path(key, path);
	}
}

/* Which results have which of their names; what is in them follows. */
static void
mix_results(struct key *key, const struct ids *ids)
{
	/* a board's temporary is the same in every state: it is left out */
	static const char *const temps[] = {".result-messenger1",
	    "state/messenger1/.journal", "state/messenger2/.journal",
	    "state/messenger1/.result"};
	char path[96];

	for (int i = 0; i < ids->count; i++) {
		world_result(&ids->id[i], path);
		mix_int(key, ram_find(path) != 0);
		(void)snprintf(path, sizeof(path),
		    "state/messenger1/results/game-%s.txt", ids->id[i].text);
		mix_int(key, ram_find(path) != 0);
	}
	for (size_t i = 0; i < sizeof(temps) / sizeof(temps[0]); i++)
		mix_int(key, ram_find(temps[i]) != 0);
}

struct key
world_key(void)
{
	static struct folded one, two;
	struct key key = {0xcbf29ce484222325U, 0};
	struct ids ids = {.count = 0};
	struct gameid id;

	world_fold(&ram, MESSENGER1, &one);
	world_fold(&ram, MESSENGER2, &two);
	add_id(&ids, &one.session.head.id);
	add_id(&ids, &one.session.result_id);
	add_id(&ids, &two.session.head.id);
	for (size_t i = 0; i < RAM_ENTRIES; i++)
		if (ram.entries[i].folder != 0 &&
		    (world_is_result(&ram.entries[i], &id) ||
			(world_is_spool(&ram.entries[i]) &&
			    gameid_of_spool_name(ram.entries[i].name, &id) ==
				0)))
			add_id(&ids, &id);
	mix_session(&key, &ids, &one);
	mix_session(&key, &ids, &two);
	mix_spools(&key, &ids, &one, &two);
	mix_spools(&key, &ids, &two, &one);
	mix_results(&key, &ids);
	return key;
}
