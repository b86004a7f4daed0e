/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which engine a world is on, and how it is advanced. */
#pragma once

#include <life/choice.h>
#include <life/error.h>
#include <life/geometry.h>
#include <life/rule.h>

G_BEGIN_DECLS

/**
 * LifeWorld:
 *
 * A world on an engine. One thread at a time may call into it.
 */
typedef struct _LifeWorld LifeWorld;

/**
 * LifeEngineKind:
 * @LIFE_ENGINE_AUTO: CUDA if it works, else the CPU
 * @LIFE_ENGINE_CPU: the CPU
 * @LIFE_ENGINE_CUDA: an NVIDIA GPU, or an error
 *
 * Where a world lives.
 */
typedef enum {
  LIFE_ENGINE_AUTO,
  LIFE_ENGINE_CPU,
  LIFE_ENGINE_CUDA,
} LifeEngineKind;

/**
 * LifeKernel:
 * @LIFE_KERNEL_AUTO: the fastest that can run the rule
 * @LIFE_KERNEL_NAIVE: a byte per cell and a load per neighbor; the reference
 * @LIFE_KERNEL_TILED: tiles in shared memory (CUDA)
 * @LIFE_KERNEL_ASYNC: tiles loaded by asynchronous copies (CUDA)
 * @LIFE_KERNEL_PACKED: four byte cells per word (CUDA)
 * @LIFE_KERNEL_BITSLICED: one bit per cell
 * @LIFE_KERNEL_LUT: a table from a block of cells to the next ones (CUDA, 2D)
 * @LIFE_KERNEL_SPARSE: tiles of bits where life is (worlds without edges)
 * @LIFE_KERNEL_HASHLIFE: equal squares once, with what becomes of them (CPU, worlds without
 *   edges): for patterns that repeat themselves in space and time
 * @LIFE_KERNEL_BITS: one bit per cell, a row's side by side in words (CUDA, 2D)
 *
 * How a world is advanced. All give the same cells.
 */
typedef enum {
  LIFE_KERNEL_AUTO,
  LIFE_KERNEL_NAIVE,
  LIFE_KERNEL_TILED,
  LIFE_KERNEL_ASYNC,
  LIFE_KERNEL_PACKED,
  LIFE_KERNEL_BITSLICED,
  LIFE_KERNEL_LUT,
  LIFE_KERNEL_SPARSE,
  LIFE_KERNEL_HASHLIFE,
  LIFE_KERNEL_BITS,
} LifeKernel;

/**
 * LifeCluster:
 * @LIFE_CLUSTER_NONE: this process holds the world
 * @LIFE_CLUSTER_MPI: this process and every `life-worker` that `mpirun` started with it hold
 *   a part of the world each
 *
 * Which processes hold a world. All give the same cells.
 */
typedef enum {
  LIFE_CLUSTER_NONE,
  LIFE_CLUSTER_MPI,
} LifeCluster;

/**
 * LIFE_ALL_CUDA_DEVICES:
 *
 * Every GPU of the machine, as #LifeEngineOptions.cuda_devices.
 */
#define LIFE_ALL_CUDA_DEVICES G_MAXUINT64

/**
 * LifeEngineOptions:
 * @engine: where the world lives
 * @kernel: how it is advanced
 * @pdl: programmatic dependent launch if the GPU has it
 * @cuda_device_id: the number of the GPU, from 0; -1: the first
 * @cuda_devices: the GPUs that share the world, bit n for number n; 0: the one that
 *   @cuda_device_id names alone; %LIFE_ALL_CUDA_DEVICES: all that are there
 * @threads: CPU threads; 0: one per core
 * @memory_limit: of a world without edges, in bytes, for its cells, its history, its
 *   snapshots and what is pasted together; 0: of what is available a quarter for
 *   %LIFE_KERNEL_HASHLIFE and for history, all for %LIFE_KERNEL_SPARSE
 * @cuda_context: (nullable): the `CUcontext` to work in, of the GPU that
 *   @cuda_device_id names; %NULL: that GPU's primary one
 * @cluster: which processes hold the world
 * @cluster_timeout: seconds after which one of them that is silent counts as lost
 *
 * What a caller may choose about an engine.
 */
typedef struct {
  LifeEngineKind engine;
  LifeKernel kernel;
  gboolean pdl;
  gint cuda_device_id;
  guint64 cuda_devices;
  guint threads;
  guint64 memory_limit;
  gpointer cuda_context;
  LifeCluster cluster;
  guint cluster_timeout;
} LifeEngineOptions;

/**
 * life_engine_options_init:
 * @options: (out caller-allocates): options
 *
 * Leaves every choice to the library. Call it first, and then set what differs:
 * members that later versions add are set by it, too.
 */
LIFE_API void life_engine_options_init (LifeEngineOptions *options);

/**
 * life_engine_suggest_memory_limit:
 *
 * A #LifeEngineOptions.memory_limit for worlds that strangers may change.
 *
 * Returns: a quarter of the memory that the machine has, or that this process's control group
 *   may have where that is less, in bytes; no more than is available
 */
LIFE_API guint64 life_engine_suggest_memory_limit (void);

/**
 * life_engine_parse_devices:
 * @text: numbers of GPUs with commas between them, such as `0,1`, or `all`
 * @devices: (out): as #LifeEngineOptions.cuda_devices has them
 * @error: return location
 *
 * Reads which GPUs share a world: at most 16, whose numbers are below 63.
 *
 * Errors: %LIFE_ERROR_DEVICE, whose message names the character.
 *
 * Returns: %TRUE when the text is fine
 */
LIFE_API gboolean life_engine_parse_devices (
    const gchar *text, guint64 *devices, GError **error);

/**
 * life_engine_kernel_name:
 * @kernel: a kernel
 *
 * Returns: (transfer none): its name as the property `kernel` spells it
 */
LIFE_API const gchar *life_engine_kernel_name (LifeKernel kernel);

/**
 * life_engine_list_kernels:
 * @index: 0 for the first
 *
 * Returns: (transfer none) (nullable): the kernel with this index, %NULL behind the last
 */
LIFE_API const LifeChoice *life_engine_list_kernels (guint index);

/**
 * life_engine_check:
 * @rule: the rule to run
 * @geometry: (nullable): the shape of the world; sizes that are not determined yet
 *   are 0; %NULL: a torus
 * @options: what was chosen
 * @error: return location
 *
 * Checks whether an engine as chosen is there and can run the rule on such a world,
 * without making one.
 *
 * Errors: %LIFE_ERROR_UNSUPPORTED or %LIFE_ERROR_DEVICE, whose messages name what to choose
 * instead.
 *
 * Returns: %TRUE when it can
 */
LIFE_API gboolean life_engine_check (const LifeRule *rule,
    const LifeGeometry *geometry, const LifeEngineOptions *options,
    GError **error);

/**
 * life_engine_alloc_pinned:
 * @options: the GPU and the context, as a world was made with
 * @size: bytes, at least 1
 *
 * Allocates memory of the host that the GPU writes to at the full speed of the bus, while
 * it goes on computing: for frames that life_world_draw() fills.
 *
 * Returns: (nullable): the memory, for life_engine_free_pinned(); %NULL: there is no such
 * GPU, or not enough memory
 */
LIFE_API gpointer life_engine_alloc_pinned (
    const LifeEngineOptions *options, gsize size);

/**
 * life_engine_free_pinned:
 * @options: those of life_engine_alloc_pinned(); their context is still there
 * @memory: what that returned
 *
 * Frees pinned memory.
 */
LIFE_API void life_engine_free_pinned (
    const LifeEngineOptions *options, gpointer memory);

G_END_DECLS
