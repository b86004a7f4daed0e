/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one place where a failed CUDA call becomes a GError; what is called, and
 * when, is the callers' business. */
#include "cuda/device/check.h"

/* Whether the process cannot use the GPU any more: each call fails from now on. */
static bool
is_lost (cudaError_t result)
{
  switch (result) {
    case cudaErrorECCUncorrectable:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
      return true;
    default:
      return false;
  }
}

gboolean
life_cuda_check (cudaError_t result, const gchar *what, GError **error)
{
  LifeError code = LIFE_ERROR_DEVICE;

  if (result == cudaSuccess)
    return TRUE;
  /* A failed call also leaves its error to be found by the next launch. */
  cudaGetLastError ();
  if (result == cudaErrorMemoryAllocation)
    code = LIFE_ERROR_MEMORY;
  g_set_error (error, LIFE_ERROR, code, "CUDA: %s failed: %s (%s)%s", what,
      cudaGetErrorString (result), cudaGetErrorName (result),
      is_lost (result)
          ? "; the GPU is lost to this process: start this process again, "
            "or use engine=cpu"
          : "");
  return FALSE;
}

gboolean
life_cuda_check_driver (int result, const gchar *what, GError **error)
{
  /* The driver numbers its errors as the runtime does. */
  return life_cuda_check ((cudaError_t) result, what, error);
}
