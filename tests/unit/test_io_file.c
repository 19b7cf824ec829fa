/* SPDX-License-Identifier: ISC */
/*
 * Files that others may have put there: opened without harm, or not at all.
 *
 * wrap: openat fstat pread write
 */
#include "io_helpers.h"

#include "file.h"

static size_t most; /* bytes that one write takes; 0: all */

WRAP(int, openat, int dir, const char *name, int flags, mode_t mode)
{
	if (fault_hits("openat"))
		return -1;
	return __real_openat(dir, name, flags, mode);
}

WRAP(int, fstat, int fd, struct stat *st)
{
	return fault_hits("fstat") ? -1 : __real_fstat(fd, st);
}

WRAP(ssize_t, pread, int fd, void *buf, size_t size, off_t offset)
{
	return fault_hits("pread") ? -1 : __real_pread(fd, buf, size, offset);
}

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	if (fault_hits("write"))
		return -1;
	return __real_write(fd, buf, most > 0 && len > most ? most : len);
}

static int
open_here(const char *name, int flags)
{
	struct stat st;
	int fd = file_open(AT_FDCWD, name, flags, geteuid(), &st);

	if (fd != -1) { /* it is what was looked at */
		assert_true(st.st_ino == look_at(name).st_ino);
		assert_true(S_ISREG(st.st_mode));
	}
	return fd;
}

static void
expect_refused(const char *name, int flags)
{
	errno = 0;
	assert_int_equal(open_here(name, flags), -1);
	assert_int_equal(errno, EBADF);
}

static void
test_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	make_object("name", row->object, "circle\n");
	expect_refused("name", O_RDONLY);
	expect_refused("name", O_WRONLY);
	expect_refused("name", O_RDWR);
	expect_refused("name", O_RDWR | O_CREAT | O_APPEND);
	/* nothing was made behind a link, nothing was changed */
	assert_int_equal(is_there("target"), row->object == OBJECT_SYMLINK);
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", "circle\n");
}

static void
test_device(void **state)
{
	int dev = open("/dev", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat st;

	(void)state;
	assert_int_not_equal(dev, -1);
	errno = 0;
	assert_int_equal(file_open(dev, "null", O_RDWR, 0, &st), -1);
	assert_int_equal(errno, EBADF);
	(void)close(dev);
}

static void
test_missing(void **state)
{
	(void)state;
	assert_int_equal(open_here("name", O_RDONLY), -1);
	assert_int_equal(errno, ENOENT);
	assert_false(is_there("name"));
}

static void
test_open(void **state)
{
	int fd = open_here("name", O_RDWR | O_CREAT), again;

	(void)state;
	assert_int_not_equal(fd, -1);
	assert_int_equal(mode_of("name"), 0644);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	put_text("name", "circle\n");
	again = open_here("name", O_RDWR | O_CREAT);
	assert_int_not_equal(again, -1);
	expect_text("name", "circle\n"); /* nothing is cut */
	(void)close(fd);
	(void)close(again);
}

/* What the system says of a file is told as it is. */
static struct error_row {
	const char *name, *call;
	int error;
} errors[] = {
    {"EACCES", "openat", EACCES},
    {"EMFILE", "openat", EMFILE},
    {"ENOSPC", "openat", ENOSPC},
    {"EIO", "openat", EIO},
    {"EIO of fstat", "fstat", EIO},
};

static void
test_error(void **state)
{
	const struct room *room = *state;
	const struct error_row *row = room->row;
	int fd;

	put_text("name", "circle\n");
	fault_at(row->call, 1, row->error);
	fd = open_here("name", O_RDONLY);
	assert_int_equal(errno, row->error);
	assert_int_equal(fd, -1);
	assert_int_equal(fault_off(), 1);
}

static void
test_read(void **state)
{
	char buf[16] = "";
	int fd;

	(void)state;
	put_text("name", "circle\n");
	fd = open_here("name", O_RDWR);
	assert_int_equal(file_read(fd, buf, sizeof(buf), 0), 7);
	assert_string_equal(buf, "circle\n");
	/* from where it is told, never more than fits */
	memset(buf, 'x', sizeof(buf));
	assert_int_equal(lseek(fd, 5, SEEK_SET), 5);
	assert_int_equal(file_read(fd, buf, 3, 2), 3);
	assert_memory_equal(buf, "rclxxx", 6);
	assert_int_equal(file_read(fd, buf, 3, 7), 0);
	fault_at("pread", 1, EINTR);
	assert_int_equal(file_read(fd, buf, sizeof(buf), 0), 7);
	assert_int_equal(fault_off(), 2);
	fault_at("pread", 1, EIO);
	assert_int_equal(file_read(fd, buf, sizeof(buf), 0), -1);
	assert_int_equal(errno, EIO);
	(void)close(fd);
}

/* The same of what open() returned: it, or -1 with it closed. */
static void
test_accept(void **state)
{
	struct stat st;
	int fd;

	(void)state;
	put_text("name", "circle\n");
	fd = open("name", O_RDONLY | O_CLOEXEC);
	assert_int_equal(file_accept(fd, geteuid(), &st), fd);
	assert_int_equal(st.st_size, 7);
	errno = 0;
	assert_int_equal(file_accept(fd, geteuid() + 1, &st), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
	errno = ENODEV; /* of a device */
	assert_int_equal(file_accept(-1, geteuid(), &st), -1);
	assert_int_equal(errno, EBADF);
	errno = EACCES;
	assert_int_equal(file_accept(-1, geteuid(), &st), -1);
	assert_int_equal(errno, EACCES);
	fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	errno = 0;
	assert_int_equal(file_accept(fd, geteuid(), &st), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
}

static void
test_unlink(void **state)
{
	(void)state;
	put_text("name", "");
	errno = EIO;
	file_unlink(AT_FDCWD, "name");
	assert_int_equal(errno, EIO);
	assert_false(is_there("name"));
	errno = EIO;
	file_unlink(AT_FDCWD, "name");
	assert_int_equal(errno, EIO);
}

static void
test_write(void **state)
{
	int fd = open_here("name", O_RDWR | O_CREAT);
	size_t done = 77;

	(void)state;
	most = 2;
	assert_int_equal(file_write(fd, "circle\n", 7, &done), 0);
	assert_int_equal(done, 7);
	fault_at("write", 2, EINTR);
	assert_int_equal(file_write(fd, "cross\n", 6, &done), 0);
	assert_int_equal(done, 6);
	assert_int_equal(fault_off(), 4);
	fault_at("write", 3, ENOSPC);
	assert_int_equal(file_write(fd, "yes no", 6, &done), -1);
	assert_int_equal(errno, ENOSPC);
	assert_int_equal(done, 4);
	(void)fault_off();
	most = 0;
	assert_int_equal(file_write(fd, "", 0, &done), 0);
	assert_int_equal(done, 0);
	expect_text("name", "circle\ncross\nyes ");
	(void)close(fd);
}

static void
test_close(void **state)
{
	int fd = open_here("name", O_RDWR | O_CREAT), was = fd;

	(void)state;
	errno = ENOSPC;
	file_close(&fd);
	assert_int_equal(errno, ENOSPC);
	assert_int_equal(fd, -1);
	assert_int_equal(fcntl(was, F_GETFD), -1);
	errno = ENOSPC;
	file_close(&fd);
	assert_int_equal(errno, ENOSPC);
	assert_int_equal(fd, -1);
}

int
main(void)
{
	static struct suite suite;

	room_objects(&suite, test_no_file);
	room_test(&suite, "a device", test_device);
	room_test(&suite, "nothing there", test_missing);
	room_test(&suite, "a file, new and old", test_open);
	room_rows(&suite, test_error, ROWS(errors));
	room_test(&suite, "read", test_read);
	room_test(&suite, "accept", test_accept);
	room_test(&suite, "unlink", test_unlink);
	room_test(&suite, "write", test_write);
	room_test(&suite, "close", test_close);
	return suite_run(&suite, "file");
}
