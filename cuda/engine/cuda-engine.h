/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a world on a GPU is made of. */
#pragma once

#include "cuda/device/check.h"
#include "cuda/device/device.h"
#include "cuda/engine/cuda-kernel.h"
#include "cuda/device/launch.h"
#include "cuda/engine/storage.h"

#include "life/draw/body/stack-shape.h"
#include "life/draw/lay-caption.h"
#include "life/draw/color/coloring.h"
#include "life/draw/color/density.h"
#include "life/draw/sample/history-cells.h"
#include "life/draw/view/grid-lines.h"
#include "life/draw/view/mapping.h"
#include "life/world/renderer.h"

/* Memory on the GPU that grows when more is asked for. */
struct LifeScratch {
  void *data;
  gsize bytes;
};

/* What is counted of a world. */
struct LifeCounts {
  uint64_t population, births, deaths;
};

enum {
  LIFE_COUNTS_OF_PRESENT, /* cells */
  LIFE_COUNTS_OF_FRAMES,  /* those that were begun, by their places */
  LIFE_COUNTS = LIFE_COUNTS_OF_FRAMES + LIFE_MAX_BEGUN_FRAMES
};

/* A count that was begun with a frame (cuda/count/begun-counts.cu). */
struct LifeBegunCount {
  LifeCountFlags wanted;
  cudaEvent_t done;
};

/* A frame that was begun, if it crosses: where it lies on the GPU before, and when it is
 * there. */
struct LifeCudaFrame {
  gboolean crosses;
  LifeScratch memory;
  cudaEvent_t done;
};

/* What looking for live cells needs (cuda/count/extent.cu). */
struct LifeExtents;

struct LifeCudaSum;

/* Where checksums are added up (cuda/count/checksum.cu). */
struct LifeCudaChecksum {
  LifeCudaSum *sums; /* where both sides see them */
  unsigned long long *total;
  unsigned int *blocks_done;
  guint begun; /* the one of @sums that was begun last */
  gboolean
      is_wanted; /* launch() is due, with the next frame or before cells change */
  gboolean (*launch) (struct LifeCudaEngine *self, GError **error);
};

/* Code that is on its way (cuda/compile/compilation.h). */
struct LifeCompilation;

/* The colors of the last frame, and what they follow from. */
struct LifeKnownPalette {
  LifeColoring coloring;
  LifeColorBytes palette;
  LifeScratch in_memory; /* the palette, on the GPU */
  gboolean known;
  guint version; /* another one whenever it was made anew */
  LifeFrame frame;
  LifeView view;
};

/* What drawing a body keeps between frames (cuda/draw/body/cuda-body.cu): which blocks have live
 * cells; what is looked up for a cell, and what that follows from. */
struct LifeCudaBody {
  LifeScratch blocks, tables;
  gboolean known;
  guint version; /* of the palette */
  gdouble gain;
};

/* LifeHistory on a GPU: the frames before the present one; those and the cells whose
 * version is @counted, 0 for none; those before the last one that remember() can take back.
 * And the indices that cells have by them, as the last frame had them. */
struct LifeCudaHistory {
  LifeHistoryShape shape;
  LifeScratch past, now, earlier;
  guint64 counted;
  LifeScratch indices;
};

/* Frames of a 2D world as planes of a body: LifeStack on a GPU. */
struct LifeCudaStack {
  LifeStackShape shape;
  LifeScratch planes, blocks;
  gboolean known; /* there is room for @shape */
};

/* What is drawn of an axis: @n_pixels from @first on, whose cells are among @n_cells, of
 * which the first one is @shift cells into the axis; where @own_end is not 0, nothing but
 * those from @own_first to before it. */
struct LifeAxisPart {
  guint first, n_pixels;
  guint32 n_cells;
  gint64 shift;
  guint32 own_first, own_end;
};

/* An axis of the last frame, and what it follows from. */
struct LifeAxisMapping {
  LifeMapping mapping; /* of @part alone */
  guint n_pixels;      /* of all of the axis, and its cells */
  guint32 n_cells;
  LifeAxisPart part;
  LifeScratch table;
  LifeGridLine *lines; /* NULL where none were needed yet */
  LifeScratch lines_table;
  gboolean known;
  gdouble zoom, center;
  LifeScaling scaling;
  guint version; /* another one whenever it was made anew */
};

/* What indices of densities begin at (life/draw/color/density.h), and what that follows
 * from. */
struct LifeKnownDensity {
  guint64 on_host[LIFE_DENSITY_INDICES];
  LifeScratch least;
  gboolean known;
  gdouble gain, zoom;
};

/* What counting cells in strips keeps between frames (cuda/draw/sample/sample-strips.h). */
struct LifeStripCounts {
  LifeScratch edges, sums, total;
  guint n_edges;
  guint version; /* of the rows that the edges follow from */
};

/* The caption that was laid over a frame last: its samples on the GPU, and which they
 * are. */
struct LifeCudaCaption {
  LifeScratch samples;
  guint64 version; /* 0: none */
  LifeCaptionBox box;
  LifeCaptionPainter *painter;
};

/* What a part of a world is of: that world, which is the engine's own where it is no part,
 * and how far along it the part begins, its halo included: before the first row or plane of
 * the world where that is below 0; and of a frame of @frame_height rows that is drawn of it
 * the first row that is. */
struct LifeCudaPart {
  LifeGeometry world;
  gint64 start;
  guint frame_height, first_row;
};

struct LifeCudaEngine {
  LifeEngine engine;
  LifeCudaPart part;
  LifeDevice device;
  LifeLauncher launcher;
  LifeKernel wanted; /* what the options ask for */
  const LifeCudaKernel *kernel;
  void *plan;       /* the kernel's own, for the rule */
  gboolean forgets; /* a step may leave anything as the previous generation */
  gchar *kernel_name;
  LifeRule rule;

  LifeStorage storage;
  uint32_t *memory;
  uint32_t *present, *previous; /* the first cell's word of two generations */
  void *beside;                 /* what the kernel needs beside the cells */
  guint64 version; /* of the cells: another one after each change, never 0 */
  cudaEvent_t chunk_done[2];

  LifeCounts *counts; /* LIFE_COUNTS of them, where both sides see them */
  LifeCounts *partial_counts;
  unsigned int *blocks_counted;
  gboolean counted;     /* LIFE_COUNTS_OF_PRESENT are known */
  LifeExtents *extents; /* NULL before the first count of that kind */
  LifeCudaChecksum checksum;
  LifeBegunCount begun[LIFE_MAX_BEGUN_FRAMES];
  LifeReplay *replay; /* of what frames launch, and counts begun with them */

  /* Frames cross to the host in a stream of their own, so that the generations
   * that follow need not wait for them. */
  cudaStream_t frame_stream;
  cudaEvent_t frame_drawn;
  LifeCudaFrame frames[LIFE_MAX_BEGUN_FRAMES];

  /* What was saved crosses in one of its own, at the call of another thread, once it is
   * there. */
  cudaStream_t saved_stream;
  cudaEvent_t saved;
  LifeScratch saved_transfer;

  LifeScratch transfer, picture, samples; /* picture: one that arrived */
  LifeScratch
      projected; /* a plane of indices (cuda/draw/sample/cuda-project.cu) */
  LifeScratch
      before; /* a picture that later ones fade out of (cuda/draw/fade.cu) */
  LifeCudaCaption caption;
  LifeAxisMapping columns, rows;
  LifeAxisMapping summed_rows[2]; /* of rows that parts share, in turn */
  LifeScratch sums;
  LifeKnownDensity density;
  LifeStripCounts strip_counts;
  LifeKnownPalette palette;
  LifeCudaBody body;
  LifeCudaHistory history;
  LifeCudaStack stack;
  LifeStacked *stacked; /* of the renderer; NULL: a part has none */

  LifeScratch spans, luma; /* of the previous picture: its luma per cell */
  guint32 luma_columns, luma_rows;

  LifeCompilation *compilation; /* for the rule; NULL: none is under way */
};

/* Makes @scratch hold @bytes at least. */
gboolean life_scratch_reserve (
    LifeScratch *scratch, gsize bytes, const gchar *what, GError **error);

/* Makes @scratch anew, of @bytes that are 0 when what is enqueued in @stream next runs;
 * it holds none where that fails. */
gboolean life_scratch_reserve_cleared (LifeScratch *scratch, gsize bytes,
    cudaStream_t stream, const gchar *what, GError **error);
void life_scratch_release (LifeScratch *scratch);

/* Waits for all work of @self. */
gboolean life_cuda_finish (
    LifeCudaEngine *self, const gchar *what, GError **error);

/* What is free on the GPU against what @what needs. */
gboolean life_cuda_check_memory (
    gsize bytes, const gchar *what, GError **error);

/* Called before cells change: these get another version, and nothing that was counted is of
 * them. */
void life_count_forget (LifeCudaEngine *self);
