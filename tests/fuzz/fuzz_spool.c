/* SPDX-License-Identifier: ISC */
/*
 * Any history of the other's spool file, heard as the daemon hears it. The
 * input is a script: its first line begins with the bot that hears, 1 or 2.
 * Then a command a line:
 *
 *	+BYTES	append them		=BYTES	and an LF
 *	xNC	append C, N * 64 times; an LF, N times
 *	-N	cut N bytes off		@NC	byte N from the end becomes C
 *	n	the same in a new file	u	unlink the name
 *	hN fN gN	look at what is held, afresh, or at what the name
 *			leads to, and hear N lines at most; none: all
 *	m	say a move that is due	r	restart
 *
 * N is one byte, counted from '0'; C is `$` for an LF.
 */
#include "fuzz.h"
#include "spool.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define FILE_SIZE 65536 /* no file gets longer */
#define JOURNAL_SIZE 1048576
#define NAME "2026-09-03-110200.txt"

/* A file as it should be: what stands in it, and a descriptor to write it. */
struct file {
	int fd; /* -1: there is none */
	size_t len;
	char bytes[FILE_SIZE];
};

static struct {
	struct workspace ws;
	struct ear ear;
	struct session session;
	struct file named; /* under the name */
	struct file held;  /* what the ear holds, if it is another */
	bool holds_named;
	size_t heard; /* bytes of `past` */
	char past[HEARD_SIZE];
	size_t len; /* bytes of the journal */
	char journal[JOURNAL_SIZE];
} world;

static const struct head head = {.id = {"2026-09-03-110200"},
    .number = 1,
    .started = 1788433320,
    .seed = 42,
    .previous = {.name = "none"}};

/*
 * The bot
 */

static void
step(enum record_kind kind, const char *bytes, size_t len)
{
	struct record record = {kind, head.started + 9, bytes, len};

	must(JOURNAL_SIZE - world.len >= RECORD_SIZE, "the journal has room");
	must(session_fold(&world.session, &record) != SESSION_INVALID,
	    "what is heard and said in time is allowed");
	world.len += record_write(&record, world.journal + world.len);
}

static void
answer(bool moves)
{
	enum line_kind due;
	int cells[BOARD_CELLS];
	char words[LINE_SIZE];

	while ((due = session_next(&world.session)) != LINE_NONE) {
		struct line line = {.symbol = SYMBOL_CIRCLE};

		if (due == LINE_MOVE && !moves)
			return;
		if (session_choices(&world.session, cells) > 0)
			line.position = cells[0];
		step(RECORD_SAID, words,
		    session_line(&world.session, &line, words));
	}
}

/* Start again: fold the journal, which must give what was there. */
static void
restart(void)
{
	static struct session before;
	struct record record;
	size_t at = 0, size;

	memcpy(&before, &world.session, sizeof(before));
	ear_reset(&world.ear);
	if (world.held.fd != -1)
		(void)close(world.held.fd);
	world.held.fd = -1;
	world.holds_named = false;
	session_begin(&world.session, before.me, &head);
	while ((size = record_read(
		    world.journal + at, world.len - at, &record)) > 0) {
		(void)session_fold(&world.session, &record);
		must(record.kind != RECORD_HEARD ||
			 ear_replay(&world.ear, record.bytes, record.len) == 0,
		    "what was heard fits again");
		at += size;
	}
	must(at == world.len && is_same(&before, &world.session),
	    "a restart reaches the same session");
}

/*
 * The file
 */

static void
append(const char *bytes, size_t len)
{
	struct file *f = &world.named;

	if (f->fd == -1) {
		f->fd = openat(
		    room(), NAME, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		f->len = 0;
	}
	if (len > FILE_SIZE - f->len)
		len = FILE_SIZE - f->len;
	must(pwrite(f->fd, bytes, len, (off_t)f->len) == (ssize_t)len,
	    "the file can be written");
	memcpy(f->bytes + f->len, bytes, len);
	f->len += len;
}

static void
cut(size_t bytes)
{
	struct file *f = &world.named;

	f->len -= bytes < f->len ? bytes : f->len;
	must(f->fd == -1 || ftruncate(f->fd, (off_t)f->len) == 0,
	    "the file can be cut");
}

static void
edit(size_t from_end, char c)
{
	struct file *f = &world.named;

	if (f->fd == -1 || from_end >= f->len)
		return;
	f->bytes[f->len - 1 - from_end] = c;
	must(pwrite(f->fd, &c, 1, (off_t)(f->len - 1 - from_end)) == 1,
	    "the file can be edited");
}

/* The name goes; the ear may go on with what it holds. */
static void
unlink_name(void)
{
	if (world.named.fd == -1)
		return;
	must(unlinkat(room(), NAME, 0) == 0, "the name can go");
	if (world.holds_named) {
		world.held.fd = world.named.fd;
		world.held.len = world.named.len;
		memcpy(world.held.bytes, world.named.bytes, world.named.len);
	} else {
		(void)close(world.named.fd);
	}
	world.holds_named = false;
	world.named.fd = -1;
}

static void
renew(void)
{
	static char bytes[FILE_SIZE];
	size_t len = world.named.len;

	if (world.named.fd == -1)
		return;
	memcpy(bytes, world.named.bytes, len);
	unlink_name();
	append(bytes, len);
}

/*
 * A look
 */

/* The file that this look should read, or NULL. */
static const struct file *
find_file(enum ear_how how)
{
	bool holds = world.holds_named || world.held.fd != -1;

	if (holds && how == EAR_HELD)
		return world.holds_named ? &world.named : &world.held;
	if (world.named.fd == -1)
		return holds && how == EAR_NAMED ? &world.held : NULL;
	if (world.held.fd != -1)
		(void)close(world.held.fd);
	world.held.fd = -1;
	world.holds_named = true;
	return &world.named;
}

/* Hear one line, which must be the next one of the file. */
static bool
hear(const struct file *f)
{
	const char *expected = f->bytes + world.heard, *line;
	size_t seen = f->len < HEARD_SIZE ? f->len : HEARD_SIZE, len;
	const char *end = memchr(expected, '\n', seen - world.heard);

	must(ear_line(&world.ear, &line, &len) == (end != NULL),
	    "a line is heard when its LF is there");
	if (end == NULL)
		return false;
	must(
	    len == (size_t)(end - expected) && memcmp(line, expected, len) == 0,
	    "a line is heard as it stands there");
	step(RECORD_HEARD, line, len);
	ear_take(&world.ear, len);
	memcpy(world.past + world.heard, expected, len + 1);
	world.heard += len + 1;
	must(world.heard <= HEARD_SIZE, "what lies beyond is never heard");
	answer(false);
	return true;
}

static void
look(enum ear_how how, size_t lines)
{
	const struct file *f = find_file(how);
	enum ear_saw saw =
	    ear_look(&world.ear, &world.ws, &world.session.head.id, how);
	const char *line;
	size_t len;

	if (f == NULL) {
		must(saw == EAR_MISSING, "a missing file is missing");
	} else if (f->len < world.heard ||
		   memcmp(f->bytes, world.past, world.heard) != 0) {
		must(saw == EAR_REWRITTEN, "changed words are noticed");
	} else {
		must(saw == EAR_READ, "a grown file is read");
		while (lines > 0 && !session_ended(&world.session) && hear(f))
			lines--;
		return;
	}
	must(!ear_line(&world.ear, &line, &len), "nothing is heard then");
}

static size_t
number(char c)
{
	return c >= '0' ? (size_t)(c - '0') : 0;
}

static void
obey(struct scan line)
{
	char command = script_char(&line);
	size_t n = line.len > 0 ? number(line.at[0]) : FILE_SIZE;
	char byte = '\n';
	static char filler[FILE_SIZE];

	if (line.len > 1 && line.at[1] != '$')
		byte = line.at[1];
	switch (command) {
	case '+':
	case '=':
		append(line.at, line.len);
		if (command == '=')
			append("\n", 1);
		break;
	case 'x':
		n = n > 255 ? 64 : byte == '\n' ? n : n * 64;
		memset(filler, byte, n);
		append(filler, n);
		break;
	case '-':
		cut(n);
		break;
	case '@':
		edit(n, byte);
		break;
	case 'n':
		renew();
		break;
	case 'u':
		unlink_name();
		break;
	case 'h':
		look(EAR_HELD, n);
		break;
	case 'f':
		look(EAR_FRESH, n);
		break;
	case 'g':
		look(EAR_NAMED, n);
		break;
	case 'm':
		answer(true);
		break;
	case 'r':
		restart();
		break;
	default:
		append(&command, 1);
		break;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scan script = {(const char *)data, size}, line;
	enum player me;

	if (!script_next(&script, &line))
		return 0;
	me = script_char(&line) == '1' ? MESSENGER1 : MESSENGER2;
	workspace_init(&world.ws, "", me, geteuid(), false);
	world.ws.peer_spool = room();
	world.named.fd = world.held.fd = -1;
	world.heard = world.len = 0;
	world.holds_named = false;
	ear_init(&world.ear);
	session_begin(&world.session, me, &head);
	answer(false);
	while (script_next(&script, &line))
		obey(line);
	look(EAR_FRESH, FILE_SIZE);
	must_be_sound(&world.session);
	restart();
	unlink_name();
	return 0;
}
