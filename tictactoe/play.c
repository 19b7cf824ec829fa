/* SPDX-License-Identifier: ISC */
/*
 * A person in a bot's seat: the bot's own daemon with another brain
 * (play_person.c) and another log (play_screen.c), woken by what is typed.
 */
#include "commands.h"
#include "daemon.h"
#include "initiator.h"
#include "play_input.h"
#include "play_person.h"
#include "play_practice.h"
#include "play_screen.h"
#include "responder.h"
#include "seat.h"
#include "tool.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

/* As messenger1 a person opens the next game when it wants: not by the clock. */
#define NEVER (31536000 * SECOND_NS)

static struct {
	struct seat seat;
	struct options options;
	bool practice, row_column;
	const struct role *role; /* the bot's */
	bool opens;              /* the next game, as messenger1 */
	bool gives_up;           /* for that this one, as was typed just now */
	bool unfinished;         /* the last game that was seen */
	bool greeted;
} my;

/*
 * The seat
 */

static bool
game_runs(const struct daemon *d)
{
	const struct session *s = &d->play.session;

	return !d->between_games && !session_ended(s) &&
	       s->head.id.text[0] != '\0';
}

/* The daemon ends at its next wake-up, in order. */
static void
end(void)
{
	(void)raise(SIGTERM);
}

/* What was typed while nothing is asked: whether that can be made use of. */
static bool
take(const struct daemon *d, const char *typed)
{
	if (person_is_leaving(typed)) {
		person_leave();
		return true;
	}
	if (my.options.me == MESSENGER1 &&
	    (game_runs(d) ? strcmp(typed, "n") == 0 : !my.opens)) {
		my.opens = true;
		my.gives_up = game_runs(d);
		return true;
	}
	if (!input_is_terminal())
		return false; /* it waits for its question */
	if (*typed != '\0')
		screen_line("Not now: nothing is asked.");
	return true;
}

static void
take_typed(const struct daemon *d)
{
	char typed[LINE_SIZE];

	while (!person_left() && !person_must_choose(&d->play.session) &&
	       input_peek(typed) && take(d, typed)) {
		(void)input_line(typed);
		screen_answered();
	}
	/* a script's last move may still be answered by the end of the game */
	if (input_ended() && (input_is_terminal() || !game_runs(d)))
		person_leave();
}

static void
wait_for_other(const struct daemon *d)
{
	const char *other = player_name(player_other(my.options.me));
	char what[LINE_SIZE];

	if (my.options.me == MESSENGER2 && !game_runs(d))
		screen_wait("Waiting for a game of messenger1 (q leaves): ");
	else if (!game_runs(d) && !my.opens)
		screen_ask("Enter for the next game (q leaves): ");
	else {
		(void)snprintf(what, sizeof(what),
		    "Waiting for %s (%sq leaves): ", other,
		    my.options.me == MESSENGER1 ? "n for a new game, " : "");
		screen_wait(what);
	}
}

/* The end of a turn: what is new, and what is asked. */
static void
show(struct daemon *d)
{
	const struct session *s = &d->play.session;

	my.unfinished = game_runs(d);
	if (!d->between_games)
		person_tell(s);
	if (person_left() || screen_is_gone())
		end();
	else if (!d->between_games && person_must_choose(s))
		person_ask(s);
	else
		wait_for_other(d);
	d->loop.input = input_is_shut() ? -1 : STDIN_FILENO;
}

/* The seat is ours. */
static int
attached(struct daemon *d, bool have_game, struct trouble *trouble)
{
	const char *other = player_name(player_other(my.seat.me));

	if (!my.greeted) {
		screen_line(
		    "You are %s in %s", player_name(my.seat.me), my.seat.path);
		screen_line("Where %s does not run yet: %s -w %s", other, other,
		    my.seat.path);
		my.greeted = true;
	}
	return my.role->attached(d, have_game, trouble);
}

static bool
after(struct daemon *d, bool *again)
{
	take_typed(d);
	if (my.options.me == MESSENGER1)
		my.options.interval = my.opens ? 0 : NEVER;
	if (!my.role->after(d, again))
		return false;
	if (*again) {
		my.opens = false;
	} else {
		if (my.gives_up)
			screen_line("A new game begins when messenger2 has "
				    "said nothing for 10 seconds.");
		show(d);
	}
	my.gives_up = false;
	return true;
}

static void
given_up(const struct daemon *d)
{
	const char *id = d->play.session.head.id.text;

	if (my.options.me == MESSENGER1)
		screen_line("The game %s is given up.", id);
	else
		screen_line("messenger1 has given up the game %s.", id);
}

/* Whatever else waits, one can leave. */
static void
typed(struct daemon *d)
{
	char line[LINE_SIZE];

	input_read();
	if (input_peek(line) && person_is_leaving(line))
		person_leave();
	if (person_left())
		end();
	if (input_is_shut())
		d->loop.input = -1;
}

static int
sit_down(void)
{
	struct role role;
	int status;

	my.role = my.seat.me == MESSENGER1 ? &initiator : &responder;
	role = *my.role;
	role.attached = attached;
	role.after = after;
	role.given_up = given_up;
	role.typed = typed;
	role.back = screen_show_again;
	my.options.workspace = my.seat.path;
	my.options.interval = NEVER;
	status = daemon_run(&my.options, &role);
	if (status == EX_OK && my.unfinished)
		screen_line("The game goes on when you come back.");
	return status;
}

/*
 * The command line
 */

static int
help(void)
{
	char names[STRATEGY_NAMES_SIZE];

	strategy_names(names);
	(void)printf(
	    "usage: tictactoe play [option ...]\n"
	    "       tictactoe play --practice [STRATEGY]\n"
	    "Plays against a bot; " SEAT_WORKSPACE
	    " is made if it is missing.\n" SEAT_HELP
	    "      --rc             ask for row and column from 0\n"
	    "  -n, --games N        leave after N games (0: never)\n"
	    "  -v, --verbose        show every line heard and said\n"
	    "      --practice [STRATEGY]  with one of %s (" STRATEGY_DEFAULT
	    ")\n"
	    "      --seed N         repeat a practice\n" HELP_HELP,
	    names);
	return printed();
}

enum { SEAT = 256, ROW_COLUMN, PRACTICE, SEED };

static int
read_strategy(const char *name)
{
	char names[STRATEGY_NAMES_SIZE];

	my.options.strategy = strategy_find(name);
	if (my.options.strategy != NULL)
		return EX_OK;
	strategy_names(names);
	return misused("\"%s\" is no strategy: use one of %s", name, names);
}

static int
take_option(int option, void *arg)
{
	long long number;

	(void)arg;
	switch (option) {
	case 'w':
	case SEAT:
		return seat_take(&my.seat, option, optarg);
	case ROW_COLUMN:
		my.row_column = true;
		return EX_OK;
	case PRACTICE:
		my.practice = true;
		return optarg == NULL ? EX_OK : read_strategy(optarg);
	case SEED:
		number = number_option("--seed", optarg, 0, INT64_MAX);
		my.options.seeded = true;
		my.options.seed = (uint64_t)number;
		return number == -1 ? EX_USAGE : EX_OK;
	case 'n':
		number = number_option("-n", optarg, 0, GAMES_MAX);
		my.options.games = number;
		return number == -1 ? EX_USAGE : EX_OK;
	default:
		my.options.verbose = true;
		return EX_OK;
	}
}

/* What the options make of each other, and a word behind --practice. */
static int
check(int argc, char *const argv[])
{
	if (my.practice && optind == argc - 1 && read_strategy(argv[optind++]))
		return EX_USAGE;
	if (optind < argc)
		return misused("\"%s\" is one word too many", argv[optind]);
	if (my.practice && my.seat.path != NULL)
		return misused("option -w: there is no folder in --practice");
	if (!my.practice && my.options.seeded)
		return misused("option --seed is for --practice only");
	return my.practice ? EX_OK : seat_find(&my.seat);
}

int
play(int argc, char *argv[])
{
	static const struct option options[] = {
	    {"seat", required_argument, NULL, SEAT},
	    {"rc", no_argument, NULL, ROW_COLUMN},
	    {"practice", optional_argument, NULL, PRACTICE},
	    {"seed", required_argument, NULL, SEED},
	    {"games", required_argument, NULL, 'n'},
	    {"verbose", no_argument, NULL, 'v'},
	    OPTIONS_OF_ALL,
	};
	static const struct usage usage = {
	    ":w:n:vh", options, help, take_option};
	int status;

	seat_begin(&my.seat);
	my.options = options_default(my.seat.me);
	my.options.pace = 0; /* who has typed a move has thought */
	status = read_options(&usage, argc, argv, NULL);
	if (status != -1)
		return status;
	if (check(argc, argv) != EX_OK)
		return EX_USAGE;
	my.options.me = my.seat.me;
	person_begin(my.row_column);
	input_begin();
	status = my.practice ? practice(&my.options) : sit_down();
	return status == EX_OK ? printed() : status;
}
