# SPDX-License-Identifier: ISC
# Proofs that take longer than a change should wait for.

# make check-crash: a kill before each call that changes something, in each bot
# and way to start; pairs of kills and kills of restarts, by a printed seed. What
# a killed process has written stays, on whatever filesystem: one in memory only
# makes it faster.
.PHONY: check-crash
check-crash: all
	@[ ! -w /dev/shm ] || export TMPDIR=/dev/shm; \
		BUILDDIR=$(BIN) tests/run $(sort $(wildcard tests/proofs/crash-*.t \
		tests/system/0820-*.t))
