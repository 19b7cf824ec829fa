/* SPDX-License-Identifier: ISC */
/*
 * The confinement, in the real kernel: what a bot that has confined itself can
 * do, and what it cannot. Each test confines a process of its own.
 */
#include "io_helpers.h"

#include "confine.h"
#include "publish.h"

#include <linux/landlock.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static struct workspace ws; /* in the room */

static int
reason(int result)
{
	return result == -1 ? errno : 0;
}

static int
open_as(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0644);
	int why = reason(fd);

	(void)close(fd);
	return why;
}

static int
write_in(void)
{
	return open_as("ws/new", O_WRONLY | O_CREAT | O_EXCL);
}

static int
write_in_state(void)
{
	int fd = openat(
	    ws.own_state, "new", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	int why = reason(ftruncate(fd, 1));

	(void)close(fd);
	return why;
}

static int
read_in(void)
{
	return open_as("ws", O_RDONLY | O_DIRECTORY);
}

static int
make_folder(void)
{
	return reason(mkdir("ws/folder", 0755));
}

static int
make_workspace(void)
{
	return reason(mkdir("another", 0755));
}

static int
link_in(void)
{
	return reason(linkat(ws.own_state, "lock", ws.root, "linked", 0));
}

static int
rename_in(void)
{
	return write_in_state() != 0 ? errno
				     : reason(renameat(ws.own_state, "new",
					   ws.results, "renamed"));
}

static int
exchange_in(void)
{
	put_text("ws/one", "1");
	put_text("ws/two", "2");
	return reason(
	    renameat2(ws.root, "one", ws.root, "two", RENAME_EXCHANGE));
}

static int
unlink_in(void)
{
	put_text("ws/one", "1");
	return reason(unlink("ws/one"));
}

static int
remove_folder(void)
{
	return reason(rmdir("ws/spool/empty"));
}

static int
move_folder(void)
{
	return reason(rename("ws/spool", "ws/moved"));
}

static int
make_symlink(void)
{
	return reason(symlink("/etc/passwd", "ws/link"));
}

static int
make_fifo(void)
{
	return reason(mkfifo("ws/fifo", 0644));
}

static int
bind_in(void)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "ws/s"};
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int why = reason(bind(fd, (const struct sockaddr *)&at, sizeof(at)));

	(void)close(fd);
	return why;
}

static int
run_in(void)
{
	return reason(execl("ws/program", "program", NULL));
}

static int
run_out(void)
{
	return reason(execl("/bin/true", "true", NULL));
}

static int
write_out(void)
{
	return open_as("../messengers-outside", O_WRONLY | O_CREAT | O_EXCL);
}

static int
write_device(void)
{
	return open_as("/dev/null", O_WRONLY);
}

static int
read_out(void)
{
	return open_as("/etc/passwd", O_RDONLY);
}

static int
list_out(void)
{
	return open_as("/", O_RDONLY | O_DIRECTORY);
}

static int
make_out(void)
{
	return reason(mkdir("../messengers-outside", 0755));
}

static int
connect_out(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int why;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	at.sin_port = htons(1);
	why = reason(connect(fd, (const struct sockaddr *)&at, sizeof(at)));
	(void)close(fd);
	return why;
}

static int
signal_out(void)
{
	return reason(kill(getppid(), 0));
}

static struct deed_row {
	const char *name;
	int (*deed)(void); /* errno, or 0 */
	int why;
	long abi; /* from which on it is so */
} deeds[] = {
    {"a file in the workspace", write_in, 0, 0},
    {"a file that is made longer", write_in_state, 0, 0},
    {"a look into the workspace", read_in, 0, 0},
    {"a folder in it", make_folder, 0, 0},
    {"another workspace beside it", make_workspace, 0, 0},
    {"a second name in another folder", link_in, 0, 0},
    {"a file moved to another folder", rename_in, 0, 0},
    {"two files exchanged", exchange_in, 0, 0},
    {"a file removed", unlink_in, 0, 0},
    {"a folder removed", remove_folder, EACCES, 2},
    {"a folder moved", move_folder, EACCES, 2},
    {"a symlink", make_symlink, EACCES, 2},
    {"a FIFO", make_fifo, EACCES, 2},
    {"a socket", bind_in, EACCES, 2},
    {"a program of the workspace", run_in, EACCES, 2},
    {"a program", run_out, EACCES, 2},
    {"a file outside", write_out, EACCES, 2},
    {"a device", write_device, EACCES, 2},
    {"a file that everybody may read", read_out, EACCES, 2},
    {"a folder that everybody may list", list_out, EACCES, 2},
    {"a folder outside", make_out, EACCES, 2},
    {"a connection", connect_out, EACCES, 4},
    {"a signal to another", signal_out, EPERM, 6},
};

static bool
is_as_it_should_be(const struct room *room)
{
	const struct deed_row *row = room->row;
	int why;

	open_workspace(&ws, MESSENGER1);
	if (mkdir("ws/spool/empty", 0755) == -1)
		return false;
	put_text("ws/program", "#!/bin/sh\n");
	if (chmod("ws/program", 0755) == -1)
		return false;
	confine_privileges();
	if (confine(&ws) == -1 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
		return false;
	why = row->deed();
	if (why != row->why)
		print_error("%s\n", strerror(why));
	return why == row->why;
}

static void
test_deed(void **state)
{
	const struct room *room = *state;
	const struct deed_row *row = room->row;

	if (syscall(SYS_landlock_create_ruleset, NULL, 0,
		LANDLOCK_CREATE_RULESET_VERSION) < row->abi)
		skip();
	in_child(is_as_it_should_be, room);
}

/* A workspace that nothing contains: then it is itself the folder. */
static bool
is_confined_to_all(const struct room *room)
{
	ws.root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ws.path = "/";
	return confine(&ws) == 0 && mkdirat(room->fd, "new", 0755) == 0 &&
	       run_out() == EACCES;
}

static void
test_root(void **state)
{
	if (syscall(SYS_landlock_create_ruleset, NULL, 0,
		LANDLOCK_CREATE_RULESET_VERSION) < 2)
		skip();
	in_child(is_confined_to_all, *state);
}

/* What stands in the place of the board or the journal is replaced as ever. */
static bool
replaces(const struct room *room)
{
	const struct object_row *row = room->row;
	char words[] = "new\n";
	struct text text = {.buf = words, .size = sizeof(words), .len = 4};
	bool can = row->object != OBJECT_FOLDER;
	int fd;

	open_workspace(&ws, MESSENGER1);
	make_object("ws/board", row->object, "old\n");
	make_object("ws/state/messenger1/journal", row->object, "old\n");
	if (confine(&ws) == -1)
		return false;
	if (publish_board(ws.root, ".board", "board", &text) !=
		(can ? 0 : -1) ||
	    (!can && errno != EISDIR))
		return false;
	fd = publish_journal(ws.own_state, &text, true);
	return can ? fd != -1 : fd == -1 && errno == EISDIR;
}

static void
test_object(void **state)
{
	in_child(replaces, *state);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_deed, ROWS(deeds));
	room_test(&suite, "the root", test_root);
	room_objects(&suite, test_object);
	return suite_run(&suite, "confined");
}
