/* SPDX-License-Identifier: ISC */
/*
 * What the service manager is told. Each test runs in a process of its own,
 * since what was told last outlives it.
 *
 * wrap: sendto socket
 */
#include "io_helpers.h"

#include "notify.h"

#include <poll.h>

static int sent; /* datagrams */

/* NOLINTNEXTLINE(readability-function-size): it has six parameters */
WRAP(ssize_t, sendto, int fd, const void *bytes, size_t len, int flags,
    const struct sockaddr *address, socklen_t size)
{
	sent++;
	if (fault_hits("sendto"))
		return -1;
	return __real_sendto(fd, bytes, len, flags, address, size);
}

WRAP(int, socket, int domain, int type, int protocol)
{
	if (fault_hits("socket"))
		return -1;
	return __real_socket(domain, type, protocol);
}

/* A manager that listens under that name, an abstract one begins with @. */
static int
listen_at(const char *name)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	socklen_t len =
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));

	memcpy(address.sun_path, name, strlen(name));
	if (name[0] == '@')
		address.sun_path[0] = '\0';
	if (bind(fd, (const struct sockaddr *)&address, len) == -1)
		return -1;
	(void)setenv("NOTIFY_SOCKET", name, 1);
	notify_init();
	return fd;
}

/* The next datagram is this one; NULL: there is none. */
static bool
got(int fd, const char *message)
{
	char buf[512];
	ssize_t n = recv(fd, buf, sizeof(buf), MSG_DONTWAIT);

	if (message == NULL)
		return n == -1;
	return n == (ssize_t)strlen(message) &&
	       memcmp(buf, message, (size_t)n) == 0;
}

static bool
talks(int fd)
{
	notify_send("READY=1");
	notify_send("STOPPING=1");
	return fd != -1 && got(fd, "READY=1") && got(fd, "STOPPING=1") &&
	       got(fd, NULL);
}

static bool
by_path(const struct room *room)
{
	char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];

	if (strlen(room->path) + 3 > sizeof(path))
		return true; /* TMPDIR is too long for any socket */
	(void)snprintf(
	    path, sizeof(path), "%.*s/s", (int)sizeof(path) - 3, room->path);
	return talks(listen_at(path));
}

static bool
abstract(const struct room *room)
{
	char name[64];

	(void)room;
	(void)snprintf(name, sizeof(name), "@messengers-%d", (int)getpid());
	return talks(listen_at(name));
}

static bool
status_is_not_repeated(const struct room *room)
{
	int fd = listen_at("@messengers-status");
	char line[300], cut[256];

	(void)room;
	notify_status("STATUS=game %d", 1);
	notify_status("STATUS=game %d", 1);
	if (!got(fd, "STATUS=game 1") || !got(fd, NULL))
		return false;
	notify_status("STATUS=game %d", 2);
	notify_send("WATCHDOG=1");
	notify_send("WATCHDOG=1");
	notify_status("STATUS=game %d", 2);
	notify_status("STATUS=game %d", 1);
	if (!got(fd, "STATUS=game 2") || !got(fd, "WATCHDOG=1") ||
	    !got(fd, "WATCHDOG=1") || !got(fd, "STATUS=game 1") ||
	    !got(fd, NULL))
		return false;
	memset(line, 'x', sizeof(line));
	line[sizeof(line) - 1] = '\0';
	memset(cut, 'x', sizeof(cut));
	cut[sizeof(cut) - 1] = '\0';
	notify_status("%s", line);
	return got(fd, cut) && got(fd, NULL);
}

/* A name with a newline in it gives the manager no orders. */
static bool
status_is_one_line(const struct room *room)
{
	int fd = listen_at("@messengers-line");

	(void)room;
	notify_status(
	    "STATUS=waiting for %s", "a\nWATCHDOG=trigger\x1b[2J\x7f");
	return got(fd, "STATUS=waiting for a?WATCHDOG=trigger?[2J?") &&
	       got(fd, NULL);
}

/* Nobody there, gone, not reading: it is never waited for. */
static bool
nobody_takes_it(const struct room *room)
{
	int fd = listen_at("@messengers-full");

	(void)room;
	for (int i = 0; i < 1000; i++)
		notify_send("WATCHDOG=1");
	if (fd == -1 || sent != 1000 || !got(fd, "WATCHDOG=1"))
		return false;
	(void)close(fd);
	notify_send("WATCHDOG=1");
	fault_at("sendto", 1, ECONNREFUSED);
	notify_send("WATCHDOG=1");
	return sent == 1002;
}

/* No descriptor is left for it: it is played all the same. */
static bool
no_socket(const struct room *room)
{
	(void)room;
	(void)setenv("NOTIFY_SOCKET", "@messengers-none", 1);
	fault_at("socket", 1, EMFILE);
	notify_init();
	notify_send("READY=1");
	return fault_off() == 1 && sent == 0;
}

static struct child_row {
	const char *name;
	bool (*all_is_well)(const struct room *room);
} children[] = {
    {"a path", by_path},
    {"an abstract name", abstract},
    {"a status is not repeated", status_is_not_repeated},
    {"a status is one line", status_is_one_line},
    {"nobody takes it", nobody_takes_it},
    {"no socket", no_socket},
};

static void
test_child(void **state)
{
	const struct room *room = *state;
	const struct child_row *row = room->row;

	in_child(row->all_is_well, room);
}

/* Values that name no socket: nothing is sent to anyone. */
#define X50 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static struct socket_row {
	const char *name, *value;
} sockets[] = {
    {"not set", NULL},
    {"empty", ""},
    {"one byte", "/"},
    {"one byte, abstract", "@"},
    {"relative", "run/notify"},
    {"vsock", "vsock:2:1234"},
    {"108 bytes", "/" X50 X50 "1234567"},
    {"a long one", "/" X50 X50 X50 X50},
    {"a format", "%s%n"},
};

static bool
nothing_is_sent(const struct room *room)
{
	const struct socket_row *row = room->row;

	(void)unsetenv("NOTIFY_SOCKET");
	if (row->value != NULL)
		(void)setenv("NOTIFY_SOCKET", row->value, 1);
	(void)setenv("WATCHDOG_USEC", "3000000", 1);
	notify_init();
	notify_send("READY=1");
	notify_status("STATUS=%s", "x");
	return sent == 0 && notify_watchdog() == 0;
}

static void
test_socket(void **state)
{
	in_child(nothing_is_sent, *state);
}

static struct watchdog_row {
	const char *name, *usec, *pid; /* a pid of "" is our own */
	int64_t least, most;
} watchdogs[] = {
    {"3 seconds", "3000000", NULL, 999000000, 1000000001},
    {"our pid", "3000000", "", 999000000, 1000000001},
    {"1 microsecond", "1", NULL, 1, 1000},
    {"the greatest", "9223372036854775", NULL, 3000000000000000000,
	3100000000000000000},
    {"not set", NULL, NULL, 0, 0},
    {"another pid", "3000000", "1", 0, 0},
    {"no pid", "3000000", "x", 0, 0},
    {"an empty pid", "3000000", " ", 0, 0},
    {"0", "0", NULL, 0, 0},
    {"empty", "", NULL, 0, 0},
    {"-1", "-1", NULL, 0, 0},
    {"hello", "hello", NULL, 0, 0},
    {"3s", "3s", NULL, 0, 0},
    {"too great", "9223372036854776", NULL, 0, 0},
    {"far too great", "99999999999999999999", NULL, 0, 0},
};

static bool
watchdog_is_right(const struct room *room)
{
	const struct watchdog_row *row = room->row;
	char pid[16];
	int64_t every;

	(void)snprintf(pid, sizeof(pid), "%d", (int)getpid());
	(void)unsetenv("WATCHDOG_USEC");
	(void)unsetenv("WATCHDOG_PID");
	if (row->usec != NULL)
		(void)setenv("WATCHDOG_USEC", row->usec, 1);
	if (row->pid != NULL)
		(void)setenv(
		    "WATCHDOG_PID", row->pid[0] == '\0' ? pid : row->pid, 1);
	(void)setenv("NOTIFY_SOCKET", "/run/messengers", 1);
	notify_init();
	every = notify_watchdog();
	return every >= row->least && every <= row->most;
}

static void
test_watchdog(void **state)
{
	in_child(watchdog_is_right, *state);
}

int
main(void)
{
	static struct suite suite;

	room_rows(&suite, test_child, ROWS(children));
	room_rows(&suite, test_socket, ROWS(sockets));
	room_rows(&suite, test_watchdog, ROWS(watchdogs));
	return suite_run(&suite, "notify");
}
