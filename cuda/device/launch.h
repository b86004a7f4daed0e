/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one way to launch a kernel, and the one function that decides about programmatic
 * dependent launch and queries how many blocks fit; which kernel runs over which grid is
 * its callers' business. */
#pragma once

#include "cuda/device/dependent.cuh"
#include "cuda/device/device.h"
#include "cuda/device/module.h"

#include <cuda_runtime.h>

/* What notes launches to replay them (replay.h). */
struct LifeReplay;

/* Where kernels are launched. */
struct LifeLauncher {
  cudaStream_t stream;
  int multiprocessors;
  int code;       /* the compute capability that the code compiled in is for */
  bool dependent; /* whether programmatic dependent launch is used */
  bool cooperative;   /* whether all blocks can be launched at once */
  LifeReplay *replay; /* notes launches, which are not made; or NULL */
};

/* Fills in @launcher; FALSE where this build has no code for the GPU. GPUs before
 * compute capability 9.0 have no dependent launch, and in code for those kernels do not
 * wait; @requested: the caller's choice. */
gboolean life_launcher_init (LifeLauncher *launcher, const LifeDevice *device,
    cudaStream_t stream, gboolean requested, GError **error);

/* A kernel of any kind, one that was compiled at run time too, and how it is
 * launched. */
struct LifeLaunch {
  const void *kernel;
  dim3 blocks, threads;
  size_t shared_bytes; /* dynamic ones, of a block */
};

/* Lets blocks of @kernel have @shared_bytes of dynamic shared memory. The limit is the
 * kernel's, not a world's: it is never lowered. */
cudaError_t life_launch_allow_shared (const void *kernel, size_t shared_bytes);

/* Requests as much shared memory and as little L1 cache as there can be, where @kernel
 * runs. */
cudaError_t life_launch_prefer_shared (const void *kernel);

/* How many blocks of @kernel run at once on the whole GPU. */
cudaError_t life_launch_count_resident (const LifeLauncher &launcher,
    const void *kernel, unsigned threads, size_t shared_bytes,
    unsigned *blocks);

/* When a kernel starts: after all that came before it in the stream; while the
 * kernel before it drains; after all that came before it, with all of its blocks
 * at once; after what came before the launches that it is replayed with, and
 * concurrently with them. */
enum LifeStart {
  LIFE_START_AFTER,
  LIFE_START_DEPENDENT,
  LIFE_START_TOGETHER,
  LIFE_START_CONCURRENT
};

/* Launches a kernel; one that starts dependent waits as dependent.cuh describes. */
static inline cudaError_t
life_launch_kernel (const LifeLauncher &launcher, LifeStart start,
    const LifeLaunch &launch, void **arguments)
{
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};

  config.gridDim = launch.blocks;
  config.blockDim = launch.threads;
  config.dynamicSmemBytes = launch.shared_bytes;
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
  return life_module_has (launch.kernel)
             ? life_module_launch (launch.kernel, &config, arguments)
             : cudaLaunchKernelExC (&config, launch.kernel, arguments);
}

/* So many arguments can be noted. */
#define LIFE_MAX_ARGUMENTS 16

/* Notes a launch whose arguments have these @sizes. */
void life_replay_note (LifeReplay *replay, LifeStart start,
    const LifeLaunch &launch, void *const *arguments, const size_t *sizes,
    unsigned n_arguments);

/* Arguments become what the kernel receives. */
template <class Parameter> struct LifeParameter {
  typedef Parameter Type;
};

/* Clears what is between the members of an argument: in copies of structs it may be anything,
 * and notes are compared to the byte. GCC 12 clears members, too, where they follow an array
 * of structs, but not in a union. */
template <class Argument>
static inline void
life_clear_padding (Argument *argument)
{
  union Alone {
    Argument argument;
  };

  __builtin_clear_padding ((Alone *) argument);
}

template <class... Parameters>
static inline cudaError_t
life_launch_as (const LifeLauncher &launcher, LifeStart start,
    void (*kernel) (Parameters...), dim3 blocks, dim3 threads,
    size_t shared_bytes, typename LifeParameter<Parameters>::Type... arguments)
{
  void *pointers[] = { (void *) &arguments... };
  const size_t sizes[] = { sizeof (Parameters)... };
  static_assert (G_N_ELEMENTS (sizes) <= LIFE_MAX_ARGUMENTS, "noted");
  const LifeLaunch launch = { (const void *) kernel, blocks, threads,
    shared_bytes };

  if (launcher.replay == NULL)
    return life_launch_kernel (launcher, start, launch, pointers);
  (life_clear_padding (&arguments), ...);
  life_replay_note (
      launcher.replay, start, launch, pointers, sizes, sizeof...(Parameters));
  return cudaSuccess;
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

/* Launches @kernel, if launches are replayed concurrently with those that follow, which
 * therefore write nothing that it reads; else as life_launch() does. */
template <class... Parameters, class... Arguments>
static inline cudaError_t
life_launch_concurrent (const LifeLauncher &launcher,
    void (*kernel) (Parameters...), dim3 blocks, dim3 threads,
    size_t shared_bytes, const Arguments &...arguments)
{
  return life_launch_as (launcher, LIFE_START_CONCURRENT, kernel, blocks,
      threads, shared_bytes, arguments...);
}

/* Launches @kernel, which waits as dependent.cuh describes, while the kernel before it
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
