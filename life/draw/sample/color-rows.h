/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of colors that a sampler makes of the samples of other samplers. */
#pragma once

#include "life/draw/sample/samplers.h"

#include <string.h>

G_BEGIN_DECLS

/* Two rows of colors, used in turn. */
typedef struct {
  guint8 *colors[2];
  guint row[2]; /* of the frame, or %LIFE_NO_ROW */
  guint last;   /* that was returned */
} LifeColorRows;

#define LIFE_NO_ROW G_MAXUINT

/* The cells may be others now. */
static inline void
life_color_rows_reset (LifeColorRows *self)
{
  self->row[0] = self->row[1] = LIFE_NO_ROW;
}

static inline void
life_color_rows_init (LifeColorRows *self, guint width)
{
  self->colors[0] = g_malloc (4 * (gsize) width);
  self->colors[1] = g_malloc (4 * (gsize) width);
  self->last = 0;
  life_color_rows_reset (self);
}

static inline void
life_color_rows_clear (LifeColorRows *self)
{
  g_free (self->colors[0]);
  g_free (self->colors[1]);
}

/* Makes the last row one that is the same as row @y; FALSE: the caller writes it. */
static inline gboolean
life_color_rows_find (LifeColorRows *self, const LifeSampler *sampler, guint y)
{
  for (guint i = 0; i < 2; i++)
    if (self->row[i] != LIFE_NO_ROW
        && sampler->is_same_row (sampler, y, self->row[i])) {
      self->last = i;
      return TRUE;
    }
  self->last = 1 - self->last;
  self->row[self->last] = y;
  return FALSE;
}

static inline guint8 *
life_color_rows_last (const LifeColorRows *self)
{
  return self->colors[self->last];
}

/* The colors of @n samples; @colors: those of indices. */
static inline void
life_color_samples (const LifeSampleKernels *kernels, LifeSampleKind kind,
    const LifeColorBytes *colors, LifeSamples samples, guint n, guint8 *out)
{
  if (kind == LIFE_SAMPLE_BITS)
    kernels->colors_of_bits (colors, samples.bits, samples.first, n, out);
  else if (kind == LIFE_SAMPLE_INDICES)
    kernels->colors_of_indices (colors, samples.bytes, n, out);
  else
    memcpy (out, samples.bytes, 4 * (gsize) n);
}

G_END_DECLS
