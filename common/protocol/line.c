/* SPDX-License-Identifier: ISC */
#include "line.h"

#include <string.h>

/* The lines that have no variable part but their symbol or answer. */
static const struct {
	char words[40];
	struct line line;
} fixed[] = {
    {"Choose your symbol: circle or cross.", {.kind = LINE_OPENING}},
    {"circle", {.kind = LINE_SYMBOL, .symbol = SYMBOL_CIRCLE}},
    {"cross", {.kind = LINE_SYMBOL, .symbol = SYMBOL_CROSS}},
    {"Do you want to go first?", {.kind = LINE_QUESTION}},
    {"yes", {.kind = LINE_ANSWER, .yes = true}},
    {"no", {.kind = LINE_ANSWER, .yes = false}},
};

#define FIXED (sizeof(fixed) / sizeof(fixed[0]))

static bool
begins_with(const char *bytes, size_t len, const char *prefix)
{
	size_t want = strlen(prefix);

	return len >= want && memcmp(bytes, prefix, want) == 0;
}

/* One to three digits without a leading zero, or -1. */
static int
read_position(const char *bytes, size_t len)
{
	int value = 0;

	if (len < 1 || len > 3 || (len > 1 && bytes[0] == '0'))
		return -1;
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] < '0' || bytes[i] > '9')
			return -1;
		value = value * 10 + (bytes[i] - '0');
	}
	return value;
}

static struct line
read_move(const char *bytes, size_t len)
{
	struct line line = {.kind = LINE_MOVE};
	size_t word;

	if (begins_with(bytes, len, "circle ")) {
		line.symbol = SYMBOL_CIRCLE;
		word = strlen("circle ");
	} else if (begins_with(bytes, len, "cross ")) {
		line.symbol = SYMBOL_CROSS;
		word = strlen("cross ");
	} else {
		return (struct line){.kind = LINE_OTHER};
	}
	line.position = read_position(bytes + word, len - word);
	if (line.position < 0)
		return (struct line){.kind = LINE_OTHER};
	return line;
}

struct line
line_read(const char *bytes, size_t len)
{
	for (size_t i = 0; i < FIXED; i++)
		if (len == strlen(fixed[i].words) &&
		    memcmp(bytes, fixed[i].words, len) == 0)
			return fixed[i].line;
	if (begins_with(bytes, len, "Rejected \""))
		return (struct line){.kind = LINE_REJECTION};
	return read_move(bytes, len);
}

size_t
line_write(const struct line *line, char ret[LINE_SIZE])
{
	struct text t = text_in(ret, LINE_SIZE);

	if (line->kind == LINE_MOVE) {
		text_add(&t, symbol_name(line->symbol));
		text_char(&t, ' ');
		text_number(&t, (uint64_t)line->position, 1);
		return t.len;
	}
	for (size_t i = 0; i < FIXED; i++)
		if (fixed[i].line.kind == line->kind &&
		    fixed[i].line.symbol == line->symbol &&
		    fixed[i].line.yes == line->yes)
			text_add(&t, fixed[i].words);
	return t.len;
}
