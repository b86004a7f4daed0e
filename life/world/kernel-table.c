/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of kernels: what users call them, and what they are for. */
#include "life/world/kernel-table.h"

typedef struct {
  LifeChoice choice;
  guint engines;      /* 1 << each LifeEngineKind that has it */
  gboolean unbounded; /* for worlds without edges alone */
} KernelRow;

#define CPU (1u << LIFE_ENGINE_CPU)
#define CUDA (1u << LIFE_ENGINE_CUDA)

/* In the order of LifeKernel. */
static const KernelRow kernels[] = {
  { { LIFE_KERNEL_AUTO, "auto", "The fastest that can run the rule" },
      CPU | CUDA, FALSE },
  { { LIFE_KERNEL_NAIVE, "naive",
        "A byte per cell, a load per neighbor: the reference" },
      CPU | CUDA, FALSE },
  { { LIFE_KERNEL_TILED, "tiled", "Tiles in shared memory (CUDA)" }, CUDA,
      FALSE },
  { { LIFE_KERNEL_ASYNC, "async",
        "Tiles brought by asynchronous copies (CUDA)" },
      CUDA, FALSE },
  { { LIFE_KERNEL_PACKED, "packed", "Four byte cells per word (CUDA)" }, CUDA,
      FALSE },
  { { LIFE_KERNEL_BITSLICED, "bitsliced", "One bit per cell" }, CPU | CUDA,
      FALSE },
  { { LIFE_KERNEL_LUT, "lut",
        "A table from a block of cells to the next (CUDA, 2D)" },
      CUDA, FALSE },
  { { LIFE_KERNEL_SPARSE, "sparse",
        "Tiles of bits where life is (topology=unbounded)" },
      CPU | CUDA, TRUE },
  { { LIFE_KERNEL_HASHLIFE, "hashlife",
        "HashLife: equal squares once, for far generations "
        "(topology=unbounded)" },
      CPU, TRUE },
  { { LIFE_KERNEL_BITS, "bits",
        "One bit per cell, side by side in rows (CUDA, 2D)" },
      CUDA, FALSE },
};

gboolean
life_kernel_runs_on (LifeKernel kernel, LifeEngineKind engine)
{
  return (guint) kernel < G_N_ELEMENTS (kernels)
         && (kernels[kernel].engines >> engine & 1) != 0;
}

gboolean
life_kernel_is_unbounded (LifeKernel kernel)
{
  return (guint) kernel < G_N_ELEMENTS (kernels) && kernels[kernel].unbounded;
}

const LifeChoice *
life_engine_list_kernels (guint index)
{
  return index < G_N_ELEMENTS (kernels) ? &kernels[index].choice : NULL;
}

const gchar *
life_engine_kernel_name (LifeKernel kernel)
{
  g_return_val_if_fail ((guint) kernel < G_N_ELEMENTS (kernels), NULL);

  return kernels[kernel].choice.nick;
}
