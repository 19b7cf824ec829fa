/* SPDX-License-Identifier: ISC */
#include "play_person.h"

#include "brain.h"
#include "drawing.h"
#include "play_input.h"
#include "play_screen.h"

#include <string.h>

static struct {
	bool row_column;
	bool left;

	/* what was chosen, and when: it is good for that step only */
	struct line choice;
	struct gameid game;
	uint64_t step;

	struct gameid told; /* the game of which these were told */
	bool told_start, told_end;
	size_t told_rejections;
} person;

void
person_begin(bool row_column)
{
	person.row_column = row_column;
}

void
person_leave(void)
{
	person.left = true;
}

bool
person_left(void)
{
	return person.left;
}

bool
person_is_leaving(const char *typed)
{
	return strcmp(typed, "q") == 0;
}

/*
 * Telling
 */

static void
tell_start(const struct session *s)
{
	const char *symbol = symbol_name(s->game.symbol[s->me]);

	if (s->game.first == s->me)
		screen_line("You play %s and go first.", symbol);
	else
		screen_line("You play %s; %s goes first.", symbol,
		    player_name(s->game.first));
}

static void
tell_end(const struct session *s)
{
	const char *other = player_name(player_other(s->me));
	enum game_status status = game_status(&s->game);

	if (s->state == SESSION_FOUND_OVER)
		screen_line("The game is over: its result is there.");
	else if (s->state == SESSION_QUIT)
		screen_line("The game is given up.");
	else if (status == GAME_TIE)
		screen_line("A tie.");
	else if ((status == GAME_MESSENGER1_WIN) == (s->me == MESSENGER1))
		screen_line("You win.");
	else
		screen_line("%s wins.", other);
}

void
person_tell(const struct session *s)
{
	if (s->head.id.text[0] == '\0')
		return;
	if (gameid_compare(&person.told, &s->head.id) != 0) {
		person.told = s->head.id;
		person.told_start = person.told_end = false;
		person.told_rejections = 0;
	}
	while (person.told_rejections < s->rejections.count) {
		const struct rejection *r =
		    &s->rejections.list[person.told_rejections++];

		screen_line("%s rejected \"%s\": %s.", player_name(r->by),
		    r->line, r->reason);
	}
	if (s->state == SESSION_PLAY && !person.told_start) {
		person.told_start = true;
		tell_start(s);
	}
	if (session_ended(s) && !person.told_end) {
		person.told_end = true;
		tell_end(s);
	}
}

/*
 * Asking
 */

/* The kind of line that is due, if there is something to choose in it. */
static enum line_kind
choice_due(const struct session *s)
{
	enum line_kind kind = session_next(s);
	bool first = s->again == 0 && s->rejection[0] == '\0';

	if (first &&
	    (kind == LINE_SYMBOL || kind == LINE_ANSWER || kind == LINE_MOVE))
		return kind;
	return LINE_NONE;
}

bool
person_must_choose(const struct session *s)
{
	return choice_due(s) != LINE_NONE;
}

/* The positions that are left: "1, 3, 7", or "0 0, 0 2, 2 0". */
static void
list_choices(const struct session *s, struct text *t)
{
	int cells[BOARD_CELLS];
	size_t count = session_choices(s, cells);

	if (!person.row_column) {
		drawing_positions(t, cells, count);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		text_add(t, i == 0 ? "" : ", ");
		text_number(t, (uint64_t)(cells[i] - 1) / 3, 1);
		text_char(t, ' ');
		text_number(t, (uint64_t)(cells[i] - 1) % 3, 1);
	}
}

void
person_ask(const struct session *s)
{
	char question[LINE_SIZE];
	struct text t = text_in(question, sizeof(question));
	enum line_kind kind = choice_due(s);

	if (kind == LINE_SYMBOL)
		text_add(&t, "Your symbol, circle or cross");
	if (kind == LINE_ANSWER)
		text_add(&t, "Do you want to go first, yes or no");
	if (kind == LINE_MOVE) {
		text_add(&t, "Put your ");
		text_add(&t, symbol_name(s->game.symbol[s->me]));
		text_add(&t, " in ");
		list_choices(s, &t);
	}
	text_add(&t, " (q leaves): ");
	screen_ask(question);
}

/*
 * Understanding
 */

/* The other side, where it waits for the line that is due here. */
static void
make_other(const struct session *s, struct session *ret)
{
	static const enum session_state waiting[] = {
	    [LINE_SYMBOL] = SESSION_AWAITS_SYMBOL,
	    [LINE_ANSWER] = SESSION_AWAITS_ANSWER,
	    [LINE_MOVE] = SESSION_PLAY,
	};

	*ret = *s;
	ret->me = player_other(s->me);
	ret->state = waiting[session_next(s)];
	ret->rejections_said = 0;
}

static bool
may_choose(const struct session *s, int position)
{
	int cells[BOARD_CELLS];
	size_t count = session_choices(s, cells);

	for (size_t i = 0; i < count; i++)
		if (cells[i] == position)
			return true;
	return false;
}

/* Explain in our words what is wrong with a move. */
static void
explain_move(const struct session *s, const char *typed, const char *why)
{
	char shown[LINE_SIZE], left[LINE_SIZE];
	struct text t = text_in(shown, sizeof(shown));
	struct text choices = text_in(left, sizeof(left));

	text_cleaned(&t, typed, strlen(typed), REJECTED_MAX);
	list_choices(s, &choices);
	screen_line(
	    "Rejected \"%s\": %s. Choose another: %s.", shown, why, left);
}

/* Explain in the other's words; they are those of its rejection. */
static void
explain(struct session *other, const struct record *record)
{
	if (session_judge(other, record->bytes, record->len) ==
	    SESSION_REJECTS) {
		(void)session_fold(other, record);
		screen_line("%s", other->rejection);
	} else {
		screen_line("These words are for the other side only.");
	}
}

/* Whether the words will do; else it is explained why not. */
static bool
is_accepted(const struct session *s, const char *typed, const char *words)
{
	struct session other;
	const struct record record = {
	    .kind = RECORD_HEARD, .bytes = words, .len = strlen(words)};
	bool accepted, move = session_next(s) == LINE_MOVE;

	make_other(s, &other);
	accepted = session_judge(&other, words, record.len) == SESSION_ACCEPTS;
	if (accepted &&
	    (!move || may_choose(s, line_read(words, record.len).position)))
		return true;
	if (accepted)
		explain_move(s, typed, "it was rejected already in this turn");
	else if (move && person.row_column)
		explain_move(s, typed, "it is occupied");
	else
		explain(&other, &record);
	return false;
}

static bool
is_number(const char *typed)
{
	return *typed != '\0' && typed[strspn(typed, "0123456789")] == '\0';
}

/* A row and a column, each from 0 to 2, as a position; 0 where it is none. */
static int
position_of(const char *typed)
{
	const char *column = typed + 1 + strspn(typed + 1, " \t,");

	if (typed[0] < '0' || typed[0] > '2' || column == typed + 1 ||
	    column[0] < '0' || column[0] > '2' || column[1] != '\0')
		return 0;
	return (typed[0] - '0') * 3 + (column[0] - '0') + 1;
}

/* The line that was typed in full or in short: "5", "ci", "y". */
static bool
write_words(const struct session *s, const char *typed, char ret[LINE_SIZE])
{
	static const char *const whole[] = {"circle", "cross", "yes", "no"};
	size_t len = strlen(typed), least = 1;
	struct text t = text_in(ret, LINE_SIZE);

	if (session_next(s) == LINE_MOVE) {
		int position = position_of(typed);

		if (person.row_column && position == 0)
			return false;
		if (person.row_column || is_number(typed)) {
			text_add(&t, symbol_name(s->game.symbol[s->me]));
			text_char(&t, ' ');
		}
		if (person.row_column)
			text_number(&t, (uint64_t)position, 1);
		else
			text_add(&t, typed);
		return true;
	}
	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++) {
		least = i < 2 ? 2 : 1; /* "c" would be either */
		if (len >= least && strncmp(typed, whole[i], len) == 0)
			typed = whole[i];
	}
	text_add(&t, typed);
	return true;
}

static bool
understand(const struct session *s, const char *typed)
{
	char words[LINE_SIZE];

	if (typed[0] == '\0')
		return false; /* and it is asked again */
	if (!write_words(s, typed, words)) {
		explain_move(s, typed, "not a row and a column from 0 to 2");
		return false;
	}
	if (!is_accepted(s, typed, words))
		return false;
	person.choice = line_read(words, strlen(words));
	person.game = s->head.id;
	person.step = s->steps;
	return true;
}

/*
 * The brain
 */

static bool
has_chosen(const struct session *s)
{
	return person.choice.kind == session_next(s) &&
	       person.step == s->steps &&
	       gameid_compare(&person.game, &s->head.id) == 0;
}

bool
brain_decided(const struct session *s)
{
	char typed[LINE_SIZE];

	if (choice_due(s) == LINE_NONE || has_chosen(s))
		return true;
	person_tell(s);
	while (!person.left && input_line(typed)) {
		screen_answered();
		if (person_is_leaving(typed))
			person_leave();
		else if (understand(s, typed))
			return true;
	}
	if (input_ended())
		person_leave();
	return false;
}

struct line
brain_choose(const struct options *options, const struct session *s)
{
	(void)options;
	if (choice_due(s) == LINE_NONE)
		return (struct line){.kind = session_next(s)};
	return person.choice;
}
