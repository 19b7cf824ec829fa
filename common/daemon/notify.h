/* SPDX-License-Identifier: ISC */
#ifndef DAEMON_NOTIFY_H
#define DAEMON_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What the service manager is told (sd_notify(3)), each one datagram to the
 * socket named in NOTIFY_SOCKET; without it, or where nobody takes it, nothing
 * happens. libsystemd would triple the daemon's memory for these few lines.
 */
void notify_init(void);

/* Whether there is anybody to tell: a message need not be made otherwise. */
bool notify_wanted(void);

/* Send "READY=1", "STOPPING=1", "WATCHDOG=1". */
void notify_send(const char *message);

/* Send STATUS= as one line, unless it is what was sent last. */
void notify_status(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* How often WATCHDOG=1 is to be sent, in nanoseconds; 0: not at all. */
int64_t notify_watchdog(void);

#endif
