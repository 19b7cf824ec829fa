/* SPDX-License-Identifier: ISC */
#include "notify.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct {
	struct sockaddr_un address;
	socklen_t len; /* 0: nobody is to be told */
	int fd;
	char status[256];
} state;

void
notify_init(void)
{
	const char *path = getenv("NOTIFY_SOCKET");
	size_t len = path == NULL ? 0 : strlen(path);

	if (len < 2 || len >= sizeof(state.address.sun_path) ||
	    (path[0] != '/' && path[0] != '@'))
		return;
	state.fd =
	    socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (state.fd == -1)
		return;
	state.address.sun_family = AF_UNIX;
	memcpy(state.address.sun_path, path, len);
	if (path[0] == '@')
		state.address.sun_path[0] = '\0'; /* the abstract namespace */
	state.len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
}

bool
notify_wanted(void)
{
	return state.len > 0;
}

void
notify_send(const char *message)
{
	if (!notify_wanted())
		return;
	(void)sendto(state.fd, message, strlen(message), MSG_NOSIGNAL,
	    (const struct sockaddr *)&state.address, state.len);
}

void
notify_status(const char *format, ...)
{
	char status[sizeof(state.status)] = "";
	va_list words;

	if (!notify_wanted())
		return;
	va_start(words, format);
	(void)vsnprintf(status, sizeof(status), format, words);
	va_end(words);
	for (char *c = status; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?'; /* the next line would be another message */
	if (strcmp(status, state.status) == 0)
		return;
	memcpy(state.status, status, sizeof(status));
	notify_send(status);
}

int64_t
notify_watchdog(void)
{
	const char *usec = getenv("WATCHDOG_USEC");
	const char *pid = getenv("WATCHDOG_PID");
	const char *error = NULL;
	int64_t every;

	if (usec == NULL || !notify_wanted())
		return 0;
	if (pid != NULL &&
	    (strtonum(pid, 1, INT32_MAX, &error) != getpid() || error != NULL))
		return 0;
	every = strtonum(usec, 1, INT64_MAX / 1000, &error);
	/* three in each period: one may be late */
	return error == NULL ? every * 1000 / 3 + 1 : 0;
}
