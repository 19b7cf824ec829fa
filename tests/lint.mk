# SPDX-License-Identifier: ISC
# make lint: what can be said about the sources without running them.

SOURCES = $(sort $(wildcard common/*/*.[ch] messenger?/*.[ch] tictactoe/*.[ch] tests/unit/*.[ch] \
	tests/states/*.[ch] tests/fuzz/*.[ch] tests/bench/*.[ch] tests/system/lib/*.c))
C_FILES = $(filter %.c,$(SOURCES))
PRODUCT = $(filter-out tests/%,$(C_FILES))
SCRIPTS = .ci/run .ci/packages common/run-both.sh common/messengers.bash \
	tests/fuzz/run tests/bench/shell-seat tests/system/lib/with-systemd.sh debian/postinst debian/prerm
PAGES = $(sort $(wildcard messenger?/*.8 tictactoe/*.1 common/*.[57]))

.PHONY: lint-all lint-format lint-tidy lint-cppcheck lint-analyze lint-size \
	lint-rest
lint:
	@.ci/packages $(TO_LINT)
	@$(MAKE) --no-print-directory -j2 lint-all

lint-all: lint-format lint-tidy lint-cppcheck lint-analyze lint-size lint-rest

lint-format:
	clang-format --dry-run --Werror $(SOURCES)

# one file a run: clang-tidy 14 takes what it saw in one into the next
lint-tidy:
	@printf '%s\n' $(C_FILES) | xargs -P2 -I{} clang-tidy --quiet {} -- \
		-std=c17 -D_GNU_SOURCE $(daemon) -Imessenger1 -Imessenger2 \
		-Itictactoe -Itests/unit -Itests/states -Itests/fuzz -Itests/bench 2>&1 | grep -v ' warnings generated\.$$'; \
		exit $${PIPESTATUS[1]}

lint-cppcheck:
	cppcheck --quiet --std=c11 --enable=warning,performance,portability \
		--inline-suppr --error-exitcode=1 -D_GNU_SOURCE \
		$(filter -I%,$(daemon)) -Imessenger1 -Imessenger2 -Itictactoe \
		$(PRODUCT)

lint-analyze:
	@for c in $(PRODUCT); do gcc -std=c17 -D_GNU_SOURCE -O2 -fanalyzer \
		-Wlogical-op -Wduplicated-cond -Wduplicated-branches \
		-Wnull-dereference -Werror $(daemon) -Imessenger1 -Imessenger2 \
		-Itictactoe -c -o /dev/null $$c || exit 1; done

# 400 lines a file; .clang-tidy has the 60 of a function
lint-size:
	@wc -l $(SOURCES) | awk '$$2 != "total" && $$1 > 400 \
		{ print "over 400 lines: " $$2; bad = 1 } END { exit bad }'

lint-rest:
	shellcheck $(SCRIPTS)
	mandoc -Tlint -Wwarning $(PAGES)
	@for t in tests/run tests/coverage tests/mutants/run tests/bench/run $(wildcard tests/*.t tests/*/*.t); do \
		perl -Itests/system/lib -c $$t 2>&1 | grep -v 'syntax OK$$' && \
		exit 1; done; true
