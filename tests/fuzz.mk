# SPDX-License-Identifier: ISC
# make fuzz: any bytes as lines, journal, spool file, texts and saved results,
# FUZZ_SECONDS for each target, from the seeds in tests/data. Always with clang and sanitizers.

FUZZ_SECONDS = 30
FUZZ = build/fuzz
FUZZ_FLAGS = -g -std=c17 -D_GNU_SOURCE $(WARNINGS) $(SANITIZE) $(daemon) \
	-Itests/fuzz -Itictactoe
TARGETS = $(patsubst tests/fuzz/%.c,$(FUZZ)/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZED = $(patsubst %.c,$(FUZZ)/objects/%.o,$(wildcard common/core/*.c \
	common/protocol/*.c common/io/*.c tictactoe/saved*.c) tests/fuzz/fuzz.c tests/fuzz/sound.c)

# What checks is not itself to be explored.
FUZZ_GUIDE = -fsanitize=fuzzer-no-link
$(FUZZ)/objects/tests/fuzz/sound.o: FUZZ_GUIDE =

$(FUZZ)/objects/%.o: %.c Makefile tests/fuzz.mk
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)clang $(FUZZ_FLAGS) $(FUZZ_GUIDE) -MMD -MP -c -o $@ $<

$(FUZZ)/fuzz_%: $(FUZZ)/objects/tests/fuzz/fuzz_%.o $(FUZZED)
	@echo "  LD $@"
	$(Q)clang $(SANITIZE) -fsanitize=fuzzer -o $@ $^ $(LIBS)
-include $(wildcard $(FUZZ)/objects/*/*.d $(FUZZ)/objects/*/*/*.d)

.PHONY: fuzz fuzz-targets
fuzz:
	@.ci/packages $(TO_FUZZ)
	@$(MAKE) --no-print-directory -j2 fuzz-targets
	@tests/fuzz/run $(FUZZ_SECONDS) $(TARGETS)

fuzz-targets: $(TARGETS)
