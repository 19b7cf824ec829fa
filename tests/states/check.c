/* SPDX-License-Identifier: ISC */
/* What must hold of the games in every folder. */
#include "check.h"

#include <string.h>

/* Whether the other's file still begins with all that was heard of it. */
static bool
hears(const struct folded *f)
{
	const struct ram_inode *spool;
	char path[PATH_SIZE];

	world_spool(player_other(f->session.me), &f->session.head.id, path);
	spool = &ram.inodes[ram_find(path)];
	return spool->len >= f->heard &&
	       memcmp(spool->data, f->past, f->heard) == 0;
}

/*
 * Both have accepted the same moves, but for those one has still to hear. A
 * power cut that took words back leaves a game in which nothing more is heard.
 */
static void
check_boards(void)
{
	const struct folded *one = world_fold(&ram, MESSENGER1);
	const struct folded *two = world_fold(&ram, MESSENGER2);
	const struct game *a = &one->session.game, *b = &two->session.game;
	int both;

	if (!one->have || !two->have ||
	    gameid_compare(&one->session.head.id, &two->session.head.id) != 0 ||
	    !hears(one) || !hears(two))
		return;
	both = a->move_count < b->move_count ? a->move_count : b->move_count;
	if (both > 0 &&
	    (a->first != b->first || a->symbol[1] != b->symbol[1] ||
		memcmp(a->moves, b->moves, (size_t)both * sizeof(int)) != 0))
		world_fault("the boards differ", one->session.head.id.text);
}

/* Whose the i-th move of a game is. */
static enum player
mover(const struct game *game, int i)
{
	return i % 2 == 0 ? game->first : player_other(game->first);
}

/* Whether a move's words are a line of a bot's. */
static bool
has_words(const char *lines, size_t len, enum symbol symbol, int position)
{
	const struct line move = {
	    .kind = LINE_MOVE, .symbol = symbol, .position = position};
	char words[LINE_SIZE];
	size_t size = line_write(&move, words), at = 0;

	while (at < len) {
		const char *lf = memchr(lines + at, '\n', len - at);
		size_t line = (size_t)(lf - (lines + at));

		if (line == size && memcmp(lines + at, words, size) == 0)
			return true;
		at += line + 1;
	}
	return false;
}

/*
 * The moves were said by whose turn it was, with its symbol, are in different
 * cells, and the board is what they make of it.
 */
static void
check_moves(const struct folded *f)
{
	struct board board = {0, 0};
	const struct session *s = &f->session;
	const struct game *game = &s->game;

	for (int i = 0; i < game->move_count; i++) {
		bool mine = mover(game, i) == s->me;

		if (!has_words(mine ? f->said : f->past,
			mine ? f->said_len : f->heard,
			game->symbol[mover(game, i)], game->moves[i]))
			world_fault("a move nobody said", s->head.id.text);
		if (board_at(&board, game->moves[i]) != SYMBOL_NONE)
			world_fault("a cell is taken twice", s->head.id.text);
		board_put(&board, game->symbol[mover(game, i)], game->moves[i]);
		if (board_winner(&board) != SYMBOL_NONE &&
		    i + 1 < game->move_count)
			world_fault("a move after the end", s->head.id.text);
	}
	if (board.circles != game->board.circles ||
	    board.crosses != game->board.crosses)
		world_fault("the board is not its moves", s->head.id.text);
}

/* An accepted move never changes: only my own last one can be taken back. */
static void
check_kept(const struct session *old, const struct session *now)
{
	const struct game *a = &old->game, *b = &now->game;

	for (int i = 0; i < a->move_count; i++) {
		bool last_of_mine =
		    i + 1 == a->move_count && mover(a, i) == old->me;

		if ((i >= b->move_count || a->moves[i] != b->moves[i]) &&
		    !last_of_mine)
			world_fault(
			    "an accepted move changed", now->head.id.text);
	}
	if (a->move_count > 0 &&
	    (a->first != b->first || a->symbol[1] != b->symbol[1]))
		world_fault("who plays what changed", now->head.id.text);
}

static void
check_game(const struct ram *before, enum player who)
{
	const struct folded *now = world_fold(&ram, who);
	const struct folded *old = world_fold(before, who);
	int order;

	if (!now->have)
		return;
	if (!now->allowed)
		world_fault("the journal breaks the rules", player_name(who));
	check_moves(now);
	if (!old->have)
		return;
	order = gameid_compare(&old->session.head.id, &now->session.head.id);
	if (order > 0)
		world_fault("an id went back", now->session.head.id.text);
	if (order == 0)
		check_kept(&old->session, &now->session);
}

void
world_check(const struct ram *before, enum player who, bool completed)
{
	check_boards();
	check_game(before, who);
	check_words(before, who, completed);
	check_files(before, who, completed);
}
