/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samplers: what is at each pixel of a frame, before it has a color or a format. A new
 * view of a world is a new sampler; painters (paint.h) depend on none. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/draw/sample/plane.h"

G_BEGIN_DECLS

typedef enum {
  LIFE_SAMPLE_BITS,    /* dead or alive: the indices 0 and 255 of a palette */
  LIFE_SAMPLE_INDICES, /* a byte: an index of a palette */
  LIFE_SAMPLE_COLORS,  /* four bytes: a color as LifeColors has it */
} LifeSampleKind;

/* A row of samples, one per pixel: sample i is bit @first + i of @bits, or begins at
 * @bytes[i] or @bytes[4 × i]. */
typedef struct {
  const guint64 *bits;
  guint32 first;
  const guint8 *bytes;
} LifeSamples;

/* What a thread needs to sample rows; a sampler's own. */
typedef struct _LifeSampleWork LifeSampleWork;

typedef struct _LifeSampler LifeSampler;

/* The functions of a sampler, for one view and one size of frame. */
struct _LifeSampler {
  LifeSampleKind kind;
  gdouble bytes;      /* of cells that a frame reads, about */
  gboolean is_uneven; /* some rows take much longer than others */
  /* In a frame each row of the plane is read once, and the whole of it; without this any
   * number of times, in parts and by several threads. */
  gboolean reads_rows_once;

  /* Called before each frame of a view, where it is not NULL: the view may be another one
   * in what the sampler alone reads. */
  gboolean (*prepare) (LifeSampler *self, const LifeCellPlane *plane,
      const LifeView *view, GError **error);

  /* NULL where there is not enough memory for rows of cells. */
  LifeSampleWork *(*new_work) (const LifeSampler *self);
  void (*free_work) (LifeSampleWork *work);

  /* Called before the first row of a frame, or of a part of one. */
  void (*start) (LifeSampleWork *work);

  /* Row @y; stays as it is until the row after the next is requested. */
  LifeSamples (*get_row) (const LifeSampler *self, LifeSampleWork *work,
      const LifeCellPlane *plane, guint y);

  /* What a row of pixels shows of some rows of cells, as numbers which can be added to
   * those of other rows of cells: then LifeCellPlane.sums has get_row() give what all of them
   * come to. @n_sums numbers for each pixel; 0: the sampler has none. */
  guint n_sums;
  void (*sum_row) (const LifeSampler *self, LifeSampleWork *work,
      const LifeCellPlane *plane, guint y, guint32 first, guint32 end,
      guint64 *sums);

  /* Whether rows @y and @other are the same whatever the cells; NULL: none do. */
  gboolean (*is_same_row) (const LifeSampler *self, guint y, guint other);

  void (*free) (LifeSampler *self);
};

/* The sums of row @y, which are there. */
static inline const guint64 *
life_sampler_sums (const LifeSampler *self, const LifeCellPlane *plane,
    guint n_pixels, guint y)
{
  return plane->sums + (gsize) (y - plane->sums_row) * n_pixels * self->n_sums;
}

G_END_DECLS
