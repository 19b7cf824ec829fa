/* SPDX-License-Identifier: ISC */
#ifndef UNIT_IO_PUBLISH_H
#define UNIT_IO_PUBLISH_H

#include "io_helpers.h"

#include "publish.h"

/* Who includes this wraps fsync, renameat2 and unlinkat. */
WRAP(int, fsync, int fd)
{
	return fault_hits("fsync") ? -1 : __real_fsync(fd);
}

WRAP(int, renameat2, int from_dir, const char *from, int dir, const char *name,
    unsigned flags)
{
	if (fault_hits("renameat2"))
		return -1;
	return __real_renameat2(from_dir, from, dir, name, flags);
}

WRAP(int, unlinkat, int dir, const char *name, int flags)
{
	return fault_hits("unlinkat") ? -1 : __real_unlinkat(dir, name, flags);
}

/* Filesystems and kernels that lack a flag of renameat2, and other errors. */
static struct flag_row {
	const char *name;
	int error;
	bool lacks; /* whether it says so */
} flag_errors[] = {
    {"EINVAL", EINVAL, true},
    {"ENOSYS", ENOSYS, true},
    {"EOPNOTSUPP", EOPNOTSUPP, true},
    {"EIO", EIO, false},
    {"ENOSPC", ENOSPC, false},
    {"EACCES", EACCES, false},
};

#endif
