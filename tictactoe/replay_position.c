/* SPDX-License-Identifier: ISC */
#include "replay_position.h"

size_t
position_draw(const struct saved *saved, int n, char ret[DRAWING_SIZE])
{
	struct game game = saved->game;

	while (game.move_count > n)
		game_undo(&game);
	return drawing_write(&saved->id, &game, ret);
}

bool
position_rejection(
    const struct saved *saved, int n, size_t *at, char ret[REJECTION_SIZE])
{
	const struct rejections *all = &saved->rejections;
	struct text t = text_in(ret, REJECTION_SIZE);

	while (*at < all->count && all->list[*at].after != n)
		(*at)++;
	if (*at == all->count)
		return false;
	text_add(&t, player_name(all->list[*at].by));
	text_add(&t, " rejected \"");
	text_add(&t, all->list[*at].line);
	text_add(&t, "\": ");
	text_add(&t, all->list[*at].reason);
	(*at)++;
	return true;
}
