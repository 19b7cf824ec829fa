# SPDX-License-Identifier: ISC
# Proofs that take longer than a change should wait for.

# make check-crash: a kill before each call that changes something, in each bot
# and way to start; pairs of kills and kills of restarts, by a printed seed. What
# a killed process has written stays, on whatever filesystem: one in memory only
# makes it faster.
.PHONY: check-crash crash-points
check-crash:
	@.ci/packages $(TO_TEST) strace
	@$(MAKE) --no-print-directory crash-points

crash-points: all
	@[ ! -w /dev/shm ] || export TMPDIR=/dev/shm; \
		BUILDDIR=$(BIN) tests/run $(sort $(wildcard tests/proofs/crash-*.t \
		tests/system/0820-*.t))

TO_PROVE = $(TO_TEST) xfsprogs btrfs-progs e2fsprogs util-linux

# As root. The power fails at 100 moments on each filesystem and drive: MOMENTS=12,
# FILESYSTEMS="ext4 xfs", DRIVES=forgets and SEED=1 change what is run. Then it is
# shown that some mutants of the bots fail in this. In namespaces of its own,
# where it may have them: even if it is killed, nothing stays mounted.
APART = unshare --mount --pid --fork --kill-child --mount-proc
.PHONY: check-power power-cuts
check-power:
	@.ci/packages $(TO_PROVE)
	@$(MAKE) --no-print-directory power-cuts

power-cuts: all
	@BUILDDIR=$(BIN) MAKE=$(MAKE) $$($(APART) true 2>/dev/null && echo $(APART)) \
		tests/run $(sort $(wildcard tests/proofs/power-*.t))

# An hour of kills, stops and mishaps, a new folder every five minutes.
# SOAK_SECONDS=120 makes it shorter, SOAK_SEED=... repeats one.
.PHONY: soak
soak:
	@.ci/packages $(TO_TEST)
	@$(MAKE) --no-print-directory all
	@BUILDDIR=$(BIN) tests/run tests/proofs/soak.t

# As root: 200 tables at the real pace for five minutes, and what they need.
# TABLES=50 and TABLES_SECONDS=150 change that.
.PHONY: tables
tables:
	@.ci/packages $(TO_TEST)
	@$(MAKE) --no-print-directory all
	@BUILDDIR=$(BIN) tests/run tests/proofs/tables.t
