/* SPDX-License-Identifier: ISC */
/*
 * One bot against a peer that may say any kind of line at any time, on the real
 * code: from an empty folder, every line, every choice of the bot's own, its
 * think time over or not, a tick or a new game at any time, and as "peer kills"
 * a kill before and in the middle of every change. The peer speaks when its last
 * line has been heard: of several lines each is heard by itself all the same.
 *
 * Half lines are left to the fuzzer. Every wake-up is a new process: what a bot
 * keeps in memory between two of them is what its journal says, which the system
 * tests and the soak play with.
 *
 * From each folder the bot must also find its way to the next game. Both bots in
 * turn, or one: "peer messenger2".
 */
#include "explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum player me;
static struct ram here; /* what is gone on from */

/* One of each kind; moves and what the bot said last come on top. */
static const char *const words[] = {
    "Choose your symbol: circle or cross.",
    "circle",
    "cross",
    "Do you want to go first?",
    "yes",
    "no",
    "circle 0",
    "cross 10",
    "circle 05",
    "cross  5",
    "hello",
    "",
    "\xc3\xa9\"\\\x1b[2J",
    "Rejected \"circle\": no.",
    "Rejected \"cross\": no.",
    "Rejected \"hello\": no.",
    "Rejected \"",
};

/* The game the peer speaks in: messenger1's, or its own newest. */
static struct gameid
running(void)
{
	struct gameid id, newest = {{0}};

	if (me == MESSENGER1)
		return world_fold(&ram, me)->session.head.id;
	for (size_t i = 0; i < RAM_ENTRIES; i++)
		if (ram.entries[i].folder == ram_find("spool/messenger1") &&
		    world_is_spool(&ram, &ram.entries[i], &id) &&
		    gameid_compare(&id, &newest) > 0)
			newest = id;
	return newest;
}

/* The peer appends words to its file of a game. */
static void
put_line(const struct gameid *id, const char *line)
{
	char path[PATH_SIZE], text[RAM_DATA];
	const struct ram_inode *file;
	size_t len, size = strlen(line);

	world_spool(player_other(me), id, path);
	file = &ram.inodes[ram_find(path)];
	len = file->len;
	if (len + size + 1 > sizeof(text))
		abort();
	memcpy(text, file->data, len);
	memcpy(text + len, line, size + 1);
	text[len + size] = '\n';
	ram_put(path, text, len + size + 1);
}

/* Whether the bot has heard all there is. */
static bool
is_heard(const struct gameid *id)
{
	const struct folded *f = world_fold(&ram, me);
	char path[PATH_SIZE];

	size_t len;

	world_spool(player_other(me), id, path);
	len = ram.inodes[ram_find(path)].len;
	if (gameid_compare(&f->session.head.id, id) != 0)
		return len == 0;
	return session_ended(&f->session) || f->heard == len;
}

static void
say(const char *line)
{
	static struct ram said;
	struct gameid id;

	ram_copy(&ram, &here);
	id = running();
	put_line(&id, line);
	ram_copy(&said, &ram);
	explore_wake(&said, me, WAKE_THINKS);
}

/* Every line in turn, if the last one was heard. */
static void
say_anything(void)
{
	struct gameid id = running();
	const char *last = world_fold(&ram, me)->session.last;
	char line[2 * LINE_SIZE];

	if (id.text[0] == '\0' || !is_heard(&id))
		return;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		say(words[i]);
	for (int position = 1; position <= BOARD_CELLS; position++) {
		(void)snprintf(line, sizeof(line), "circle %d", position);
		say(line);
		(void)snprintf(line, sizeof(line), "cross %d", position);
		say(line);
	}
	(void)snprintf(line, sizeof(line), "Rejected \"%.40s\": no.", last);
	say(line);
	memset(line, 'x', LINE_SIZE);
	line[LINE_SIZE] = '\0';
	say(line);
}

/* The peer leaves at most one game's words and result behind. */
static void
remove_old(const struct gameid *keep)
{
	struct gameid id;
	char path[PATH_SIZE];
	int folder = ram_find(
	    me == MESSENGER1 ? "spool/messenger2" : "spool/messenger1");

	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		const struct ram_entry *entry = &ram.entries[i];
		bool result = me == MESSENGER2 && world_is_result(entry, &id);

		if (!result && (entry->folder != folder ||
				   !world_is_spool(&ram, entry, &id)))
			continue;
		if (keep != NULL && gameid_compare(&id, keep) == 0)
			continue;
		if (result)
			world_result(&id, path);
		else
			world_spool(player_other(me), &id, path);
		ram_remove(path);
	}
}

/*
 * messenger1: the next game
 */

/* At its tick it opens a new one, whatever was. */
static void
tick(bool in_advance)
{
	static struct ram before;
	struct gameid old, next = {{0}}, now;

	ram_copy(&ram, &here);
	old = running();
	remove_old(&old);
	if (in_advance && old.text[0] != '\0' && gameid_after(&old, &next) == 0)
		put_line(&next, "circle");
	ram_copy(&before, &ram);
	explore_wake(&before, me, WAKE_TICK);
	now = running();
	if (gameid_compare(&now, &old) <= 0)
		world_fault("no new game at a tick", old.text);
	if (in_advance && gameid_compare(&now, &next) == 0 &&
	    world_fold(&ram, me)->session.state != SESSION_QUIT)
		world_fault("played with words said in advance", now.text);
}

/*
 * messenger2: the peer opens the next game
 */

static struct gameid
open_game(bool keep)
{
	struct gameid old, id;
	char path[PATH_SIZE];

	ram_copy(&ram, &here);
	old = running();
	if (gameid_after(&old, &id) == -1)
		abort();
	remove_old(keep ? &old : NULL);
	world_spool(MESSENGER1, &id, path);
	ram_put(path, "", 0);
	return id;
}

/* A result of the running game appears. */
static void
publish(void)
{
	struct gameid id;
	char path[PATH_SIZE], text[PATH_SIZE];
	int len;

	ram_copy(&ram, &here);
	id = running();
	if (id.text[0] == '\0')
		return;
	len = snprintf(text, sizeof(text), "Game ID: %s\n", id.text);
	world_result(&id, path);
	ram_put(path, text, (size_t)len);
	explore_arrive();
}

/* A new game with more than its opening at the first look. */
static void
say_much(void)
{
	struct gameid id = open_game(false);

	put_line(&id, words[0]);
	put_line(&id, "yes");
	explore_arrive();
}

/* An honest opening is answered, whatever was before. */
static void
must_answer(void)
{
	struct gameid id = open_game(true);
	const struct folded *f;

	put_line(&id, words[0]);
	choices_first();
	world_wake(MESSENGER2, 0);
	f = world_fold(&ram, MESSENGER2);
	if (gameid_compare(&f->session.head.id, &id) != 0 ||
	    f->session.state != SESSION_AWAITS_ANSWER)
		world_fault("an opening is not answered", id.text);
}

/* The peer's folders are there, and of messenger1 a first game. */
static void
start(void)
{
	ram_clear();
	choices_first();
	world_wake(player_other(me), 0);
	ram_remove("state/messenger1/journal");
	ram_remove("current-board.txt");
	explore_begin();
}

static void
explore(enum player who)
{
	me = who;
	start();
	while (explore_next()) {
		ram_copy(&here, &ram);
		say_anything();
		explore_wake(&here, me, 0);
		publish();
		if (me == MESSENGER1) {
			tick(false);
			tick(true);
			continue;
		}
		must_answer();
		say_much();
		for (int keep = 0; keep < 2; keep++) {
			(void)open_game(keep);
			explore_arrive();
		}
	}
	explore_end(player_name(me));
}

/* Whether a word is among the arguments. */
static bool
has(char *argv[], const char *word)
{
	while (*++argv != NULL)
		if (strcmp(*argv, word) == 0)
			return true;
	return false;
}

int
main(int argc, char *argv[])
{
	bool one = !has(argv, "messenger2"), two = !has(argv, "messenger1");

	(void)argc;
	world_alone = true;
	explore_kills = has(argv, "kills");
	(void)printf("1..%d\n", one + two);
	if (one)
		explore(MESSENGER1);
	if (two)
		explore(MESSENGER2);
	return 0;
}
