/* SPDX-License-Identifier: ISC */
#include "session_parts.h"

#include "random.h"

#include <assert.h>
#include <string.h>

/* A turn's moves can each be taken back: 9 + 7 + 5 + 3 + 1 cells. */
static_assert(SESSION_REJECTIONS_MAX + 25 + 2 <= REJECTIONS_MAX,
    "every rejection has a place");
/* They are said twice, and all said rejections are of the longest. */
static_assert(
    2 * 37 + 4 * 25 + 16 + 50 * 10 + (SESSION_REJECTIONS_MAX + 1) * LINE_SIZE <
	SESSION_SAID_SIZE,
    "everything that can be said in a game fits");

unsigned
session_bit(enum line_kind kind)
{
	return 1U << kind;
}

static bool
my_turn(const struct session *s)
{
	return game_turn(&s->game) == s->me;
}

void
session_begin(struct session *s, enum player me, const struct head *head)
{
	memset(s, 0, sizeof(*s));
	s->me = me;
	s->state = me == MESSENGER1 ? SESSION_OPENING_DUE : SESSION_IDLE;
	s->head = *head;
	s->result_id = head->id;
}

bool
session_ended(const struct session *s)
{
	return s->state >= SESSION_OVER;
}

bool
session_guarded(const struct session *s)
{
	return s->rejections_said >= SESSION_REJECTIONS_MAX;
}

enum line_kind
session_next(const struct session *s)
{
	static const enum line_kind due[] = {
	    [SESSION_OPENING_DUE] = LINE_OPENING,
	    [SESSION_AWAITS_SYMBOL] = LINE_NONE,
	    [SESSION_AWAITS_QUESTION] = LINE_NONE,
	    [SESSION_ANSWER_DUE] = LINE_ANSWER,
	    [SESSION_IDLE] = LINE_NONE,
	    [SESSION_SYMBOL_DUE] = LINE_SYMBOL,
	    [SESSION_QUESTION_DUE] = LINE_QUESTION,
	    [SESSION_AWAITS_ANSWER] = LINE_NONE,
	};

	int cells[BOARD_CELLS];

	if (session_ended(s))
		return LINE_NONE;
	if (s->rejection[0] != '\0')
		return LINE_REJECTION;
	for (enum line_kind kind = LINE_OPENING; kind <= LINE_ANSWER; kind++)
		if (s->again & session_bit(kind))
			return kind;
	if (s->state != SESSION_PLAY)
		return due[s->state];
	if (my_turn(s) && session_choices(s, cells) > 0)
		return LINE_MOVE;
	return LINE_NONE;
}

bool
session_waits(const struct session *s)
{
	return !session_ended(s) && session_next(s) == LINE_NONE;
}

size_t
session_choices(const struct session *s, int ret[BOARD_CELLS])
{
	int empties[BOARD_CELLS];
	size_t count = board_empties(&s->game.board, empties), left = 0;

	for (size_t i = 0; i < count; i++)
		if (!(s->refused & board_bit(empties[i])))
			ret[left++] = empties[i];
	return left;
}

uint64_t
session_random(const struct session *s)
{
	return random_at(s->head.seed, s->steps);
}

size_t
session_line(
    const struct session *s, const struct line *choice, char ret[LINE_SIZE])
{
	struct line line = *choice;

	line.kind = session_next(s);
	if (line.kind == LINE_REJECTION) {
		memcpy(ret, s->rejection, LINE_SIZE);
		return strlen(ret);
	}
	if (line.kind != LINE_ANSWER)
		line.yes = false;
	else if (s->again)
		line.yes = s->game.first == MESSENGER1;
	if (line.kind != LINE_SYMBOL && line.kind != LINE_MOVE)
		line.symbol = SYMBOL_NONE;
	else if (s->again || line.kind == LINE_MOVE)
		line.symbol = s->game.symbol[s->me];
	return line_write(&line, ret);
}

void
session_note(struct session *s, enum player by, const char *line,
    const char *rejection, size_t len)
{
	struct rejection *r = &s->rejections.list[s->rejections.count++];
	struct text t = text_in(r->line, sizeof(r->line));

	r->by = by;
	r->after = s->game.move_count;
	text_add(&t, line);
	refusal_reason(rejection, len, r->reason);
}

void
session_move(struct session *s, enum player mover, const struct line *line,
    int64_t second)
{
	(void)game_move(&s->game, mover, line->symbol, line->position);
	if (game_status(&s->game) == GAME_IN_PROGRESS)
		return;
	s->state = SESSION_OVER;
	s->finished = second < s->head.started ? s->head.started : second;
}

/* The result gets another name; ids only grow. */
static enum session_change
rename_result(struct session *s, const struct record *record)
{
	struct gameid id;

	if (s->state != SESSION_OVER ||
	    gameid_parse(record->bytes, record->len, &id) == -1 ||
	    gameid_compare(&id, &s->result_id) <= 0)
		return SESSION_INVALID;
	s->result_id = id;
	return SESSION_SAME;
}

enum session_change
session_fold(struct session *s, const struct record *record)
{
	enum session_change change = SESSION_INVALID;

	switch (record->kind) {
	case RECORD_HEARD:
		change = session_heard(s, record);
		break;
	case RECORD_SAID:
		change = session_said(s, record);
		break;
	case RECORD_OVER:
		if (!session_ended(s)) {
			s->state = SESSION_FOUND_OVER;
			change = SESSION_SAME;
		}
		break;
	case RECORD_QUIT:
		/* an ended game too, if its last word cannot be said */
		if (s->state <= SESSION_OVER) {
			s->state = SESSION_QUIT;
			change = SESSION_SAME;
		}
		break;
	case RECORD_ID:
		change = rename_result(s, record);
		break;
	}
	if (change != SESSION_INVALID)
		s->steps++;
	return change;
}

const char *
session_state_name(const struct session *s)
{
	static const char names[][20] = {
	    [SESSION_OPENING_DUE] = "opening",
	    [SESSION_AWAITS_SYMBOL] = "awaits symbol",
	    [SESSION_AWAITS_QUESTION] = "awaits question",
	    [SESSION_ANSWER_DUE] = "awaits question",
	    [SESSION_IDLE] = "awaits opening",
	    [SESSION_SYMBOL_DUE] = "awaits opening",
	    [SESSION_QUESTION_DUE] = "awaits opening",
	    [SESSION_AWAITS_ANSWER] = "awaits answer",
	    [SESSION_PLAY] = "other's turn",
	    [SESSION_OVER] = "over",
	    [SESSION_FOUND_OVER] = "over by result file",
	    [SESSION_QUIT] = "given up",
	};

	if (s->state == SESSION_PLAY && my_turn(s))
		return "my turn";
	return names[s->state];
}

size_t
session_result(const struct session *s, char ret[RESULT_SIZE])
{
	struct result result = {
	    .id = s->result_id,
	    .started = s->head.started,
	    .finished = s->finished,
	    .game = &s->game,
	    .rejections = &s->rejections,
	    .previous = &s->head.previous,
	};

	return result_write(&result, ret);
}
