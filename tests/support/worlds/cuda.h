/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of the CUDA engine share: its kernels, skipping where it does
 * not run, worlds on it, and the functions of the driver that a caller would
 * use. */
#pragma once

#include "tests/support/worlds/world.h"

#include <dlfcn.h>

G_GNUC_UNUSED static const LifeKernel cuda_kernels[] = { LIFE_KERNEL_NAIVE,
  LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC, LIFE_KERNEL_PACKED,
  LIFE_KERNEL_BITSLICED, LIFE_KERNEL_LUT, LIFE_KERNEL_BITS };

/* Whether it runs no 3D worlds. */
static inline gboolean
is_flat_kernel (LifeKernel kernel)
{
  return kernel == LIFE_KERNEL_LUT || kernel == LIFE_KERNEL_BITS;
}

static inline LifeEngineOptions
cuda_options (LifeKernel kernel)
{
  LifeEngineOptions options = default_options ();

  options.engine = LIFE_ENGINE_CUDA;
  options.kernel = kernel;
  return options;
}

/* Skips the test with the engine's own reason where there is no CUDA engine,
 * and fails it where LIFE_REQUIRE_CUDA requires one; returns whether there is
 * none. */
static inline gboolean
skip_without_cuda (void)
{
  const LifeEngineOptions options = cuda_options (LIFE_KERNEL_AUTO);
  LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (GError) error = NULL;

  if (life_engine_check (&rule, NULL, &options, &error))
    return FALSE;
  if (g_getenv ("LIFE_REQUIRE_CUDA") != NULL)
    fail ("%s", error->message);
  else
    g_test_skip (error->message);
  return TRUE;
}

/* With what is compiled for the rule, unless LIFE_NVRTC is set. */
static inline LifeWorld *
new_cuda_world (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, gboolean pdl)
{
  LifeEngineOptions options = cuda_options (kernel);
  GError *error = NULL;
  LifeWorld *world;

  g_setenv ("LIFE_NVRTC", "wait", FALSE);
  options.pdl = pdl;
  world = life_world_new (geometry, rule, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (life_world_get_engine_name (world), ==, "cuda");
  return world;
}

/* --- What a caller that holds memory on the GPU uses --- */

typedef struct {
  gint (*get_device) (gint *device, gint number);
  gint (*retain_primary) (gpointer *context, gint device);
  gint (*release_primary) (gint device);
  gint (*create) (gpointer *context, guint flags, gint device);
  gint (*destroy) (gpointer context);
  gint (*push) (gpointer context);
  gint (*pop) (gpointer *context);
  gint (*get_current) (gpointer *context);
  gint (*allocate) (guint64 *memory, gsize bytes);
  gint (*release) (guint64 memory);
  gint (*allocate_host) (gpointer *memory, gsize bytes);
  gint (*release_host) (gpointer memory);
  gint (*to_host) (gpointer to, guint64 from, gsize bytes);
  gint (*to_device) (guint64 to, gconstpointer from, gsize bytes);
  gint (*synchronize) (void);
} Driver;

/* Call this only where the CUDA engine runs. */
static inline const Driver *
open_driver (void)
{
  static Driver driver;
  const struct {
    gpointer function;
    const gchar *name;
  } functions[] = {
    { &driver.get_device, "cuDeviceGet" },
    { &driver.retain_primary, "cuDevicePrimaryCtxRetain" },
    { &driver.release_primary, "cuDevicePrimaryCtxRelease_v2" },
    { &driver.create, "cuCtxCreate_v2" },
    { &driver.destroy, "cuCtxDestroy_v2" },
    { &driver.push, "cuCtxPushCurrent_v2" },
    { &driver.pop, "cuCtxPopCurrent_v2" },
    { &driver.get_current, "cuCtxGetCurrent" },
    { &driver.allocate, "cuMemAlloc_v2" },
    { &driver.release, "cuMemFree_v2" },
    { &driver.allocate_host, "cuMemAllocHost_v2" },
    { &driver.release_host, "cuMemFreeHost" },
    { &driver.to_host, "cuMemcpyDtoH_v2" },
    { &driver.to_device, "cuMemcpyHtoD_v2" },
    { &driver.synchronize, "cuCtxSynchronize" },
  };
  gpointer library = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  gint (*init) (guint flags);

  g_assert_nonnull (library);
  *(gpointer *) &init = dlsym (library, "cuInit");
  g_assert_nonnull (init);
  g_assert_cmpint (init (0), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++) {
    gpointer symbol = dlsym (library, functions[i].name);

    g_assert_nonnull (symbol);
    *(gpointer *) functions[i].function = symbol;
  }
  return &driver;
}
