/* SPDX-License-Identifier: ISC */
/* What must hold of a session, said in other words than the session's own. */
#include "drawing.h"
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#define REJECTED "Rejected \""

static bool
begins_with(const char *bytes, size_t len, const char *words)
{
	return len >= strlen(words) && memcmp(bytes, words, strlen(words)) == 0;
}

static bool
is_words(const char *bytes, size_t len, const char *words)
{
	return len == strlen(words) && memcmp(bytes, words, len) == 0;
}

/* The words of move number n of a game. */
static void
move_words(const struct game *game, int n, char ret[LINE_SIZE])
{
	enum player mover =
	    n % 2 == 0 ? game->first : player_other(game->first);

	(void)snprintf(ret, LINE_SIZE, "%s %d",
	    symbol_name(game->symbol[mover]), game->moves[n]);
}

static bool
has_line(const enum symbol cells[BOARD_CELLS + 1])
{
	static const int lines[][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9},
	    {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (cells[lines[i][0]] != SYMBOL_NONE &&
		    cells[lines[i][0]] == cells[lines[i][1]] &&
		    cells[lines[i][0]] == cells[lines[i][2]])
			return true;
	return false;
}

/* The moves are legal and make the board: whether they end the game. */
static bool
check_moves(const struct game *game)
{
	enum symbol cells[BOARD_CELLS + 1] = {SYMBOL_NONE};
	enum symbol mover = game->symbol[game->first];

	must(game->move_count >= 0 && game->move_count <= BOARD_CELLS,
	    "there are at most nine moves");
	for (int i = 0; i < game->move_count; i++) {
		int at = game->moves[i];

		must(!has_line(cells), "no move after a win");
		must(at >= 1 && at <= BOARD_CELLS, "a move is inside 1-9");
		must(cells[at] == SYMBOL_NONE, "a move takes an empty cell");
		must(mover != SYMBOL_NONE, "who moves has a symbol");
		cells[at] = mover;
		mover = symbol_other(mover);
	}
	for (int at = 1; at <= BOARD_CELLS; at++)
		must(board_at(&game->board, at) == cells[at],
		    "the board is what was moved");
	must(game->symbol[MESSENGER1] == symbol_other(game->symbol[MESSENGER2]),
	    "each has its own symbol");
	return has_line(cells) || game->move_count == BOARD_CELLS;
}

/* How many lines a text has, which must be whole and printable. */
static int
count_lines(const char *bytes, size_t len)
{
	struct scan rest = {bytes, len}, line;
	int lines = 0;

	while (scan_line(&rest, &line)) {
		must(is_printable(line.at, line.len),
		    "what people see is printable");
		lines++;
	}
	must(rest.len == 0, "a text ends with LF");
	return lines;
}

static void
check_drawing(const struct session *s)
{
	char drawing[DRAWING_SIZE];
	struct gameid id;
	size_t len = drawing_write(&s->head.id, &s->game, drawing);

	must(len < DRAWING_SIZE && count_lines(drawing, len) == 9,
	    "a drawing has nine lines");
	must(drawing_gameid(drawing, len, &id) == 0 &&
		 gameid_compare(&id, &s->head.id) == 0,
	    "a drawing names its game");
}

static void
check_result(const struct session *s)
{
	static char text[RESULT_SIZE], again[RESULT_SIZE];
	struct session copy;
	struct gameid id;
	struct game game;
	size_t len = session_result(s, text);

	memcpy(&copy, s, sizeof(copy));
	must(session_result(&copy, again) == len &&
		 memcmp(text, again, len) == 0,
	    "a result is the same each time");
	must(len < RESULT_SIZE &&
		 count_lines(text, len) ==
		     16 + s->game.move_count + (int)s->rejections.count,
	    "a result has its lines and no more");
	must(result_gameid(text, len, &id) == 0 &&
		 gameid_compare(&id, &s->result_id) == 0,
	    "a result names its game");
	must(result_game(text, len, &game) == 0 &&
		 memcmp(&game, &s->game, sizeof(game)) == 0,
	    "a result can be read back");
	must(s->finished >= s->head.started, "no game ends before its start");
}

/* Every line that may be said now is one, and the session takes it. */
static void
check_due(const struct session *s)
{
	enum line_kind due = session_next(s);
	int cells[BOARD_CELLS] = {0};
	size_t moves = session_choices(s, cells);
	size_t choices = due == LINE_MOVE ? moves : 2;
	struct record record = {.kind = RECORD_SAID};
	struct session copy;
	char words[LINE_SIZE];

	must(!session_ended(s) || due == LINE_NONE, "an ended game is silent");
	must(due != LINE_OTHER, "what is due is of a kind");
	for (size_t i = 0; due != LINE_NONE && i < choices; i++) {
		struct line choice = {.symbol = (enum symbol)(1 + i % 2),
		    .yes = i > 0,
		    .position = cells[i]};

		record.len = session_line(s, &choice, words);
		record.bytes = words;
		must(record.len > 0 && record.len < LINE_SIZE &&
			 words[record.len] == '\0' &&
			 is_printable(words, record.len),
		    "a said line is short and printable");
		must(line_read(words, record.len).kind == due,
		    "a said line is of the kind that is due");
		if (i != s->steps % choices)
			continue;
		memcpy(&copy, s, sizeof(copy));
		must(session_fold(&copy, &record) != SESSION_INVALID,
		    "a line that is due may be said");
	}
}

void
must_be_sound(const struct session *s)
{
	bool ended = check_moves(&s->game);

	if (s->state <= SESSION_OVER)
		must(ended == (s->state == SESSION_OVER),
		    "a game is over when its board is");
	must(s->rejections_said <= SESSION_REJECTIONS_MAX,
	    "there is a limit to rejections");
	must(s->rejections.count <= REJECTIONS_MAX, "all of them have a place");
	check_drawing(s);
	check_due(s);
	if (s->state == SESSION_OVER)
		check_result(s);
}

size_t
right_lines(const struct session *s, char ret[RIGHT_MAX][LINE_SIZE])
{
	struct game game = s->game;
	size_t count = 0;

	memset(ret, 0, RIGHT_MAX * sizeof(ret[0]));
	if (s->state == SESSION_IDLE)
		strcpy(ret[count++], "Choose your symbol: circle or cross.");
	if (s->state == SESSION_AWAITS_SYMBOL) {
		strcpy(ret[count++], "circle");
		strcpy(ret[count++], "cross");
	}
	if (s->state == SESSION_AWAITS_QUESTION)
		strcpy(ret[count++], "Do you want to go first?");
	if (s->state == SESSION_AWAITS_ANSWER) {
		strcpy(ret[count++], "yes");
		strcpy(ret[count++], "no");
	}
	if (s->state != SESSION_PLAY ||
	    (game.first == s->me) == (game.move_count % 2 == 0))
		return count;
	for (int at = 1; at <= BOARD_CELLS; at++) {
		if (board_at(&game.board, at) != SYMBOL_NONE)
			continue;
		game.moves[game.move_count] = at;
		move_words(&game, game.move_count, ret[count++]);
	}
	return count;
}

/* How the len bytes of a line must be taken by a session that may hear it. */
static void
check_verdict(const struct session *s, const char *bytes, size_t len)
{
	enum session_verdict verdict = session_judge(s, bytes, len);
	char lines[RIGHT_MAX][LINE_SIZE];
	size_t count = right_lines(s, lines);
	bool right = false;

	for (size_t i = 0; i < count; i++)
		right |= is_words(bytes, len, lines[i]);
	if (right) {
		must(verdict == SESSION_ACCEPTS, "a right line is accepted");
		return;
	}
	must(verdict != SESSION_ACCEPTS, "only a right line is accepted");
	if (s->state == SESSION_IDLE)
		must(verdict == SESSION_IGNORES, "no game, no answer");
	else if (begins_with(bytes, len, REJECTED))
		must(verdict != SESSION_REJECTS, "no rejection is rejected");
	else
		must(verdict == (s->rejections_said < SESSION_REJECTIONS_MAX
					? SESSION_REJECTS
					: SESSION_IGNORES),
		    "a wrong line is rejected, up to the limit");
}

/* The rejection that is due quotes the line and ends as all do. */
static void
check_rejection(const char *words, const struct record *record)
{
	char expected[LINE_SIZE] = REJECTED;
	size_t at = strlen(REJECTED);

	for (size_t i = 0; i < record->len && i < 40; i++) {
		char c = record->bytes[i];

		if (!is_printable(&c, 1) || c == '"' || c == '\\')
			c = '?';
		expected[at++] = c;
	}
	must(begins_with(words, strlen(words), expected) &&
		 begins_with(words + at, strlen(words + at), "\": ") &&
		 words[strlen(words) - 1] == '.',
	    "a rejection quotes the line");
}

/* Symbols and first player are decided once. */
static void
check_decisions(const struct game *before, const struct game *now)
{
	if (before->symbol[MESSENGER1] != SYMBOL_NONE)
		must(memcmp(before->symbol, now->symbol, sizeof(now->symbol)) ==
			 0,
		    "symbols never change");
	if (before->first != PLAYER_NONE)
		must(before->first == now->first,
		    "who goes first never changes");
}

/* The moves after a record: the same, one more, or my last one taken back. */
static void
check_change(const struct session *before, const struct session *now,
    const struct record *record)
{
	const struct game *a = &before->game, *b = &now->game;
	int kept =
	    a->move_count < b->move_count ? a->move_count : b->move_count;
	enum player mover =
	    record->kind == RECORD_SAID ? now->me : player_other(now->me);
	char words[LINE_SIZE], quoted[LINE_SIZE + 16];

	must(memcmp(a->moves, b->moves, (size_t)kept * sizeof(int)) == 0,
	    "an accepted move never changes");
	must(b->move_count - a->move_count <= 1 &&
		 a->move_count - b->move_count <= 1,
	    "one move at a time");
	if (b->move_count > kept) {
		move_words(b, kept, words);
		must(is_words(record->bytes, record->len, words),
		    "a move is what its line says");
		must((b->first == mover) == (kept % 2 == 0),
		    "each moves in turn");
	}
	if (a->move_count > kept) {
		move_words(a, kept, words);
		(void)snprintf(quoted, sizeof(quoted), REJECTED "%s\"", words);
		must(record->kind == RECORD_HEARD &&
			 begins_with(record->bytes, record->len, quoted) &&
			 (a->first == now->me) == (kept % 2 == 0),
		    "only my last move is taken back, where it is rejected");
	}
}

void
must_be_right(const struct session *before, const struct session *now,
    const struct record *record, enum session_change change)
{
	bool waits = session_next(before) == LINE_NONE ||
		     session_next(before) == LINE_MOVE;
	bool word = record->kind == RECORD_HEARD || record->kind == RECORD_SAID;

	if (change == SESSION_INVALID) {
		must(is_same(before, now), "what is invalid changes nothing");
		must(record->kind != RECORD_HEARD || session_ended(before) ||
			 !waits,
		    "while it waits a game hears any line");
		return;
	}
	must(!word || !session_ended(before), "an ended game takes no word");
	must(now->steps == before->steps + 1, "each record is a step");
	must(record->kind != RECORD_SAID ||
		 is_words(record->bytes, record->len, now->last),
	    "what was said are the words that were due");
	check_decisions(&before->game, &now->game);
	check_change(before, now, record);
	if (change == SESSION_SAME)
		must(memcmp(&before->game, &now->game, sizeof(now->game)) == 0,
		    "what is not drawn has not changed");
	if (record->kind == RECORD_HEARD && waits) {
		check_verdict(before, record->bytes, record->len);
		if (session_judge(before, record->bytes, record->len) ==
		    SESSION_REJECTS) {
			must(memcmp(&before->game, &now->game,
				 sizeof(now->game)) == 0,
			    "a rejected line changes no board");
			check_rejection(now->rejection, record);
		}
	}
}
