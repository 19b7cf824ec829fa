# SPDX-License-Identifier: ISC
# make install, uninstall, dist and deb. DESTDIR goes before every target.

PREFIX = /usr/local
SYSCONFDIR = /etc
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
DOCDIR = $(PREFIX)/share/doc/tictactoe-messengers
UNITDIR = $(PREFIX)/lib/systemd/system
SYSUSERSDIR = $(PREFIX)/lib/sysusers.d
TMPFILESDIR = $(PREFIX)/lib/tmpfiles.d
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
TABLE = /workspace/tictactoe

# Units name the list of folders as systemd-tmpfiles finds it, or by its path.
TELL_TMPFILES = $(if $(filter $(addsuffix /tmpfiles.d,/usr/lib /usr/local/lib /etc),$(TMPFILESDIR)),,\
	-e 's,--create tictactoe.conf,--create $(TMPFILESDIR)/tictactoe.conf,')

# What is installed, as SOURCE:TARGET; units are told BINDIR and SYSCONFDIR.
PROGRAMS = $(foreach program,$(BOTS) tictactoe,$(BIN)/$(program):$(BINDIR)/$(program))
UNIT_FILES = $(foreach unit,$(sort $(wildcard $(addprefix systemd/*.,service target \
	timer))),$(unit):$(UNITDIR)/$(notdir $(unit)))
TEMPLATE = $(shell find workspace-template -type f ! -name .gitkeep)
FILES = $(foreach page,$(PAGES),\
	$(page):$(MANDIR)/man$(patsubst .%,%,$(suffix $(page)))/$(notdir $(page))) \
	$(foreach file,LICENSE README.md $(TEMPLATE),$(file):$(DOCDIR)/$(file)) \
	systemd/tictactoe.sysusers:$(SYSUSERSDIR)/tictactoe.conf \
	systemd/tictactoe.tmpfiles:$(TMPFILESDIR)/tictactoe.conf \
	$(foreach program,$(BOTS) tictactoe,common/messengers.bash:$(BASHDIR)/$(program)) \
	common/messengers.zsh:$(ZSHDIR)/_messengers
# Without its libraries the tool is not built, and what is only for it stays out.
LEFT_OUT = $(if $(TOOL),,%/tictactoe %/tictactoe.1 $(addprefix %/tictactoe-audit.,\
	service timer))
FOLDERS = $(patsubst %,$(DOCDIR)/%,$(shell find workspace-template -depth -type d)) \
	$(DOCDIR)
OPTIONS = $(DESTDIR)$(SYSCONFDIR)/default/tictactoe
# on this machine, and not into a copy of it
LIVE = [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]

# The rules below put these names into commands as they are.
quote = '
WHERE = $(DESTDIR)$(PREFIX)$(SYSCONFDIR)$(BINDIR)$(MANDIR)$(DOCDIR)$(UNITDIR)$(SYSUSERSDIR)$(TMPFILESDIR)$(BASHDIR)$(ZSHDIR)
.PHONY: install install-where install-table uninstall dist deb deb-package deb-lint
install-where:
	@case '$(subst $(quote),?,$(WHERE))' in *[!A-Za-z0-9/._+~@-]*) \
		echo "install: DESTDIR, PREFIX and the folders may hold letters," \
			"digits and /._+~@- only: nothing was done" >&2; exit 64;; esac

install: install-where all
	@for pair in $(filter-out $(LEFT_OUT),$(PROGRAMS)); do \
		install -D -m 755 "$${pair%%:*}" "$(DESTDIR)$${pair#*:}" || exit; done
	@for pair in $(filter-out $(LEFT_OUT),$(FILES)); do \
		install -D -m 644 "$${pair%%:*}" "$(DESTDIR)$${pair#*:}" || exit; done
	@set -o pipefail; for pair in $(filter-out $(LEFT_OUT),$(UNIT_FILES)); do \
		sed -e 's,/usr/bin/\(messenger\|tictactoe\),$(BINDIR)/\1,g' $(TELL_TMPFILES) \
			-e 's,/etc/default/,$(SYSCONFDIR)/default/,g' "$${pair%%:*}" | \
		install -D -m 644 /dev/stdin "$(DESTDIR)$${pair#*:}" || exit; done
	@install -d -m 755 $(addprefix $(DESTDIR),$(FOLDERS))
	@[ -e $(OPTIONS) ] || install -D -m 644 systemd/tictactoe.default $(OPTIONS)
	@if $(LIVE); then $(MAKE) --no-print-directory install-table; fi

# The users and the shared folder, where systemd can make them. A folder that is
# there may be that of one user: only the services are to change its owners.
install-table:
	@if command -v systemd-sysusers && command -v systemd-tmpfiles; then \
		systemd-sysusers $(SYSUSERSDIR)/tictactoe.conf && { [ -e $(TABLE) ] || \
		systemd-tmpfiles --create $(TMPFILESDIR)/tictactoe.conf; } fi >/dev/null
	@if [ -d /run/systemd/system ]; then \
		echo "to play:      systemctl enable --now tictactoe.target"; \
		$(if $(TOOL),echo "to audit:     systemctl enable --now tictactoe-audit.timer";) \
		echo "if they play: systemctl daemon-reload;" \
			"systemctl restart tictactoe.target"; fi

# What somebody has changed or made stays: options, results, users. A unit that is
# on its way down is not off yet.
uninstall: install-where
	@if $(LIVE) && { systemctl is-enabled tictactoe.target tictactoe-audit.timer || \
		ls /etc/systemd/system/*.wants/tictactoe@*.target || systemctl show -p \
		ActiveState 'tictactoe*' 'messenger[12]*.service' | \
		grep -Eqv '^$$|=inactive$$|=failed$$'; } >/dev/null 2>&1; then \
		echo "first: systemctl disable --now tictactoe.target tictactoe-audit.timer" \
			"messenger1 messenger2 (and for each tictactoe@NAME.target)" >&2; exit 1; fi
	@rm -f $(foreach pair,$(PROGRAMS) $(FILES) $(UNIT_FILES),\
		$(DESTDIR)$(lastword $(subst :, ,$(pair))))
	@for folder in $(FOLDERS); do \
		rmdir $(DESTDIR)$$folder 2>/dev/null; done; true
	@if cmp -s systemd/tictactoe.default $(OPTIONS); then rm $(OPTIONS); fi
	@for kept in $(OPTIONS) $(DESTDIR)$(TABLE); do \
		[ ! -e $$kept ] || echo "kept: $$kept"; done

# What -V prints. debian/changelog says it once more; a test compares the two.
VERSION = $(shell sed -n 's/^.define VERSION "\(.*\)".*/\1/p' common/core/version.h)
RELEASE = tictactoe-messengers-$(VERSION)

# The same bytes from the same commit, whoever makes them.
dist:
	@mkdir -p build
	git -c tar.umask=022 archive --prefix=$(RELEASE)/ -o build/$(RELEASE).tar HEAD
	gzip -9nf build/$(RELEASE).tar

# The Debian package, in build/deb/, from a copy: the sources stay as they are.
DEB = build/deb
TO_DEB = build-essential debhelper lintian
deb:
	@.ci/packages $(TO_BUILD) $(TO_DEB)
	@$(MAKE) --no-print-directory deb-package
	@$(MAKE) --no-print-directory deb-lint

deb-package:
	rm -rf $(DEB)
	mkdir -p $(DEB)/$(RELEASE)
	tar -c --exclude-vcs --exclude=./build --exclude=./$(WORKSPACE) . | \
		tar -x -C $(DEB)/$(RELEASE)
	cd $(DEB)/$(RELEASE) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
		DEB_BUILD_OPTIONS="noautodbgsym $$DEB_BUILD_OPTIONS" \
		dpkg-buildpackage -b -us -uc
	rm -r $(DEB)/$(RELEASE)

deb-lint:
	lintian --allow-root --fail-on error,warning $(DEB)/*.changes
