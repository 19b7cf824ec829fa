/* SPDX-License-Identifier: ISC */
/* Which games are the same, and how many there are that are not. */
#include "played.h"
#include "stats_symmetry.h"

/* The eight images of the board, by hand: what stands in 1, 2, ..., 9. */
static const char images[SYMMETRIES][BOARD_CELLS + 1] = {"123456789",
    "321654987", "789456123", "987654321", "147258369", "369258147",
    "741852963", "963852741"};

static void
test_images(void **state)
{
	bool seen[SYMMETRIES] = {false};

	(void)state;
	for (int way = 0; way < SYMMETRIES; way++) {
		char image[BOARD_CELLS + 1] = {0};

		for (int position = 1; position <= BOARD_CELLS; position++)
			image[symmetry_image(position, way) - 1] =
			    (char)('0' + position);
		for (int i = 0; i < SYMMETRIES; i++)
			if (strcmp(image, images[i]) == 0) {
				assert_false(seen[i]);
				seen[i] = true;
			}
	}
	for (int i = 0; i < SYMMETRIES; i++)
		assert_true(seen[i]);
}

static uint32_t
form_of(const char *moves)
{
	int list[BOARD_CELLS], count = 0;

	for (; *moves != '\0'; moves++)
		list[count++] = *moves - '0';
	return symmetry_form(list, count);
}

static struct pair {
	const char *name;
	const char *one, *other;
	bool same;
} pairs[] = {
    {"turned", "14253", "32659", true},
    {"mirrored", "14253", "36251", true},
    {"the same lines in another order", "14253", "14352", false},
    {"one move more", "1425", "14253", false},
    {"the other corner in a position that is its own mirror", "159372648",
	"159734826", true},
    {"another way to the same position", "19537", "59137", false},
    {"a symmetric choice after other moves", "5192846", "5194628", true},
    /* 1 and 9 are one player's: 2 is to them as 4, 6 and 8, and so on */
    {"a choice in a position without a symmetric history", "1592", "1598",
	true},
};

static void
test_pair(void **state)
{
	const struct pair *row = *state;

	if (row->same)
		assert_int_equal(form_of(row->one), form_of(row->other));
	else
		assert_int_not_equal(form_of(row->one), form_of(row->other));
}

/*
 * All games, with the positions of each written down as the least of the eight
 * images of the board: two games are the same if these are, all of them.
 */
#define SLOTS (1 << 20)

struct path {
	char boards[BOARD_CELLS][BOARD_CELLS + 1];
	uint32_t form;
};

static struct {
	struct path *paths[SLOTS];
	size_t games, different;
	struct forms forms;
} all;

static void
least_image(const struct board *board, char ret[BOARD_CELLS + 1])
{
	memset(ret, '~', BOARD_CELLS);
	for (int i = 0; i < SYMMETRIES; i++) {
		char image[BOARD_CELLS];

		for (int cell = 0; cell < BOARD_CELLS; cell++)
			image[cell] = (char)('0' + board_at(board,
						       images[i][cell] - '0'));
		if (memcmp(image, ret, BOARD_CELLS) < 0)
			memcpy(ret, image, BOARD_CELLS);
	}
}

/* The same path must have the same form, and another one another. */
static void
look_up(const struct path *path)
{
	size_t at = path->form % SLOTS;

	while (
	    all.paths[at] != NULL && memcmp(all.paths[at]->boards, path->boards,
					 sizeof(path->boards)) != 0) {
		assert_int_not_equal(all.paths[at]->form, path->form);
		at = (at + 1) % SLOTS;
	}
	if (all.paths[at] != NULL) {
		assert_int_equal(all.paths[at]->form, path->form);
		assert_false(forms_add(&all.forms, path->form));
		return;
	}
	all.paths[at] = malloc(sizeof(*path));
	assert_non_null(all.paths[at]);
	*all.paths[at] = *path;
	all.different++;
	assert_true(forms_add(&all.forms, path->form));
}

static void
play_on(struct game *game, struct path *path)
{
	enum player mover = game_turn(game);

	if (mover == PLAYER_NONE) {
		all.games++;
		path->form = symmetry_form(game->moves, game->move_count);
		look_up(path);
		return;
	}
	for (int position = 1; position <= BOARD_CELLS; position++) {
		int move = game->move_count;

		if (game_move(game, mover, game->symbol[mover], position) !=
		    GAME_OK)
			continue;
		least_image(&game->board, path->boards[move]);
		play_on(game, path);
		game_undo(game);
		memset(path->boards[move], 0, sizeof(path->boards[move]));
	}
}

static void
test_all_games(void **state)
{
	struct game game = played(MESSENGER1, "");
	struct path path = {{{0}}, 0};

	(void)state;
	play_on(&game, &path);
	assert_int_equal(all.games, 255168);
	assert_int_equal(all.different, FORMS_MAX);
	assert_int_equal(all.forms.count, FORMS_MAX);
	for (size_t i = 0; i < SLOTS; i++)
		free(all.paths[i]);
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "the eight ways", test_images);
	suite_rows(&suite, test_pair, ROWS(pairs));
	suite_test(&suite, "all games", test_all_games);
	return suite_run(&suite, "stats_symmetry");
}
