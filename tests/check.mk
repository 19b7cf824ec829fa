# SPDX-License-Identifier: ISC
# make check: the floors, the unit programs, the system tests.

UNITS = $(patsubst tests/unit/%.c,$(BIN)/unit/%,$(sort $(filter-out \
	$(if $(TOOL),,tests/unit/test_tool_%),$(wildcard tests/unit/test_*.c))))

# With sanitizers: what is marked so, as strace and they do not go together; with
# those of clang the unit programs, as the fuzzers run with them too.
MARKED = $(if $(filter clang,$(CC)),,$(shell grep -l '^\# san: yes' tests/system/*.t))
SYSTEM = $(sort $(if $(SAN),$(MARKED),$(wildcard tests/system/*.t tests/*.t)))

.PHONY: check-all layering
check:
	@.ci/packages $(TO_TEST) -- $(TO_TRY)
	@$(MAKE) --no-print-directory -j$$(nproc) check-all

check-all: layering $(UNITS) $(if $(SAN),,$(EXPLORERS)) all
	@SAN=$(SAN) BUILDDIR=$(BIN) MAKE=$(MAKE) CMOCKA_MESSAGE_OUTPUT=TAP \
		tests/run $(if $(SAN),,$(EXPLORE)) $(UNITS) $(SYSTEM)

# A test says which calls it replaces to fail: a line "wrap: fsync linkat".
WRAPPED = $(patsubst %,-Wl$(comma)--wrap=%,$(shell \
	sed -n 's,^ \* wrap: ,,p' $<))
comma = ,

# Of the tool a program links what it uses; without the tool's libraries there
# is only what needs none of them, and no program whose name says test_tool_.
UNIT_TOOL = $(filter-out %/main.o,$(if $(TOOL),$(TOOL_OBJECTS),\
	$(filter $(BUILD)/tictactoe/saved%,$(TOOL_OBJECTS))))
$(BUILD)/tictactoe.a: $(UNIT_TOOL)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BIN)/unit/%: tests/unit/%.c $(HOUSE) $(ROLES) $(BUILD)/tictactoe.a Makefile
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(CFLAGS) $(daemon) $(BOTS:%=-I%) -Itictactoe -Itests/unit \
		-MMD -MP -MF $@.d $(LDFLAGS) $(WRAPPED) -pthread -o $@ $< \
		$(HOUSE) $(ROLES) $(BUILD)/tictactoe.a -lcmocka \
		$(if $(TOOL),$(shell pkg-config --libs $(TOOL_PACKAGES)) -lm,$(LIBS))
-include $(wildcard $(BIN)/unit/*.d)

# The plan of the house: a floor knows nothing of those above it, and the two
# pure ones need no system call, no heap and no variable that outlives a call.
PURE = $(foreach floor,core protocol,$(call objects,common/$(floor)))
ALLOWED = mem.*|str.*|snprintf|__(mem|str|snprintf)[a-z]*_chk|__stack_chk_fail
above_core = protocol io daemon
above_protocol = io daemon
above_io = daemon
above_daemon =

layering: $(if $(SAN),,layering-includes layering-purity)

.PHONY: layering-includes layering-purity
layering-includes:
	@$(foreach floor,$(FLOORS),for c in $(wildcard common/$(floor)/*.c); do \
		uses=$$($(CC) -std=c17 -D_GNU_SOURCE $($(floor)) -MM "$$c") || exit 1; \
		if echo "$$uses" | grep -E \
			'$(foreach up,$(above_$(floor)),/$(up)/|)messenger[12]/'; \
		then echo "layering: $$c includes a floor above it" >&2; exit 1; fi; \
	done;)

layering-purity: $(PURE)
	@ld -r -o $(BUILD)/pure.o $(PURE)
	@if nm -u $(BUILD)/pure.o | awk '{print $$2}' | \
		grep -vxE '$(ALLOWED)|_GLOBAL_OFFSET_TABLE_'; then \
		echo "layering: core and protocol must not need these" >&2; \
		exit 1; fi
	@if size -A $(BUILD)/pure.o | \
		awk '$$1 ~ /^\.t?(data|bss)/ && $$1 !~ /^\.data\.rel\.ro/ && $$2 > 0' | \
		grep .; then \
		echo "layering: core and protocol must have no variables" >&2; \
		exit 1; fi
