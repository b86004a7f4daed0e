/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What differs between the CUDA toolkits that build this; see toolkit.h. */
#include "cuda/device/toolkit.h"

#include <cuda.h>

cudaError_t
life_toolkit_find_function (
    const gchar *name, unsigned version, void **function)
{
  cudaError_t result;

  *function = NULL;
#if CUDART_VERSION >= 12000
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  result = cudaGetDriverEntryPointByVersion (
      name, function, version, cudaEnableDefault, &found);
#else
  result = cudaGetDriverEntryPoint (name, function, cudaEnableDefault, &found);
#endif
  if (result == cudaSuccess && found != cudaDriverEntryPointSuccess)
    result = cudaErrorSymbolNotFound;
#else
  result = cudaGetDriverEntryPoint (name, function, cudaEnableDefault);
  if (result == cudaSuccess && *function == NULL)
    result = cudaErrorSymbolNotFound;
#endif
  return result;
}
