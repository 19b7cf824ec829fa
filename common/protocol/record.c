/* SPDX-License-Identifier: ISC */
#include "record.h"

#include "scan.h"

#include <string.h>

static const char head_word[] = "journal 1 "; /* 1: the format's version */

static const char kind_words[][8] = {
    [RECORD_HEARD] = "heard ",
    [RECORD_SAID] = "said ",
    [RECORD_OVER] = "over ",
    [RECORD_QUIT] = "quit ",
    [RECORD_ID] = "id ",
};
#define KINDS (sizeof(kind_words) / sizeof(kind_words[0]))

static void
add_number(struct text *t, int64_t value)
{
	if (value < 0)
		text_char(t, '-');
	text_number(t, value < 0 ? -(uint64_t)value : (uint64_t)value, 1);
}

size_t
head_write(const struct head *head, char ret[HEAD_SIZE])
{
	bool first = head->previous.sha256[0] == '\0';
	struct text t = text_in(ret, HEAD_SIZE);

	text_add(&t, head_word);
	text_add(&t, head->id.text);
	text_char(&t, ' ');
	text_number(&t, head->number, 1);
	text_char(&t, ' ');
	add_number(&t, head->started);
	text_char(&t, ' ');
	add_number(&t, head->phase);
	text_char(&t, ' ');
	text_number(&t, head->seed, 1);
	text_char(&t, ' ');
	text_add(&t, first ? "none" : head->previous.name);
	text_char(&t, ' ');
	text_add(&t, first ? "none" : head->previous.sha256);
	text_char(&t, '\n');
	return t.len;
}

size_t
record_write(const struct record *record, char ret[RECORD_SIZE])
{
	struct text t = text_in(ret, RECORD_SIZE);

	text_add(&t, kind_words[record->kind]);
	add_number(&t, record->second);
	if (record->bytes != NULL) {
		text_char(&t, ' ');
		text_bytes(&t, record->bytes, record->len);
	}
	text_char(&t, '\n');
	return t.len;
}

/* The word up to the next blank or the end, and past that blank. */
static struct scan
take_word(struct scan *rest)
{
	const char *end = memchr(rest->at, ' ', rest->len);
	struct scan word = *rest;

	if (end != NULL)
		word.len = (size_t)(end - rest->at);
	rest->at += word.len;
	rest->len -= word.len;
	(void)scan_skip(rest, " ");
	return word;
}

/* A decimal number that fills the word and is at most max. */
static bool
read_unsigned(struct scan word, uint64_t max, uint64_t *ret)
{
	uint64_t value = 0;

	if (word.len == 0 || (word.len > 1 && word.at[0] == '0'))
		return false;
	for (size_t i = 0; i < word.len; i++) {
		unsigned digit = (unsigned)(word.at[i] - '0');

		if (digit > 9 || value > (max - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	*ret = value;
	return true;
}

static bool
read_signed(struct scan word, int64_t *ret)
{
	bool negative = scan_skip(&word, "-");
	uint64_t value;

	if (!read_unsigned(word, (uint64_t)INT64_MAX + negative, &value))
		return false;
	*ret = (int64_t)(negative ? 0 - value : value);
	return !negative || value > 0;
}

static bool
is_sha256(struct scan word)
{
	if (word.len != SHA256_TEXT_SIZE - 1)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if ((word.at[i] < '0' || word.at[i] > '9') &&
		    (word.at[i] < 'a' || word.at[i] > 'f'))
			return false;
	return true;
}

static bool
read_previous(struct scan name, struct scan sha256, struct previous *ret)
{
	struct gameid id;
	char buf[GAMEID_NAME_SIZE];
	struct text t = text_in(buf, sizeof(buf));
	struct previous previous = {.name = "none"};

	text_bytes(&t, name.at, name.len);
	if (strlen(buf) != name.len)
		return false; /* too long for a name, or a NUL in it */
	if (gameid_of_result_name(buf, &id) == 0) {
		if (!is_sha256(sha256))
			return false;
		memcpy(previous.name, buf, t.len + 1);
		memcpy(previous.sha256, sha256.at, sha256.len);
	} else if (strcmp(buf, "none") != 0 || !scan_skip(&sha256, "none") ||
		   sha256.len != 0) {
		return false;
	}
	*ret = previous;
	return true;
}

size_t
head_read(const char *bytes, size_t len, struct head *ret)
{
	struct scan all = {bytes, len}, rest, id, name;
	struct head head = {0};

	if (!scan_line(&all, &rest) || !scan_skip(&rest, head_word))
		return 0;
	id = take_word(&rest);
	if (gameid_parse(id.at, id.len, &head.id) == -1 ||
	    !read_unsigned(take_word(&rest), UINT64_MAX, &head.number) ||
	    !read_signed(take_word(&rest), &head.started) ||
	    !read_signed(take_word(&rest), &head.phase) ||
	    !read_unsigned(take_word(&rest), UINT64_MAX, &head.seed))
		return 0;
	name = take_word(&rest);
	if (!read_previous(name, rest, &head.previous))
		return 0;
	*ret = head;
	return len - all.len;
}

/* Whether the rest of a record of that kind is as it must be. */
static bool
read_bytes(struct scan rest, struct record *record)
{
	struct gameid id;

	record->bytes = rest.at;
	record->len = rest.len;
	switch (record->kind) {
	case RECORD_HEARD:
	case RECORD_SAID:
		/* an empty line is a line: the blank before it counts */
		return rest.at[-1] == ' ' && rest.len <= RECORD_LINE_MAX;
	case RECORD_ID:
		return gameid_parse(rest.at, rest.len, &id) == 0;
	case RECORD_OVER:
	case RECORD_QUIT:
		record->bytes = NULL;
		return rest.len == 0 && rest.at[-1] != ' ';
	}
	return false;
}

size_t
record_read(const char *bytes, size_t len, struct record *ret)
{
	struct scan all = {bytes, len}, rest;
	struct record record = {0};
	size_t kind = 0;

	if (!scan_line(&all, &rest))
		return 0;
	while (kind < KINDS && !scan_skip(&rest, kind_words[kind]))
		kind++;
	if (kind == KINDS)
		return 0;
	record.kind = (enum record_kind)kind;
	if (!read_signed(take_word(&rest), &record.second) ||
	    !read_bytes(rest, &record))
		return 0;
	*ret = record;
	return len - all.len;
}
