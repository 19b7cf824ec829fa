/* SPDX-License-Identifier: ISC */
#include "text.h"

#include <string.h>

struct text
text_in(char *buf, size_t size)
{
	buf[0] = '\0';
	return (struct text){.buf = buf, .size = size};
}

void
text_bytes(struct text *t, const char *bytes, size_t len)
{
	if (len >= t->size - t->len)
		return;
	memcpy(t->buf + t->len, bytes, len);
	t->len += len;
	t->buf[t->len] = '\0';
}

void
text_add(struct text *t, const char *string)
{
	text_bytes(t, string, strlen(string));
}

void
text_char(struct text *t, char c)
{
	text_bytes(t, &c, 1);
}

void
text_number(struct text *t, uint64_t value, int width)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + value % 10);
		value /= 10;
		width--;
	} while (at > 0 && (value > 0 || width > 0));
	text_bytes(t, digits + at, sizeof(digits) - at);
}

char
text_printable(char c)
{
	return (char)(c >= ' ' && c <= '~' ? c : '?');
}

void
text_cleaned(struct text *t, const char *bytes, size_t len, size_t max)
{
	for (size_t i = 0; i < len && i < max; i++) {
		char c = text_printable(bytes[i]);

		if (c == '"' || c == '\\')
			c = '?';
		text_char(t, c);
	}
}
