# SPDX-License-Identifier: ISC
# make bench: how fast and how small, against the bare calls, in one run. Nothing
# of it is a test. QUICK=1 takes a minute and says little; BENCH_JSON=FILE also
# writes all figures there. IDLE=120 is how long, in seconds, wake-ups are
# counted. boardgame.io is looked for as Node.js does: NODE_PATH.
TO_BENCH = $(TO_BUILD) perl strace e2fsprogs util-linux
BENCH = $(BIN)/bench
BENCHES = $(patsubst tests/bench/%.c,$(BENCH)/%,$(filter-out %/words.c,\
	$(wildcard tests/bench/*.c)))

$(BENCH)/%: tests/bench/%.c tests/bench/words.c $(HOUSE) Makefile
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(CFLAGS) $(io) -Itests/bench -MMD -MP -MF $@.d $(LDFLAGS) \
		-pthread -o $@ $< $(BENCH_WORDS) $(BENCH_HOUSE) $(BENCH_LIBS)

# Only what saves results as the bots do is made of their parts; the empty
# program has their libraries, though it calls nothing in them.
BENCH_WORDS = tests/bench/words.c
$(BENCH)/fill $(BENCH)/durable: BENCH_HOUSE = $(call objects,common/core) \
	$(call objects,common/protocol) $(call objects,common/io)
$(BENCH)/fill $(BENCH)/durable: BENCH_LIBS = $(LIBS)
$(BENCH)/empty: BENCH_WORDS =
$(BENCH)/empty: BENCH_LIBS = -Wl,--no-as-needed $(LIBS)
-include $(wildcard $(BENCH)/*.d)

.PHONY: bench bench-run
bench:
	@.ci/packages $(TO_BENCH)
	@$(MAKE) --no-print-directory bench-run

bench-run: all $(BENCHES)
	@BUILDDIR=$(BIN) $$($(APART) true 2>/dev/null && echo $(APART)) \
		tests/bench/run $(if $(QUICK),--quick) $(if $(IDLE),--idle $(IDLE)) \
		$(if $(BENCH_JSON),--json $(BENCH_JSON))
