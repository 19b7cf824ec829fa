# SPDX-License-Identifier: ISC
# make run    install what is missing, build, play both bots in this terminal
# make check  install what the tests need, build, run all tests
# make lint   the style and static checks
# make install, uninstall, dist, deb   see README, "Installing"
# SAN=1       with address and undefined sanitizers; CC=gcc or CC=clang
# Everything is built in build/; WERROR= lets warnings pass. README has the targets
# that take longer: fuzz, check-states, check-crash, check-power, check-mutants,
# coverage, soak, tables and bench.

SHELL = /bin/bash
CC = gcc
CFLAGS = -O2 -g
WERROR = -Werror
BIN = build$(if $(SAN),/san-$(CC),$(patsubst %,/%,$(filter-out gcc,$(CC))))
BUILD = $(BIN)/objects

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wpointer-arith \
	-Wcast-qual -Wcast-align -Wwrite-strings -Wvla -Wformat=2 -Wundef \
	-Wswitch-enum -Wconversion -Wsign-conversion $(WERROR)
PLAIN = -fstack-protector-strong -D_FORTIFY_SOURCE=2
SANITIZE = -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer -U_FORTIFY_SOURCE -DCONFINE_ALSO='"/proc"'
override CFLAGS += -std=c17 -D_GNU_SOURCE -fPIE $(WARNINGS) \
	$(if $(SAN),$(SANITIZE),$(PLAIN))
override LDFLAGS += -pie -Wl,-z,relro,-z,now,--as-needed \
	$(if $(SAN),$(SANITIZE))

# Each floor sees itself and the floors below it, and nothing else.
core = -Icommon/core
protocol = $(core) -Icommon/protocol
io = $(protocol) -Icommon/io $(shell pkg-config --cflags libbsd-overlay libmd)
daemon = $(io) -Icommon/daemon
FLOORS = core protocol io daemon
BOTS = $(patsubst %/main.c,%,$(wildcard messenger?/main.c))
LIBS = $(shell pkg-config --libs libbsd-overlay libmd)
# The operator's tool needs more than the daemons; without it there are only they.
TOOL_PACKAGES = libbsd-overlay libmd jansson libcrypto ncursesw
TOOL = $(shell pkg-config --exists $(TOOL_PACKAGES) 2>/dev/null && echo $(BIN)/tictactoe)

# V=1 shows the whole commands
Q = $(if $(V),,@)
objects = $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard $(1)/*.c)))
HOUSE = $(foreach floor,$(FLOORS),$(call objects,common/$(floor)))

# What a fresh Debian 12 lacks: to build, to test (and to try what tests can skip),
# to fuzz, to lint.
TO_PLAY = gcc libc6-dev make pkg-config libbsd-dev libmd-dev
TO_BUILD = $(TO_PLAY) libjansson-dev libssl-dev libncurses-dev
TO_TEST = $(TO_BUILD) libcmocka-dev perl binutils coreutils procps util-linux \
	$(if $(filter clang,$(CC)),clang libclang-rt-14-dev)
TO_TRY = strace bindfs $(TO_DEB) systemd dbus sshfs openssh-server openssh-client tmux zsh
TO_FUZZ = $(TO_BUILD) clang libclang-rt-14-dev
TO_LINT = $(TO_TEST) clang-format clang-tidy clang cppcheck shellcheck mandoc

.PHONY: all bots run check lint clean
.SECONDARY:

all: bots $(TOOL)
	$(if $(TOOL),,@echo "tictactoe is left out: it needs $(TOOL_PACKAGES)")
bots: $(BOTS:%=$(BIN)/%)

define floor_rule
$$(BUILD)/common/$(1)/%.o: common/$(1)/%.c Makefile
	@mkdir -p $$(@D)
	@echo "  CC $$<"
	$$(Q)$$(CC) $$(CFLAGS) $$($(1)) -MMD -MP -c -o $$@ $$<
endef
$(foreach floor,$(FLOORS),$(eval $(call floor_rule,$(floor))))

define bot_rule
$$(BUILD)/$(1)/%.o: $(1)/%.c Makefile
	@mkdir -p $$(@D)
	@echo "  CC $$<"
	$$(Q)$$(CC) $$(CFLAGS) $$(daemon) -I$(1) -MMD -MP -c -o $$@ $$<
$$(BIN)/$(1): $$(call objects,$(1)) $$(HOUSE)
	@echo "  LD $$@"
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)
endef
$(foreach bot,$(BOTS),$(eval $(call bot_rule,$(bot))))

ROLES = $(filter-out %/main.o,$(foreach bot,$(BOTS),$(call objects,$(bot))))
TOOL_OBJECTS = $(call objects,tictactoe)
# A person who plays has a brain and a screen of its own.
TOOL_HOUSE = $(ROLES) $(filter-out %/daemon/brain.o %/daemon/log.o,$(HOUSE))
$(BUILD)/tictactoe/%.o: tictactoe/%.c Makefile
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(CFLAGS) $(daemon) $(BOTS:%=-I%) -pthread -MMD -MP -c -o $@ $<
$(BIN)/tictactoe: $(TOOL_OBJECTS) $(TOOL_HOUSE)
	@echo "  LD $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ \
		$(shell pkg-config --libs $(TOOL_PACKAGES)) -lm

INTERVAL = 120
PACE = 1000
WORKSPACE = workspace
run:
	@.ci/packages $(TO_PLAY)
	@$(MAKE) --no-print-directory bots
	@common/run-both.sh $(BIN) $(WORKSPACE) $(INTERVAL) $(PACE)

clean:
	rm -rf build

include tests/states.mk tests/check.mk tests/lint.mk tests/fuzz.mk \
	tests/coverage.mk tests/proofs.mk tests/bench.mk tests/mutants.mk \
	common/install.mk
-include $(wildcard $(BUILD)/*/*.d $(BUILD)/*/*/*.d)
