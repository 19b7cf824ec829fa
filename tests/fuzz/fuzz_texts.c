/* SPDX-License-Identifier: ISC */
/* Any bytes as a line, an id, a name, a rejection, a drawing or a result. */
#include "drawing.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void
check_line(struct scan in)
{
	struct line line = line_read(in.at, in.len);
	char words[LINE_SIZE];

	must(line.kind != LINE_NONE, "any bytes are a line");
	must((line.kind == LINE_REJECTION) ==
		 (in.len >= 10 && memcmp(in.at, "Rejected \"", 10) == 0),
	    "a rejection begins as one");
	if (line.kind == LINE_REJECTION || line.kind == LINE_OTHER)
		return;
	must(line_write(&line, words) == in.len &&
		 memcmp(words, in.at, in.len) == 0,
	    "a line is written as it was read");
}

static void
check_later(const struct gameid *id)
{
	struct gameid later, again;

	if (gameid_after(id, &later) == -1)
		return;
	must(gameid_compare(&later, id) > 0, "the id after it is greater");
	must(gameid_parse(later.text, strlen(later.text), &again) == 0,
	    "and is one");
	must(gameid_for(0, id, &later) == 0 && gameid_compare(&later, id) > 0,
	    "so it is whatever the clock says");
}

static void
check_id(struct scan in)
{
	char name[GAMEID_NAME_SIZE];
	struct gameid id, again;

	if (gameid_parse(in.at, in.len, &id) == -1)
		return;
	must(strlen(id.text) == in.len && memcmp(id.text, in.at, in.len) == 0,
	    "an id is its bytes");
	gameid_spool_name(&id, name);
	must(gameid_of_spool_name(name, &again) == 0 &&
		 gameid_compare(&id, &again) == 0,
	    "it is found in the spool file's name");
	gameid_result_name(&id, name);
	must(gameid_of_result_name(name, &again) == 0 &&
		 gameid_compare(&id, &again) == 0,
	    "and in the result's");
	check_later(&id);
}

/* As the names in a folder: bytes up to a NUL. */
static void
check_name(struct scan in)
{
	char *name = malloc(in.len + 1), made[GAMEID_NAME_SIZE];
	struct gameid id;

	if (name == NULL)
		abort();
	memcpy(name, in.at, in.len);
	name[in.len] = '\0';
	if (gameid_of_spool_name(name, &id) == 0) {
		gameid_spool_name(&id, made);
		must(strcmp(made, name) == 0, "a spool name is made as read");
	}
	if (gameid_of_result_name(name, &id) == 0) {
		gameid_result_name(&id, made);
		must(strcmp(made, name) == 0, "a result name is made as read");
	}
	free(name);
}

static void
check_refusal(struct scan in)
{
	char reason[REASON_MAX + 1];

	refusal_reason(in.at, in.len, reason);
	must(reason[0] != '\0' && is_printable(reason, strlen(reason)),
	    "a reason is printable");
	must(strchr(reason, '"') == NULL && strchr(reason, '\\') == NULL,
	    "and cleaned");
	must(refusal_is_of(in.at, in.len, "cross 5") ==
		 (in.len >= 18 &&
		     memcmp(in.at, "Rejected \"cross 5\"", 18) == 0),
	    "a rejection is of the words it quotes");
}

static void
check_texts(struct scan in)
{
	char drawing[DRAWING_SIZE];
	struct gameid id;
	struct game game;

	(void)result_gameid(in.at, in.len, &id);
	(void)drawing_gameid(in.at, in.len, &id);
	if (result_game(in.at, in.len, &game) == 0) {
		must(game_status(&game) != GAME_IN_PROGRESS &&
			 game_turn(&game) == PLAYER_NONE,
		    "a result is of an ended game");
		must(drawing_write(&id, &game, drawing) < DRAWING_SIZE,
		    "its board can be drawn");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scan in = {(const char *)data, size}, line;

	check_texts(in);
	while (script_next(&in, &line)) {
		check_line(line);
		check_id(line);
		check_name(line);
		check_refusal(line);
	}
	return 0;
}
