/* SPDX-License-Identifier: ISC */
#include "options.h"

#include "clock.h"
#include "log.h"
#include "version.h"
#include "workspace.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#define PACE_MAX 3600000
#define INTERVAL_MAX 31536000
#define INTERVAL_MIN (10 * MS_NS)

enum { SEED = 256, PACE, PEER_USER, CPU, FIRST, SYMBOL };

/* Each bot refuses what is the other's: see refused(). */
static const struct option long_options[] = {
    {"workspace", required_argument, NULL, 'w'},
    {"strategy", required_argument, NULL, 's'},
    {"seed", required_argument, NULL, SEED},
    {"pace", required_argument, NULL, PACE},
    {"peer-user", required_argument, NULL, PEER_USER},
    {"cpu", required_argument, NULL, CPU},
    {"games", required_argument, NULL, 'n'},
    {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {"interval", required_argument, NULL, 'i'},
    {"first", required_argument, NULL, FIRST},
    {"symbol", required_argument, NULL, SYMBOL},
    {NULL, 0, NULL, 0},
};

static const char help_both[] =
    "  -w, --workspace DIR     the shared folder (" DEFAULT_WORKSPACE ")\n"
    "  -s, --strategy NAME     one of %s (" STRATEGY_DEFAULT ")\n"
    "      --seed N            make all choices repeatable\n"
    "      --pace MS           think time before each own move (1000)\n"
    "      --peer-user NAME    the user the other bot runs as (our own)\n"
    "      --cpu N             run on this processor only (any)\n"
    "  -n, --games N           exit after N completed games (0: never)\n"
    "  -q, --quiet             no drawings on standard output\n"
    "  -v, --verbose           log every line heard and said\n"
    "  -h, --help              print this\n"
    "  -V, --version           print the version\n";
static const char help_first[] =
    "  -i, --interval SECONDS  from one game to the next (120; 0: at once)\n"
    "      --first WHO         go first: yes, no or random (random)\n";
static const char help_second[] =
    "      --symbol SYMBOL     circle, cross or random (random)\n";

/* One clear line on standard error. */
static int
usage_error(const struct options *o, const char *option, const char *value,
    const char *remedy)
{
	log_error("option %s: \"%s\" %s; see %s -h", option, value, remedy,
	    player_name(o->me));
	return EX_USAGE;
}

/* Whether what was printed has arrived. */
static int
printed(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EX_OK;
	log_error("standard output: %s", strerror(errno));
	return EX_IOERR;
}

static int
print_help(const struct options *o)
{
	char names[STRATEGY_NAMES_SIZE];

	strategy_names(names);
	(void)printf("usage: %s [option ...]\n"
		     "Plays tic-tac-toe with the other bot through files;"
		     " see %s(8).\n\n",
	    player_name(o->me), player_name(o->me));
	(void)printf(help_both, names);
	(void)printf("%s", o->me == MESSENGER1 ? help_first : help_second);
	return printed();
}

static int
print_version(const struct options *o)
{
	(void)printf("%s " VERSION "\n", player_name(o->me));
	return printed();
}

/* A whole number without sign, or -1. */
static int64_t
read_number(const char *value, int64_t max)
{
	const char *error;
	int64_t number;

	if (value[0] < '0' || value[0] > '9')
		return -1;
	number = strtonum(value, 0, max, &error);
	return error == NULL ? number : -1;
}

/* Seconds with up to nine decimals as nanoseconds, or -1. */
static int64_t
read_seconds(const char *value)
{
	const char *dot = strchr(value, '.');
	size_t whole = dot == NULL ? strlen(value) : (size_t)(dot - value);
	char digits[20];
	int64_t seconds, part = 0, unit = SECOND_NS;

	if (whole == 0 || whole >= sizeof(digits))
		return -1;
	memcpy(digits, value, whole);
	digits[whole] = '\0';
	seconds = read_number(digits, INTERVAL_MAX);
	if (seconds == -1 || (dot != NULL && dot[1] == '\0'))
		return -1;
	for (const char *c = dot == NULL ? "" : dot + 1; *c != '\0'; c++) {
		if (*c < '0' || *c > '9' || unit == 1)
			return -1;
		unit /= 10;
		part += (*c - '0') * unit;
	}
	if (seconds == INTERVAL_MAX && part > 0)
		return -1;
	return seconds * SECOND_NS + part;
}

/* The options with a number; all return -1, or the exit status. */
static int
read_numeric(struct options *o, int option, const char *value)
{
	int64_t number;

	switch (option) {
	case SEED:
		number = read_number(value, INT64_MAX);
		if (number == -1)
			return usage_error(o, "--seed", value,
			    "is not a whole number from 0 to "
			    "9223372036854775807");
		o->seeded = true;
		o->seed = (uint64_t)number;
		return -1;
	case PACE:
		number = read_number(value, PACE_MAX);
		if (number == -1)
			return usage_error(o, "--pace", value,
			    "is not a whole number of milliseconds from 0 to "
			    "3600000");
		o->pace = number * MS_NS;
		return -1;
	case CPU:
		number = read_number(value, CPU_SETSIZE - 1);
		if (number == -1)
			return usage_error(o, "--cpu", value,
			    "is not the number of a processor, from 0");
		o->cpu = (int)number;
		return -1;
	case 'n':
		o->games = read_number(value, GAMES_MAX);
		if (o->games == -1)
			return usage_error(o, "-n", value,
			    "is not a whole number from 0 to 1000000000");
		return -1;
	default:
		o->interval = read_seconds(value);
		if (o->interval == -1)
			return usage_error(o, "-i", value,
			    "is not a number of seconds from 0 to 31536000");
		return -1;
	}
}

static int
read_strategy(struct options *o, const char *value)
{
	char names[STRATEGY_NAMES_SIZE], remedy[STRATEGY_NAMES_SIZE + 32];

	o->strategy = strategy_find(value);
	if (o->strategy != NULL)
		return -1;
	strategy_names(names);
	(void)snprintf(
	    remedy, sizeof(remedy), "is no strategy: use one of %s", names);
	return usage_error(o, "-s", value, remedy);
}

static int
read_peer(struct options *o, const char *value)
{
	const struct passwd *user;

	user = getpwnam(value);
	if (user == NULL)
		return usage_error(o, "--peer-user", value,
		    "is no user of this machine: create it or name another");
	o->two_users = true;
	o->peer = user->pw_uid;
	return -1;
}

static int
read_first(struct options *o, const char *value)
{
	if (strcmp(value, "yes") == 0)
		o->first = CHANCE_YES;
	else if (strcmp(value, "no") == 0)
		o->first = CHANCE_NO;
	else if (strcmp(value, "random") == 0)
		o->first = CHANCE_RANDOM;
	else
		return usage_error(
		    o, "--first", value, "is not yes, no or random");
	return -1;
}

static int
read_symbol(struct options *o, const char *value)
{
	if (strcmp(value, "circle") == 0)
		o->symbol = SYMBOL_CIRCLE;
	else if (strcmp(value, "cross") == 0)
		o->symbol = SYMBOL_CROSS;
	else if (strcmp(value, "random") == 0)
		o->symbol = SYMBOL_NONE;
	else
		return usage_error(
		    o, "--symbol", value, "is not circle, cross or random");
	return -1;
}

static int
read_option(struct options *o, int option)
{
	switch (option) {
	case 'w':
		o->workspace = optarg;
		if (optarg[0] == '\0')
			return usage_error(o, "-w", "", "is no folder");
		return -1;
	case 's':
		return read_strategy(o, optarg);
	case SEED:
	case PACE:
	case CPU:
	case 'n':
	case 'i':
		return read_numeric(o, option, optarg);
	case PEER_USER:
		return read_peer(o, optarg);
	case FIRST:
		return read_first(o, optarg);
	case SYMBOL:
		return read_symbol(o, optarg);
	case 'q':
		o->quiet = true;
		return -1;
	case 'v':
		o->verbose = true;
		return -1;
	case 'h':
		return print_help(o);
	case 'V':
		return print_version(o);
	default:
		return EX_USAGE;
	}
}

/* What getopt_long() could not make sense of: -1 to go on, or one line said. */
static int
refused(const struct options *o, int option, char *const argv[])
{
	bool others = o->me == MESSENGER1 ? option == SYMBOL
					  : option == 'i' || option == FIRST;
	bool apart = others && optarg == argv[optind - 1];
	const char *word = argv[optind - (apart ? 2 : 1)];
	int value = others ? option : optopt;
	const char letter[] = {'-', (char)value, '\0'};

	if (option != ':' && option != '?' && !others)
		return -1;
	/* of the letters of a word only one is meant, if it is one */
	if (value > 0 && value < SEED && strncmp(word, "--", 2) != 0)
		word = letter;
	else if (value < 0 && strchr(word, letter[1]) == NULL)
		word = argv[optind]; /* which getopt has not left yet */
	log_error("option %s %s; see %s -h", word,
	    option == ':' ? "needs a value" : "is not known",
	    player_name(o->me));
	return EX_USAGE;
}

/* Time for nine moves, and for a wake-up before a tick has passed. */
static int
check_interval(const struct options *o)
{
	int64_t least = 9 * o->pace / SECOND_NS + 1;
	double seconds = (double)o->interval / (double)SECOND_NS;

	if (o->me != MESSENGER1 || o->interval == 0)
		return -1;
	if (9 * o->pace >= o->interval) {
		log_error("option -i: %g s is too short for nine moves at the"
			  " --pace given: use -i %" PRId64
			  " or more, or a smaller --pace",
		    seconds, least);
		return EX_USAGE;
	}
	if (o->interval < INTERVAL_MIN) {
		log_error("option -i: %g s is too short: use 0.01 or more, or 0"
			  " for the next game at once",
		    seconds);
		return EX_USAGE;
	}
	return -1;
}

struct options
options_default(enum player me)
{
	return (struct options){.me = me,
	    .workspace = DEFAULT_WORKSPACE,
	    .strategy = strategy_find(STRATEGY_DEFAULT),
	    .pace = SECOND_NS,
	    .peer = geteuid(),
	    .cpu = -1,
	    .interval = 120 * SECOND_NS};
}

int
options_read(struct options *o, enum player me, int argc, char *argv[])
{
	int option, status = -1;

	*o = options_default(me);
	opterr = 0;
	while (status == -1) {
		option = getopt_long(
		    argc, argv, ":w:s:n:qvhVi:", long_options, NULL);
		if (option == -1)
			break;
		status = refused(o, option, argv);
		if (status == -1)
			status = read_option(o, option);
	}
	if (status == -1 && optind < argc) {
		log_error("\"%s\" is one word too many: all settings are"
			  " options; see %s -h",
		    argv[optind], player_name(me));
		status = EX_USAGE;
	}
	return status == -1 ? check_interval(o) : status;
}
