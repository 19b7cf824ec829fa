/* SPDX-License-Identifier: ISC */
#include "digest.h"

#include <openssl/evp.h>

void
digest_text(const unsigned char sum[DIGEST_SIZE], char ret[SHA256_TEXT_SIZE])
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < DIGEST_SIZE; i++) {
		ret[2 * i] = digits[sum[i] >> 4];
		ret[2 * i + 1] = digits[sum[i] & 15];
	}
	ret[SHA256_TEXT_SIZE - 1] = '\0';
}

int
digest_of(const char *bytes, size_t len, char ret[SHA256_TEXT_SIZE])
{
	unsigned char sum[DIGEST_SIZE];

	if (EVP_Digest(bytes, len, sum, NULL, EVP_sha256(), NULL) != 1)
		return -1;
	digest_text(sum, ret);
	return 0;
}
