/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CUDA engine from inside: what a world on a GPU is made of, and the parts
 * of the engine that live in files of their own. */
#pragma once

#include "cuda/engine/check.h"
#include "cuda/engine/device.h"
#include "cuda/engine/kernel.h"
#include "cuda/engine/launch.h"
#include "cuda/engine/storage.h"

#include "life/draw/palette.h"
#include "life/draw/mapping.h"
#include "life/world/engine.h"

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

/* The colors of the last frame, and what they follow from. */
struct LifeKnownPalette {
  LifeColors colors;
  LifePalette palette;
  gboolean known, by_state;
  LifeFrame frame;
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
  LifeKernel wanted; /* what the options ask for */
  const LifeCudaKernel *kernel;
  void *plan; /* the kernel's own, for the rule */
  gchar *kernel_name;
  LifeRule rule;

  LifeStorage storage;
  uint32_t *memory;
  uint32_t *present, *previous; /* the first cell's word of two generations */
  void *beside;                 /* what the kernel needs beside the cells */
  cudaEvent_t chunk_done[2];

  LifeCounts *counts; /* two, on the host */
  LifeCounts *partial_counts;
  unsigned int *blocks_counted;
  gboolean counted; /* the first are of the present cells */

  /* Frames cross to the host in a stream of their own, so that the generations
   * that follow need not wait for them. */
  cudaStream_t frame_stream;
  cudaEvent_t frame_drawn, frame_counted, frame_done;

  LifeScratch transfer, frame, samples;
  LifeAxisMapping columns, rows;
  LifeKnownPalette palette;

  LifeScratch spans, luma; /* of the previous picture: its luma per cell */
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
 * generation of a world whose edges are not simple. */
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
