/* SPDX-License-Identifier: ISC */
#ifndef PROTOCOL_SESSION_H
#define PROTOCOL_SESSION_H

#include "game.h"
#include "line.h"
#include "record.h"
#include "refusal.h"

/*
 * One bot's side of one game: a fold over its journal, and a question. Pure.
 *
 *	session_begin(&s, MESSENGER1, &head);
 *	session_fold(&s, &record);	once for each record, old or new
 *	session_next(&s);		the line that is due now, if any
 *	session_line(&s, &choice, words);	its words, to be journalled,
 *					folded and said
 *
 * The other's lines are folded one at a time, and what is due, but for a move,
 * is said before the next: folding a heard line while another line is due is
 * invalid. A restart is the same folds, and reaches the same session byte for
 * byte.
 */
#ifndef SESSION_REJECTIONS_MAX
#define SESSION_REJECTIONS_MAX 20 /* rejections said in one game */
#endif
#define SESSION_SAID_SIZE 8192 /* more than all a bot can say in a game */

enum session_state {
	SESSION_OPENING_DUE, /* messenger1 from here */
	SESSION_AWAITS_SYMBOL,
	SESSION_AWAITS_QUESTION,
	SESSION_ANSWER_DUE,
	SESSION_IDLE, /* messenger2 from here */
	SESSION_SYMBOL_DUE,
	SESSION_QUESTION_DUE,
	SESSION_AWAITS_ANSWER,
	SESSION_PLAY,       /* both from here */
	SESSION_OVER,       /* ended on the own board */
	SESSION_FOUND_OVER, /* the result file was there first */
	SESSION_QUIT
};

struct session {
	enum player me;
	enum session_state state;
	struct head head;
	struct gameid result_id; /* the id the result is saved under */
	int64_t finished;        /* second of the ending move's record */
	struct game game;
	struct rejections rejections; /* as the result file lists them */
	uint64_t steps;               /* records folded */
	unsigned refused;             /* my cells taken back this turn */
	unsigned again;               /* my answers to say once more, by kind */
	unsigned again_used;          /* those that were, or will be */
	int rejections_said;
	char last[LINE_SIZE];      /* my last line, "" before it */
	char rejection[LINE_SIZE]; /* the rejection that is due, or "" */
};

/* What folding a record did. */
enum session_change {
	SESSION_INVALID, /* the rules do not allow it: nothing was changed */
	SESSION_SAME,    /* nothing that people see */
	SESSION_DRAW     /* a change of state of section 15: draw it */
};

/* How a line that was heard would be taken. */
enum session_verdict {
	SESSION_ACCEPTS,
	SESSION_IGNORES,    /* journalled all the same */
	SESSION_REJECTS,    /* the daemon looks for the result file first */
	SESSION_TAKES_BACK, /* so it does here */
	SESSION_SAYS_AGAIN
};

void session_begin(struct session *s, enum player me, const struct head *head);

enum session_change session_fold(
    struct session *s, const struct record *record);

/* Judge the len bytes of a line without folding them. */
enum session_verdict session_judge(
    const struct session *s, const char *bytes, size_t len);

/*
 * The kind of line that is due: LINE_NONE is silence; a LINE_MOVE waits until
 * there is nothing left to hear and the think time is over.
 */
enum line_kind session_next(const struct session *s);

/* The empty cells a move may choose from: how many; above 0 if one is due. */
size_t session_choices(const struct session *s, int ret[BOARD_CELLS]);

/*
 * Write the words of the line that is due, NUL-terminated, and return their
 * length. The choice counts where there is one: the symbol of a first
 * LINE_SYMBOL, `yes` of a first LINE_ANSWER, the position of a LINE_MOVE.
 */
size_t session_line(
    const struct session *s, const struct line *choice, char ret[LINE_SIZE]);

/* The seed of the choice that is due, for random_at(). */
uint64_t session_random(const struct session *s);

/* Whether nothing more is heard or said in this game. */
bool session_ended(const struct session *s);

/* Whether wrong lines are no longer answered. */
bool session_guarded(const struct session *s);

/* Whether the game waits for a word of the other's. */
bool session_waits(const struct session *s);

/* The state in words: "awaits symbol", "my turn", "other's turn", "over"... */
const char *session_state_name(const struct session *s);

/* The result's text; the session must be SESSION_OVER. Returns its length. */
size_t session_result(const struct session *s, char ret[RESULT_SIZE]);

#endif
