/* SPDX-License-Identifier: ISC */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Text put together in a buffer of the caller's. Nothing is ever written past
 * the buffer: what does not fit is left out and `len` stays at the last whole
 * piece, so a buffer of the documented size never loses a byte.
 *
 *	char buf[64];
 *	struct text t = text_in(buf, sizeof(buf));
 *	text_add(&t, "position ");
 *	text_number(&t, 5, 1);
 *
 * The buffer is NUL-terminated at all times; `len` does not count the NUL.
 */
struct text {
	char *buf;
	size_t size;
	size_t len;
};

/* Begin an empty text in buf, which holds size (at least 1) bytes. */
struct text text_in(char *buf, size_t size);

/* Append a string, exactly len bytes, or one character. */
void text_add(struct text *t, const char *string);
void text_bytes(struct text *t, const char *bytes, size_t len);
void text_char(struct text *t, char c);

/* Append value in decimal, with leading zeros up to width (1 to 20) digits. */
void text_number(struct text *t, uint64_t value, int width);

/* The byte, or `?` where it is not printable ASCII. */
char text_printable(char c);

/*
 * Append at most max of the len bytes as they may be shown to anyone: bytes
 * outside printable ASCII, `"` and `\` become `?` (tictactoe-protocol(7),
 * REJECTIONS).
 */
void text_cleaned(struct text *t, const char *bytes, size_t len, size_t max);

#endif
