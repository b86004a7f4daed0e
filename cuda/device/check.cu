/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one place where a failed CUDA call becomes a GError; what is called, and
 * when, is the callers' business. */
#include "cuda/device/check.h"

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
  g_set_error (error, LIFE_ERROR, code, "CUDA: %s failed: %s (%s)", what,
      cudaGetErrorString (result), cudaGetErrorName (result));
  return FALSE;
}

gboolean
life_cuda_check_driver (int result, const gchar *what, GError **error)
{
  /* The driver numbers its errors as the runtime does. */
  return life_cuda_check ((cudaError_t) result, what, error);
}
