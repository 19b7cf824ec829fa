/* SPDX-License-Identifier: ISC */
#include "io_helpers.h"

#include "log.h"
#include "options.h"

#include <getopt.h>
#include <inttypes.h>
#include <sysexits.h>

#define ARGS 8

static struct options options;

/* Read the command line of a bot: the status, and what was printed. */
static int
read_args(enum player me, const char *const args[ARGS])
{
	static char words[ARGS + 1][64] = {"bot"};
	char *argv[ARGS + 2] = {words[0]};
	int argc = 1, status;

	for (; argc <= ARGS && args[argc - 1] != NULL; argc++) {
		(void)snprintf(
		    words[argc], sizeof(words[argc]), "%s", args[argc - 1]);
		argv[argc] = words[argc];
	}
	optind = 0; /* begin anew */
	capture_begin();
	log_init(player_name(me), false, false);
	status = options_read(&options, me, argc, argv);
	capture_end();
	return status;
}

/* What differs from the defaults. */
static void
describe(const struct options *o, char *buf, size_t size)
{
	struct text t = text_in(buf, size);
	char number[64];

	if (strcmp(o->workspace, "/workspace/tictactoe") != 0) {
		text_add(&t, " workspace ");
		text_add(&t, o->workspace);
	}
	if (strcmp(o->strategy->name, "casual") != 0) {
		text_add(&t, " strategy ");
		text_add(&t, o->strategy->name);
	}
	if (o->seeded || o->pace != 1000000000 || o->games != 0) {
		(void)snprintf(number, sizeof(number),
		    " seed %d %" PRIu64 " pace %" PRId64 " games %" PRId64,
		    o->seeded, o->seed, o->pace, o->games);
		text_add(&t, number);
	}
	if (o->interval != INT64_C(120000000000)) {
		(void)snprintf(
		    number, sizeof(number), " interval %" PRId64, o->interval);
		text_add(&t, number);
	}
	if (o->two_users) {
		(void)snprintf(
		    number, sizeof(number), " peer %u", (unsigned)o->peer);
		text_add(&t, number);
	}
	if (o->cpu != -1) {
		(void)snprintf(number, sizeof(number), " cpu %d", o->cpu);
		text_add(&t, number);
	}
	text_add(&t, o->quiet ? " quiet" : "");
	text_add(&t, o->verbose ? " verbose" : "");
	text_add(&t, o->first == CHANCE_YES ? " first yes" : "");
	text_add(&t, o->first == CHANCE_NO ? " first no" : "");
	if (o->symbol != SYMBOL_NONE) {
		text_add(&t, " symbol ");
		text_add(&t, symbol_name(o->symbol));
	}
}

/* What is good for both bots, or for one of them. */
static struct good_row {
	const char *name;
	enum player me; /* NONE: both */
	const char *args[ARGS];
	const char *options;
} goods[] = {
    {"nothing", PLAYER_NONE, {NULL}, ""},
    {"-w", PLAYER_NONE, {"-w", "x"}, " workspace x"},
    {"--workspace", PLAYER_NONE, {"--workspace", "a b"}, " workspace a b"},
    {"--workspace=", PLAYER_NONE, {"--workspace=/x"}, " workspace /x"},
    {"--work", PLAYER_NONE, {"--work", "x"}, " workspace x"},
    {"-s perfect", PLAYER_NONE, {"-s", "perfect"}, " strategy perfect"},
    {"--strategy random", PLAYER_NONE, {"--strategy", "random"},
	" strategy random"},
    {"-s casual", PLAYER_NONE, {"-s", "casual"}, ""},
    {"--seed 0", PLAYER_NONE, {"--seed", "0"},
	" seed 1 0 pace 1000000000 games 0"},
    {"the greatest seed", PLAYER_NONE, {"--seed", "9223372036854775807"},
	" seed 1 9223372036854775807 pace 1000000000 games 0"},
    {"--pace 0", PLAYER_NONE, {"--pace", "0"}, " seed 0 0 pace 0 games 0"},
    {"--pace 1", PLAYER_NONE, {"--pace", "1"},
	" seed 0 0 pace 1000000 games 0"},
    {"the greatest pace", MESSENGER2, {"--pace", "3600000"},
	" seed 0 0 pace 3600000000000 games 0"},
    {"and with -i 0", MESSENGER1, {"--pace", "3600000", "-i", "0"},
	" seed 0 0 pace 3600000000000 games 0 interval 0"},
    {"the greatest pace in 120 s", MESSENGER1, {"--pace", "13333"},
	" seed 0 0 pace 13333000000 games 0"},
    {"--cpu 0", PLAYER_NONE, {"--cpu", "0"}, " cpu 0"},
    {"the greatest cpu", PLAYER_NONE, {"--cpu", "1023"}, " cpu 1023"},
    {"-n 5", PLAYER_NONE, {"-n", "5"}, " seed 0 0 pace 1000000000 games 5"},
    {"--games", PLAYER_NONE, {"--games", "1000000000"},
	" seed 0 0 pace 1000000000 games 1000000000"},
    {"the last one counts", PLAYER_NONE, {"-n5", "-n", "6"},
	" seed 0 0 pace 1000000000 games 6"},
    {"-q -v", PLAYER_NONE, {"-q", "-v"}, " quiet verbose"},
    {"-vq", PLAYER_NONE, {"-vq"}, " quiet verbose"},
    {"--quiet --verbose", PLAYER_NONE, {"--quiet", "--verbose"},
	" quiet verbose"},
    {"--peer-user root", PLAYER_NONE, {"--peer-user", "root"}, " peer 0"},
    {"-i 60", MESSENGER1, {"-i", "60"}, " interval 60000000000"},
    {"--interval", MESSENGER1, {"--interval", "31536000"},
	" interval 31536000000000000"},
    {"a fraction", MESSENGER1, {"-i", "9.5"}, " interval 9500000000"},
    {"the shortest interval", MESSENGER1, {"-i", "0.01", "--pace", "1"},
	" seed 0 0 pace 1000000 games 0 interval 10000000"},
    {"nine decimals", MESSENGER1, {"-i", "10.000000001"},
	" interval 10000000001"},
    {"-i 0.0", MESSENGER1, {"-i", "0.0"}, " interval 0"},
    {"more than nine paces", MESSENGER1, {"-i", "9.000000001"},
	" interval 9000000001"},
    {"--first yes", MESSENGER1, {"--first", "yes"}, " first yes"},
    {"--first no", MESSENGER1, {"--first", "no"}, " first no"},
    {"--first random", MESSENGER1, {"--first=random"}, ""},
    {"--symbol circle", MESSENGER2, {"--symbol", "circle"}, " symbol circle"},
    {"--symbol cross", MESSENGER2, {"--symbol", "cross"}, " symbol cross"},
    {"--symbol random", MESSENGER2, {"--symbol=random"}, ""},
    {"nothing behind --", PLAYER_NONE, {"-q", "--"}, " quiet"},
};

static void
test_good(void **state)
{
	const struct room *room = *state;
	const struct good_row *row = room->row;
	char there[256];

	for (enum player me = MESSENGER1; me <= MESSENGER2; me++) {
		if (row->me == player_other(me))
			continue;
		assert_int_equal(read_args(me, row->args), -1);
		assert_int_equal(options.me, me);
		describe(&options, there, sizeof(there));
		assert_string_equal(there, row->options);
		if (!options.two_users)
			assert_int_equal(options.peer, geteuid());
		expect_text("out", "");
		expect_text("err", "");
	}
}

/* What is wrong, and what the one line about it names. */
static struct bad_row {
	const char *name;
	enum player me; /* NONE: both */
	const char *args[ARGS];
	const char *option, *value;
} bads[] = {
    {"-w without a value", PLAYER_NONE, {"-w"}, "option -w needs a value", ""},
    {"-w of no name", PLAYER_NONE, {"-w", ""}, "option -w", "\"\""},
    {"--seed without a value", PLAYER_NONE, {"-q", "--seed"},
	"option --seed needs a value", ""},
    {"-qn without a value", PLAYER_NONE, {"-qn"}, "option -n needs a value",
	""},
    {"an unknown strategy", PLAYER_NONE, {"-s", "best"}, "option -s",
	"\"best\" is no strategy: use one of perfect, random, casual"},
    {"another case", PLAYER_NONE, {"-s", "Perfect"}, "-s", "\"Perfect\""},
    {"an empty strategy", PLAYER_NONE, {"-s", ""}, "-s", "\"\""},
    {"seed -1", PLAYER_NONE, {"--seed", "-1"}, "--seed", "\"-1\""},
    {"seed +1", PLAYER_NONE, {"--seed", "+1"}, "--seed", "\"+1\""},
    {"seed x", PLAYER_NONE, {"--seed", "0x10"}, "--seed", "\"0x10\""},
    {"seed too great", PLAYER_NONE, {"--seed", "9223372036854775808"}, "--seed",
	"\"9223372036854775808\""},
    {"an empty seed", PLAYER_NONE, {"--seed="}, "--seed", "\"\""},
    {"a seed with a blank", PLAYER_NONE, {"--seed", " 1"}, "--seed", "\" 1\""},
    {"a seed of control bytes", PLAYER_NONE, {"--seed", "\033[2J\n"}, "--seed",
	"\"?[2J?\""},
    {"pace 1.5", PLAYER_NONE, {"--pace", "1.5"}, "--pace", "\"1.5\""},
    {"pace too great", PLAYER_NONE, {"--pace", "3600001"}, "--pace",
	"\"3600001\""},
    {"cpu -1", PLAYER_NONE, {"--cpu", "-1"}, "--cpu", "\"-1\""},
    {"cpu too great", PLAYER_NONE, {"--cpu", "1024"}, "--cpu", "\"1024\""},
    {"games -1", PLAYER_NONE, {"-n", "-1"}, "option -n", "\"-1\""},
    {"games too many", PLAYER_NONE, {"-n", "1000000001"}, "option -n",
	"\"1000000001\""},
    {"a user that is none", PLAYER_NONE, {"--peer-user", "no such user"},
	"--peer-user", "\"no such user\""},
    {"an unknown letter", PLAYER_NONE, {"-qx"}, "option -x", "not known"},
    {"an unknown word", PLAYER_NONE, {"--hello"}, "option --hello",
	"not known"},
    {"an ambiguous word", PLAYER_NONE, {"--s", "1"}, "option --s", ""},
    {"a flag with a value", PLAYER_NONE, {"--quiet=5"}, "--quiet=5", ""},
    {"a word too many", PLAYER_NONE, {"-q", "hello"},
	"\"hello\" is one word too many", ""},
    {"a word behind --", PLAYER_NONE, {"--", "-q"}, "", "\"-q\""},
    {"-i of messenger2", MESSENGER2, {"-i", "5"}, "option -i is not", ""},
    {"-i5 of messenger2", MESSENGER2, {"-i5"}, "option -i is not", ""},
    {"-qi of messenger2", MESSENGER2, {"-qi", "5"}, "option -i is not", ""},
    {"a letter of two bytes", MESSENGER1, {"-q", "-\xc3\xa9"},
	"option -?? is not known", ""},
    {"--int of messenger2", MESSENGER2, {"--int=5"}, "option --int=5 is", ""},
    {"--first of messenger2", MESSENGER2, {"--first", "yes"},
	"option --first is not known", ""},
    {"--symbol of messenger1", MESSENGER1, {"--symbol", "circle"},
	"option --symbol is not known", ""},
    {"--first maybe", MESSENGER1, {"--first", "maybe"}, "--first", "\"maybe\""},
    {"--symbol o", MESSENGER2, {"--symbol", "O"}, "--symbol", "\"O\""},
    {"interval x", MESSENGER1, {"-i", "x"}, "option -i", "\"x\""},
    {"interval .5", MESSENGER1, {"-i", ".5"}, "option -i", "\".5\""},
    {"interval 5.", MESSENGER1, {"-i", "5."}, "option -i", "\"5.\""},
    {"interval 1e3", MESSENGER1, {"-i", "1e3"}, "option -i", "\"1e3\""},
    {"interval 1.2.3", MESSENGER1, {"-i", "1.2.3"}, "option -i", "\"1.2.3\""},
    {"interval -5", MESSENGER1, {"-i", "-5"}, "option -i", "\"-5\""},
    {"interval too great", MESSENGER1, {"-i", "31536000.1"}, "option -i",
	"\"31536000.1\""},
    {"ten decimals", MESSENGER1, {"-i", "1.0000000001"}, "option -i",
	"\"1.0000000001\""},
    {"an interval of nine paces", MESSENGER1, {"-i", "9"}, "option -i",
	"use -i 10 or more"},
    {"too short an interval", MESSENGER1, {"-i", "0.009999999", "--pace", "0"},
	"option -i", "use 0.01 or more"},
    {"a pace too long", MESSENGER1, {"--pace", "13334"}, "option -i",
	"use -i 121 or more"},
};

static void
test_bad(void **state)
{
	const struct room *room = *state;
	const struct bad_row *row = room->row;

	for (enum player me = MESSENGER1; me <= MESSENGER2; me++) {
		char line[1024] = "";

		if (row->me == player_other(me))
			continue;
		assert_int_equal(read_args(me, row->args), EX_USAGE);
		expect_text("out", "");
		(void)get_bytes("err", line, sizeof(line) - 1);
		assert_non_null(strchr(line, '\n'));
		assert_string_equal(strchr(line, '\n'), "\n"); /* one line */
		assert_memory_equal(line, player_name(me), 10);
		assert_non_null(strstr(line, row->option));
		assert_non_null(strstr(line, row->value));
	}
}

static struct print_row {
	const char *name;
	const char *args[ARGS];
	const char *first, *second; /* what each of the two prints */
} prints[] = {
    {"-h", {"-h"}, "--interval", "--symbol"},
    {"--help", {"--help"}, "--first", "--peer-user"},
    {"-h first", {"-qh", "--hello"}, "-n, --games", "-n, --games"},
    {"-V", {"-V"}, "messenger1 0.1\n", "messenger2 0.1\n"},
    {"--version", {"-v", "--version"}, "messenger1 ", "messenger2 "},
};

static void
test_print(void **state)
{
	const struct room *room = *state;
	const struct print_row *row = room->row;

	for (enum player me = MESSENGER1; me <= MESSENGER2; me++) {
		char out[4096] = "";

		assert_int_equal(read_args(me, row->args), EX_OK);
		expect_text("err", "");
		(void)get_bytes("out", out, sizeof(out) - 1);
		assert_non_null(
		    strstr(out, me == MESSENGER1 ? row->first : row->second));
		assert_null(
		    strstr(out, me == MESSENGER1 ? "--symbol" : "--interval"));
	}
}

/* Every option is explained in the same column. */
static void
test_columns(void **state)
{
	static const char *const args[ARGS] = {"-h"};

	(void)state;
	for (enum player me = MESSENGER1; me <= MESSENGER2; me++) {
		char out[4096] = "";
		const char *line = out;

		assert_int_equal(read_args(me, args), EX_OK);
		(void)get_bytes("out", out, sizeof(out) - 1);
		while ((line = strstr(line, "\n  ")) != NULL) {
			assert_int_equal(line[26], ' ');
			assert_int_not_equal(line[27], ' ');
			line++;
		}
		assert_non_null(strstr(out, "(random)\n")); /* the default */
	}
}

/* Help that could not be printed is an error, and told. */
static void
test_print_fails(void **state)
{
	static const char *const args[ARGS] = {"-h"};
	char line[256] = "";

	(void)state;
	assert_int_equal(symlink("/dev/full", "out"), 0);
	assert_int_equal(read_args(MESSENGER1, args), EX_IOERR);
	clearerr(stdout);
	(void)get_bytes("err", line, sizeof(line) - 1);
	assert_non_null(strstr(line, "standard output"));
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_good, ROWS(goods));
	room_rows(&suite, test_bad, ROWS(bads));
	room_rows(&suite, test_print, ROWS(prints));
	room_test(&suite, "help in columns", test_columns);
	room_test(&suite, "help that is not printed", test_print_fails);
	return suite_run(&suite, "options");
}
