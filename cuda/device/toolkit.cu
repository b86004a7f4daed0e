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

#if CUDART_VERSION >= 12080

cudaError_t
life_toolkit_load (LifeLibrary *library, const void *code)
{
  return cudaLibraryLoadData (library, code, NULL, NULL, 0, NULL, NULL, 0);
}

cudaError_t
life_toolkit_find_kernel (
    LifeLibrary library, const gchar *name, const void **kernel)
{
  return cudaLibraryGetKernel ((cudaKernel_t *) kernel, library, name);
}

void
life_toolkit_unload (LifeLibrary library)
{
  cudaLibraryUnload (library);
}

#elif LIFE_TOOLKIT_LOADS_CODE

/* The runtime takes the driver's kernels, but has no functions to load them yet. */
static cudaError_t
check (CUresult result)
{
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidKernelImage;
}

cudaError_t
life_toolkit_load (LifeLibrary *library, const void *code)
{
  CUresult (*load) (CUlibrary *, const void *, CUjit_option *, void **,
      unsigned, CUlibraryOption *, void **, unsigned);
  cudaError_t result =
      life_toolkit_find_function ("cuLibraryLoadData", 12000, (void **) &load);

  if (result == cudaSuccess)
    result = check (load (library, code, NULL, NULL, 0, NULL, NULL, 0));
  return result;
}

cudaError_t
life_toolkit_find_kernel (
    LifeLibrary library, const gchar *name, const void **kernel)
{
  CUresult (*find) (CUkernel *, CUlibrary, const char *);
  cudaError_t result =
      life_toolkit_find_function ("cuLibraryGetKernel", 12000, (void **) &find);

  if (result == cudaSuccess)
    result = check (find ((CUkernel *) kernel, library, name));
  return result;
}

void
life_toolkit_unload (LifeLibrary library)
{
  CUresult (*unload) (CUlibrary);

  if (life_toolkit_find_function ("cuLibraryUnload", 12000, (void **) &unload)
      == cudaSuccess)
    unload (library);
}

#else

cudaError_t
life_toolkit_load (LifeLibrary *library, const void *code)
{
  return cudaErrorNotSupported;
}

cudaError_t
life_toolkit_find_kernel (
    LifeLibrary library, const gchar *name, const void **kernel)
{
  return cudaErrorNotSupported;
}

void
life_toolkit_unload (LifeLibrary library)
{
}

#endif
