/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GPUs: which are there, and the context in which everything on one of them is
 * done. The driver's functions are found at run time, so that a program which
 * holds this code starts where no driver is installed. */
#include "cuda/device/device.h"
#include "cuda/device/check.h"
#include "cuda/device/toolkit.h"

#include <cuda.h>

/* The oldest GPU for which code is built. */
#ifndef LIFE_CUDA_OLDEST
#define LIFE_CUDA_OLDEST 75
#endif

#define MAX_DEVICES 64

typedef CUresult (*PushContext) (CUcontext context);
typedef CUresult (*PopContext) (CUcontext *context);
typedef CUresult (*RetainPrimaryContext) (CUcontext *context, CUdevice device);

static struct {
  PushContext push;
  PopContext pop;
  RetainPrimaryContext retain_primary;
} driver;

static GMutex primary_mutex;
static CUcontext primary_contexts[MAX_DEVICES];

/* @version is the CUDA version in which the function took its present form. */
static gboolean
find_function (
    const gchar *name, unsigned version, void **function, GError **error)
{
  return life_cuda_check (
      life_toolkit_find_function (name, version, function), name, error);
}

static gboolean
load_driver (GError **error)
{
  static GMutex mutex;
  gboolean loaded;

  g_mutex_lock (&mutex);
  loaded =
      driver.push != NULL
      || (find_function ("cuCtxPopCurrent", 4000, (void **) &driver.pop, error)
          && find_function ("cuDevicePrimaryCtxRetain", 7000,
              (void **) &driver.retain_primary, error)
          && find_function (
              "cuCtxPushCurrent", 4000, (void **) &driver.push, error));
  g_mutex_unlock (&mutex);
  return loaded;
}

gboolean
life_device_check (int id, GError **error)
{
  int devices = 0, major = 0, minor = 0;
  cudaError_t result = cudaGetDeviceCount (&devices);

  if (result == cudaErrorNoDevice || (result == cudaSuccess && devices == 0)) {
    cudaGetLastError ();
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "engine=cuda: there is no NVIDIA GPU here; use engine=cpu or "
        "engine=auto");
    return FALSE;
  }
  if (result == cudaErrorInsufficientDriver) {
    cudaGetLastError ();
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "engine=cuda: no NVIDIA driver for CUDA %d.%d or later is installed; "
        "install one, or use engine=cpu or engine=auto",
        CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    return FALSE;
  }
  if (!life_cuda_check (result, "looking for GPUs", error))
    return FALSE;
  if (id < -1 || id >= MIN (devices, MAX_DEVICES)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "cuda-device-id=%d: this machine has GPUs 0 to %d; use one of these, "
        "or -1 for the first",
        id, devices - 1);
    return FALSE;
  }
  id = MAX (id, 0);
  if (!life_cuda_check (cudaDeviceGetAttribute (
                            &major, cudaDevAttrComputeCapabilityMajor, id),
          "reading a GPU's properties", error)
      || !life_cuda_check (cudaDeviceGetAttribute (
                               &minor, cudaDevAttrComputeCapabilityMinor, id),
          "reading a GPU's properties", error))
    return FALSE;
  if (10 * major + minor < LIFE_CUDA_OLDEST) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "engine=cuda: GPU %d has compute capability %d.%d, and this build "
        "needs %d.%d; use engine=cpu or engine=auto",
        id, major, minor, LIFE_CUDA_OLDEST / 10, LIFE_CUDA_OLDEST % 10);
    return FALSE;
  }
  return TRUE;
}

/* The runtime holds a GPU's primary context until the process ends, and so do
 * we: making one again would cost a good part of a second. */
static gboolean
retain_primary_context (int id, void **context, GError **error)
{
  CUresult result = CUDA_SUCCESS;

  g_mutex_lock (&primary_mutex);
  if (primary_contexts[id] == NULL)
    result = driver.retain_primary (&primary_contexts[id], id);
  *context = primary_contexts[id];
  g_mutex_unlock (&primary_mutex);
  return life_cuda_check_driver (result, "making a context", error);
}

gboolean
life_device_open (int id, void *context, LifeDevice *device, GError **error)
{
  cudaDeviceProp properties;

  if (!life_device_check (id, error) || !load_driver (error))
    return FALSE;
  device->id = MAX (id, 0);
  device->context = context;
  if (context == NULL
      && !retain_primary_context (device->id, &device->context, error))
    return FALSE;

  LifeDeviceScope scope (*device, error);
  /* A context's GPU is the one to use. */
  if (!scope.entered
      || !life_cuda_check (
          cudaGetDevice (&device->id), "reading the current GPU", error)
      || !life_cuda_check (cudaGetDeviceProperties (&properties, device->id),
          "reading a GPU's properties", error))
    return FALSE;
  device->multiprocessors = properties.multiProcessorCount;
  device->compute_capability = 10 * properties.major + properties.minor;
  g_strlcpy (device->name, properties.name, sizeof (device->name));
  return TRUE;
}

gboolean
life_device_enter (void *context, GError **error)
{
  if (!load_driver (error))
    return FALSE;
  /* Those who cannot report a failure release memory: they try once more. */
  return (error == NULL && driver.push ((CUcontext) context) == CUDA_SUCCESS)
         || life_cuda_check_driver (
             driver.push ((CUcontext) context), "entering a context", error);
}

void
life_device_leave (void)
{
  CUcontext context;

  driver.pop (&context);
}
