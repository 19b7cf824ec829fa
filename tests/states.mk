# SPDX-License-Identifier: ISC
# make check-states: the real code over folders in memory, explored to the end.

STATES = $(BIN)/states
WRAP_RAM = open openat close fstat fstatat pread pwrite write ftruncate fsync \
	unlinkat renameat renameat2 linkat mkdirat faccessat flock fchmod \
	fstatfs lseek getdents64 geteuid arc4random_buf
MODEL = $(wildcard common/core/*.c common/protocol/*.c common/io/*.c) \
	common/daemon/play.c common/daemon/play_draw.c common/daemon/play_talk.c \
	common/daemon/turn.c common/daemon/attach.c messenger1/initiator.c \
	messenger1/previous.c messenger1/schedule.c messenger2/responder.c \
	tests/states/check.c tests/states/check_files.c \
	tests/states/check_words.c tests/states/explore.c \
	tests/states/key.c tests/states/mix.c tests/states/ramcalls.c tests/states/ramfs.c \
	tests/states/wake.c tests/states/world.c
MODEL := $(filter-out common/io/clock.c,$(MODEL))
MODEL_USES = $(MODEL) $(wildcard common/*/*.h messenger?/*.h tests/states/*.h) \
	Makefile tests/states.mk

explorer = @mkdir -p $(@D); echo "  CC $<"; $(if $(V),set -x;) $(CC) \
	$(filter-out -D_FORTIFY_SOURCE=2 -fstack-protector-strong,$(CFLAGS)) \
	$(daemon) $(BOTS:%=-I%) -Itests/states $(WRAP_RAM:%=-Wl,--wrap=%) \
	-o $@ $< $(MODEL) $(LIBS)

# The small ones, for make check, answer one wrong line a game instead of 20.
$(STATES)/small/%: tests/states/%.c $(MODEL_USES)
	$(explorer) -DSESSION_REJECTIONS_MAX=1
$(STATES)/%: tests/states/%.c $(MODEL_USES)
	$(explorer)
EXPLORERS = $(STATES)/small/pair $(STATES)/small/peer
EXPLORE = $(STATES)/small/pair "$(STATES)/small/peer messenger1" \
	"$(STATES)/small/peer messenger2"

# V=1 tells how far they are.
.PHONY: check-states explore
check-states:
	@.ci/packages $(TO_TEST)
	@$(MAKE) --no-print-directory explore

explore: $(STATES)/small/peer $(STATES)/pair $(STATES)/peer
	@tests/run "$(STATES)/pair cuts" "$(STATES)/small/peer kills" \
		$(STATES)/peer
