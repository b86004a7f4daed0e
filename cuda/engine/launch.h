/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one way to launch a kernel, and the one place that knows programmatic
 * dependent launch; which kernel runs over which grid is its callers' business. */
#pragma once

#include "dependent.cuh"

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

/* When a kernel starts: after all that came before it in the stream; while the
 * kernel before it drains; after all that came before it, with all of its blocks
 * at once. */
enum LifeStart {
  LIFE_START_AFTER,
  LIFE_START_DEPENDENT,
  LIFE_START_TOGETHER
};

/* Launches a kernel of any kind, one that was compiled at run time too. A
 * kernel that starts dependent calls life_launch_wait() or does the same. */
static inline cudaError_t
life_launch_kernel (const LifeLauncher &launcher, LifeStart start,
    const void *kernel, dim3 blocks, dim3 threads, size_t shared_bytes,
    void **arguments)
{
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};

  config.gridDim = blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = launcher.stream;
  config.attrs = &attribute;
  if (start == LIFE_START_DEPENDENT && launcher.dependent) {
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.numAttrs = 1;
  } else if (start == LIFE_START_TOGETHER) {
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.numAttrs = 1;
  }
  return cudaLaunchKernelExC (&config, kernel, arguments);
}

/* Arguments become what the kernel takes. */
template <class Parameter> struct LifeParameter {
  typedef Parameter Type;
};

template <class... Parameters>
static inline cudaError_t
life_launch_as (const LifeLauncher &launcher, LifeStart start,
    void (*kernel) (Parameters...), dim3 blocks, dim3 threads,
    size_t shared_bytes, typename LifeParameter<Parameters>::Type... arguments)
{
  void *pointers[] = { (void *) &arguments... };

  return life_launch_kernel (launcher, start, (const void *) kernel, blocks,
      threads, shared_bytes, pointers);
}

/* Launches @kernel behind everything before it in the stream. */
template <class... Parameters, class... Arguments>
static inline cudaError_t
life_launch (const LifeLauncher &launcher, void (*kernel) (Parameters...),
    dim3 blocks, dim3 threads, size_t shared_bytes,
    const Arguments &...arguments)
{
  return life_launch_as (launcher, LIFE_START_AFTER, kernel, blocks, threads,
      shared_bytes, arguments...);
}

/* Launches @kernel, which calls life_launch_wait(), while the kernel before it
 * drains. */
template <class... Parameters, class... Arguments>
static inline cudaError_t
life_launch_dependent (const LifeLauncher &launcher,
    void (*kernel) (Parameters...), dim3 blocks, dim3 threads,
    size_t shared_bytes, const Arguments &...arguments)
{
  return life_launch_as (launcher, LIFE_START_DEPENDENT, kernel, blocks,
      threads, shared_bytes, arguments...);
}
