/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Modules and their kernels. A kernel is passed on as the address of its handle, and all
 * handles lie in one array, which distinguishes them from kernels that are compiled in: those are
 * passed on as the addresses of functions. */
#include "cuda/device/module.h"
#include "cuda/device/device.h"
#include "cuda/device/toolkit.h"

#include <cuda.h>

struct LifeModule {
  bool is_used;
  CUcontext context;
  CUmodule module;
  unsigned n_functions;
  CUfunction functions[LIFE_MODULE_KERNELS];
};

/* More than there are worlds; without one a world goes on with what is compiled in. */
#define MAX_MODULES 1024

static LifeModule modules[MAX_MODULES];
static GMutex mutex;

static struct {
  decltype (&cuCtxGetCurrent) get_context;
  decltype (&cuModuleLoadData) load;
  decltype (&cuModuleUnload) unload;
  decltype (&cuModuleGetFunction) get_function;
  decltype (&cuFuncGetAttribute) get_attribute;
  decltype (&cuFuncSetAttribute) set_attribute;
  decltype (&cuOccupancyMaxActiveBlocksPerMultiprocessor) count_resident;
  decltype (&cuLaunchKernelEx) launch;
} driver;

/* Called with the mutex locked. */
static cudaError_t
find_driver (void)
{
  static bool found;
  /* With the CUDA version in which each took its present form. */
  static const struct {
    const gchar *name;
    unsigned version;
    void **function;
  } functions[] = {
    { "cuCtxGetCurrent", 4000, (void **) &driver.get_context },
    { "cuModuleLoadData", 2000, (void **) &driver.load },
    { "cuModuleUnload", 2000, (void **) &driver.unload },
    { "cuModuleGetFunction", 2000, (void **) &driver.get_function },
    { "cuFuncGetAttribute", 2020, (void **) &driver.get_attribute },
    { "cuFuncSetAttribute", 9000, (void **) &driver.set_attribute },
    { "cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050,
        (void **) &driver.count_resident },
    { "cuLaunchKernelEx", 11060, (void **) &driver.launch },
  };
  cudaError_t result = cudaSuccess;

  for (gsize i = 0; !found && i < G_N_ELEMENTS (functions); i++) {
    result = life_toolkit_find_function (
        functions[i].name, functions[i].version, functions[i].function);
    if (result != cudaSuccess)
      return result;
  }
  found = true;
  return result;
}

/* NULL: all are used, or @error. */
static LifeModule *
acquire (cudaError_t *error)
{
  LifeModule *found = NULL;

  g_mutex_lock (&mutex);
  *error = find_driver ();
  for (gsize i = 0; *error == cudaSuccess && found == NULL; i++)
    if (i == MAX_MODULES)
      *error = cudaErrorMemoryAllocation;
    else if (!modules[i].is_used)
      found = &modules[i];
  if (found != NULL)
    found->is_used = true;
  g_mutex_unlock (&mutex);
  return found;
}

static void
release (LifeModule *self)
{
  g_mutex_lock (&mutex);
  self->is_used = false;
  g_mutex_unlock (&mutex);
}

/* The driver may compile for seconds, with nothing locked, and numbers its errors as the
 * runtime does. */
cudaError_t
life_module_load (LifeModule **module, const void *code)
{
  cudaError_t error;
  LifeModule *self = acquire (&error);

  if (self == NULL)
    return error;
  CUresult result = driver.get_context (&self->context);
  if (result == CUDA_SUCCESS)
    result = driver.load (&self->module, code);
  self->n_functions = 0;
  if (result == CUDA_SUCCESS)
    *module = self;
  else
    release (self);
  return (cudaError_t) result;
}

cudaError_t
life_module_find_kernel (
    LifeModule *self, const gchar *name, const void **kernel)
{
  if (self->n_functions == LIFE_MODULE_KERNELS)
    return cudaErrorInvalidValue;
  CUfunction *function = &self->functions[self->n_functions++];
  *kernel = function;
  return (cudaError_t) driver.get_function (function, self->module, name);
}

void
life_module_unload (LifeModule *self)
{
  if (life_device_enter (self->context, NULL)) {
    driver.unload (self->module);
    life_device_leave ();
  }
  release (self);
}

gboolean
life_module_has (const void *kernel)
{
  return kernel >= modules && kernel < modules + MAX_MODULES;
}

static CUfunction
function_of (const void *kernel)
{
  return *(const CUfunction *) kernel;
}

cudaError_t
life_module_launch (
    const void *kernel, const cudaLaunchConfig_t *config, void **arguments)
{
  CUlaunchAttribute attribute = {};
  CUlaunchConfig same = {};

  same.gridDimX = config->gridDim.x;
  same.gridDimY = config->gridDim.y;
  same.gridDimZ = config->gridDim.z;
  same.blockDimX = config->blockDim.x;
  same.blockDimY = config->blockDim.y;
  same.blockDimZ = config->blockDim.z;
  same.sharedMemBytes = (unsigned) config->dynamicSmemBytes;
  same.hStream = config->stream;
  same.attrs = &attribute;
  same.numAttrs = config->numAttrs;
  /* Those two that launch.h has. */
  if (config->numAttrs > 0
      && config->attrs->id == cudaLaunchAttributeCooperative) {
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = config->attrs->val.cooperative;
  } else if (config->numAttrs > 0) {
    attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attribute.value.programmaticStreamSerializationAllowed =
        config->attrs->val.programmaticStreamSerializationAllowed;
  }
  return (cudaError_t) driver.launch (
      &same, function_of (kernel), arguments, NULL);
}

cudaError_t
life_module_get_shared (const void *kernel, size_t *fixed, size_t *allowed)
{
  const CUfunction function = function_of (kernel);
  int bytes = 0, maximum = 0;
  CUresult result = driver.get_attribute (
      &bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);

  if (result == CUDA_SUCCESS)
    result = driver.get_attribute (
        &maximum, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function);
  *fixed = (size_t) bytes;
  *allowed = (size_t) maximum;
  return (cudaError_t) result;
}

/* The driver numbers attributes as the runtime does. */
static_assert ((int) cudaFuncAttributeMaxDynamicSharedMemorySize
                       == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                   && (int) cudaFuncAttributePreferredSharedMemoryCarveout
                          == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
    "or they have to be translated");

cudaError_t
life_module_set_attribute (
    const void *kernel, cudaFuncAttribute attribute, int value)
{
  return (cudaError_t) driver.set_attribute (
      function_of (kernel), (CUfunction_attribute) attribute, value);
}

cudaError_t
life_module_count_resident (
    const void *kernel, int threads, size_t shared_bytes, int *blocks)
{
  return (cudaError_t) driver.count_resident (
      blocks, function_of (kernel), threads, shared_bytes);
}
