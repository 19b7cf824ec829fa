/* SPDX-License-Identifier: ISC */
#ifndef TICTACTOE_DIGEST_H
#define TICTACTOE_DIGEST_H

#include "result.h"

/* A SHA-256 as results and exports show it. */
#define DIGEST_SIZE 32 /* bytes of the sum itself */

void digest_text(
    const unsigned char sum[DIGEST_SIZE], char ret[SHA256_TEXT_SIZE]);

/* That of some bytes: 0, or -1 where libcrypto has none. */
int digest_of(const char *bytes, size_t len, char ret[SHA256_TEXT_SIZE]);

#endif
