/* SPDX-License-Identifier: ISC */
/*
 * The confinement: what kernels of any age are asked for, and what is said of
 * it. The kernel is this test's own; each has a process of its own.
 *
 * wrap: syscall
 */
#include "io_helpers.h"

#include "confine.h"
#include "log.h"

#include <linux/landlock.h>
#include <stdint.h>
#include <sys/syscall.h>

/* A kernel of another age: what it says, and what it was asked for. */
static struct kernel {
	long abi;   /* -1: it has no Landlock, with this error */
	long fails; /* a call that fails, once it has said its ABI */
	int error;
	uint64_t denied[3], allowed;
	int confined;
} kernel;

/* None of the calls has more than four arguments. */
WRAP(long, syscall, long number, const void *a, const void *b, const void *c,
    const void *d)
{
	(void)b;
	(void)d;
	errno = kernel.error;
	if (number == SYS_landlock_create_ruleset && a == NULL)
		return kernel.abi;
	if (number == kernel.fails)
		return -1;
	if (number == SYS_landlock_create_ruleset) {
		memcpy(kernel.denied, a, sizeof(kernel.denied));
		return open("/dev/null", O_RDONLY | O_CLOEXEC);
	}
	if (number == SYS_landlock_add_rule)
		memcpy(&kernel.allowed, c, sizeof(kernel.allowed));
	if (number == SYS_landlock_restrict_self)
		kernel.confined++;
	return 0;
}

/* A workspace in the room, and what is said into the file "err". */
static struct workspace ws;

static void
prepare(bool verbose)
{
	int err = open("err", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	(void)dup2(err, STDERR_FILENO);
	(void)close(err);
	log_init("bot", verbose, true);
	open_workspace(&ws, MESSENGER1);
}

#define NEEDED 0x61ae
#define ON "bot: confined to the folder that contains ws\n"

static struct age_row {
	const char *name;
	long abi;
	uint64_t fs, net, scoped; /* what is denied; nothing: not confined */
	const char *said;
} ages[] = {
    {"no Landlock", -1, 0, 0, 0,
	"bot: not confined: the kernel has no Landlock: Function not "
	"implemented\n"},
    {"ABI 1", 1, 0, 0, 0,
	"bot: not confined: the kernel's Landlock is too old\n"},
    {"ABI 2", 2, 0x3fff, 0, 0, ON},
    {"ABI 3", 3, 0x7fff, 0, 0, ON},
    {"ABI 4", 4, 0x7fff, 3, 0, ON},
    {"ABI 5", 5, 0xffff, 3, 0, ON},
    {"ABI 6", 6, 0xffff, 3, 2, ON},
    {"ABI 7", 7, 0xffff, 3, 2, ON},
    {"a later one", 99, 0xffff, 3, 2, ON},
};

static bool
asks_for(const struct room *room)
{
	const struct age_row *row = room->row;
	const uint64_t denied[3] = {row->fs, row->net, row->scoped};

	kernel = (struct kernel){.abi = row->abi, .error = ENOSYS};
	prepare(true);
	if (confine(&ws) == -1)
		return false;
	/* the second time there is nothing left to do */
	if (confine(&ws) == -1)
		return false;
	return kernel.confined == (row->fs != 0) &&
	       memcmp(kernel.denied, denied, sizeof(denied)) == 0 &&
	       kernel.allowed == (NEEDED & row->fs) &&
	       confine_hides("ws") == (row->fs != 0);
}

static void
test_age(void **state)
{
	const struct room *room = *state;
	const struct age_row *row = room->row;

	in_child(asks_for, room);
	expect_text("err", row->said);
}

/* Without -v nothing is said where there is nothing to be done about it. */
static bool
is_quiet(const struct room *room)
{
	(void)room;
	kernel = (struct kernel){.abi = -1, .error = EOPNOTSUPP};
	prepare(false);
	return confine(&ws) == 0;
}

static void
test_quiet(void **state)
{
	in_child(is_quiet, *state);
	expect_text("err", "");
}

/* Somebody forbids the question: a kernel that has it could confine us. */
static bool
is_refused(const struct room *room)
{
	(void)room;
	kernel = (struct kernel){.abi = -1, .error = EPERM};
	prepare(false);
	return confine(&ws) == 0;
}

static void
test_refused(void **state)
{
	in_child(is_refused, *state);
	expect_text(
	    "err", "bot: not confined: Landlock: Operation not permitted\n");
}

/* What no try helps against is told; what passes is tried again. */
static struct fail_row {
	const char *name;
	long fails;
	int error;
	bool passes;
} fails[] = {
    {"too many around it", SYS_landlock_restrict_self, E2BIG, false},
    {"a filter", SYS_landlock_add_rule, EPERM, false},
    {"no descriptors", SYS_landlock_create_ruleset, EMFILE, true},
    {"no memory", SYS_landlock_add_rule, ENOMEM, true},
    {"none in the system", SYS_landlock_restrict_self, ENFILE, true},
};

static bool
fails_well(const struct room *room)
{
	const struct fail_row *row = room->row;

	kernel =
	    (struct kernel){.abi = 7, .fails = row->fails, .error = row->error};
	prepare(false);
	if (confine(&ws) != (row->passes ? -1 : 0) || confine_hides("ws"))
		return false;
	if (row->passes && errno != row->error)
		return false;
	kernel.fails = 0;
	return confine(&ws) == 0 && kernel.confined == row->passes;
}

static void
test_fail(void **state)
{
	const struct room *room = *state;
	const struct fail_row *row = room->row;
	char want[128] = "";

	if (!row->passes)
		(void)snprintf(want, sizeof(want),
		    "bot: not confined: Landlock: %s\n", strerror(row->error));
	in_child(fails_well, room);
	expect_text("err", want);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_age, ROWS(ages));
	room_test(&suite, "without -v", test_quiet);
	room_test(&suite, "the question is refused", test_refused);
	room_rows(&suite, test_fail, ROWS(fails));
	return suite_run(&suite, "confine");
}
