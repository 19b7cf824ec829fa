# SPDX-License-Identifier: ISC
# make check-states: the real code over folders in memory, explored to the end.

STATES = $(BIN)/states
WRAP_RAM = open openat close fstat fstatat pread pwrite write ftruncate fsync \
	unlinkat renameat renameat2 linkat mkdirat faccessat flock fchmod \
	fstatfs lseek getdents64 arc4random_buf
MODEL = $(wildcard common/core/*.c common/protocol/*.c common/io/*.c) \
	common/daemon/play.c common/daemon/play_draw.c common/daemon/play_talk.c \
	common/daemon/turn.c common/daemon/attach.c messenger1/initiator.c \
	messenger1/schedule.c messenger2/responder.c \
	tests/states/check.c tests/states/ramcalls.c tests/states/ramfs.c \
	tests/states/wake.c tests/states/world.c
MODEL := $(filter-out common/io/clock.c,$(MODEL))

$(STATES)/%: tests/states/%.c $(MODEL) $(wildcard tests/states/*.h)
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(filter-out -D_FORTIFY_SOURCE=2 -fstack-protector-strong,$(CFLAGS)) \
		$(daemon) $(BOTS:%=-I%) $(LIMIT) -Itests/states \
		$(WRAP_RAM:%=-Wl,--wrap=%) -o $@ $< $(MODEL) $(LIBS)

# LIMIT=-DSESSION_REJECTIONS_MAX=1 makes it smaller; -r leaves out what only
# turns, mirrors or exchanges the symbols.
.PHONY: check-states
check-states: $(STATES)/pair
	$(STATES)/pair -r
