/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What differs between the CUDA toolkits that build this, 11.8 to 13, and nothing else:
 * finding functions of the driver, and what compilers have. */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

/* Finds the driver's function @name as it is from CUDA @version (1000 * major + 10 *
 * minor) on. */
cudaError_t life_toolkit_find_function (
    const gchar *name, unsigned version, void **function);

/* Whether the compiler has bulk copies into shared memory (bits3d/bulk.cuh). */
#define LIFE_TOOLKIT_COPIES_IN_BULK (CUDART_VERSION >= 12000)
