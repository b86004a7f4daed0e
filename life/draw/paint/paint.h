/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The painter: turns rows of samples into rows of a frame, by a palette and in a format.
 * It is independent of worlds and views. */
#pragma once

#include "life/base/cpu-path.h"
#include "life/draw/color/palette-private.h"
#include "life/draw/sample/sample.h"

G_BEGIN_DECLS

/* In an overlay colors are blended over what the frame has. */
typedef struct {
  LifeSampleKind kind;
  gboolean overlay;
  const LifePixelLayout *layout;
  LifeColorBytes palette;
} LifePainter;

/* Compiled once for each width of vector that the processor may have. */
typedef struct {
  /* Row @y of the planes that have as many rows as the frame. */
  void (*row) (const LifePainter *painter, const LifeFrame *frame, guint y,
      LifeSamples samples);

  /* Row @y of those that have half as many, of chroma, from the two rows that it lies
   * under; at an odd bottom edge both are the last one. */
  void (*chroma) (const LifePainter *painter, const LifeFrame *frame, guint y,
      const LifeSamples rows[2]);

  /* Gives @previous @share of the weight of @n bytes of samples (blend.h). */
  void (*fade) (const LifePixelLayout *layout, guint8 *bytes,
      const guint8 *previous, gsize n, guint32 share);
} LifePaintKernels;

extern const LifePaintKernels life_paint_portable;
#ifdef __x86_64__
extern const LifePaintKernels life_paint_avx2;
extern const LifePaintKernels life_paint_avx512;
extern const LifePaintKernels life_paint_avx512vbmi;
#endif

G_END_DECLS
