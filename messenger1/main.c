/* SPDX-License-Identifier: ISC */
#include "initiator.h"
#include "log.h"

int
main(int argc, char *argv[])
{
	struct options options;
	int status;

	log_init("messenger1", false, false);
	status = options_read(&options, MESSENGER1, argc, argv);
	if (status != -1)
		return status;
	return daemon_run(&options, &initiator);
}
