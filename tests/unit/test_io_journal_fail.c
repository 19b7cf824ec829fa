/* SPDX-License-Identifier: ISC */
/*
 * The journal on a disk that is full, fails or loses its power.
 *
 * wrap: openat pread pwrite ftruncate fsync renameat
 */
#include "io_journal.h"

static const struct head later = {
    .id = {"2026-09-03-110400"}, .previous = {"none", ""}};

static size_t most; /* bytes that one write takes; 0: all */

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

WRAP(ssize_t, pread, int fd, void *buf, size_t size, off_t offset)
{
	return fault_hits("pread") ? -1 : __real_pread(fd, buf, size, offset);
}

WRAP(ssize_t, pwrite, int fd, const void *buf, size_t len, off_t offset)
{
	if (fault_hits("pwrite"))
		return -1;
	return __real_pwrite(
	    fd, buf, most > 0 && len > most ? most : len, offset);
}

WRAP(int, ftruncate, int fd, off_t len)
{
	return fault_hits("ftruncate") ? -1 : __real_ftruncate(fd, len);
}

WRAP(int, fsync, int fd)
{
	return fault_hits("fsync") ? -1 : __real_fsync(fd);
}

WRAP(int, renameat, int from_dir, const char *from, int dir, const char *name)
{
	if (fault_hits("renameat"))
		return -1;
	return __real_renameat(from_dir, from, dir, name);
}

/* No space: not a byte of it counts, and the next one takes its place. */
static void
test_no_space(void **state)
{
	(void)state;
	begin(&circle);
	for (most = 1; most < 18; most++) {
		/* why a write was cut short only the next one tells */
		fault_at("pwrite", 2, most % 2 == 0 ? ENOSPC : EFBIG);
		assert_int_equal(journal_append(&j, &yes), -1);
		assert_int_equal(errno, most % 2 == 0 ? ENOSPC : EFBIG);
		assert_int_equal(fault_off(), 2);
	}
	most = 0;
	fault_at("pwrite", 1, ENOSPC);
	assert_int_equal(journal_append(&j, &quit), -1);
	assert_int_equal(errno, ENOSPC);
	fault_at("pwrite", 1, EINTR);
	append(&quit);
	assert_int_equal(fault_off(), 2);
	expect_text(JOURNAL, HEAD "heard 1788433321 circle\nquit 1788433323\n");
	reopen(&head);
	expect_next(&circle);
	expect_next(&quit);
	expect_end();
	end();
}

/* What was torn must be cut off before anything is appended. */
static void
test_cut_fails(void **state)
{
	(void)state;
	begin(&circle);
	most = 10;
	fault_at("pwrite", 2, ENOSPC);
	assert_int_equal(journal_append(&j, &yes), -1);
	most = 0;
	fault_at("ftruncate", 1, EIO);
	assert_int_equal(journal_append(&j, &quit), -1);
	assert_int_equal(errno, EIO);
	(void)fault_off();
	assert_string_equal(fault.trace, "ftruncate");
	append(&quit);
	expect_text(JOURNAL, HEAD "heard 1788433321 circle\nquit 1788433323\n");
	end();
}

/* What cannot be read now is not taken for nothing. */
static void
test_unreadable(void **state)
{
	struct record got;
	struct head unused;

	(void)state;
	begin(&circle);
	journal_close(&j);
	fault_at("openat", 1, EMFILE);
	assert_int_equal(journal_open(&j, &ws, &unused), -1);
	assert_int_equal(errno, EMFILE);
	assert_int_equal(j.fd, -1);
	fault_at("pread", 1, EIO);
	assert_int_equal(journal_open(&j, &ws, &unused), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(j.fd, -1);
	(void)fault_off();
	reopen(&head);
	fault_at("pread", 1, EIO);
	assert_int_equal(journal_next(&j, record_buf, &got), -1);
	assert_int_equal(errno, EIO);
	fault_at("pread", 1, EINTR);
	expect_next(&circle);
	(void)fault_off();
	expect_end();
	end();
}

/* messenger1's first record is on the disk, messenger2's need not be. */
static struct durable_row {
	const char *name;
	enum player me;
	const char *trace;
} durables[] = {
    {"messenger1 syncs", MESSENGER1, "openat fsync renameat fsync"},
    {"messenger2 does not", MESSENGER2, "openat renameat"},
};

static void
test_durable(void **state)
{
	const struct room *room = *state;
	const struct durable_row *row = room->row;

	open_workspace(&ws, row->me);
	j = (struct journal){.fd = -1};
	fault_at(NULL, 0, 0);
	assert_int_equal(journal_begin(&j, &ws, &head, NULL), 0);
	(void)fault_off();
	assert_string_equal(fault.trace, row->trace);
	fault_at(NULL, 0, 0);
	append(&circle);
	assert_int_equal(journal_sync(&j, &ws), 0);
	(void)fault_off();
	assert_string_equal(fault.trace, "pwrite fsync");
	end();
}

/* A new one that cannot be begun leaves the old one in use. */
static void
test_begin_fails(void **state)
{
	static const struct {
		const char *call;
		unsigned at;
	} steps[] = {{"fsync", 1}, {"renameat", 1}, {"fsync", 2}};

	(void)state;
	begin(&circle);
	for (size_t i = 0; i < NITEMS(steps); i++) {
		fault_at(steps[i].call, steps[i].at, ENOSPC);
		assert_int_equal(journal_begin(&j, &ws, &later, NULL), -1);
		assert_int_equal(errno, ENOSPC);
		(void)fault_off();
		assert_false(is_there("ws/state/messenger1/.journal"));
		append(&yes);
		if (i == 2) /* the new one is there: only its folder failed */
			break;
		reopen(&head);
		expect_next(&circle);
		for (size_t said = 0; said <= i; said++)
			expect_next(&yes);
		expect_end();
	}
	/* the same call again, and then it is the new one's turn */
	assert_int_equal(journal_begin(&j, &ws, &later, NULL), 0);
	append(&circle);
	reopen(&later);
	expect_next(&circle);
	expect_end();
	end();
}

/*
 * After a failed fsync the kernel may have forgotten what was not written: the
 * next one is of a new file with the same records.
 */
static void
test_sync_fails(void **state)
{
	ino_t old;

	(void)state;
	begin(&circle);
	append(&yes);
	old = look_at(JOURNAL).st_ino;
	fault_at("fsync", 1, EIO);
	assert_int_equal(journal_sync(&j, &ws), -1);
	assert_int_equal(errno, EIO);
	(void)fault_off();
	append_text(JOURNAL, "torn"); /* what is no record is not copied */
	for (unsigned at = 1; at <= 3; at++) {
		fault_at(NULL, at, ENOSPC);
		assert_int_equal(journal_sync(&j, &ws), -1);
		assert_int_equal(errno, ENOSPC);
		(void)fault_off();
		assert_false(is_there("ws/state/messenger1/.journal"));
		assert_true(look_at(JOURNAL).st_ino == old);
	}
	fault_at(NULL, 0, 0);
	assert_int_equal(journal_sync(&j, &ws), 0);
	(void)fault_off();
	assert_string_equal(fault.trace, "openat pread fsync renameat fsync");
	assert_true(look_at(JOURNAL).st_ino != old);
	fault_at(NULL, 0, 0);
	append(&quit);
	assert_int_equal(journal_sync(&j, &ws), 0);
	(void)fault_off();
	assert_string_equal(fault.trace, "pwrite fsync");
	expect_text(JOURNAL, HEAD "heard 1788433321 circle\n"
				  "said 1788433322 yes\nquit 1788433323\n");
	end();
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "no space", test_no_space);
	room_test(&suite, "the cut fails", test_cut_fails);
	room_test(&suite, "unreadable for now", test_unreadable);
	room_rows(&suite, test_durable, ROWS(durables));
	room_test(&suite, "a new one that fails", test_begin_fails);
	room_test(&suite, "a sync fails", test_sync_fails);
	return suite_run(&suite, "journal, failures");
}
