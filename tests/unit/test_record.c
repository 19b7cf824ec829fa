/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "record.h"

#define SHA256                                                                 \
	"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

static struct row {
	const char *name;
	struct record record;
	const char *text;
	size_t text_len; /* 0: all of it */
} records[] = {
    {"heard a line", {RECORD_HEARD, 1788433321, "circle", 6},
	"heard 1788433321 circle\n", 0},
    {"said a line", {RECORD_SAID, 1788433322, "cross 5", 7},
	"said 1788433322 cross 5\n", 0},
    {"over", {RECORD_OVER, 1788433323, NULL, 0}, "over 1788433323\n", 0},
    {"quit", {RECORD_QUIT, 1788433324, NULL, 0}, "quit 1788433324\n", 0},
    {"id", {RECORD_ID, 1788433325, "2026-09-03-110200_0002", 22},
	"id 1788433325 2026-09-03-110200_0002\n", 0},
    {"heard an empty line", {RECORD_HEARD, 7, "", 0}, "heard 7 \n", 0},
    {"heard blanks", {RECORD_HEARD, 7, "  ", 2}, "heard 7   \n", 0},
    {"heard what looks like a record", {RECORD_HEARD, 7, "quit 1788433324", 15},
	"heard 7 quit 1788433324\n", 0},
    {"heard NUL and CR", {RECORD_HEARD, 7, "a\0b\r", 4}, "heard 7 a\0b\r\n",
	13},
    {"heard bytes above ASCII", {RECORD_HEARD, 7, "\x80\xff", 2},
	"heard 7 \x80\xff\n", 0},
    {"second 0", {RECORD_OVER, 0, NULL, 0}, "over 0\n", 0},
    {"before 1970", {RECORD_SAID, -62167219200, "no", 2},
	"said -62167219200 no\n", 0},
    {"the greatest second", {RECORD_QUIT, INT64_MAX, NULL, 0},
	"quit 9223372036854775807\n", 0},
    {"the smallest second but one", {RECORD_QUIT, -INT64_MAX, NULL, 0},
	"quit -9223372036854775807\n", 0},
};

/* Apart from the others, which make a journal further down. */
static struct row limits[] = {
    {"the smallest second", {RECORD_QUIT, INT64_MIN, NULL, 0},
	"quit -9223372036854775808\n", 0},
};

static size_t
text_len(const struct row *row)
{
	return row->text_len > 0 ? row->text_len : strlen(row->text);
}

static void
check_record(const struct record *record, const struct record *want)
{
	assert_int_equal(record->kind, want->kind);
	assert_true(record->second == want->second);
	assert_int_equal(record->len, want->len);
	if (want->bytes == NULL)
		assert_null(record->bytes);
	else if (want->len > 0)
		assert_memory_equal(record->bytes, want->bytes, want->len);
}

static void
test_round_trip(void **state)
{
	const struct row *row = *state;
	size_t len = text_len(row);
	char *text = suite_copy(row->text, len);
	char written[RECORD_SIZE];
	struct record read;

	assert_int_equal(record_write(&row->record, written), len);
	assert_memory_equal(written, text, len);
	assert_int_equal(record_read(text, len, &read), len);
	check_record(&read, &row->record);
	if (read.bytes != NULL) /* they stay where they were read */
		assert_ptr_equal(read.bytes, text + len - 1 - read.len);
	free(text);
}

/* What is no record; `len` 0 stands for all of it. */
static struct refused_row {
	const char *name, *text;
	size_t len;
} refused[] = {
    {"empty", "", 0},
    {"an empty line", "\n", 0},
    {"no LF", "heard 7 circle", 0},
    {"a word alone", "heard\n", 0},
    {"no second", "heard \n", 0},
    {"no second, two blanks", "heard  circle\n", 0},
    {"no blank before a line", "heard 7\n", 0},
    {"said without its line", "said 7\n", 0},
    {"another word", "hears 7 circle\n", 0},
    {"other case", "Heard 7 circle\n", 0},
    {"a blank in front", " heard 7 circle\n", 0},
    {"letters in the second", "heard 7a circle\n", 0},
    {"the byte behind the digits", "heard 1: circle\n", 0},
    {"the byte before the digits", "heard 1/ circle\n", 0},
    {"a plus sign", "heard +7 circle\n", 0},
    {"two signs", "heard --7 circle\n", 0},
    {"only a sign", "heard - circle\n", 0},
    {"a sign before nothing", "heard -0 circle\n", 0},
    {"a fraction", "heard 7.5 circle\n", 0},
    {"a second too great", "heard 9223372036854775808 circle\n", 0},
    {"a second too small", "heard -9223372036854775809 circle\n", 0},
    {"a second of 40 digits",
	"heard 1000000000000000000000000000000000000000 circle\n", 0},
    {"over with a blank", "over 7 \n", 0},
    {"over with a word", "over 7 circle\n", 0},
    {"quit with a word", "quit 7 circle\n", 0},
    {"over without a second", "over\n", 0},
    {"id without an id", "id 7 \n", 0},
    {"id without a blank", "id 7\n", 0},
    {"an impossible id", "id 7 2026-02-29-110200\n", 0},
    {"id with a blank behind", "id 7 2026-09-03-110200 \n", 0},
    {"a NUL in the word", "hea\0d 7 circle\n", 15},
    {"a NUL in the second", "heard 7\0 circle\n", 16},
    {"NUL bytes", "\0\0\0\0\0\0\0\n", 8},
};

static void
test_refused(void **state)
{
	const struct refused_row *row = *state;
	size_t len = row->len > 0 ? row->len : strlen(row->text);
	char *text = suite_copy(row->text, len);
	struct record record, before;

	memset(&record, 'x', sizeof(record));
	memcpy(&before, &record, sizeof(record));
	assert_int_equal(record_read(text, len, &record), 0);
	assert_memory_equal(&record, &before, sizeof(record));
	free(text);
}

static void
test_every_byte_heard(void **state)
{
	char line[255], written[RECORD_SIZE];
	struct record record = {RECORD_HEARD, 7, line, 0}, read;

	(void)state;
	for (int byte = 0; byte < 256; byte++)
		if (byte != '\n')
			line[record.len++] = (char)byte;
	assert_int_equal(record.len, 255);
	assert_int_equal(
	    record_read(written, record_write(&record, written), &read),
	    8 + 255 + 1);
	check_record(&read, &record);
}

static void
test_longest_line(void **state)
{
	char *line = suite_alloc(RECORD_LINE_MAX), *written;
	struct record record = {
	    RECORD_HEARD, -INT64_MAX, line, RECORD_LINE_MAX};
	struct record read;
	size_t len;

	(void)state;
	memset(line, 'x', RECORD_LINE_MAX);
	written = suite_alloc(RECORD_SIZE + 1);
	len = record_write(&record, written);
	assert_int_equal(len, 6 + 20 + 1 + RECORD_LINE_MAX + 1);
	assert_true(len < RECORD_SIZE);
	assert_int_equal(record_read(written, len, &read), len);
	check_record(&read, &record);
	/* one byte more was never heard */
	written[len - 1] = 'x';
	written[len] = '\n';
	assert_int_equal(record_read(written, len + 1, &read), 0);
	free(line);
	free(written);
}

/* All records of the table, one after the other. */
static size_t
write_journal(char *ret)
{
	size_t len = 0;

	for (size_t i = 0; i < NITEMS(records); i++) {
		memcpy(ret + len, records[i].text, text_len(&records[i]));
		len += text_len(&records[i]);
	}
	return len;
}

/* How many whole records the bytes begin with, and where they end. */
static size_t
count_records(const char *bytes, size_t len, size_t *ret_end)
{
	struct record record;
	size_t at = 0, count = 0, size;

	while ((size = record_read(bytes + at, len - at, &record)) > 0) {
		assert_int_equal(bytes[at + size - 1], '\n');
		at += size;
		count++;
	}
	*ret_end = at;
	return count;
}

static void
test_every_truncation_is_fewer_records(void **state)
{
	char journal[2048];
	size_t whole = write_journal(journal), last = 0, end;

	(void)state;
	for (size_t len = 0; len <= whole; len++) {
		char *bytes = suite_copy(journal, len);
		size_t count = count_records(bytes, len, &end);

		assert_true(count == last || count == last + 1);
		assert_true(end <= len);
		assert_memory_equal(bytes, journal, end);
		assert_true(end == 0 || bytes[end - 1] == '\n');
		if (count > last)
			assert_int_equal(end, len);
		last = count;
		free(bytes);
	}
	assert_int_equal(last, NITEMS(records));
}

static void
test_every_damaged_byte(void **state)
{
	char journal[2048];
	size_t len = write_journal(journal), start = 0, end;

	(void)state;
	for (size_t at = 0; at < len; at++) {
		if (at > 0 && journal[at - 1] == '\n')
			start = at;
		for (int byte = 0; byte < 256; byte++) {
			char *bytes = suite_copy(journal, len);

			bytes[at] = (char)byte;
			(void)count_records(bytes, len, &end);
			/* what stands before the damage is still read */
			assert_true(end >= start);
			free(bytes);
		}
	}
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "round trip: ");
	suite_rows(&suite, test_round_trip, ROWS(records));
	suite_rows(&suite, test_round_trip, ROWS(limits));
	suite_prefix(&suite, "no record: ");
	suite_rows(&suite, test_refused, ROWS(refused));
	suite_test(&suite, "every byte heard", test_every_byte_heard);
	suite_test(&suite, "the longest line heard", test_longest_line);
	suite_test(&suite, "every truncation is fewer whole records",
	    test_every_truncation_is_fewer_records);
	suite_test(&suite, "every damaged byte", test_every_damaged_byte);
	return suite_run(&suite, "record");
}
