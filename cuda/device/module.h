/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Code that was compiled at run time, by the driver's functions, which are the same for all
 * toolkits: the runtime's are only in newer ones. Its kernels are launched by launch.h as
 * any others. */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct LifeModule LifeModule;

/* Loads a cubin, or PTX that the driver compiles, into the current context. */
cudaError_t life_module_load (LifeModule **module, const void *code);

/* Finds one of up to LIFE_MODULE_KERNELS kernels by its mangled name. */
#define LIFE_MODULE_KERNELS 8
cudaError_t life_module_find_kernel (
    LifeModule *module, const gchar *name, const void **kernel);

/* To be called when none of its kernels is running; the context may be gone. */
void life_module_unload (LifeModule *module);

/* Whether @kernel was found in a module, and is none that is compiled in. The functions
 * below are for these. */
gboolean life_module_has (const void *kernel);

cudaError_t life_module_launch (
    const void *kernel, const cudaLaunchConfig_t *config, void **arguments);

/* The bytes of shared memory that its code names, and how many dynamic ones it may have. */
cudaError_t life_module_get_shared (
    const void *kernel, size_t *fixed, size_t *allowed);

cudaError_t life_module_set_attribute (
    const void *kernel, enum cudaFuncAttribute attribute, int value);

/* How many blocks run at once on a multiprocessor. */
cudaError_t life_module_count_resident (
    const void *kernel, int threads, size_t shared_bytes, int *blocks);

G_END_DECLS
