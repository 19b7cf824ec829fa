/* SPDX-License-Identifier: ISC */
#include "confine.h"

#include "file.h"
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the headers of Debian 12 do not name yet. */
#define FS_TRUNCATE (1ULL << 14)  /* LANDLOCK_ACCESS_FS_TRUNCATE, ABI 3 */
#define FS_IOCTL_DEV (1ULL << 15) /* LANDLOCK_ACCESS_FS_IOCTL_DEV, ABI 5 */
#define NET_TCP 3ULL /* LANDLOCK_ACCESS_NET_BIND_TCP, _CONNECT_TCP, ABI 4 */
#define SCOPE_SIGNAL (1ULL << 1) /* LANDLOCK_SCOPE_SIGNAL, ABI 6 */

/* Without REFER, ABI 2, a result could not be linked to its name. */
#define ABI_MIN 2

/* All file rights of that ABI: those up to REFER. */
#define FS_ALL ((LANDLOCK_ACCESS_FS_REFER << 1) - 1)

/* Those that a bot has below the one folder. */
#define FS_NEEDED                                                              \
	(LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |          \
	    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |      \
	    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |     \
	    LANDLOCK_ACCESS_FS_REFER | FS_TRUNCATE)

/* What is denied unless a rule allows it, as the kernel takes it. */
struct denied {
	uint64_t fs, net, scoped;
};

static struct {
	bool tried, on;
} state;

void
confine_privileges(void)
{
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* All that the kernel can deny, but what the manager's socket needs. */
static struct denied
denied_by(long abi)
{
	struct denied denied = {.fs = FS_ALL};

	if (abi >= 3)
		denied.fs |= FS_TRUNCATE;
	if (abi >= 4)
		denied.net = NET_TCP;
	if (abi >= 5)
		denied.fs |= FS_IOCTL_DEV;
	if (abi >= 6)
		denied.scoped = SCOPE_SIGNAL;
	return denied;
}

/* Allow what is needed below a folder. */
static int
allow(int ruleset, int folder, uint64_t handled)
{
	const struct landlock_path_beneath_attr rule = {
	    .allowed_access = FS_NEEDED & handled, .parent_fd = folder};

	return (int)syscall(SYS_landlock_add_rule, ruleset,
	    LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

static int
fill_and_enter(int ruleset, int folder, uint64_t handled)
{
#ifdef CONFINE_ALSO /* where the tests' tools read and write */
	int also = open(CONFINE_ALSO, O_PATH | O_CLOEXEC);

	(void)allow(ruleset, also, handled);
	file_close(&also);
#endif
	if (allow(ruleset, folder, handled) == -1)
		return -1;
	return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

/* Nothing any more but what is needed below the folder above this one. */
static int
enter(int folder, long abi)
{
	const struct denied denied = denied_by(abi);
	int above =
	    openat(folder, "..", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int ruleset = -1, result = -1;

	if (above != -1)
		ruleset = (int)syscall(
		    SYS_landlock_create_ruleset, &denied, sizeof(denied), 0);
	if (ruleset != -1)
		result = fill_and_enter(ruleset, above, denied.fs);
	file_close(&ruleset);
	file_close(&above);
	return result;
}

int
confine(const struct workspace *ws)
{
	long abi;

	if (state.tried)
		return 0;
	abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
	    LANDLOCK_CREATE_RULESET_VERSION);
	state.on = abi >= ABI_MIN && enter(ws->root, abi) == 0;
	if (state.on)
		log_debug("confined to the folder that contains %s", ws->path);
	else if (abi == -1 && (errno == ENOSYS || errno == EOPNOTSUPP))
		log_debug("not confined: the kernel has no Landlock: %s",
		    strerror(errno));
	else if (abi != -1 && abi < ABI_MIN)
		log_debug("not confined: the kernel's Landlock is too old");
	else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
		return -1;
	else
		log_warn("not confined: Landlock: %s", strerror(errno));
	state.tried = true;
	return 0;
}

bool
confine_hides(const char *path)
{
	/* Landlock has no say in this question, only in the opening */
	return state.on &&
	       faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS) == 0;
}
