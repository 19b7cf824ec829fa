# SPDX-License-Identifier: ISC
# make coverage: what of the product the tests run, by gcov's counts.

COVERED = build/coverage

# What lists or counts a bot's calls would meet those that save its counts.
UNCOUNTED = %/1200-promises.t
.PHONY: coverage coverage-all
coverage:
	@.ci/packages $(TO_TEST) -- $(TO_TRY)
	@$(MAKE) --no-print-directory -j$$(nproc) BIN=$(COVERED) SAN= CC=gcc \
		PLAIN="-O0 --coverage -fprofile-update=atomic \
		-DCONFINE_ALSO='\"$(CURDIR)\"'" coverage-all

# A bot that is killed does not count. The unit programs come first, so that
# later on files are there to be added to, by other users and on full disks.
coverage-all: $(UNITS) all
	@find $(BIN) -name '*.gcda' -delete
	@CMOCKA_MESSAGE_OUTPUT=TAP tests/run $(UNITS)
	@for program in $(BOTS) tictactoe; do $(BIN)/$$program -V >/dev/null; done
	@chmod -R a+rwX $(BUILD)
	@BUILDDIR=$(BIN) GCOV_ERROR_FILE=/dev/null \
		tests/run $(filter-out $(UNCOUNTED),$(wildcard tests/system/*.t))
	@tests/coverage $(BUILD)
