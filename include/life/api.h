/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Marks the functions that the shared library exports. */
#pragma once

#include <glib.h>

/**
 * LIFE_API:
 *
 * Stands before what the shared library exports. Programs need not write it.
 */
#if defined(__GNUC__)
#define LIFE_API __attribute__ ((visibility ("default")))
#else
#define LIFE_API
#endif
