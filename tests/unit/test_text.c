/* SPDX-License-Identifier: ISC */
#include "suite.h"

#include "text.h"

static struct number_row {
	const char *name;
	uint64_t value;
	int width;
	const char *text;
} numbers[] = {
    {"0", 0, 1, "0"},
    {"5", 5, 1, "5"},
    {"10", 10, 1, "10"},
    {"7 of width 2", 7, 2, "07"},
    {"0 of width 4", 0, 4, "0000"},
    {"2026 of width 4", 2026, 4, "2026"},
    {"12345 of width 4", 12345, 4, "12345"},
    {"1 of width 20", 1, 20, "00000000000000000001"},
    {"the greatest", UINT64_MAX, 1, "18446744073709551615"},
    {"the greatest of width 20", UINT64_MAX, 20, "18446744073709551615"},
};

static struct cleaned_row {
	const char *name, *bytes;
	size_t len, max;
	const char *text;
} cleaned[] = {
    {"nothing", "", 0, 40, ""},
    {"plain words", "circle 5", 8, 40, "circle 5"},
    {"blank and tilde stay", " ~", 2, 40, " ~"},
    {"a quote and a backslash", "a\"b\\c", 5, 40, "a?b?c"},
    {"NUL, CR, LF, TAB, ESC, DEL", "\0\r\n\t\033\177", 6, 40, "??????"},
    {"bytes above ASCII", "\x80\xc3\xa9\xff", 4, 40, "????"},
    {"cut to max", "abcdef", 6, 3, "abc"},
    {"max is no padding", "abc", 3, 40, "abc"},
    {"max 0", "abc", 3, 0, ""},
};

static void
test_number(void **state)
{
	const struct number_row *row = *state;
	char buf[32];
	struct text t = text_in(buf, sizeof(buf));

	text_number(&t, row->value, row->width);
	assert_string_equal(buf, row->text);
	assert_int_equal(t.len, strlen(row->text));
}

static void
test_cleaned(void **state)
{
	const struct cleaned_row *row = *state;
	char buf[64];
	struct text t = text_in(buf, sizeof(buf));

	text_cleaned(&t, row->bytes, row->len, row->max);
	assert_string_equal(buf, row->text);
	assert_int_equal(t.len, strlen(row->text));
}

static void
test_every_byte_cleaned(void **state)
{
	(void)state;
	for (int byte = 0; byte < 256; byte++) {
		char c = (char)byte, buf[4];
		struct text t = text_in(buf, sizeof(buf));
		bool kept =
		    byte >= 0x20 && byte <= 0x7e && byte != '"' && byte != '\\';

		text_cleaned(&t, &c, 1, 40);
		assert_int_equal(t.len, 1);
		assert_int_equal(buf[0], kept ? c : '?');
	}
}

static void
test_appended(void **state)
{
	char buf[64];
	struct text t;

	(void)state;
	memset(buf, 'x', sizeof(buf));
	t = text_in(buf, sizeof(buf));
	assert_string_equal(buf, "");
	assert_int_equal(t.len, 0);
	assert_int_equal(t.size, sizeof(buf));
	assert_ptr_equal(t.buf, buf);
	text_add(&t, "position ");
	text_number(&t, 5, 1);
	text_char(&t, '.');
	text_bytes(&t, "abc", 2);
	text_add(&t, "");
	text_bytes(&t, "", 0);
	assert_string_equal(buf, "position 5.ab");
	assert_int_equal(t.len, 13);
	text_bytes(&t, "\0z", 2);
	assert_int_equal(t.len, 15);
	assert_memory_equal(buf, "position 5.ab\0z\0", 16);
}

/* Append the piece number `which` of each kind; how long is it when whole? */
static size_t
add_piece(struct text *t, int which)
{
	switch (which) {
	case 0:
		text_add(t, "12345");
		return 5;
	case 1:
		text_bytes(t, "1\0003456", 6);
		return 6;
	case 2:
		text_char(t, 'c');
		return 1;
	case 3:
		text_number(t, 1234567, 1);
		return 7;
	default:
		text_number(t, 1, 20);
		return 20;
	}
}

static void
test_never_past_the_buffer(void **state)
{
	(void)state;
	for (size_t size = 1; size <= 24; size++)
		for (int which = 0; which < 5; which++) {
			char *buf = suite_alloc(size);
			struct text t = text_in(buf, size);

			for (int times = 0; times < 5; times++) {
				size_t before = t.len;
				size_t piece = add_piece(&t, which);
				bool fits = before + piece < size;

				assert_int_equal(
				    t.len, fits ? before + piece : before);
				assert_int_equal(buf[t.len], '\0');
			}
			free(buf);
		}
}

static void
test_what_does_not_fit_is_left_out(void **state)
{
	char buf[8];
	struct text t = text_in(buf, sizeof(buf));

	(void)state;
	text_add(&t, "12345");
	text_add(&t, "678"); /* seven bytes and the NUL */
	assert_string_equal(buf, "12345");
	assert_int_equal(t.len, 5);
	text_add(&t, "67");
	assert_string_equal(buf, "1234567");
	text_char(&t, '8');
	assert_string_equal(buf, "1234567");
	text_cleaned(&t, "abc", 3, 40);
	assert_string_equal(buf, "1234567");
	assert_int_equal(t.len, 7);
}

static void
test_cleaned_never_past_the_buffer(void **state)
{
	(void)state;
	for (size_t size = 1; size <= 8; size++) {
		char *buf = suite_alloc(size);
		struct text t = text_in(buf, size);

		text_cleaned(&t, "abcdefghij", 10, 40);
		assert_int_equal(t.len, size - 1);
		assert_memory_equal(buf, "abcdefgh", size - 1);
		assert_int_equal(buf[size - 1], '\0');
		free(buf);
	}
}

int
main(void)
{
	static struct suite suite;

	suite_prefix(&suite, "a number: ");
	suite_rows(&suite, test_number, ROWS(numbers));
	suite_prefix(&suite, "cleaned: ");
	suite_rows(&suite, test_cleaned, ROWS(cleaned));
	suite_test(&suite, "every byte cleaned", test_every_byte_cleaned);
	suite_test(&suite, "pieces are appended", test_appended);
	suite_test(&suite, "never past the buffer", test_never_past_the_buffer);
	suite_test(&suite, "what does not fit is left out",
	    test_what_does_not_fit_is_left_out);
	suite_test(&suite, "cleaned, never past the buffer",
	    test_cleaned_never_past_the_buffer);
	return suite_run(&suite, "text");
}
