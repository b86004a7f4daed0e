/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What differs between the CUDA toolkits that build this, 11.8 to 13, and nothing else:
 * finding functions of the driver, loading code that was compiled at run time, and what
 * compilers know. */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

/* Finds the driver's function @name as it is from CUDA @version (1000 * major + 10 *
 * minor) on. */
cudaError_t life_toolkit_find_function (
    const gchar *name, unsigned version, void **function);

/* Whether this toolkit launches kernels that are no part of the program: from CUDA 12.8
 * on. Without that the others here return cudaErrorNotSupported. */
#define LIFE_TOOLKIT_LOADS_CODE (CUDART_VERSION >= 12080)

/* Whether the compiler knows bulk copies into shared memory (bits3d/bulk.cuh). */
#define LIFE_TOOLKIT_COPIES_IN_BULK (CUDART_VERSION >= 12000)

/* Loaded code, the same object for the runtime and for the driver. */
typedef struct CUlib_st *LifeLibrary;

/* Loads a cubin for every context of the GPUs that it fits. */
cudaError_t life_toolkit_load (LifeLibrary *library, const void *code);

/* Finds a kernel by its mangled name, to be launched as any other. */
cudaError_t life_toolkit_find_kernel (
    LifeLibrary library, const gchar *name, const void **kernel);

void life_toolkit_unload (LifeLibrary library);
