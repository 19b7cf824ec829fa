# SPDX-License-Identifier: ISC
# make check-mutants: each patch in tests/mutants breaks the product, and the
# test it names must see that. MUTANTS='NAME NAME' for some of them.

TO_MUTATE = $(TO_TEST) $(TO_TRY) patch
MUTANTS =

.PHONY: check-mutants
check-mutants:
	@.ci/packages $(TO_MUTATE)
	@MAKE=$(MAKE) tests/mutants/run $(MUTANTS)
