/* SPDX-License-Identifier: ISC */
#ifndef STATES_RAMFS_H
#define STATES_RAMFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A filesystem in memory under the real io floor: the linker leads its system
 * calls here (--wrap). It can be copied, and looked at before and in the middle of
 * any call that changes it, as a kill would leave it.
 */
#define RAM_INODES 24
#define RAM_ENTRIES 40
#define RAM_NAME 40
#define RAM_DATA 16384
#define RAM_UID 1000 /* whose everything is */
#define RAM_ROOT 1   /* the inode of the shared folder */

enum ram_type { RAM_FREE, RAM_FOLDER, RAM_FILE };

struct ram_inode {
	enum ram_type type;
	unsigned mode;
	unsigned links;
	size_t len;
	char data[RAM_DATA];
};

struct ram_entry {
	int folder; /* inode it lies in; 0: free */
	int inode;
	size_t len; /* of the name */
	char name[RAM_NAME];
};

struct ram {
	struct ram_inode inodes[RAM_INODES];
	struct ram_entry entries[RAM_ENTRIES];
};

extern struct ram ram;

/*
 * Called before every change, and with half of a write done: the folder is as a
 * kill at this moment leaves it. It must be left so.
 */
extern void (*ram_killed)(void);

/* The folder is smaller than what a bot puts there: say so, and end with 1. */
void ram_full(const char *of) __attribute__((noreturn));

/* Copy a folder: only the bytes that are in use. */
void ram_copy(struct ram *to, const struct ram *from);

/* An empty shared folder. */
void ram_clear(void);

/* Close all descriptors, as the end of a process does. */
void ram_close_all(void);

/* The inode under a path like "spool/messenger1/x"; 0: there is none. */
int ram_find(const char *path);
int ram_find_in(const struct ram *in, const char *path);

/* For the calls: a name in a folder, new and old inodes and names. */
struct ram_entry *ram_entry_in(int folder, const char *name);
int ram_new(enum ram_type type, unsigned mode);
void ram_add(int folder, const char *name, int inode);
void ram_name(struct ram_entry *entry, const char *name);
void ram_drop(struct ram_entry *entry);
void ram_release(int inode);       /* free it if nothing holds it */
extern int ram_opened[RAM_INODES]; /* descriptors on each inode */

/* Take a name away, or set a file's bytes (made if missing). */
void ram_remove(const char *path);
void ram_put(const char *path, const char *bytes, size_t len);

#endif
