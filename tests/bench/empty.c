/* SPDX-License-Identifier: ISC */
/* A program that says READY=1 and sleeps: the least that a daemon can need. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int
main(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	const char *name = getenv("NOTIFY_SOCKET");
	size_t len = name == NULL ? 0 : strlen(name);
	int fd;

	if (len > 0 && len < sizeof(address.sun_path)) {
		fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
		memcpy(address.sun_path, name, len);
		address.sun_path[0] = '\0';
		(void)sendto(fd, "READY=1", 7, MSG_NOSIGNAL,
		    (const struct sockaddr *)&address,
		    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
	}
	return pause();
}
