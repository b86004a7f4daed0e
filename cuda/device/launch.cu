/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is queried of the GPU before kernels are launched on it; launching is in
 * launch.h. */
#include "cuda/device/launch.h"
#include "cuda/device/check.h"

/* Stands for all kernels that are compiled in, which are for the same GPUs. */
static __global__ void
probe_kernel ()
{
}

gboolean
life_launcher_init (LifeLauncher *launcher, const LifeDevice *device,
    cudaStream_t stream, gboolean requested, GError **error)
{
  cudaFuncAttributes attributes = {};
  int cooperative = 0;

  launcher->stream = stream;
  launcher->replay = NULL;
  launcher->multiprocessors = device->multiprocessors;
  /* Every launch would fail where this build has no code for the GPU. */
  if (!life_cuda_check (cudaFuncGetAttributes (&attributes, probe_kernel),
          "finding code for this GPU", error)
      || !life_cuda_check (cudaDeviceGetAttribute (&cooperative,
                               cudaDevAttrCooperativeLaunch, device->id),
          "reading a GPU's properties", error))
    return FALSE;
  launcher->cooperative = cooperative != 0;
  launcher->code = attributes.ptxVersion;
  launcher->dependent =
      requested && device->compute_capability >= 90 && launcher->code >= 90;
  return TRUE;
}

/* What every kernel may have, its static shared memory counted. */
#define SHARED_BYTES_ALLOWED (48 * 1024)

static cudaError_t
get_shared (const void *kernel, size_t *fixed, size_t *allowed)
{
  cudaFuncAttributes attributes = {};

  if (life_module_has (kernel))
    return life_module_get_shared (kernel, fixed, allowed);
  const cudaError_t result = cudaFuncGetAttributes (&attributes, kernel);
  *fixed = attributes.sharedSizeBytes;
  *allowed = (size_t) attributes.maxDynamicSharedSizeBytes;
  return result;
}

static cudaError_t
set_attribute (const void *kernel, cudaFuncAttribute attribute, int value)
{
  return life_module_has (kernel)
             ? life_module_set_attribute (kernel, attribute, value)
             : cudaFuncSetAttribute (kernel, attribute, value);
}

cudaError_t
life_launch_allow_shared (const void *kernel, size_t shared_bytes)
{
  static GMutex mutex;
  size_t fixed = 0, allowed = 0;
  cudaError_t result;

  if (shared_bytes == 0)
    return cudaSuccess;
  /* No other world may allow it less between the two calls. */
  g_mutex_lock (&mutex);
  result = get_shared (kernel, &fixed, &allowed);
  if (result == cudaSuccess
      && (allowed < shared_bytes
          || fixed + shared_bytes > SHARED_BYTES_ALLOWED))
    result = set_attribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int) MAX (allowed, shared_bytes));
  g_mutex_unlock (&mutex);
  return result;
}

cudaError_t
life_launch_prefer_shared (const void *kernel)
{
  return set_attribute (kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
      cudaSharedmemCarveoutMaxShared);
}

cudaError_t
life_launch_count_resident (const LifeLauncher &launcher, const void *kernel,
    unsigned threads, size_t shared_bytes, unsigned *blocks)
{
  int resident = 0;
  cudaError_t result = life_launch_allow_shared (kernel, shared_bytes);

  if (result == cudaSuccess)
    result = life_module_has (kernel)
                 ? life_module_count_resident (
                     kernel, (int) threads, shared_bytes, &resident)
                 : cudaOccupancyMaxActiveBlocksPerMultiprocessor (
                     &resident, kernel, (int) threads, shared_bytes);
  *blocks = (unsigned) resident * launcher.multiprocessors;
  return result;
}
