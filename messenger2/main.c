/* SPDX-License-Identifier: ISC */
#include "log.h"
#include "responder.h"

int
main(int argc, char *argv[])
{
	struct options options;
	int status;

	log_init("messenger2", false, false);
	status = options_read(&options, MESSENGER2, argc, argv);
	if (status != -1)
		return status;
	return daemon_run(&options, &responder);
}
