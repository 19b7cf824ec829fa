/* SPDX-License-Identifier: ISC */
/*
 * What is heard of the other's spool file.
 *
 * wrap: openat pread
 */
#include "io_ear.h"

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

static void
test_half_a_line(void **state)
{
	(void)state;
	begin();
	put_text(FILE_NAME, "");
	hear(EAR_HELD, "");
	append_text(FILE_NAME, "cross");
	hear(EAR_HELD, "");
	append_text(FILE_NAME, " 5");
	hear(EAR_HELD, "");
	append_text(FILE_NAME, "\ncir");
	hear(EAR_HELD, "cross 5\n");
	hear(EAR_HELD, "");
	append_text(FILE_NAME, "cle 1\n\ncross 9\nx");
	hear(EAR_NAMED, "circle 1\n\ncross 9\n");
	hear(EAR_FRESH, "");
	end();
}

static void
test_any_bytes(void **state)
{
	static const char bytes[] = "a\0b\r\xff \n\n";
	const char *line;
	size_t len;

	(void)state;
	begin();
	append_bytes(FILE_NAME, bytes, sizeof(bytes) - 1);
	expect_look(EAR_HELD, EAR_READ);
	assert_true(ear_line(&ear, &line, &len));
	assert_int_equal(len, 6);
	assert_memory_equal(line, bytes, 6);
	/* the same line until it is taken */
	assert_true(ear_line(&ear, &line, &len));
	assert_int_equal(len, 6);
	ear_take(&ear, len);
	assert_true(ear_line(&ear, &line, &len));
	assert_int_equal(len, 0);
	ear_take(&ear, len);
	assert_false(ear_line(&ear, &line, &len));
	hear(EAR_HELD, "");
	end();
}

#define HEARD "yes\ncircle 1\n"
#define SIZE ((size_t)HEARD_SIZE)

/* A line that ends with byte number `at`, behind one of two bytes. */
static struct limit_row {
	const char *name;
	size_t at;
	bool heard;
} limits[] = {
    {"ends before the limit", SIZE - 1, true},
    {"ends with the limit", SIZE, true},
    {"ends beyond the limit", SIZE + 1, false},
    {"ends far beyond it", 2 * SIZE, false},
};

static void
test_limit(void **state)
{
	static char bytes[2 * HEARD_SIZE];
	const struct room *room = *state;
	const struct limit_row *row = room->row;
	const char *line;
	size_t len;

	begin();
	memset(bytes, 'x', sizeof(bytes));
	bytes[1] = bytes[row->at - 1] = '\n';
	append_bytes(FILE_NAME, bytes, row->at);
	expect_look(EAR_HELD, EAR_READ);
	assert_true(ear_line(&ear, &line, &len));
	assert_int_equal(len, 1);
	ear_take(&ear, len);
	assert_int_equal(ear_line(&ear, &line, &len), row->heard);
	if (row->heard) {
		assert_int_equal(len, row->at - 3);
		ear_take(&ear, len);
	}
	/* whatever comes behind is never heard, and is no rewriting */
	append_bytes(FILE_NAME, bytes, SIZE);
	expect_look(EAR_FRESH, EAR_READ);
	assert_int_equal(ear_line(&ear, &line, &len), false);
	end();
}

static void
test_missing(void **state)
{
	(void)state;
	begin();
	expect_look(EAR_HELD, EAR_MISSING);
	expect_look(EAR_NAMED, EAR_MISSING);
	expect_look(EAR_FRESH, EAR_MISSING);
	expect_lines("");
	put_text(FOLDER "/2026-09-03-110400.txt", "circle\n"); /* another's */
	expect_look(EAR_HELD, EAR_MISSING);
	put_text(FILE_NAME, "circle\n");
	hear(EAR_HELD, "circle\n");
	assert_int_equal(fcntl(ear.fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	end();
}

static void
test_unlinked(void **state)
{
	int fd;

	(void)state;
	begin();
	put_text(FILE_NAME, "yes\n");
	fd = open(FILE_NAME, O_WRONLY | O_APPEND | O_CLOEXEC);
	hear(EAR_HELD, "yes\n");
	assert_int_equal(unlink(FILE_NAME), 0);
	assert_int_equal(write(fd, "circle 1\n", 9), 9);
	(void)close(fd);
	hear(EAR_HELD, "circle 1\n");
	hear(EAR_NAMED, "");
	expect_look(EAR_FRESH, EAR_MISSING);
	expect_lines("");
	hear(EAR_HELD, "");
	/* the name is looked for again */
	put_text(FILE_NAME, "yes\ncircle 1\ncross 2\n");
	hear(EAR_NAMED, "cross 2\n");
	end();
}

/* Something else under the name, at first or in the middle of a game. */
static void
test_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	begin();
	make_object(FILE_NAME, row->object, "circle\n");
	expect_look(EAR_HELD, EAR_FOREIGN);
	expect_look(EAR_NAMED, EAR_FOREIGN);
	expect_look(EAR_FRESH, EAR_FOREIGN);
	expect_lines("");
	assert_int_equal(rename(FILE_NAME, "away"), 0);
	put_text(FILE_NAME, "circle\n");
	hear(EAR_HELD, "circle\n");
	assert_int_equal(rename(FILE_NAME, "file"), 0);
	assert_int_equal(rename("away", FILE_NAME), 0);
	expect_look(EAR_NAMED, EAR_FOREIGN);
	expect_look(EAR_HELD, EAR_FOREIGN); /* nor is the old one held */
	expect_look(EAR_FRESH, EAR_FOREIGN);
	expect_lines("");
	assert_int_equal(remove(FILE_NAME), 0);
	append_text("file", "cross\n");
	assert_int_equal(rename("file", FILE_NAME), 0);
	hear(EAR_NAMED, "cross\n");
	end();
}

/* What was seen and not taken is not seen in the next look, which failed. */
static void
test_not_taken(void **state)
{
	const char *bytes;
	size_t len;

	(void)state;
	begin();
	put_text(FILE_NAME, "circle\n");
	expect_look(EAR_HELD, EAR_READ);
	assert_true(ear_line(&ear, &bytes, &len));
	fault_at("pread", 1, EIO);
	expect_look(EAR_HELD, EAR_FAILED);
	(void)fault_off();
	assert_false(ear_line(&ear, &bytes, &len));
	expect_look(EAR_HELD, EAR_READ);
	assert_int_equal(unlink(FILE_NAME), 0);
	expect_look(EAR_FRESH, EAR_MISSING);
	assert_false(ear_line(&ear, &bytes, &len));
	hear(EAR_HELD, "circle\n");
	end();
}

/* With another user: that user's file and nobody else's. */
static void
test_owner(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip();
	begin();
	ws.theirs = 65534;
	put_text(FILE_NAME, "circle\n");
	expect_look(EAR_HELD, EAR_FOREIGN);
	assert_int_equal(chown(FILE_NAME, 65533, 65533), 0);
	expect_look(EAR_HELD, EAR_FOREIGN);
	assert_int_equal(chown(FILE_NAME, 65534, 0), 0);
	hear(EAR_HELD, "circle\n");
	end();
}

static void
test_failed(void **state)
{
	(void)state;
	begin();
	put_text(FILE_NAME, "circle\n");
	fault_at("openat", 1, EMFILE);
	expect_look(EAR_HELD, EAR_FAILED);
	assert_int_equal(errno, EMFILE);
	fault_at("pread", 1, EIO);
	expect_look(EAR_HELD, EAR_FAILED);
	assert_int_equal(errno, EIO);
	expect_lines("");
	fault_at("pread", 1, EINTR);
	hear(EAR_HELD, "circle\n");
	fault_at("openat", 1, EACCES);
	expect_look(EAR_FRESH, EAR_FAILED);
	assert_int_equal(errno, EACCES);
	(void)fault_off();
	hear(EAR_FRESH, "");
	end();
}

/* After a restart: what the journal knows is not heard again. */
static void
test_replay(void **state)
{
	static char line[HEARD_SIZE];
	const size_t rest = SIZE - strlen(HEARD);

	(void)state;
	begin();
	assert_int_equal(ear_replay(&ear, "yes", 3), 0);
	assert_int_equal(ear_replay(&ear, "circle 1", 8), 0);
	expect_lines("");
	expect_look(EAR_HELD, EAR_MISSING);
	expect_lines("");
	put_text(FILE_NAME, "yes\ncircle 2\ncross 5\n");
	expect_look(EAR_HELD, EAR_REWRITTEN);
	put_text(FILE_NAME, HEARD "cross 5\n");
	hear(EAR_HELD, "cross 5\n");
	ear_reset(&ear);
	/* no more than could have been heard */
	assert_int_equal(ear_replay(&ear, "yes", 3), 0);
	assert_int_equal(ear_replay(&ear, "circle 1", 8), 0);
	assert_int_equal(ear_replay(&ear, line, rest), -1);
	assert_int_equal(ear_replay(&ear, line, rest - 1), 0);
	assert_int_equal(ear_replay(&ear, "", 0), -1);
	ear_reset(&ear);
	hear(EAR_HELD, HEARD "cross 5\n");
	end();
}

static void
test_no_folder(void **state)
{
	(void)state;
	begin();
	put_text(FILE_NAME, "yes\n");
	hear(EAR_HELD, "yes\n");
	append_text(FILE_NAME, "circle 1\n");
	(void)close(ws.peer_spool);
	ws.peer_spool = -1;
	hear(EAR_HELD, "circle 1\n"); /* it is still held */
	ear_reset(&ear);
	expect_look(EAR_HELD, EAR_MISSING);
	expect_look(EAR_FRESH, EAR_MISSING);
	workspace_find_peer(&ws);
	hear(EAR_HELD, "yes\ncircle 1\n");
	end();
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "half a line", test_half_a_line);
	room_test(&suite, "any bytes", test_any_bytes);
	room_rows(&suite, test_limit, ROWS(limits));
	room_test(&suite, "missing", test_missing);
	room_test(&suite, "unlinked", test_unlinked);
	room_objects(&suite, test_no_file);
	room_test(&suite, "seen and not taken", test_not_taken);
	room_test(&suite, "whose it is", test_owner);
	room_test(&suite, "unreadable for now", test_failed);
	room_test(&suite, "after a restart", test_replay);
	room_test(&suite, "without the folder", test_no_folder);
	return suite_run(&suite, "ear");
}
