/* SPDX-License-Identifier: ISC */
#include "ramfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ram ram;
int ram_opened[RAM_INODES];

/* The entry with a name of len bytes. */
static int
index_of(const struct ram *in, int folder, const char *name, size_t len)
{
	for (int i = 0; i < RAM_ENTRIES; i++)
		if (in->entries[i].folder == folder &&
		    in->entries[i].len == len &&
		    memcmp(in->entries[i].name, name, len) == 0)
			return i;
	return -1;
}

struct ram_entry *
ram_entry_in(int folder, const char *name)
{
	int i = index_of(&ram, folder, name, strlen(name));

	return i == -1 ? NULL : &ram.entries[i];
}

void
ram_full(const char *of)
{
	(void)printf("not ok - the folder in memory has no more %s\n", of);
	exit(1);
}

int
ram_new(enum ram_type type, unsigned mode)
{
	for (int i = RAM_ROOT; i < RAM_INODES; i++) {
		if (ram.inodes[i].type != RAM_FREE)
			continue;
		ram.inodes[i].type = type;
		ram.inodes[i].mode = mode;
		ram.inodes[i].links = 0;
		ram.inodes[i].len = 0;
		return i;
	}
	ram_full("inodes");
}

void
ram_name(struct ram_entry *entry, const char *name)
{
	entry->len = strlen(name);
	if (entry->len >= RAM_NAME)
		ram_full("room for a name");
	memcpy(entry->name, name, entry->len + 1);
}

void
ram_add(int folder, const char *name, int inode)
{
	for (size_t i = 0; i < RAM_ENTRIES; i++) {
		struct ram_entry *entry = &ram.entries[i];

		if (entry->folder != 0)
			continue;
		*entry = (struct ram_entry){.folder = folder, .inode = inode};
		ram_name(entry, name);
		ram.inodes[inode].links++;
		return;
	}
	ram_full("entries");
}

void
ram_release(int inode)
{
	if (ram.inodes[inode].links > 0 || ram_opened[inode] > 0)
		return;
	ram.inodes[inode].type = RAM_FREE;
	ram.inodes[inode].len = 0;
}

void
ram_drop(struct ram_entry *entry)
{
	int inode = entry->inode;

	memset(entry, 0, sizeof(*entry));
	ram.inodes[inode].links--;
	ram_release(inode);
}

void
ram_copy(struct ram *to, const struct ram *from)
{
	const size_t head = offsetof(struct ram_inode, data);

	for (int i = RAM_ROOT; i < RAM_INODES; i++)
		memcpy(&to->inodes[i], &from->inodes[i],
		    head + from->inodes[i].len);
	memcpy(to->entries, from->entries, sizeof(to->entries));
}

void
ram_clear(void)
{
	memset(&ram, 0, sizeof(ram));
	memset(ram_opened, 0, sizeof(ram_opened));
	ram.inodes[RAM_ROOT].type = RAM_FOLDER;
	ram.inodes[RAM_ROOT].links = 1;
	ram.inodes[RAM_ROOT].mode = 0755;
}

/* Walk a path with slashes to its last name: the folder that is in, or 0. */
static int
walk(const struct ram *in, const char *path, const char **last)
{
	const char *slash;
	int folder = RAM_ROOT;

	while ((slash = strchr(path, '/')) != NULL) {
		int i = index_of(in, folder, path, (size_t)(slash - path));

		if (i == -1)
			return 0;
		folder = in->entries[i].inode;
		path = slash + 1;
	}
	*last = path;
	return folder;
}

int
ram_find_in(const struct ram *in, const char *path)
{
	const char *last;
	int folder = walk(in, path, &last), i;

	if (folder == 0)
		return 0;
	i = index_of(in, folder, last, strlen(last));
	return i == -1 ? 0 : in->entries[i].inode;
}

int
ram_find(const char *path)
{
	return ram_find_in(&ram, path);
}

void
ram_remove(const char *path)
{
	const char *last;
	int folder = walk(&ram, path, &last);
	struct ram_entry *entry;

	if (folder == 0)
		return;
	entry = ram_entry_in(folder, last);
	if (entry != NULL)
		ram_drop(entry);
}

void
ram_put(const char *path, const char *bytes, size_t len)
{
	const char *last;
	int folder, inode = ram_find(path);

	if (inode == 0) {
		folder = walk(&ram, path, &last);
		if (folder == 0)
			abort();
		inode = ram_new(RAM_FILE, 0644);
		ram_add(folder, last, inode);
	}
	memcpy(ram.inodes[inode].data, bytes, len);
	ram.inodes[inode].len = len;
}
