/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CUDA engine from inside: what a world on a GPU is made of, and the parts
 * of the engine that live in files of their own. */
#pragma once

#include "cuda/bits2d/step.h"
#include "cuda/bits3d/resident.h"
#include "check.h"
#include "device.h"
#include "jit.h"
#include "cuda/ladder/ladder.h"
#include "cuda/larger/larger.h"
#include "launch.h"
#include "storage.h"

#include "life/draw/color.h"
#include "life/draw/mapping.h"
#include "life/world/engine.h"

struct LifeCudaEngine;

/* How a world is advanced: by a kernel of the ladder, a generation a launch, or
 * by @advance. */
struct LifeCudaKernel {
  LifeKernel kernel;
  LifeLayout layout_2d, layout_3d;
  cudaError_t (*generation) (
      const LifeBytesPass &pass, const LifeLauncher &launcher);
  cudaError_t (*advance) (LifeCudaEngine *self, guint64 generations);
};

/* Memory on the GPU that grows when more is asked for. */
struct LifeScratch {
  void *data;
  gsize bytes;
};

/* What is counted of a world; lies where both sides can see it: first of the
 * present cells, then of the frame that was begun. */
struct LifeCounts {
  uint64_t population, births, deaths;
};

/* The colours of the last frame, and what they follow from. */
struct LifeKnownPalette {
  LifePalette palette;
  gboolean known, by_state;
  LifePixelFormat format;
  LifeColorimetry colorimetry;
  LifeView view;
};

/* An axis of the last frame, and what it follows from. */
struct LifeAxisMapping {
  LifeMapping mapping;
  LifeScratch table;
  gboolean known;
  gdouble zoom, center;
};

struct LifeCudaEngine {
  LifeEngine engine;
  LifeDevice device;
  LifeLauncher launcher;
  LifeKernel wanted; /* as the options say */
  const LifeCudaKernel *kernel;
  gchar *kernel_name;
  LifeRule rule;

  LifeStorage storage;
  uint32_t *memory;
  uint32_t *present, *before; /* the first cell's word of two generations */
  cudaEvent_t chunk_done[2];

  LifeScratch tree; /* of a table rule */
  uint8_t *table;   /* of kernel=lut */
  uint32_t table_blocks;
  LifeBits2d strips;           /* of kernel=bitsliced in 2D */
  LifeBits3dResident resident; /* of kernel=bitsliced in 3D */
  const void *solid_kernel;    /* of the same; NULL: compiled in */
  gboolean
      plain;   /* 3D advances by launches of kernels compiled in, for a trial */
  LifeJit jit; /* of their rule */

  LifeCounts *counts; /* two, on the host */
  LifeCounts *partial_counts;
  unsigned int *blocks_counted;
  gboolean counted; /* the first are of the present cells */

  /* Frames cross to the host in a stream of their own, so that the generations
   * that follow need not wait for them. */
  cudaStream_t frame_stream;
  cudaEvent_t frame_drawn, frame_counted, frame_done;

  LifeScratch transfer, frame, indices;
  LifeAxisMapping columns, rows;
  LifeKnownPalette palette;

  LifeScratch spans, luma; /* of the picture before: its luma a cell */
  guint32 luma_columns, luma_rows;
};

/* Makes @scratch hold @bytes at least. */
gboolean life_scratch_reserve (
    LifeScratch *scratch, gsize bytes, const gchar *what, GError **error);
void life_scratch_release (LifeScratch *scratch);

/* Waits for all work of @self. */
gboolean life_cuda_finish (
    LifeCudaEngine *self, const gchar *what, GError **error);

/* What is free on the GPU against what @what needs. */
gboolean life_cuda_check_memory (
    gsize bytes, const gchar *what, GError **error);

/* rules/general.cu: kernel=naive for all that naive.cu does not run; and how many cells it
 * looks at a cell. */
gboolean life_general_set_rule (
    LifeCudaEngine *self, const LifeRule *rule, GError **error);
cudaError_t life_general_advance (LifeCudaEngine *self, guint64 generations);
uint64_t life_general_reads (const LifeRule *rule);

/* bitsliced.cu: whether its kernels run @rule. */
gboolean life_bits_can_run (const LifeRule *rule);

/* Memory beside the cells is measured before any is reserved. */
gboolean life_bits_measure (LifeCudaEngine *self, gsize *bytes, GError **error);
gboolean life_bits_init (LifeCudaEngine *self, GError **error);
void life_bits_clear (LifeCudaEngine *self);
gboolean life_bits_set_rule (
    LifeCudaEngine *self, const LifeRule *rule, GError **error);
cudaError_t life_bits_advance (LifeCudaEngine *self, guint64 generations);

/* To be called when all work of @self has ended: whether it ended well. */
gboolean life_bits_check (LifeCudaEngine *self, GError **error);

/* trial.cu: whether @self, which has kernels that were compiled at run time, advances
 * soups of @rule with them as without them, in a world apart as large as its own; or
 * has been seen to, or cannot be tried. @use makes it do the one or the other; it
 * does with them before and after. FALSE: a warning has said so. */
gboolean life_trial_pass (LifeCudaEngine *self, const LifeRule *rule,
    void (*use) (LifeCudaEngine *self, gboolean compiled));

/* world-io.cu: cells in and out. */
gboolean life_cuda_clear (LifeEngine *engine, GError **error);
gboolean life_cuda_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error);
gboolean life_cuda_add_runs (LifeEngine *engine, const LifeRun *runs,
    gsize n_runs, const guint32 origin[3], GError **error);
gboolean life_cuda_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
gboolean life_cuda_write (LifeEngine *engine, const LifeBox *box,
    const guint8 *cells, GError **error);

/* To be enqueued when cells of LIFE_LAYOUT_BYTES were written one by one, and after a
 * generation of a world whose edges are not plain. */
cudaError_t life_cuda_refresh_halo (LifeCudaEngine *self);

/* To be enqueued when the rule has fewer states: cells above its highest take that. */
cudaError_t life_cuda_limit_states (LifeCudaEngine *self, guint states);

/* checksum.cu */
gboolean life_cuda_checksum (
    LifeEngine *engine, guint64 *checksum, GError **error);

/* count.cu */

/* The counts are not of the present cells any more. */
static inline void
life_count_forget (LifeCudaEngine *self)
{
  self->counted = FALSE;
}

/* Enqueues a count of the present cells into self->counts[1]; @drawn: right behind
 * life_draw_on_device(). */
gboolean life_count_frame (
    LifeCudaEngine *self, gboolean drawn, GError **error);
gboolean life_count_init (LifeCudaEngine *self, GError **error);
void life_count_clear (LifeCudaEngine *self);
gboolean life_cuda_population (
    LifeEngine *engine, guint64 *population, GError **error);
gboolean life_cuda_changes (
    LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error);

/* draw.cu */

/* Enqueues the drawing of @frame, which lies on the GPU. */
gboolean life_draw_on_device (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, GError **error);
void life_draw_clear (LifeCudaEngine *self);

/* absorb.cu */
gboolean life_cuda_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error);
void life_absorb_clear (LifeCudaEngine *self);

/* frame.cu: where frames lie, and when they are done. */
gboolean life_frame_init (LifeCudaEngine *self, GError **error);
void life_frame_clear (LifeCudaEngine *self);
gboolean life_cuda_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error);
gboolean life_cuda_begin_frame (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error);
gboolean life_cuda_finish_frame (
    LifeEngine *engine, LifeStatistics *counts, GError **error);

/* Whether @frame lies on the GPU; an error where it lies on another one. */
gboolean life_frame_is_on_device (LifeCudaEngine *self, const LifeFrame *frame,
    gboolean *on_device, GError **error);

/* A frame of the shape of @frame in one piece of @bytes, rows aligned, its
 * planes at offsets from NULL; life_frame_at() places it. */
LifeFrame life_frame_shape (const LifeFrame *frame, gsize *bytes);
void life_frame_at (LifeFrame *frame, void *memory);

/* Enqueues the copy of every pixel of @from into @to, which have one shape. */
cudaError_t life_frame_copy (
    const LifeFrame *to, const LifeFrame *from, cudaStream_t stream);
