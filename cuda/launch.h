/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one way to launch a kernel, and the one place that knows programmatic
 * dependent launch; which kernel runs over which grid is its callers' business. */
#pragma once

#include <cuda_runtime.h>

/* Where kernels are launched. */
struct LifeLauncher {
  cudaStream_t stream;
  int multiprocessors;
  bool dependent; /* whether programmatic dependent launch is used */
};

/* @wanted: the caller's choice; GPUs before compute capability 9.0 have no such
 * launch. */
static inline LifeLauncher
life_launcher (cudaStream_t stream, int multiprocessors, int compute_capability,
    bool wanted)
{
  return { stream, multiprocessors, wanted && compute_capability >= 90 };
}

/* To be called by every thread of a kernel that life_launch_dependent()
 * launches, before its first read of what an earlier kernel wrote and before
 * its first write of what an earlier kernel reads. From there on the kernel
 * after this one may be brought to the multiprocessors that fall idle; it waits
 * in the same place. */
__device__ __forceinline__ void
life_launch_wait ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize ();
  cudaTriggerProgrammaticLaunchCompletion ();
#endif
}

template <class... Parameters, class... Arguments>
static inline cudaError_t
life_launch_as (const LifeLauncher &launcher, bool dependent,
    void (*kernel) (Parameters...), dim3 blocks, dim3 threads,
    size_t shared_bytes, const Arguments &...arguments)
{
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};

  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  config.gridDim = blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = launcher.stream;
  config.attrs = &attribute;
  config.numAttrs = dependent ? 1 : 0;
  return cudaLaunchKernelEx (&config, kernel, arguments...);
}

/* Launches @kernel behind everything before it in the stream. */
template <class... Parameters, class... Arguments>
static inline cudaError_t
life_launch (const LifeLauncher &launcher, void (*kernel) (Parameters...),
    dim3 blocks, dim3 threads, size_t shared_bytes,
    const Arguments &...arguments)
{
  return life_launch_as (
      launcher, false, kernel, blocks, threads, shared_bytes, arguments...);
}

/* Launches @kernel, which calls life_launch_wait(), while the kernel before it
 * drains. */
template <class... Parameters, class... Arguments>
static inline cudaError_t
life_launch_dependent (const LifeLauncher &launcher,
    void (*kernel) (Parameters...), dim3 blocks, dim3 threads,
    size_t shared_bytes, const Arguments &...arguments)
{
  return life_launch_as (launcher, launcher.dependent, kernel, blocks, threads,
      shared_bytes, arguments...);
}
