/* SPDX-License-Identifier: ISC */
/*
 * What is said goes into the spool file once, whatever the disk does.
 *
 * wrap: openat pread write close
 */
#include "io_helpers.h"

#include "spool.h"

#define FOLDER "ws/spool/messenger1"
#define FILE_NAME FOLDER "/2026-09-03-110200.txt"
#define OPENING "Choose your symbol: circle or cross.\n"
#define SAID OPENING "yes\ncross 5\n"

static const struct gameid id = {"2026-09-03-110200"};
static struct workspace ws;
static struct mouth mouth;
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

WRAP(ssize_t, write, int fd, const void *buf, size_t len)
{
	if (fault_hits("write"))
		return -1;
	return __real_write(fd, buf, most > 0 && len > most ? most : len);
}

WRAP(int, close, int fd)
{
	int result = __real_close(fd);

	return fault_hits("close") ? -1 : result;
}

/* A mouth with these lines to say, each with its LF. */
static void
begin(const char *lines)
{
	open_workspace(&ws, MESSENGER1);
	mouth_init(&mouth);
	while (*lines != '\0') {
		size_t len = strcspn(lines, "\n");

		mouth_add(&mouth, lines, len);
		lines += len + 1;
	}
}

static void
end(void)
{
	mouth_reset(&mouth);
	assert_int_equal(mouth.fd, -1);
	assert_int_equal(mouth.len, 0);
	assert_int_equal(mouth.written, 0);
	workspace_close(&ws);
}

static void
speak(enum mouth_did did)
{
	assert_int_equal(mouth_speak(&mouth, &ws, &id), did);
}

static void
test_created(void **state)
{
	(void)state;
	begin(OPENING);
	speak(MOUTH_SAID);
	expect_text(FILE_NAME, OPENING);
	assert_int_equal(mode_of(FILE_NAME), 0644);
	assert_int_equal(fcntl(mouth.fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	fault_at("write", 0, 0);
	speak(MOUTH_SAID);
	assert_int_equal(fault_off(), 0);
	mouth_add(&mouth, "yes", 3);
	mouth_add(&mouth, "cross 5", 7);
	fault_at("write", 0, 0);
	speak(MOUTH_SAID);
	assert_int_equal(fault_off(), 1); /* one write */
	expect_text(FILE_NAME, SAID);
	assert_int_equal(count_names(FOLDER), 1);
	end();
}

/* A restart: what is there is a beginning of what was said, of any length. */
static void
test_completed(void **state)
{
	(void)state;
	for (size_t there = 0; there < sizeof(SAID); there++) {
		begin(SAID);
		append_bytes(FILE_NAME, SAID, there);
		speak(MOUTH_SAID);
		expect_text(FILE_NAME, SAID);
		mouth_add(&mouth, "cross 1", 7);
		speak(MOUTH_SAID);
		expect_text(FILE_NAME, SAID "cross 1\n");
		end();
		assert_int_equal(unlink(FILE_NAME), 0);
	}
}

static struct differs_row {
	const char *name, *there;
} differing[] = {
    {"longer", SAID "cross 1\n"},
    {"a byte longer", SAID "c"},
    {"other words", "yes\n"},
    {"another first byte", "c"},
    {"another last byte", OPENING "yes\ncross 5\r"},
    {"a line too many", OPENING "yes\nyes\n"},
};

static void
test_differs(void **state)
{
	const struct room *room = *state;
	const struct differs_row *row = room->row;

	begin(SAID);
	put_text(FILE_NAME, row->there);
	speak(MOUTH_DIFFERS);
	expect_text(FILE_NAME, row->there);
	end();
}

/* Not a word is ever put behind other words. */
static void
test_differs_still(void **state)
{
	(void)state;
	begin(SAID);
	put_text(FILE_NAME, "yes\n");
	speak(MOUTH_DIFFERS);
	(void)mouth_speak(&mouth, &ws, &id);
	expect_text(FILE_NAME, "yes\n");
	end();
}

static void
test_no_file(void **state)
{
	const struct room *room = *state;
	const struct object_row *row = room->row;

	begin(SAID);
	make_object(FILE_NAME, row->object, OPENING);
	speak(MOUTH_DIFFERS);
	assert_true(is_there(FILE_NAME));
	if (row->object == OBJECT_SYMLINK)
		expect_text("target", OPENING);
	else
		assert_false(is_there("target"));
	end();
}

/* A disk that takes so many bytes of each write and is full after some. */
static void
test_full(void **state)
{
	(void)state;
	for (most = 1; most <= sizeof(SAID); most += 4)
		for (unsigned at = 1; at <= sizeof(SAID) / most + 1; at++) {
			size_t there = (at - 1) * most;

			begin(SAID);
			fault_at("write", at, ENOSPC);
			if (there < sizeof(SAID) - 1) {
				speak(MOUTH_BLOCKED);
				assert_int_equal(errno, ENOSPC);
				expect_bytes(FILE_NAME, SAID, there);
				assert_int_equal(mouth.written, there);
			}
			/* more is said meanwhile, and the disk stays full */
			mouth_add(&mouth, "cross 1", 7);
			fault_always("write", ENOSPC);
			speak(MOUTH_BLOCKED);
			speak(MOUTH_BLOCKED);
			(void)fault_off();
			speak(MOUTH_SAID);
			expect_text(FILE_NAME, SAID "cross 1\n");
			end();
			assert_int_equal(unlink(FILE_NAME), 0);
		}
	most = 0;
}

static struct error_row {
	const char *name, *call;
	int error;
	enum mouth_did did;
} errors[] = {
    {"open, ENOSPC", "openat", ENOSPC, MOUTH_BLOCKED},
    {"open, EMFILE", "openat", EMFILE, MOUTH_BLOCKED},
    {"open, EACCES", "openat", EACCES, MOUTH_BLOCKED},
    {"open, EIO", "openat", EIO, MOUTH_BLOCKED},
    {"read, EIO", "pread", EIO, MOUTH_BLOCKED},
    {"read, EINTR", "pread", EINTR, MOUTH_SAID},
    {"write, EIO", "write", EIO, MOUTH_BLOCKED},
    {"write, EDQUOT", "write", EDQUOT, MOUTH_BLOCKED},
    {"write, EFBIG", "write", EFBIG, MOUTH_BLOCKED},
    {"write, EINTR", "write", EINTR, MOUTH_SAID},
};

static void
test_error(void **state)
{
	const struct room *room = *state;
	const struct error_row *row = room->row;

	begin(SAID);
	put_text(FILE_NAME, OPENING);
	fault_at(row->call, 1, row->error);
	assert_int_equal(mouth_speak(&mouth, &ws, &id), row->did);
	if (row->did == MOUTH_BLOCKED)
		assert_int_equal(errno, row->error);
	(void)fault_off();
	speak(MOUTH_SAID);
	expect_text(FILE_NAME, SAID);
	end();
}

/* On a network filesystem words are on their way only when it is closed. */
static void
test_polled(void **state)
{
	(void)state;
	begin(OPENING);
	ws.polled = true;
	speak(MOUTH_SAID);
	assert_int_equal(mouth.fd, -1);
	assert_int_equal(mouth.written, mouth.len);
	expect_text(FILE_NAME, OPENING);
	mouth_add(&mouth, "yes", 3);
	fault_at("close", 1, ENOSPC);
	speak(MOUTH_BLOCKED);
	assert_int_equal(errno, ENOSPC);
	(void)fault_off();
	assert_int_equal(mouth.fd, -1);
	assert_int_not_equal(mouth.written, mouth.len);
	put_text(FILE_NAME, OPENING); /* the close has told of a lost write */
	speak(MOUTH_SAID);
	expect_text(FILE_NAME, OPENING "yes\n");
	mouth_add(&mouth, "cross 5", 7);
	fault_at("close", 1, EINTR); /* it may be lost as well */
	speak(MOUTH_BLOCKED);
	(void)fault_off();
	put_text(FILE_NAME, OPENING "yes\n");
	speak(MOUTH_SAID);
	expect_text(FILE_NAME, SAID);
	end();
}

/* All that can be said in a game, which is more than any other file holds. */
static void
test_longest(void **state)
{
	static char all[SESSION_SAID_SIZE];
	char line[LINE_SIZE];
	size_t len = 0;

	(void)state;
	begin("");
	memset(line, 'x', sizeof(line));
	for (; len + LINE_SIZE < SESSION_SAID_SIZE; len += LINE_SIZE) {
		mouth_add(&mouth, line, LINE_SIZE - 1);
		memset(all + len, 'x', LINE_SIZE);
		all[len + LINE_SIZE - 1] = '\n';
	}
	append_bytes(FILE_NAME, all, len - 100);
	speak(MOUTH_SAID);
	expect_bytes(FILE_NAME, all, len);
	end();
}

/* Each game has its own file. */
static void
test_next_game(void **state)
{
	const struct gameid next = {"2026-09-03-110400"};

	(void)state;
	begin(SAID);
	speak(MOUTH_SAID);
	mouth_reset(&mouth);
	mouth_add(&mouth, "no", 2);
	assert_int_equal(mouth_speak(&mouth, &ws, &next), MOUTH_SAID);
	expect_text(FOLDER "/2026-09-03-110400.txt", "no\n");
	expect_text(FILE_NAME, SAID);
	end();
}

int
main(void)
{
	static struct suite suite;

	room_test(&suite, "created", test_created);
	room_test(&suite, "completed from each length", test_completed);
	room_rows(&suite, test_differs, ROWS(differing));
	room_test(&suite, "different, asked again", test_differs_still);
	room_objects(&suite, test_no_file);
	room_test(&suite, "full at each byte", test_full);
	room_rows(&suite, test_error, ROWS(errors));
	room_test(&suite, "on a network filesystem", test_polled);
	room_test(&suite, "the longest", test_longest);
	room_test(&suite, "the next game", test_next_game);
	return suite_run(&suite, "mouth");
}
