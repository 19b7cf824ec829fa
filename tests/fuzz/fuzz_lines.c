/* SPDX-License-Identifier: ISC */
/*
 * Any lines, in any state of either bot. The input is a script: its first line
 * begins with the bot, 1 or 2; more behind it leaves it to the script when
 * what is due is said. Then a command a line:
 *
 *	<WORDS	hear them		>WORDS	say them
 *	*N	hear the Nth right line	+N	say what is due, choice N
 *	!MORE	hear my last line rejected, with MORE behind the quotes
 *	iID	the result gets that id	o, q	over, given up
 *	tC	a bit of the clock turns over
 *
 * and a line that is no command is heard.
 */
#include "fuzz.h"

#include <string.h>

#define JOURNAL_SIZE 262144

static struct trial {
	bool answers;
	struct session live;
	struct session twin; /* folds what was read back */
	int64_t second;
	size_t said;
	int times[LINE_OTHER + 1]; /* each kind of line was said */
	size_t len;
	char journal[JOURNAL_SIZE];
} trial;

static const struct head head = {.id = {"2026-09-03-110200"},
    .number = 1,
    .started = 1788433320,
    .seed = 42,
    .previous = {.name = "none"}};

static void
count_said(const char *words, size_t len)
{
	enum line_kind kind = line_read(words, len).kind;

	trial.said += len + 1;
	trial.times[kind]++;
	must(trial.said <= SESSION_SAID_SIZE, "all that is said has room");
	must(kind > LINE_ANSWER || trial.times[kind] <= 2,
	    "an answer is said again once");
}

/* One record, into the journal and both sessions. */
static void
step(enum record_kind kind, const char *bytes, size_t len)
{
	static struct session before;
	struct record record = {kind, trial.second, bytes, len}, back;
	char *written = trial.journal + trial.len;
	enum session_change change;

	if (len > RECORD_LINE_MAX)
		record.len = len = RECORD_LINE_MAX; /* none is longer */
	memcpy(&before, &trial.live, sizeof(before));
	change = session_fold(&trial.live, &record);
	must_be_right(&before, &trial.live, &record, change);
	if (change == SESSION_INVALID)
		return;
	trial.len += record_write(&record, written);
	must(record_read(written, RECORD_SIZE, &back) ==
		 (size_t)(trial.journal + trial.len - written),
	    "a record can be read back");
	must(session_fold(&trial.twin, &back) == change &&
		 is_same(&trial.live, &trial.twin),
	    "the journal folds to the same session");
	if (kind == RECORD_SAID)
		count_said(bytes, len);
	must_be_sound(&trial.live);
}

/* Say what is due, a move only if asked for; whether anything was. */
static bool
say(char choice, bool moves)
{
	enum line_kind due = session_next(&trial.live);
	unsigned n = (unsigned char)choice;
	struct line line = {
	    .symbol = (enum symbol)(1 + n % 2), .yes = n % 2 == 1};
	int cells[BOARD_CELLS];
	size_t count = session_choices(&trial.live, cells);
	char words[LINE_SIZE];
	size_t len;

	if (due == LINE_NONE || (due == LINE_MOVE && !moves))
		return false;
	if (due == LINE_MOVE)
		line.position = cells[n % count];
	len = session_line(&trial.live, &line, words);
	step(RECORD_SAID, words, len);
	return true;
}

static void
hear_right(char choice)
{
	char lines[RIGHT_MAX][LINE_SIZE];
	size_t count = right_lines(&trial.live, lines);
	size_t n = (unsigned char)choice;

	if (count > 0)
		step(RECORD_HEARD, lines[n % count], strlen(lines[n % count]));
}

static void
hear_rejected(struct scan more)
{
	static char words[2 * LINE_SIZE];
	struct text t = text_in(words, sizeof(words));

	text_add(&t, "Rejected \"");
	text_add(&t, trial.live.last);
	text_char(&t, '"');
	text_bytes(&t, more.at, more.len);
	step(RECORD_HEARD, words, t.len);
}

static void
obey(struct scan line)
{
	struct scan all = line;

	switch (script_char(&line)) {
	case '<':
		step(RECORD_HEARD, line.at, line.len);
		break;
	case '>':
		step(RECORD_SAID, line.at, line.len);
		break;
	case '*':
		hear_right(script_char(&line));
		break;
	case '+':
		(void)say(script_char(&line), true);
		break;
	case '!':
		hear_rejected(line);
		break;
	case 'i':
		step(RECORD_ID, line.at, line.len);
		break;
	case 'o':
		step(RECORD_OVER, NULL, 0);
		break;
	case 'q':
		step(RECORD_QUIT, NULL, 0);
		break;
	case 't':
		trial.second ^= (int64_t)(1ULL << (script_char(&line) & 63));
		break;
	default:
		step(RECORD_HEARD, all.at, all.len);
		break;
	}
	while (trial.answers && say('0', false))
		;
}

/* A restart: all of the journal from its beginning. */
static void
restart(void)
{
	struct session again;
	struct record record;
	size_t at = 0, size;

	session_begin(&again, trial.live.me, &head);
	while ((size = record_read(
		    trial.journal + at, trial.len - at, &record)) > 0) {
		must(session_fold(&again, &record) != SESSION_INVALID,
		    "what was journalled is allowed");
		at += size;
	}
	must(at == trial.len && is_same(&again, &trial.live),
	    "a restart reaches the same session");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scan script = {(const char *)data, size}, line;
	enum player me;

	if (!script_next(&script, &line))
		return 0;
	me = script_char(&line) == '1' ? MESSENGER1 : MESSENGER2;
	trial.answers = line.len == 0;
	trial.second = head.started + 9;
	trial.said = trial.len = 0;
	memset(trial.times, 0, sizeof(trial.times));
	session_begin(&trial.live, me, &head);
	session_begin(&trial.twin, me, &head);
	must_be_sound(&trial.live);
	while (trial.answers && say('0', false))
		;
	while (trial.len < JOURNAL_SIZE - 4 * RECORD_SIZE &&
	       script_next(&script, &line))
		obey(line);
	restart();
	return 0;
}
