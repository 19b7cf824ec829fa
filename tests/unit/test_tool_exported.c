/* SPDX-License-Identifier: ISC */
#include "digest.h"
#include "exported.h"
#include "played.h"
#include "result_facts.h"
#include "suite.h"

#define ID "2026-09-03-110200"
#define SUM64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static struct saved
saved_of(const char *text, const char *name)
{
	struct saved saved;
	struct gameid id;

	assert_int_equal(gameid_parse(name, strlen(name), &id), 0);
	assert_int_equal(
	    saved_read((struct scan){text, strlen(text)}, &id, NULL, &saved),
	    0);
	return saved;
}

static char *
dumped(json_t *object)
{
	char *text;

	assert_non_null(object);
	text = json_dumps(object, JSON_COMPACT);
	json_decref(object);
	assert_non_null(text);
	return text;
}

#define GAME                                                                   \
	"{\"id\":\"" ID "\",\"started\":\"2026-09-03T11:02:00Z\","             \
	"\"finished\":\"2026-09-03T11:02:09Z\","                               \
	"\"symbols\":{\"messenger1\":\"cross\",\"messenger2\":\"circle\"},"    \
	"\"first\":\"messenger2\",\"moves\":["                                 \
	"{\"player\":\"messenger2\",\"symbol\":\"circle\",\"position\":1,"     \
	"\"row\":0,\"col\":0},"                                                \
	"{\"player\":\"messenger1\",\"symbol\":\"cross\",\"position\":3,"      \
	"\"row\":0,\"col\":2},"                                                \
	"{\"player\":\"messenger2\",\"symbol\":\"circle\",\"position\":5,"     \
	"\"row\":1,\"col\":1},"                                                \
	"{\"player\":\"messenger1\",\"symbol\":\"cross\",\"position\":7,"      \
	"\"row\":2,\"col\":0},"                                                \
	"{\"player\":\"messenger2\",\"symbol\":\"circle\",\"position\":9,"     \
	"\"row\":2,\"col\":2}]," REST
#define REST                                                                   \
	"\"rejected\":[{\"after\":4,\"by\":\"messenger1\","                    \
	"\"line\":\"circle 3\",\"reason\":\"position 3 is occupied\"}],"       \
	"\"board\":[[\"circle\",null,\"cross\"],[null,\"circle\",null],"       \
	"[\"cross\",null,\"circle\"]],\"result\":\"messenger2 win\","          \
	"\"previous\":{\"name\":\"" EXAMPLE_PREVIOUS "\",\"sha256\":\"" SHA256 \
	"\"},\"sha256\":\"" SUM64 "\""

static void
test_game(void **state)
{
	struct saved saved = saved_of(EXAMPLE_RESULT, ID);
	char *text = dumped(exported_game(&saved, SUM64));

	(void)state;
	assert_string_equal(text, GAME "}");
	free(text);
}

/* Action number n of a player, with the position and the moment. */
#define ACTION(n, player, row, col, at)                                        \
	"{\"type\":\"event\",\"actionID\":\"m_" #n "\","                       \
	"\"playerID\":\"" player "\",\"event\":\"placeMark\","                 \
	"\"payload\":{\"row\":" #row ",\"col\":" #col "},\"turn\":" #n ","     \
	"\"at\":" #at "}"

static void
test_envelope(void **state)
{
	struct saved saved = saved_of(EXAMPLE_RESULT, ID);
	char *text = dumped(exported_envelope(&saved, SUM64));

	(void)state;
	assert_string_equal(text,
	    "{\"version\":1,\"gameID\":\"example/tic-tac-toe\",\"seed\":\"" ID
	    "\",\"initialNow\":1788433320000,"
	    "\"match\":{\"players\":[\"0\",\"1\"]},"
	    "\"actions\":[" ACTION(1, "0", 0, 0, 1788433321800) "," ACTION(
		2, "1", 0, 2, 1788433323600) "," ACTION(3, "0", 1, 1,
		1788433325400) "," ACTION(4, "1", 2, 0,
		1788433327200) "," ACTION(5, "0", 2, 2,
		1788433329000) "],"
			       "\"metadata\":{\"id\":\"" ID "\","
			       "\"started\":\"2026-09-03T11:02:00Z\","
			       "\"finished\":\"2026-09-03T11:02:09Z\","
			       "\"symbols\":{\"messenger1\":\"cross\","
			       "\"messenger2\":\"circle\"},\"first\":"
			       "\"messenger2\"," REST
			       ",\"players\":{\"0\":\"messenger2\",\"1\":"
			       "\"messenger1\"}}}");
	free(text);
}

static void
test_sha256(void **state)
{
	char sum[SHA256_TEXT_SIZE];

	(void)state;
	assert_int_equal(digest_of("abc", 3, sum), 0);
	assert_string_equal(sum,
	    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

/*
 * Reading back
 */

typedef json_t *make_fn(const struct saved *saved, const char *sha256);

static const struct {
	const char *name;
	make_fn *make;
} forms[] = {{"game", exported_game}, {"envelope", exported_envelope}};

static void
check_round_trip(const struct game *game, size_t rejected)
{
	static const struct rejection one = {
	    MESSENGER1, 0, "hello", "not a move"};
	struct saved saved = {.id = {ID "_0002"},
	    .started = 1788433320,
	    .finished = 1788433327,
	    .game = *game,
	    .rejections = {.count = rejected},
	    .previous = {.name = "none"}};
	const struct result result = {saved.id, saved.started, saved.finished,
	    &saved.game, &saved.rejections, &saved.previous};
	char text[RESULT_SIZE], sha256[SHA256_TEXT_SIZE], why[FAULT_SIZE];
	struct saved read;

	for (size_t i = 0; i < rejected; i++)
		saved.rejections.list[i] = one;
	assert_int_equal(
	    digest_of(text, result_write(&result, text), sha256), 0);
	for (size_t i = 0; i < NITEMS(forms); i++) {
		char *json = dumped(forms[i].make(&saved, sha256));

		assert_int_equal(
		    exported_read(json, strlen(json), &read, why), 0);
		assert_memory_equal(&read.game, game, sizeof(*game));
		assert_string_equal(read.id.text, saved.id.text);
		assert_int_equal(read.started, saved.started);
		assert_int_equal(read.finished, saved.finished);
		assert_string_equal(read.previous.name, "none");
		assert_int_equal(read.rejections.count, rejected);
		for (size_t n = 0; n < rejected; n++)
			assert_string_equal(
			    read.rejections.list[n].reason, one.reason);
		free(json);
	}
}

static void
test_round_trip(void **state)
{
	static const char *const moves[] = {
	    "14253", "142596", "513746289", "123465879"};

	(void)state;
	for (size_t i = 0; i < NITEMS(moves); i++)
		for (int seat = 0; seat < 4; seat++) {
			struct game game = played_as(
			    seat & 1 ? MESSENGER1 : MESSENGER2,
			    seat & 2 ? SYMBOL_CIRCLE : SYMBOL_CROSS, moves[i]);

			check_round_trip(&game, seat == 3 ? 20 : 0);
		}
}

/* A change anywhere makes another game, which is told; nothing makes a crash. */
static void
test_every_damaged_byte(void **state)
{
	struct saved saved = saved_of(EXAMPLE_RESULT, ID), read;
	char sha256[SHA256_TEXT_SIZE], why[FAULT_SIZE];

	(void)state;
	assert_int_equal(
	    digest_of(EXAMPLE_RESULT, strlen(EXAMPLE_RESULT), sha256), 0);
	for (size_t i = 0; i < NITEMS(forms); i++) {
		char *json = dumped(forms[i].make(&saved, sha256));
		size_t len = strlen(json);

		for (size_t at = 0; at < len; at++) {
			char was = json[at];

			json[at] = was == '7' ? '8' : '7';
			/* without its metadata an envelope is another's */
			if (exported_read(json, len, &read, why) == 0)
				assert_int_equal(read.game.first, MESSENGER1);
			else
				assert_true(why[0] != '\0');
			json[at] = was;
			assert_int_equal(
			    exported_read(json, at, &read, why), -1);
		}
		assert_int_equal(exported_read(json, len, &read, why), 0);
		free(json);
	}
}

#define THEIRS(actions)                                                        \
	"{\"version\":1,\"gameID\":\"any/game\",\"seed\":\"default\","         \
	"\"initialNow\":0,\"match\":{\"players\":[\"a\",\"b\"]},"              \
	"\"actions\":[" actions "],\"metadata\":{\"label\":\"x\"}}"

static void
test_their_envelope(void **state)
{
	static const char json[] = THEIRS(ACTION(1, "a", 1, 1,
	    1788433320999) "," ACTION(2, "b", 0, 0, 1788433321000)) " \n";
	char why[FAULT_SIZE];
	struct saved read;

	(void)state;
	assert_int_equal(exported_read(json, strlen(json), &read, why), 0);
	assert_string_equal(read.id.text, ID);
	assert_int_equal(read.game.move_count, 2);
	assert_int_equal(read.game.first, MESSENGER1);
	assert_int_equal(board_at(&read.game.board, 5), SYMBOL_CROSS);
	assert_int_equal(board_at(&read.game.board, 1), SYMBOL_CIRCLE);
}

/* What is not to be read, and a part of the reason. */
static struct row {
	const char *name, *json, *why;
} rows[] = {
    {"nothing", "", "not JSON: "},
    {"no object", "[1]", "facts of the game are missing"},
    {"half of it", "{\"id\":\"" ID "\"", "not JSON: "},
    {"a name twice", "{\"id\":1,\"id\":1}", "not JSON: "},
    {"two games", THEIRS("") THEIRS(""), "more than one game"},
    {"nothing in it", "{}", "facts of the game are missing"},
    {"another version", "{\"version\":2}", "whose version is not 1"},
    {"a version in words", "{\"version\":\"1\"}", "whose version is not 1"},
    {"no match", "{\"version\":1,\"actions\":[]}", "no move"},
    {"no actions", "{\"version\":1,\"match\":{\"players\":[\"0\",\"1\"]}}",
	"no move"},
    {"a match of three",
	"{\"version\":1,\"match\":{\"players\":[\"0\",\"1\",\"2\"]},"
	"\"actions\":[]}",
	"no move"},
    {"out of turn", THEIRS(ACTION(1, "b", 1, 1, 0)), "no move"},
    {"twice in a row",
	THEIRS(ACTION(1, "a", 1, 1, 0) "," ACTION(2, "a", 0, 0, 0)), "no move"},
    {"on a mark", THEIRS(ACTION(1, "a", 1, 1, 0) "," ACTION(2, "b", 1, 1, 0)),
	"no move"},
    {"beside the board", THEIRS(ACTION(1, "a", 0, 3, 0)), "no move"},
    {"above the board", THEIRS(ACTION(1, "a", -1, 3, 0)), "no move"},
    {"far off", THEIRS(ACTION(1, "a", 4294967296, 0, 0)), "no move"},
    {"after the end",
	THEIRS(ACTION(1, "a", 0, 0, 0) "," ACTION(2, "b", 1, 0, 0) "," ACTION(
	    3, "a", 0, 1, 0) "," ACTION(4, "b", 1, 1, 0) "," ACTION(5, "a", 0,
	    2, 0) "," ACTION(6, "b", 1, 2, 0)),
	"no move"},
    {"our facts without all of them",
	"{\"version\":1,\"metadata\":{\"sha256\":\"x\"}}",
	"facts of the game are missing"},
    {"the wrong sum", GAME "}", "does not fit together: sha256"},
};

static void
test_unreadable(void **state)
{
	const struct row *row = *state;
	size_t len = strlen(row->json);
	char *bytes = suite_copy(row->json, len);
	char why[FAULT_SIZE];
	struct saved read;

	assert_int_equal(exported_read(bytes, len, &read, why), -1);
	assert_non_null(strstr(why, row->why));
	free(bytes);
}

static void
test_more_behind(void **state)
{
	static const char json[] = THEIRS("");
	char why[FAULT_SIZE];
	struct saved read;

	(void)state;
	/* its NUL */
	assert_int_equal(exported_read(json, sizeof(json), &read, why), -1);
	assert_string_equal(why, "more than one game, or more than a game");
}

/* Moments that no clock has told. */
static struct row moments[] = {
    {"long ago", THEIRS(ACTION(1, "a", 1, 1, -1e300)), "0000-01-01-000000"},
    {"in a far future", THEIRS(ACTION(1, "a", 1, 1, 1e300)),
	"9999-12-31-235959"},
    {"in words", THEIRS(ACTION(1, "a", 1, 1, "x")), "1970-01-01-000000"},
    {"without an action", THEIRS(""), "1970-01-01-000000"},
};

static void
test_moment(void **state)
{
	const struct row *row = *state;
	char why[FAULT_SIZE];
	struct saved read;

	assert_int_equal(
	    exported_read(row->json, strlen(row->json), &read, why), 0);
	assert_string_equal(read.id.text, row->why);
}

int
main(void)
{
	static struct suite suite;

	suite_test(&suite, "a game", test_game);
	suite_test(&suite, "an envelope", test_envelope);
	suite_test(&suite, "a SHA-256", test_sha256);
	suite_test(&suite, "round trip of every seat", test_round_trip);
	suite_test(&suite, "every damaged byte, every truncation",
	    test_every_damaged_byte);
	suite_test(&suite, "an envelope of another's", test_their_envelope);
	suite_prefix(&suite, "not read: ");
	suite_rows(&suite, test_unreadable, ROWS(rows));
	suite_prefix(&suite, "");
	suite_test(&suite, "not read: a NUL behind it", test_more_behind);
	suite_prefix(&suite, "a game played ");
	suite_rows(&suite, test_moment, ROWS(moments));
	return suite_run(&suite, "tool_exported");
}
