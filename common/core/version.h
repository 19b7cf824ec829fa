/* SPDX-License-Identifier: ISC */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define VERSION "0.1" /* of all programs */

#endif
